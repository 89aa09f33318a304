def complementary(speeds: Row, some: Counts, wanted: Row, x: Row) -> None:
    """x >= 0 with speeds x >= wanted, and x = 0 where it is more, for some of the limits.

    Lawson, Hanson: Solving Least Squares Problems, chapter 23.
    """
    scale: Row = zeros(HOLDS)
    right: Row = zeros(HOLDS)
    trial: Row = zeros(HOLDS)
    table: Row = zeros(HOLDS * HOLDS)
    active: Counts = counts(HOLDS)
    size: float = 0.0
    for s in range(HOLDS):
        x[s] = 0.0
        if some[s] == 1 and speeds[s * HOLDS + s] > 0.0:
            scale[s] = 1.0 / sqrt(speeds[s * HOLDS + s])
            right[s] = wanted[s] * scale[s]
            size = maximum(size, fabs(right[s]))
    for s in range(HOLDS):
        for k in range(HOLDS):
            table[s * HOLDS + k] = speeds[s * HOLDS + k] * scale[s] * scale[k]
    best: int = 0
    turn: int = 0
    while best >= 0 and turn < EXCHANGES:
        turn = turn + 1
        best = -1
        worst: float = 1e-12 * size
        for s in range(HOLDS):
            if active[s] == 0 and scale[s] > 0.0:
                missing: float = right[s]
                for k in range(HOLDS):
                    missing = missing - table[s * HOLDS + k] * x[k]
                if missing > worst:
                    worst = missing
                    best = s
        if best >= 0:
            active[best] = 1
            exchange(table, right, size, active, x, trial)
    for s in range(HOLDS):
        x[s] = x[s] * scale[s]


def exchange(table: Row, right: Row, size: float, active: Counts, x: Row, trial: Row) -> None:
    """Go to what the active entries ask for; those that would become negative are let go."""
    first: int = 0
    while first >= 0:
        solve_active(table, right, active, trial)
        share: float = 1.0
        first = -1
        for s in range(HOLDS):
            if active[s] == 1 and trial[s] < -1e-13 * size:
                part: float = x[s] / (x[s] - trial[s])
                if first < 0 or part < share:
                    share = part
                    first = s
        for s in range(HOLDS):
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
    wanted: Row = zeros(HOLDS)
    x: Row = zeros(HOLDS)
    for s in range(HOLDS):
        wanted[s] = rate[s]
        if rate[s] > 0.0:
            wanted[s] = (1.0 + kappa[s]) * rate[s]
    complementary(speeds, struck, wanted, x)
    for s in range(HOLDS):
        if x[s] > 0.0:
            impulses[s] = impulses[s] - x[s]
            for i in range(N):
                v[i] = v[i] - x[s] * changes[s * N + i]
            for k in range(HOLDS):
                rate[k] = rate[k] - x[s] * speeds[s * HOLDS + k]


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
    kappa: Row = zeros(HOLDS)
    rate: Row = zeros(HOLDS)
    impulses: Row = zeros(HOLDS)
    changes: Row = zeros(HOLDS * N)
    speeds: Row = zeros(HOLDS * HOLDS)
    struck: Counts = counts(HOLDS)
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
