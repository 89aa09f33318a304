def take_up(c: Row, clock: Row, y: Row) -> int:
    """The state nearest to y = (q, v) from which a motion can start at the time clock[0].

    What is returned is 0, or 4 where there is none.
    """
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    for i in range(N):
        q[i] = y[i]
        v[i] = y[N + i]
    for i in range(STATES):
        v[N + i] = y[2 * N + i]
    status: int = start(c, clock[0], q, v)
    for i in range(N):
        y[i] = q[i]
        y[N + i] = v[i]
    return status


def advance(c: Row, clock: Row, y: Row, goal: float, rtol: float, atol: float) -> int:
    """Integrate the state y = (q, v) from the time clock[0] to the goal.

    clock[1] is the next step, clock[2] the number of conditions that are held (0 and 0 at first),
    clock[3] how independent they are (0.5 at first; see choose).  What is returned is 0, or why it
    went no farther than clock[0]: as for accelerations, 5 where the step becomes too small, 6 where
    conditions depend on each other.
    """
    k: Row = zeros(14 * N + 7 * STATES)
    f: Row = zeros(2 * N + STATES)
    held: Counts = counts(ALL)
    senses: Row = zeros(FRICTIONS)
    status: int = corrected(c, clock, y, held, senses, f)
    while status == 0 and clock[0] < goal:
        status = one_step(c, clock, goal, rtol, atol, y, held, senses, f, k)
    return status
