def chain(
    c: Row,
    changes: Row,
    speeds: Row,
    touching: Counts,
    slow: Row,
    rate: Row,
    v: Row,
    impulses: Row,
) -> int:
    """The impacts at one instant: those that arrive, then those that this sets off, and so on.

    That is how a row of touching balls hands a push on.  Where it does not end (plastic impacts)
    all that touch are taken at once.  0; 8 where conditions, or limits that move, lead through one.
    """
    kappa: Row = zeros(HOLDS)
    before: Row = zeros(LIMITS)
    struck: Counts = counts(HOLDS)
    restitution(c, kappa)
    rebounding: int = 0
    for s in range(LIMITS):
        if touching[s] == 1 and kappa[s] > 0.0:
            rebounding = 1
    for turn in range(LONGEST_CHAIN + 1):
        arriving: int = 0
        for s in range(LIMITS):
            before[s] = rate[s]
            struck[s] = 0
            if touching[s] == 1 and rate[s] > slow[s]:
                struck[s] = 1
                arriving = arriving + 1
        if arriving == 0:
            return 0
        if turn == LONGEST_CHAIN or rebounding == 0:
            for s in range(LIMITS):
                struck[s] = touching[s]
        if SLIPS > 0:
            status: int = strike(c, changes, speeds, struck, kappa, rate, v, impulses)
            if status != 0:
                return status
        else:
            collide(changes, speeds, struck, kappa, rate, v, impulses)
        moved: int = 0
        for s in range(LIMITS):
            if struck[s] == 1 and rate[s] - before[s] < -LEAST_MOVED * before[s]:
                moved = 1
        if moved == 0:
            return 8
    for s in range(LIMITS):
        if touching[s] == 1 and rate[s] > slow[s]:
            return 8
    return 0


def arrive(c: Row, clock: Row, y: Row, released: int) -> int:
    """Bring a state to the limits that are reached, with velocities after an impact, if any.

    It settles which limits are in contact from now on; one that was released just now does not
    push.  0; -1 after an impact; 1, 2 or 3 where there are no velocities after it; 8 where
    conditions, or limits that move, lead through a limit; 9 where there were too many impacts.
    """
    t: float = clock[0]
    held: Counts = counts(ALL)
    touching: Counts = counts(HOLDS)
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    placed: Row = zeros(N)
    mass: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    sizes: Row = zeros(HOLDS)
    slow: Row = zeros(LIMITS)
    rate: Row = zeros(HOLDS)
    impulses: Row = zeros(HOLDS)
    changes: Row = zeros(HOLDS * N)
    speeds: Row = zeros(HOLDS * HOLDS)
    kappa: Row = zeros(HOLDS)
    for i in range(N):
        q[i] = y[i]
        v[i] = y[N + i]
        placed[i] = q[i]
    for i in range(STATES):
        v[N + i] = y[2 * N + i]
    if SLIPS > 0:
        quicken(clock, y)
    conditions(c, t, q, v, mass, position, velocity, slopes, reach)
    gauge(reach, sizes)
    for s in range(LIMITS):
        if fabs(position[ROWS + s]) <= CLOSED * sizes[s] and s != released:
            touching[s] = 1
            held[ROWS + s] = 1
    if meet(c, t, held, placed, v) == 0:
        for i in range(N):
            q[i] = placed[i]
    conditions(c, t, q, v, mass, position, velocity, slopes, reach)
    gauge(reach, sizes)
    for s in range(LIMITS):
        rate[s] = velocity[ROWS + s]
        if touching[s] == 1:
            clock[AT_FASTEST] = maximum(clock[AT_FASTEST], rate[s])
    for s in range(FRICTIONS):
        rate[LIMITS + s] = velocity[ROWS + LIMITS + s]
        touching[LIMITS + s] = 1
    for s in range(SLIPS):
        rate[LIMITS + FRICTIONS + s] = velocity[ROWS + LIMITS + FRICTIONS + s]
        touching[LIMITS + FRICTIONS + s] = 1
    struck: int = 0
    for s in range(LIMITS):
        slow[s] = maximum(REBOUND * clock[AT_FASTEST], STILL * sizes[s] / TIME_UNIT)
        if touching[s] == 1 and rate[s] > slow[s]:
            struck = 1
    status: int = respond(mass, slopes, reach, touching, changes, speeds)
    if status != 0:
        return status
    for s in range(FRICTIONS):
        touching[LIMITS + s] = 0
    for s in range(SLIPS):
        touching[LIMITS + FRICTIONS + s] = 0
    if struck == 1:
        clock[AT_COUNT] = clock[AT_COUNT] + 1.0
        if clock[AT_COUNT] > MOST_IMPACTS:
            return 9
        clock[AT_LOSS] = kinetic(mass, v)
        for i in range(N):
            clock[AT_BEFORE + i] = v[i]
        status = chain(c, changes, speeds, touching, slow, rate, v, impulses)
        if status != 0:
            return status
        clock[AT_LOSS] = clock[AT_LOSS] - kinetic(mass, v)
        for s in range(LIMITS):
            clock[AT_IMPULSES + s] = impulses[s]
    moving: int = 0
    for s in range(LIMITS):
        if fabs(rate[s]) > slow[s]:
            touching[s] = 0
        elif touching[s] == 1 and fabs(rate[s]) > 0.0:
            moving = 1
    if moving == 1:
        collide(changes, speeds, touching, kappa, rate, v, impulses)
    if SLIPS > 0:
        status = settle_on(c, clock, q, v, touching, released, struck)
        if status != 0:
            return status
    elif FRICTIONS > 0:
        status = settle_on(c, clock, q, v, touching, released, struck)
        if status != 0:
            return status
    else:
        rest_on(c, clock, q, v, changes, speeds, touching)
    for i in range(N):
        y[i] = q[i]
        y[N + i] = v[i]
    expect(c, clock, y)
    if struck == 1:
        return -1
    return 0


