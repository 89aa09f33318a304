def rub(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    held: Counts,
    senses: Row,
    slopes: Row,
    force: Row,
) -> int:
    """Add to forces what frictions exert that do not stick, against their slips."""
    exerted: Row = zeros(FRICTIONS)
    most: Row = zeros(FRICTIONS)
    status: int = bounds_of_friction(c, t, q, v, u, held, senses, exerted, most)
    for s in range(FRICTIONS):
        for i in range(N):
            force[i] = force[i] - senses[s] * exerted[s] * slopes[(ROWS + LIMITS + s) * N + i]
    return status
