def held_forced(
    c: Row, t: float, q: Row, v: Row, u: Row, held: Counts, a: Row, multipliers: Row
) -> int:
    """The accelerations: nothing has multipliers."""
    return accelerations(c, t, q, v, u, a)


def forced_slope(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    held: Counts,
    a: Row,
    multipliers: Row,
    seed: Row,
    slope: Row,
    multipliers_slope: Row,
) -> int:
    """The accelerations, and how they change along a seed."""
    status: int = accelerations(c, t, q, v, u, a)
    if status != 0:
        return status
    return accelerations_slope(c, t, q, v, u, held, a, seed, slope)