def kinetic(mass: Row, v: Row) -> float:
    """The energy of velocities, in what of it an impact changes."""
    twice: float = 0.0
    for i in range(N):
        for j in range(N):
            twice = twice + v[i] * mass[i * N + j] * v[j]
    return twice / 2.0


def take_up(c: Row, clock: Row, y: Row) -> int:
    """The state nearest to y = (q, v) from which a motion can start at the time clock[0].

    What is returned is 0, or 4 where there is none, 7 where it lies beyond a limit, and otherwise
    what arrive does.
    """
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    mass: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    sizes: Row = zeros(HOLDS)
    for i in range(N):
        q[i] = y[i]
        v[i] = y[N + i]
    for i in range(STATES):
        v[N + i] = y[2 * N + i]
    status: int = start(c, clock[0], q, v)
    if status != 0:
        return status
    conditions(c, clock[0], q, v, mass, position, velocity, slopes, reach)
    gauge(reach, sizes)
    for s in range(LIMITS):
        if not position[ROWS + s] <= CLOSED * sizes[s]:
            return 7
    for i in range(N):
        y[i] = q[i]
        y[N + i] = v[i]
    status = arrive(c, clock, y, -1)
    if status < 0:
        clock[AT_COUNT] = 0.0
        return 0
    return status


def advance(c: Row, clock: Row, y: Row, goal: float, rtol: float, atol: float) -> int:
    """Integrate the state y = (q, v) from the time clock[0] to the goal, or to the next impact.

    Before the first call take_up has brought the state to the conditions and limits.  clock[1] is
    the next step, clock[2] the number of conditions that are held (0 and 0 at first), clock[3] how
    independent they are (0.5 at first; see choose).  Behind them stand the number of impacts, what
    is known of the last one, and which limits are in contact.

    What is returned is 0 at the goal; -1 after an impact: call it again to go on; or why it went no
    farther than clock[0]: as for accelerations, 5 where the step becomes too small, 6 where
    conditions depend on each other, 8 where conditions, or limits that move, lead through a limit,
    9 where there were too many impacts.
    """
    k: Row = zeros(14 * N + 7 * STATES)
    f: Row = zeros(2 * N + STATES)
    before: Row = zeros(2 * N + STATES)
    found: Row = zeros(1)
    held: Counts = counts(ALL)
    senses: Row = zeros(FRICTIONS + SLIPS + ROUGH)
    marked(clock, held, senses)
    status: int = corrected(c, clock, y, held, senses, f)
    while status == 0 and clock[0] < goal:
        t: float = clock[0]
        for i in range(2 * N + STATES):
            before[i] = y[i]
        if SLIPS > 0:
            quicken(clock, y)
            status = shared(c, clock, y, held, senses)
            if status != 0:
                return status
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
                released: int = -1
                if held[ROWS + which] == 1:
                    released = which
                if SLIPS > 0:
                    if which >= LIMITS:
                        released = which
                elif FRICTIONS > 0:
                    if which >= LIMITS:
                        released = which
                clock[0] = t + reach_limit(
                    c, clock, t, h, before, held, senses, k, which, found[0], y, rtol, atol
                )
                clock[1] = minimum(clock[1], h)
                status = corrected(c, clock, y, held, senses, f)
                if status == 0:
                    status = arrive(c, clock, y, released)
                if status == 0:
                    marked(clock, held, senses)
                    status = corrected(c, clock, y, held, senses, f)
        if DELAYS > 0:
            if status <= 0 and clock[0] > t:
                kept: int = remember(c, clock, t, h, before, k)
                if kept != 0:
                    status = kept
    return status
