def forced(c: Row, t: float, q: Row, v: Row, u: Row, a: Row, multipliers: Row) -> int:
    """The accelerations a under further generalised forces u: nothing has multipliers."""
    return accelerations(c, t, q, v, u, a)
