def forced(c: Row, t: float, q: Row, v: Row, u: Row, a: Row, multipliers: Row) -> int:
    """Accelerations a and the multipliers of conditions and frictions, under further forces u.

    Frictions slide as velocities tell; of those without slip as many stick as can.  0; 1 where they
    have no value; 2 where a motion has no inertia; 3 where conditions contradict each other.
    """
    w: Row = zeros(N + STATES)
    some: Row = zeros(ALL)
    exerted: Row = zeros(FRICTIONS)
    most: Row = zeros(FRICTIONS)
    senses: Row = zeros(FRICTIONS + SLIPS + ROUGH)
    resting: Counts = counts(HOLDS)
    found: Counts = counts(HOLDS)
    held: Counts = counts(ALL)
    for i in range(N + STATES):
        w[i] = v[i]
    status: int = settle(c, t, q, w, u, resting, -1, found, senses)
    if status != 0:
        return status
    for s in range(ROWS):
        held[s] = 1
    for s in range(HOLDS):
        held[ROWS + s] = found[s]
    status = held_alone(c, t, q, v, u, held, senses, a, some)
    if status == 0:
        status = bounds_of_friction(c, t, q, v, u, held, senses, exerted, most)
    for s in range(FRICTIONS):
        multipliers[ROWS + LIMITS + s] = -senses[s] * exerted[s]
    count: int = 0
    for s in range(ALL):
        if held[s] == 1:
            multipliers[s] = some[count]
            count = count + 1
    return status
