def rates(c: Row, t: float, y: Row, held: Counts, senses: Row, f: Row) -> int:
    """The rates f of the state y = (q, v), under the conditions that are held."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    u: Row = zeros(N)
    a: Row = zeros(N + STATES)
    for i in range(N):
        q[i] = y[i]
        v[i] = y[N + i]
    for i in range(STATES):
        v[N + i] = y[2 * N + i]
    inputs(c, t, q, v, u)
    status: int = held_accelerations(c, t, q, v, u, held, senses, a)
    for i in range(N):
        f[i] = v[i]
    for i in range(N + STATES):
        f[N + i] = a[i]
    return status


def allowed_error(i: int, size: float, rtol: float, atol: float) -> float:
    """What number i of a state may miss: a part of its size, and atol; its floor for atol 0."""
    if atol > 0.0:
        return atol + rtol * size
    return FLOORS[i] + rtol * size


def attempt(
    c: Row,
    t: float,
    h: float,
    y: Row,
    held: Counts,
    senses: Row,
    k: Row,
    after: Row,
    rtol: float,
    atol: float,
) -> float:
    """One step of Dormand and Prince, of order 5(4): its error over what is allowed.

    The first of the seven slopes k is known.
    """
    x: Row = zeros(2 * N + STATES)
    f: Row = zeros(2 * N + STATES)
    missed: Row = zeros(2 * N + STATES)
    for stage in range(1, 7):
        for i in range(2 * N + STATES):
            x[i] = y[i]
        for j in range(stage):
            for i in range(2 * N + STATES):
                x[i] = x[i] + h * STAGES[stage * 7 + j] * k[j * 2 * N + j * STATES + i]
        status: int = rates(c, t + h * NODES[stage], x, held, senses, f)
        if status != 0:
            return LARGEST
        for i in range(2 * N + STATES):
            k[stage * 2 * N + stage * STATES + i] = f[i]
    for i in range(2 * N + STATES):
        after[i] = x[i]
    for j in range(7):
        for i in range(2 * N + STATES):
            missed[i] = missed[i] + h * ERRORS[j] * k[j * 2 * N + j * STATES + i]
    total: float = 0.0
    for i in range(2 * N + STATES):
        size: float = maximum(fabs(y[i]), fabs(x[i]))
        error: float = missed[i] / allowed_error(i, size, rtol, atol)
        total = total + error * error
    total = sqrt(total / (2.0 * real(N) + real(STATES)))
    if is_finite(total) == 1:
        return total
    return LARGEST


def corrected(c: Row, clock: Row, y: Row, held: Counts, senses: Row, f: Row) -> int:
    """Bring a state to the conditions; its rates f, and the conditions that are held from now on.

    6 where there are fewer than before.
    """
    t: float = clock[0]
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    for i in range(N):
        q[i] = y[i]
        v[i] = y[N + i]
    for i in range(STATES):
        v[N + i] = y[2 * N + i]
    lead_back(c, t, held, q, v)
    for i in range(N):
        y[i] = q[i]
    for i in range(N):
        y[N + i] = v[i]
    found: float = choose(c, t, q, v, held)
    if found < clock[2]:
        return 6
    clock[2] = floor(found)
    clock[3] = found - clock[2]
    if clock[3] < DEAD:
        return 6
    return rates(c, t, y, held, senses, f)


def first_step(c: Row, clock: Row, y: Row, k: Row, rtol: float, atol: float) -> None:
    """A first step that changes the state by little."""
    size: float = 0.0
    slope: float = 0.0
    for i in range(2 * N + STATES):
        allowed: float = allowed_error(i, fabs(y[i]), rtol, atol)
        size = maximum(size, fabs(y[i]) / allowed)
        slope = maximum(slope, fabs(k[i]) / allowed)
    clock[1] = 1e-6 * TIME_UNIT
    if size > 1e-5 and slope > 1e-5:
        clock[1] = 0.001 * size / slope


def pass_switch(
    c: Row, clock: Row, finish: float, y: Row, held: Counts, senses: Row, f: Row, k: Row
) -> int:
    """Go over the short time in which functions of time jump or bend, or on to a time within it."""
    h: float = finish - clock[0]
    for j in range(7):
        for i in range(2 * N + STATES):
            k[j * 2 * N + j * STATES + i] = f[i]
    for i in range(2 * N + STATES):
        y[i] = y[i] + h * f[i]
    clock[0] = finish
    return corrected(c, clock, y, held, senses, f)


def one_step(
    c: Row,
    clock: Row,
    goal: float,
    rtol: float,
    atol: float,
    y: Row,
    held: Counts,
    senses: Row,
    f: Row,
    k: Row,
) -> int:
    """One step towards the goal from a state y with the rates f, which become those behind it.

    Its seven slopes are k.  It ends where functions of time jump or bend.  It returns what advance
    does.
    """
    after: Row = zeros(2 * N + STATES)
    stretch: int = piece_at(AFTER_SWITCH, STRETCHES, clock[0])
    if clock[0] >= BEFORE_SWITCH[stretch]:
        return pass_switch(c, clock, minimum(goal, AFTER_SWITCH[stretch]), y, held, senses, f, k)
    finish: float = minimum(goal, BEFORE_SWITCH[stretch])
    while clock[0] < finish:
        for i in range(2 * N + STATES):
            k[i] = f[i]
        if not clock[1] > 0.0:
            first_step(c, clock, y, k, rtol, atol)
        t: float = clock[0]
        h: float = minimum(clock[1], LONGEST_STEP[stretch])
        last: int = 0
        if t + 1.01 * h >= finish:
            h = finish - t
            last = 1
        if h <= 4.0 * EPSILON * fabs(t):
            if last == 1:
                clock[0] = finish
                return 0
            return 5
        error: float = attempt(c, t, h, y, held, senses, k, after, rtol, atol)
        factor: float = 0.2
        if error < LARGEST:
            factor = minimum(5.0, maximum(0.2, 0.9 * pow(maximum(error, 1e-10), -0.2)))
        if error <= 1.0:
            clock[0] = t + h
            if last == 1:
                clock[0] = finish
                factor = maximum(factor, clock[1] / h)
            clock[1] = h * factor
            for i in range(2 * N + STATES):
                y[i] = after[i]
            return corrected(c, clock, y, held, senses, f)
        clock[1] = h * minimum(factor, 0.9)
        if not clock[1] > 4.0 * EPSILON * fabs(t):
            return 5
    return 0
