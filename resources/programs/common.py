def minimum(a: float, b: float) -> float:
    """The smaller one."""
    if b < a:
        return b
    return a


def maximum(a: float, b: float) -> float:
    """The larger one."""
    if b > a:
        return b
    return a


def not_above(a: float, b: float) -> float:
    """1 where a <= b, else 0."""
    if a <= b:
        return 1.0
    return 0.0


def is_finite(x: float) -> int:
    """1 for a number, 0 for what is none or infinite."""
    if fabs(x) <= LARGEST:
        return 1
    return 0


def missed(found: float, known: float, size: float) -> float:
    """How far a number is from the one that is known, beside a size."""
    if is_finite(found) == 0:
        return LARGEST
    return fabs(found - known) / maximum(size, SMALLEST)


def accelerations_missed(c: Row) -> float:
    """The largest deviation from accelerations that another formalism has computed.

    It is relative to the largest acceleration of each state, each by how far its coordinate goes,
    for the values of the parameters that this file comes with.
    """
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    u: Row = zeros(N)
    a: Row = zeros(N + STATES)
    worst: float = 0.0
    for k in range(TESTS):
        size: float = SMALLEST
        for i in range(N):
            q[i] = TEST_STATES[k * (2 * N + STATES + 1) + 1 + i]
            v[i] = TEST_STATES[k * (2 * N + STATES + 1) + 1 + N + i]
            u[i] = 0.0
            size = maximum(size, fabs(TEST_ACCELERATIONS[k * N + i]) / EXTENTS[i])
        for i in range(STATES):
            v[N + i] = TEST_STATES[k * (2 * N + STATES + 1) + 1 + 2 * N + i]
        status: int = accelerations(c, TEST_STATES[k * (2 * N + STATES + 1)], q, v, u, a)
        if status != 0:
            return LARGEST
        for i in range(N):
            apart: float = fabs(a[i] - TEST_ACCELERATIONS[k * N + i]) / EXTENTS[i]
            worst = maximum(worst, apart / size)
        for i in range(STATES):
            rate: float = TEST_FLOWS[k * STATES + i]
            worst = maximum(worst, missed(a[N + i], rate, TEST_FLOW_SIZES[i]))
    return worst


def energies_missed(c: Row) -> float:
    """The largest deviation from energies, and from the power that is dissipated."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    energy: Row = zeros(3)
    worst: float = 0.0
    for k in range(TESTS):
        for i in range(N):
            q[i] = TEST_STATES[k * (2 * N + STATES + 1) + 1 + i]
            v[i] = TEST_STATES[k * (2 * N + STATES + 1) + 1 + N + i]
        for i in range(STATES):
            v[N + i] = TEST_STATES[k * (2 * N + STATES + 1) + 1 + 2 * N + i]
        energies(c, TEST_STATES[k * (2 * N + STATES + 1)], q, v, energy)
        for i in range(2):
            worst = maximum(worst, missed(energy[i], TEST_ENERGIES[k * 3 + i], TEST_ENERGY))
        worst = maximum(worst, missed(energy[2], TEST_ENERGIES[k * 3 + 2], TEST_POWER))
    return worst


def motion_missed(c: Row) -> float:
    """The largest deviation at the end of a short motion: of the state, and of its energy.

    It is relative to the size of each number, and counts less than that at single states.
    """
    y: Row = zeros(2 * N + STATES)
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    energy: Row = zeros(3)
    clock: Row = zeros(CLOCK_SIZE)
    worst: float = 0.0
    if TEST_END <= START_TIME:
        return worst
    for i in range(2 * N + STATES):
        y[i] = START_STATE[i]
    clock[0] = START_TIME
    clock[3] = 0.5
    status: int = take_up(c, clock, y)
    if status == 0:
        status = advance(c, clock, y, TEST_END, TEST_RELATIVE, TEST_ABSOLUTE)
    if status != 0:
        return LARGEST
    for i in range(2 * N + STATES):
        worst = maximum(worst, missed(y[i], TEST_MOTION[i], TEST_WAYS[i]))
    for i in range(N):
        q[i] = y[i]
        v[i] = y[N + i]
    for i in range(STATES):
        v[N + i] = y[2 * N + i]
    energies(c, TEST_END, q, v, energy)
    worst = maximum(worst, missed(energy[0] + energy[1], TEST_TOTAL, TEST_TOTAL_SIZE))
    return worst
