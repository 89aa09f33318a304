def transmitted_missed(c: Row) -> float:
    """The largest deviation from what joints transmit, and from thrusts and voltages.

    They follow from accelerations that another formalism has computed.
    """
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    u: Row = zeros(N)
    load: Row = zeros(TRANSMITTED)
    worst: float = 0.0
    for k in range(TESTS):
        for i in range(N):
            q[i] = TEST_STATES[k * (2 * N + STATES + 1) + 1 + i]
            v[i] = TEST_STATES[k * (2 * N + STATES + 1) + 1 + N + i]
            u[i] = 0.0
        for i in range(STATES):
            v[N + i] = TEST_STATES[k * (2 * N + STATES + 1) + 1 + 2 * N + i]
        status: int = transmit(c, TEST_STATES[k * (2 * N + STATES + 1)], q, v, u, load)
        if status != 0:
            return LARGEST
        for i in range(TRANSMITTED):
            known: float = TEST_TRANSMITTED[k * TRANSMITTED + i]
            worst = maximum(worst, missed(load[i], known, TEST_LOADS[i]))
    return worst
