def basis(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    mass: Row,
    slopes: Row,
    reach: Row,
    held: Counts,
    a: Row,
    multipliers: Row,
) -> int:
    """The accelerations and the mass matrix: nothing binds the coordinates."""
    mass_matrix(c, t, q, v, mass)
    return accelerations(c, t, q, v, u, a)
