def gauge(reach: Row, sizes: Row) -> None:
    """How far each limit changes at most where the system moves as a whole."""
    for s in range(LIMITS):
        size: float = 0.0
        for i in range(N):
            own: float = reach[(ROWS + s) * N + i] * EXTENTS[i]
            size = size + own * own
        sizes[s] = sqrt(size)
        if not size > 0.0:
            sizes[s] = 1.0


def respond(mass: Row, slopes: Row, reach: Row, touching: Counts, changes: Row, speeds: Row) -> int:
    """How unit impulses on the limits that touch change velocities, and the rates of all limits.

    Conditions go on to hold.  Zero for a limit that no velocity which these allow has an effect
    on, and for those that do not touch.
    """
    d: Row = zeros(N)
    table: Row = zeros(ALL * N)
    order: Counts = counts(ALL)
    mirrors: Row = zeros(N * N)
    beta: Row = zeros(N)
    x: Row = zeros(N)
    push: Row = zeros(N)
    rest: Row = zeros(ALL)
    change: Row = zeros(N)
    multipliers: Row = zeros(ALL)
    front: Row = zeros(ALL * N)
    scales(mass, d)
    for s in range(ROWS):
        rest[s] = fabs(even_row(s, slopes, reach, d, s, table))
    rank: int = factorise(ROWS, DEPENDENT, table, order, mirrors, beta)
    if rank < 0 or rank > ROWS or rank > N:
        return 1
    for s in range(ALL):
        rest[s] = 0.0
    for s in range(LIMITS):
        own: float = 0.0
        usual: float = 0.0
        left: float = 0.0
        for i in range(N):
            changes[s * N + i] = 0.0
            push[i] = slopes[(ROWS + s) * N + i]
            x[i] = push[i] * d[i]
            own = own + x[i] * x[i]
            usual = usual + (reach[(ROWS + s) * N + i] * d[i]) * (reach[(ROWS + s) * N + i] * d[i])
        for k in range(rank):
            reflect(k, mirrors, beta, 0, 1, x)
        for i in range(rank, N):
            left = left + x[i] * x[i]
        usual = sqrt(usual)
        if touching[s] == 1 and sqrt(own) > IDLE * usual and sqrt(left) > DEPENDENT * usual:
            for k in range(ROWS * N):
                front[k] = slopes[k]
            status: int = descriptor(ROWS, mass, push, front, reach, rest, change, multipliers)
            if status != 0:
                return status
            for i in range(N):
                changes[s * N + i] = change[i]
    for s in range(LIMITS):
        for k in range(LIMITS):
            speeds[s * LIMITS + k] = 0.0
            for i in range(N):
                speeds[s * LIMITS + k] = (
                    speeds[s * LIMITS + k] + slopes[(ROWS + k) * N + i] * changes[s * N + i]
                )
    return 0


def solve_active(table: Row, right: Row, active: Counts, trial: Row) -> None:
    """table x = right for the active entries of x; those that depend on others stay zero."""
    factor: Row = zeros(LIMITS * LIMITS)
    left: Row = zeros(LIMITS)
    y: Row = zeros(LIMITS)
    order: Counts = counts(LIMITS)
    rank: int = 0
    best: int = 0
    for s in range(LIMITS):
        trial[s] = 0.0
        if active[s] == 1:
            left[s] = table[s * LIMITS + s]
    while best >= 0 and rank < LIMITS:
        most: float = 1e-10
        best = -1
        for s in range(LIMITS):
            if left[s] > most:
                most = left[s]
                best = s
        if best >= 0:
            order[rank] = best
            for s in range(LIMITS):
                if left[s] > 0.0 and s != best:
                    entry: float = table[s * LIMITS + best]
                    for k in range(rank):
                        entry = entry - factor[s * LIMITS + k] * factor[best * LIMITS + k]
                    factor[s * LIMITS + rank] = entry / sqrt(most)
                    left[s] = left[s] - entry * entry / most
            factor[best * LIMITS + rank] = sqrt(most)
            left[best] = 0.0
            rank = rank + 1
    for k in range(rank):
        y[k] = right[order[k]]
        for j in range(k):
            y[k] = y[k] - factor[order[k] * LIMITS + j] * y[j]
        y[k] = y[k] / factor[order[k] * LIMITS + k]
    for k in range(rank - 1, -1, -1):
        for j in range(k + 1, rank):
            y[k] = y[k] - factor[order[j] * LIMITS + k] * trial[order[j]]
        trial[order[k]] = y[k] / factor[order[k] * LIMITS + k]


