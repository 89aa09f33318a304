def rubbed_away(
    c: Row, t: float, q: Row, v: Row, u: Row, held: Counts, senses: Row, power: Row
) -> int:
    """Add what slides with dry friction to the power that is dissipated; as accelerations do."""
    mass: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    status: int = 0
    conditions(c, t, q, v, mass, position, velocity, slopes, reach)
    if FRICTIONS > 0:
        exerted: Row = zeros(FRICTIONS)
        most: Row = zeros(FRICTIONS)
        status = bounds_of_friction(c, t, q, v, u, held, senses, exerted, most)
        for s in range(FRICTIONS):
            power[0] = power[0] + senses[s] * exerted[s] * velocity[ROWS + LIMITS + s]
    if SLIPS > 0:
        a: Row = zeros(N + STATES)
        pressed: Row = zeros(ALL)
        ways: Row = zeros(SLIPS)
        status = held_alone(c, t, q, v, u, held, senses, a, pressed)
        count: int = ways_of(c, velocity, held, senses, ways)
        if count > 0:
            at: int = ROWS + LIMITS + FRICTIONS
            for j in range(ROUGH):
                along: float = ways[2 * j] * velocity[at + 2 * j]
                along = along + ways[2 * j + 1] * velocity[at + 2 * j + 1]
                place: int = 0
                for s in range(ALL):
                    if s < ROWS + ROUGH_LIMITS[j]:
                        place = place + held[s]
                if held[ROWS + ROUGH_LIMITS[j]] == 1:
                    power[0] = power[0] - pressed[place] * along
    return status
