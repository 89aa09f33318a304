def marked(clock: Row, held: Counts, senses: Row) -> None:
    """Limits in contact are held like conditions."""
    for s in range(LIMITS):
        held[ROWS + s] = 0
        if clock[AT_TOUCHING + s] > 0.5:
            held[ROWS + s] = 1
    if FRICTIONS > 0:
        mark_frictions(clock, held, senses)
    if SLIPS > 0:
        mark_slips(clock, held, senses)


def watched(c: Row, clock: Row, t: float, y: Row, held: Counts, senses: Row, value: Row) -> None:
    """What rises through zero where something happens: gaps of open limits, forces of others."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    u: Row = zeros(N)
    a: Row = zeros(N)
    mass: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    multipliers: Row = zeros(ALL)
    for i in range(N):
        q[i] = y[i]
        v[i] = y[N + i]
    for i in range(STATES):
        v[N + i] = y[2 * N + i]
    conditions(c, t, q, v, mass, position, velocity, slopes, reach)
    count: int = 0
    contacts: int = 0
    for s in range(LIMITS):
        value[s] = position[ROWS + s] - clock[AT_SLACK + s]
        contacts = contacts + held[ROWS + s]
    for s in range(FRICTIONS):
        contacts = contacts + held[ROWS + LIMITS + s]
    if contacts > 0:
        inputs(c, t, q, v, u)
        status: int = held_alone(c, t, q, v, u, held, senses, a, multipliers)
        for s in range(ALL):
            if held[s] == 1:
                if s >= ROWS:
                    value[s - ROWS] = multipliers[count]
                    if status != 0:
                        value[s - ROWS] = -1.0
                count = count + 1
    if FRICTIONS > 0:
        see_frictions(c, t, q, v, held, senses, velocity, value)
    if SLIPS > 0:
        see_slips(c, clock, mass, slopes, reach, velocity, held, senses, value)
    if GUARDS > 0:
        watch_guards(c, clock, t, q, v, held, senses, value)


def expect(c: Row, clock: Row, y: Row) -> None:
    """What is watched from a state on: gaps count from where they are, if they are closed."""
    held: Counts = counts(ALL)
    senses: Row = zeros(FRICTIONS + SLIPS + ROUGH)
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    mass: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    sizes: Row = zeros(HOLDS)
    value: Row = zeros(WATCHES)
    for i in range(N):
        q[i] = y[i]
        v[i] = y[N + i]
    for i in range(STATES):
        v[N + i] = y[2 * N + i]
    conditions(c, clock[0], q, v, mass, position, velocity, slopes, reach)
    gauge(reach, sizes)
    for s in range(LIMITS):
        gap: float = position[ROWS + s]
        slack: float = 0.0
        if fabs(gap) <= CLOSED * sizes[s]:
            slack = maximum(gap, 0.0)
        clock[AT_SLACK + s] = 0.0
        if gap > -PASSED * sizes[s] and clock[AT_TOUCHING + s] < 0.5:
            clock[AT_SLACK + s] = slack + PASSED * sizes[s]
    choose(c, clock[0], q, v, held)
    marked(clock, held, senses)
    watched(c, clock, clock[0], y, held, senses, value)
    for s in range(LIMITS):
        clock[AT_WATCHED + s] = value[s]
    for s in range(FRICTIONS):
        clock[AT_WATCHED + LIMITS + s] = minimum(value[LIMITS + s], -SMALLEST)
    for s in range(SLIPS):
        clock[AT_WATCHED + LIMITS + FRICTIONS + s] = minimum(
            value[LIMITS + FRICTIONS + s], -SMALLEST
        )