def complementary(speeds: Row, some: Counts, wanted: Row, x: Row) -> None:
    """x >= 0 with speeds x >= wanted, and x = 0 where it is more, for some of the limits.

    Lawson, Hanson: Solving Least Squares Problems, chapter 23.
    """
    scale: Row = zeros(LIMITS)
    right: Row = zeros(LIMITS)
    trial: Row = zeros(LIMITS)
    table: Row = zeros(LIMITS * LIMITS)
    active: Counts = counts(LIMITS)
    size: float = 0.0
    for s in range(LIMITS):
        x[s] = 0.0
        if some[s] == 1 and speeds[s * LIMITS + s] > 0.0:
            scale[s] = 1.0 / sqrt(speeds[s * LIMITS + s])
            right[s] = wanted[s] * scale[s]
            size = maximum(size, fabs(right[s]))
    for s in range(LIMITS):
        for k in range(LIMITS):
            table[s * LIMITS + k] = speeds[s * LIMITS + k] * scale[s] * scale[k]
    best: int = 0
    turn: int = 0
    while best >= 0 and turn < EXCHANGES:
        turn = turn + 1
        best = -1
        worst: float = 1e-12 * size
        for s in range(LIMITS):
            if active[s] == 0 and scale[s] > 0.0:
                missing: float = right[s]
                for k in range(LIMITS):
                    missing = missing - table[s * LIMITS + k] * x[k]
                if missing > worst:
                    worst = missing
                    best = s
        if best >= 0:
            active[best] = 1
            exchange(table, right, size, active, x, trial)
    for s in range(LIMITS):
        x[s] = x[s] * scale[s]


def exchange(table: Row, right: Row, size: float, active: Counts, x: Row, trial: Row) -> None:
    """Go to what the active entries ask for; those that would become negative are let go."""
    first: int = 0
    while first >= 0:
        solve_active(table, right, active, trial)
        share: float = 1.0
        first = -1
        for s in range(LIMITS):
            if active[s] == 1 and trial[s] < -1e-13 * size:
                part: float = x[s] / (x[s] - trial[s])
                if first < 0 or part < share:
                    share = part
                    first = s
        for s in range(LIMITS):
            if active[s] == 1:
                x[s] = maximum(x[s] + share * (trial[s] - x[s]), 0.0)
        if first >= 0:
            active[first] = 0
            x[first] = 0.0


def collide(
    changes: Row,
    speeds: Row,
    struck: Counts,
    kappa: Row,
    rate: Row,
    v: Row,
    impulses: Row,
) -> None:
    """Velocities v, and the rates of all limits, after an impact of those that are struck.

    By Newton's law: each that is struck leaves with kappa times its rate.  All push only; what they
    push is added to the impulses, which are negative then.
    """
    wanted: Row = zeros(LIMITS)
    x: Row = zeros(LIMITS)
    for s in range(LIMITS):
        wanted[s] = rate[s]
        if rate[s] > 0.0:
            wanted[s] = (1.0 + kappa[s]) * rate[s]
    complementary(speeds, struck, wanted, x)
    for s in range(LIMITS):
        if x[s] > 0.0:
            impulses[s] = impulses[s] - x[s]
            for i in range(N):
                v[i] = v[i] - x[s] * changes[s * N + i]
            for k in range(LIMITS):
                rate[k] = rate[k] - x[s] * speeds[s * LIMITS + k]


def limits_missed(c: Row) -> float:
    """The largest deviation from gaps, their rates, and velocities after impacts.

    Those that are approached are struck all at once.  It is relative to the largest value that each
    has at the states of the test.
    """
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    mass: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    kappa: Row = zeros(LIMITS)
    rate: Row = zeros(LIMITS)
    impulses: Row = zeros(LIMITS)
    changes: Row = zeros(LIMITS * N)
    speeds: Row = zeros(LIMITS * LIMITS)
    struck: Counts = counts(LIMITS)
    gap: Row = zeros(LIMITS)
    fastest: Row = zeros(LIMITS)
    worst: float = 0.0
    for k in range(TESTS):
        for s in range(LIMITS):
            gap[s] = maximum(gap[s], fabs(TEST_GAPS[k * LIMITS + s]))
            fastest[s] = maximum(fastest[s], fabs(TEST_RATES[k * LIMITS + s]))
    restitution(c, kappa)
    for k in range(TESTS):
        size: float = SMALLEST
        for i in range(N):
            q[i] = TEST_STATES[k * (2 * N + STATES + 1) + 1 + i]
            v[i] = TEST_STATES[k * (2 * N + STATES + 1) + 1 + N + i]
            size = maximum(size, maximum(fabs(v[i]), fabs(TEST_VELOCITIES[k * N + i])))
        for i in range(STATES):
            v[N + i] = TEST_STATES[k * (2 * N + STATES + 1) + 1 + 2 * N + i]
        conditions(
            c, TEST_STATES[k * (2 * N + STATES + 1)], q, v, mass, position, velocity, slopes, reach
        )
        for s in range(LIMITS):
            rate[s] = velocity[ROWS + s]
            struck[s] = 0
            if TEST_RATES[k * LIMITS + s] > 0.0:
                struck[s] = 1
            worst = maximum(worst, missed(position[ROWS + s], TEST_GAPS[k * LIMITS + s], gap[s]))
            worst = maximum(worst, missed(rate[s], TEST_RATES[k * LIMITS + s], fastest[s]))
        status: int = respond(mass, slopes, reach, struck, changes, speeds)
        if status != 0:
            return LARGEST
        collide(changes, speeds, struck, kappa, rate, v, impulses)
        for i in range(N):
            worst = maximum(worst, missed(v[i], TEST_VELOCITIES[k * N + i], size))
    return worst
