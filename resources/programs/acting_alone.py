def marked(clock: Row, held: Counts, senses: Row) -> None:
    """Nothing touches and nothing rubs."""
    return


def set_going(c: Row, clock: Row, y: Row) -> int:
    """Bring a state to the conditions; 4 where that does not go."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    part_state(y, q, v)
    status: int = start(c, clock[0], q, v)
    for i in range(N):
        y[i] = q[i]
        y[N + i] = v[i]
    return status


def go_on(c: Row, clock: Row, y: Row, goal: float, rtol: float, atol: float) -> int:
    """Integrate the state y = (q, v) from the time clock[0] to the goal, or until a signal wakes.

    What is returned is 0, or why it went no farther than clock[0]: as for accelerations, 5 where
    the step becomes too small, 6 where conditions depend on each other.
    """
    k: Row = zeros(14 * N + 7 * STATES)
    f: Row = zeros(2 * N + STATES)
    before: Row = zeros(2 * N + STATES)
    held: Counts = counts(ALL)
    senses: Row = zeros(FRICTIONS)
    status: int = corrected(c, clock, y, held, senses, f)
    while status == 0 and clock[0] < goal:
        t: float = clock[0]
        for i in range(2 * N + STATES):
            before[i] = y[i]
        status = one_step(c, clock, goal, rtol, atol, y, held, senses, f, k)
        h: float = clock[0] - t
        if GUARDS > 0:
            if status == 0 and h > 0.0:
                found: Row = zeros(1)
                which: int = first_reached(c, clock, t, h, before, held, senses, k, found)
                if which >= 0:
                    return reach_guard(
                        c, clock, t, h, before, held, senses, k, which, found[0], y, rtol, atol, f
                    )
        if DELAYS > 0:
            if status <= 0 and clock[0] > t:
                kept: int = remember(c, clock, t, h, before, k)
                if kept != 0:
                    status = kept
    return status
