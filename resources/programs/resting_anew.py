def rest_anew(c: Row, clock: Row, y: Row) -> int:
    """Settle which of the limits in contact stay there where forces are others from now on."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    touching: Counts = counts(HOLDS)
    part_state(y, q, v)
    for s in range(LIMITS):
        if clock[AT_TOUCHING + s] > 0.5:
            touching[s] = 1
    if SLIPS > 0:
        status: int = settle_on(c, clock, q, v, touching, -1, 0)
        if status != 0:
            return status
        for i in range(N):
            y[N + i] = v[i]
    elif FRICTIONS > 0:
        status: int = settle_on(c, clock, q, v, touching, -1, 0)
        if status != 0:
            return status
        for i in range(N):
            y[N + i] = v[i]
    else:
        mass: Row = zeros(N * N)
        position: Row = zeros(ALL)
        velocity: Row = zeros(ALL)
        slopes: Row = zeros(ALL * N)
        reach: Row = zeros(ALL * N)
        changes: Row = zeros(HOLDS * N)
        speeds: Row = zeros(HOLDS * HOLDS)
        conditions(c, clock[0], q, v, mass, position, velocity, slopes, reach)
        status: int = respond(mass, slopes, reach, touching, changes, speeds)
        if status != 0:
            return status
        rest_on(c, clock, q, v, changes, speeds, touching)
    expect(c, clock, y)
    return 0
