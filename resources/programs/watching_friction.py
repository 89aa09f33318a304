def mark_frictions(clock: Row, held: Counts, senses: Row) -> None:
    """Frictions that stick are held like conditions, all others slide in their senses."""
    for s in range(FRICTIONS):
        held[ROWS + LIMITS + s] = 0
        if clock[AT_TOUCHING + LIMITS + s] > 0.5:
            held[ROWS + LIMITS + s] = 1
        senses[s] = clock[AT_SENSES + s]


def see_frictions(
    c: Row, t: float, q: Row, v: Row, held: Counts, senses: Row, velocity: Row, value: Row
) -> None:
    """What rises through zero where frictions change: slips against their senses, and forces.

    The forces of those that stick are known, as values; these then tell what is beyond the bound.
    """
    exerted: Row = zeros(FRICTIONS)
    most: Row = zeros(FRICTIONS)
    u: Row = zeros(N)
    inputs(c, t, q, v, u)
    status: int = bounds_of_friction(c, t, q, v, u, held, senses, exerted, most)
    for s in range(FRICTIONS):
        if status != 0:
            value[LIMITS + s] = -1.0
        elif held[ROWS + LIMITS + s] == 1:
            value[LIMITS + s] = fabs(value[LIMITS + s]) - BEYOND * most[s]
        elif fabs(senses[s]) == 1.0:
            value[LIMITS + s] = -senses[s] * velocity[ROWS + LIMITS + s] - SMALLEST
        else:
            value[LIMITS + s] = -1.0
