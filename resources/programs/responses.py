def responses(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    held: Counts,
    senses: Row,
    a: Row,
    multipliers: Row,
) -> int:
    """Accelerations, and the multipliers of all, under some of the conditions.

    What slides has that of its force; what is not held has 0 otherwise.
    """
    status: int = 0
    if BOUND > 0:
        some: Row = zeros(ALL)
        count: int = 0
        status = held_alone(c, t, q, v, u, held, senses, a, some)
        for s in range(ALL):
            if held[s] == 1 and status == 0:
                multipliers[s] = some[count]
                count = count + 1
        if FRICTIONS > 0:
            exerted: Row = zeros(FRICTIONS)
            most: Row = zeros(FRICTIONS)
            if status == 0:
                status = bounds_of_friction(c, t, q, v, u, held, senses, exerted, most)
            for s in range(FRICTIONS):
                if held[ROWS + LIMITS + s] == 0:
                    multipliers[ROWS + LIMITS + s] = -senses[s] * exerted[s]
    else:
        status = held_accelerations(c, t, q, v, u, held, senses, a)
    return status
