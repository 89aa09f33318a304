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


def accelerations_missed(c: Row) -> float:
    """The largest deviation from accelerations that another formalism has computed.

    It is relative to the largest acceleration of each state, for the values of the parameters that
    this file comes with.
    """
    q: Row = zeros(N)
    v: Row = zeros(N)
    u: Row = zeros(N)
    a: Row = zeros(N)
    worst: float = 0.0
    for k in range(TESTS):
        size: float = SMALLEST
        for i in range(N):
            q[i] = TEST_STATES[k * (2 * N + 1) + 1 + i]
            v[i] = TEST_STATES[k * (2 * N + 1) + 1 + N + i]
            u[i] = 0.0
            size = maximum(size, fabs(TEST_ACCELERATIONS[k * N + i]))
        status: int = accelerations(c, TEST_STATES[k * (2 * N + 1)], q, v, u, a)
        if status != 0:
            return LARGEST
        for i in range(N):
            worst = maximum(worst, fabs(a[i] - TEST_ACCELERATIONS[k * N + i]) / size)
    return worst
