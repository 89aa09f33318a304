def marked(clock: Row, held: Counts, senses: Row) -> None:
    """What frictions do: some stick, others slide."""
    mark_frictions(clock, held, senses)


def watched(c: Row, clock: Row, t: float, y: Row, held: Counts, senses: Row, value: Row) -> None:
    """What rises through zero where frictions change: slips of some, forces of others."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    u: Row = zeros(N)
    a: Row = zeros(N + STATES)
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
    sticking: int = 0
    for s in range(FRICTIONS):
        sticking = sticking + held[ROWS + s]
    if sticking > 0:
        inputs(c, t, q, v, u)
        status: int = held_alone(c, t, q, v, u, held, senses, a, multipliers)
        for s in range(ALL):
            if held[s] == 1:
                if s >= ROWS:
                    value[s - ROWS] = multipliers[count]
                    if status != 0:
                        value[s - ROWS] = 0.0
                count = count + 1
    see_frictions(c, t, q, v, held, senses, velocity, value)
    if GUARDS > 0:
        watch_guards(c, clock, t, q, v, held, senses, value)


def change(c: Row, clock: Row, y: Row, reached: int) -> int:
    """Settle what slides and what sticks from a state on, where a friction is reached."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    value: Row = zeros(WATCHES)
    senses: Row = zeros(FRICTIONS)
    resting: Counts = counts(FRICTIONS)
    held: Counts = counts(ALL)
    for i in range(N):
        q[i] = y[i]
        v[i] = y[N + i]
    for i in range(STATES):
        v[N + i] = y[2 * N + i]
    status: int = settle_on(c, clock, q, v, resting, reached, 0)
    if status != 0:
        return status
    for i in range(N):
        y[N + i] = v[i]
    choose(c, clock[0], q, v, held)
    marked(clock, held, senses)
    watched(c, clock, clock[0], y, held, senses, value)
    for s in range(FRICTIONS):
        clock[AT_WATCHED + s] = minimum(value[s], -SMALLEST)
    return 0


def take_up(c: Row, clock: Row, y: Row) -> int:
    """The state nearest to y = (q, v) from which a motion can start at the time clock[0].

    What is returned is 0, or 4 where there is none, and otherwise what accelerations do.
    """
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    for i in range(N):
        q[i] = y[i]
        v[i] = y[N + i]
    for i in range(STATES):
        v[N + i] = y[2 * N + i]
    status: int = start(c, clock[0], q, v)
    if status != 0:
        return status
    for i in range(N):
        y[i] = q[i]
        y[N + i] = v[i]
    return change(c, clock, y, -1)


def advance(c: Row, clock: Row, y: Row, goal: float, rtol: float, atol: float) -> int:
    """Integrate the state y = (q, v) from the time clock[0] to the goal.

    Before the first call take_up has settled which frictions slide and which stick.  clock[1] is
    the next step, clock[2] the number of conditions that are held (0 and 0 at first), clock[3] how
    independent they are (0.5 at first; see choose).  Behind them stand which frictions stick, from
    AT_TOUCHING on, and the senses in which others slide, from AT_SENSES on.

    What is returned is 0 at the goal, or why it went no farther than clock[0]: as for
    accelerations, 5 where the step becomes too small, 6 where conditions depend on each other,
    UNSETTLED where frictions change without end.
    """
    k: Row = zeros(14 * N + 7 * STATES)
    f: Row = zeros(2 * N + STATES)
    before: Row = zeros(2 * N + STATES)
    found: Row = zeros(1)
    senses: Row = zeros(FRICTIONS)
    held: Counts = counts(ALL)
    marked(clock, held, senses)
    status: int = corrected(c, clock, y, held, senses, f)
    while status == 0 and clock[0] < goal:
        t: float = clock[0]
        for i in range(2 * N + STATES):
            before[i] = y[i]
        status = one_step(c, clock, goal, rtol, atol, y, held, senses, f, k)
        h: float = clock[0] - t
        if status == 0 and h > 0.0:
            which: int = first_reached(c, clock, t, h, before, held, senses, k, found)
            if which >= 0:
                if GUARDS > 0:
                    if which >= HOLDS:
                        return reach_guard(
                            c,
                            clock,
                            t,
                            h,
                            before,
                            held,
                            senses,
                            k,
                            which,
                            found[0],
                            y,
                            rtol,
                            atol,
                            f,
                        )
                clock[0] = t + reach_change(
                    c, clock, t, h, before, held, senses, k, which, found[0], y, rtol, atol
                )
                clock[1] = minimum(clock[1], h)
                status = corrected(c, clock, y, held, senses, f)
                if status == 0:
                    status = change(c, clock, y, which)
                if status == 0:
                    marked(clock, held, senses)
                    status = corrected(c, clock, y, held, senses, f)
        if DELAYS > 0:
            if status <= 0 and clock[0] > t:
                kept: int = remember(c, clock, t, h, before, k)
                if kept != 0:
                    status = kept
    return status
