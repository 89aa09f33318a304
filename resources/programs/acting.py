def part_state(y: Row, q: Row, v: Row) -> None:
    """The coordinates and velocities of a state."""
    for i in range(N):
        q[i] = y[i]
        v[i] = y[N + i]
    for i in range(STATES):
        v[N + i] = y[2 * N + i]


def due(c: Row, clock: Row, y: Row) -> float:
    """The next time at which something acts by the clock."""
    first: float = LARGEST
    for d in range(DELAYS):
        first = minimum(first, clock[AT_PAST_ENDS + d])
    if SAMPLERS > 0:
        q: Row = zeros(N)
        v: Row = zeros(N + STATES)
        term: Row = zeros(TERMS)
        part_state(y, q, v)
        signal_terms(c, clock[0], q, v, term)
        for s in range(SAMPLERS):
            first = minimum(first, sample_time(clock, term, s))
    return first


def whole_number(x: float) -> int:
    """How many whole numbers above 0 do not exceed x."""
    found: int = 0
    for i in range(WIDEST):
        if real(found + STRIDES[i]) <= x:
            found = found + STRIDES[i]
    return found


def act(c: Row, clock: Row, y: Row, last: Row, woken: int) -> int:
    """Let what acts do so at the time of the clock, where a guard has woken one of it.

    That is an event, then signals, which go over to what holds from then on: what they gave before
    is known.  Samples are taken when all have switched, which may switch them anew.  What touches
    or rubs is settled by what holds then.
    """
    status: int = 0
    if BLOCKS > 0:
        by: int = woken
    if DELAYS > 0:
        recall(c, clock, y)
    if EVENTS > 0:
        told: Row = zeros(VALUES)
        clock[AT_PASSED] = -1.0
        tell_now(c, clock, y, told)
        if woken >= 2 * BLOCKS:
            if BLOCKS > 0:
                by = -1
            status = happen(c, clock, y, woken - 2 * BLOCKS)
            if status != 0:
                return status
    if BLOCKS > 0:
        status = settle_signals(c, clock, y, last, by)
    if SAMPLERS > 0:
        taken: int = take(c, clock, y)
        if taken < 0:
            return NO_NUMBERS
        if BLOCKS > 0:
            if taken > 0 and status == 0:
                status = settle_signals(c, clock, y, last, -1)
    if status != 0:
        return status
    if LIMITS > 0:
        if EVENTS > 0:
            if woken >= 2 * BLOCKS:
                status = arrive(c, clock, y, -1)
            else:
                status = rest_anew(c, clock, y)
        else:
            status = rest_anew(c, clock, y)
    elif FRICTIONS > 0:
        status = change(c, clock, y, -1)
    if EVENTS > 0:
        take_sides(c, clock, y, told)
    if GUARDS > 0:
        expect_guards(c, clock, y)
    return status


def take_up(c: Row, clock: Row, y: Row) -> int:
    """The state nearest to y = (q, v) from which a motion can start at the time clock[0].

    It is what it is when all has acted that acts then.  What is returned is 0, or why there is
    none, as of advance.
    """
    last: Row = zeros(BLOCKS)
    status: int = set_going(c, clock, y)
    if status != 0:
        return status
    if BLOCKS > 0:
        outputs_now(c, clock, y, last)
    return act(c, clock, y, last, -1)


def advance(c: Row, clock: Row, y: Row, goal: float, rtol: float, atol: float) -> int:
    """Integrate the state y = (q, v) from the time clock[0] to the goal, with all that acts then.

    Before the first call take_up has brought the state to where a motion can start.  What signals
    hold stands among the states of the first order.  clock[1] is the next step, clock[2] the number
    of conditions that are held (0 and 0 at first), clock[3] how independent they are (0.5 at first;
    see choose); all behind them is its own.

    What is returned is 0 at the goal, and otherwise what go_on and act do.
    """
    last: Row = zeros(BLOCKS)
    status: int = 0
    while status == 0 and clock[0] < goal:
        stretch: int = piece_at(AFTER_SWITCH, STRETCHES, clock[0])
        finish: float = minimum(minimum(goal, due(c, clock, y)), BEFORE_SWITCH[stretch])
        clock[AT_PASSING] = 0.0
        if clock[0] >= BEFORE_SWITCH[stretch]:
            clock[AT_PASSING] = 1.0
            if BLOCKS > 0:
                outputs_now(c, clock, y, last)
            finish = AFTER_SWITCH[stretch]
        clock[AT_WOKEN] = -1.0
        status = go_on(c, clock, y, finish, rtol, atol)
        if BLOCKS > 0:
            if clock[AT_PASSING] < 0.5:
                outputs_now(c, clock, y, last)
        clock[AT_PASSING] = 0.0
        acts: int = 0
        if clock[AT_WOKEN] > -0.5 or status < 0 or due(c, clock, y) <= clock[0]:
            acts = 1
        if clock[0] >= AFTER_SWITCH[stretch]:
            acts = 1
        if acts == 1 and status <= 0:
            acted: int = act(c, clock, y, last, whole_number(clock[AT_WOKEN] + 1.0) - 1)
            if acted != 0:
                status = acted
    return status
