def transmit(c: Row, t: float, q: Row, v: Row, u: Row, transmitted: Row) -> int:
    """What joints transmit under further generalised forces u; it returns what accelerations do."""
    a: Row = zeros(N)
    multipliers: Row = zeros(ALL)
    status: int = forced(c, t, q, v, u, a, multipliers)
    reactions(c, t, q, v, a, multipliers, transmitted)
    return status
