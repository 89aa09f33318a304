def tell_events(c: Row, t: float, q: Row, v: Row, held: Counts, senses: Row, told: Row) -> None:
    """The values by which events happen, then those that they set."""
    a: Row = zeros(N + STATES)
    multipliers: Row = zeros(ALL)
    if FELT_FORCES > 0:
        u: Row = zeros(N)
        inputs(c, t, q, v, u)
        if responses(c, t, q, v, u, held, senses, a, multipliers) != 0:
            return
    event_values(c, t, q, v, a, multipliers, told)


def guard_events(clock: Row, told: Row, guard: Row, most: Row) -> None:
    """The guards of events, which rise through 0 where a value passes to its other side."""
    for e in range(EVENTS):
        guard[2 * BLOCKS + e] = -clock[AT_SIDE + e] * told[e] - SMALLEST
        most[2 * BLOCKS + e] = 0.0
        if clock[AT_PASSED] == real(e):
            most[2 * BLOCKS + e] = LARGEST
        if ONCE[e] == 1 and clock[AT_HAPPENED + e] > 0.5:
            guard[2 * BLOCKS + e] = -1.0


def tell_now(c: Row, clock: Row, y: Row, told: Row) -> None:
    """The same from a state on."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    held: Counts = counts(ALL)
    senses: Row = zeros(FRICTIONS + SLIPS + ROUGH)
    part_state(y, q, v)
    choose(c, clock[0], q, v, held)
    marked(clock, held, senses)
    tell_events(c, clock[0], q, v, held, senses, told)


def happen(c: Row, clock: Row, y: Row, e: int) -> int:
    """Let an event happen whose value has passed to its other side, if it does so that way.

    0; 1 where it sets what has no value; ENDLESS where it happens without end; STOPPED where the
    motion ends there.
    """
    told: Row = zeros(VALUES)
    stops: int = 0
    clock[AT_SIDE + e] = -clock[AT_SIDE + e]
    clock[AT_PASSED] = real(e)
    if count_changes(clock) == 1:
        return ENDLESS
    if WAYS[e] * clock[AT_SIDE + e] < 0.0:
        return 0
    clock[AT_HAPPENED + e] = clock[AT_HAPPENED + e] + 1.0
    tell_now(c, clock, y, told)
    for a in range(ACTIONS):
        if ACTS_AT[a] == e:
            if SET_PLACE[a] < 0:
                stops = 1
            elif SET_VALUE[a] < 0:
                y[SET_PLACE[a]] = SET_LEVEL[a]
            else:
                y[SET_PLACE[a]] = told[EVENTS + SET_VALUE[a]]
                if is_finite(y[SET_PLACE[a]]) == 0:
                    return 1
    if stops == 1:
        return STOPPED
    for s in range(FRICTIONS):
        clock[AT_TOUCHING + LIMITS + s] = 0.0
    for s in range(SLIPS):
        clock[AT_TOUCHING + LIMITS + FRICTIONS + s] = 0.0
    clock[2] = 0.0
    clock[3] = 0.5
    return 0


def take_sides(c: Row, clock: Row, y: Row, before: Row) -> None:
    """On which sides values are: at first, and where what happens has moved the own value."""
    told: Row = zeros(VALUES)
    tell_now(c, clock, y, told)
    for e in range(EVENTS):
        if clock[AT_SIDE + e] == 0.0 or (clock[AT_PASSED] == real(e) and told[e] != before[e]):
            clock[AT_SIDE + e] = -1.0
            if told[e] > 0.0 or (told[e] == 0.0 and WAYS[e] < 0.0):
                clock[AT_SIDE + e] = 1.0
