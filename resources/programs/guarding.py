def see(c: Row, t: float, q: Row, v: Row, held: Counts, senses: Row, term: Row, pace: Row) -> None:
    """What signals act by: terms, and the rates of some along the motion."""
    signal_terms(c, t, q, v, term)
    if PACES > 0:
        u: Row = zeros(N)
        a: Row = zeros(N + STATES)
        inputs(c, t, q, v, u)
        status: int = held_accelerations(c, t, q, v, u, held, senses, a)
        if status == 0:
            signal_rates(c, t, q, v, a, pace)


def watch_guards(
    c: Row, clock: Row, t: float, q: Row, v: Row, held: Counts, senses: Row, value: Row
) -> None:
    """The guards of signals, behind what is watched besides; none where time jumps."""
    term: Row = zeros(TERMS)
    pace: Row = zeros(PACES)
    guard: Row = zeros(GUARDS)
    most: Row = zeros(GUARDS)
    see(c, t, q, v, held, senses, term, pace)
    guard_modes(t, v, term, pace, guard, most)
    for g in range(GUARDS):
        value[HOLDS + g] = guard[g] - clock[AT_BEGUN + g]
        if clock[AT_PASSING] > 0.5:
            value[HOLDS + g] = -1.0


def expect_guards(c: Row, clock: Row, y: Row) -> None:
    """Guards count from where they are, if only rounding has taken them above 0."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    held: Counts = counts(ALL)
    senses: Row = zeros(FRICTIONS)
    term: Row = zeros(TERMS)
    pace: Row = zeros(PACES)
    guard: Row = zeros(GUARDS)
    most: Row = zeros(GUARDS)
    part_state(y, q, v)
    choose(c, clock[0], q, v, held)
    marked(clock, held, senses)
    see(c, clock[0], q, v, held, senses, term, pace)
    guard_modes(clock[0], v, term, pace, guard, most)
    for g in range(GUARDS):
        clock[AT_BEGUN + g] = 0.0
        if guard[g] > 0.0 and guard[g] <= most[g]:
            clock[AT_BEGUN + g] = guard[g]
        clock[AT_WATCHED + HOLDS + g] = minimum(guard[g] - clock[AT_BEGUN + g], -SMALLEST)


def reach_guard(
    c: Row,
    clock: Row,
    t: float,
    h: float,
    y: Row,
    held: Counts,
    senses: Row,
    k: Row,
    which: int,
    part: float,
    after: Row,
    rtol: float,
    atol: float,
    f: Row,
) -> int:
    """Go to where a guard rises in a step, and mark it; what is returned is as of corrected."""
    least: float = minimum(EPSILON * TIME_UNIT, h)
    if part * h > least:
        clock[0] = t + reach_change(
            c, clock, t, h, y, held, senses, k, which, part, after, rtol, atol
        )
    else:
        clock[0] = t + least
        along(y, h, least / h, k, after)
    clock[1] = minimum(clock[1], h)
    clock[AT_WOKEN] = real(which - HOLDS)
    return corrected(c, clock, after, held, senses, f)


def settle_signals(c: Row, clock: Row, y: Row, last: Row, woken: int) -> int:
    """Modes that agree with each other from an instant on, at which a guard has woken one.

    What is woken is on a bound, where rounding tells both sides: it does not go back by itself.  0;
    ENDLESS where signals switch without end.
    """
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    held: Counts = counts(ALL)
    senses: Row = zeros(FRICTIONS)
    term: Row = zeros(TERMS)
    pace: Row = zeros(PACES)
    then: Row = zeros(3)
    by: int = woken
    kept: int = -1
    before: float = 0.0
    part_state(y, q, v)
    choose(c, clock[0], q, v, held)
    marked(clock, held, senses)
    for turn in range(AT_ONCE):
        see(c, clock[0], q, v, held, senses, term, pace)
        changed: int = -1
        for b in range(BLOCKS):
            if changed < 0:
                risen: int = -1
                if by == 2 * b or by == 2 * b + 1:
                    risen = by - 2 * b
                fresh: int = 0
                if by < 0 or risen >= 0:
                    fresh = follow(b, clock[0], v, term, pace, last[b], risen, then)
                if fresh == 1 and (b != kept or then[0] != before):
                    changed = b
                    kept = -1
                    if risen >= 0:
                        kept = b
                        before = v[AT_MODE[b]]
                    for i in range(KEPT_BY[b]):
                        v[AT_MODE[b] + i] = then[i]
                        y[N + AT_MODE[b] + i] = then[i]
        if changed < 0 and by < 0:
            return 0
        by = -1
        if count_changes(clock) == 1:
            return ENDLESS
    return ENDLESS


def count_changes(clock: Row) -> int:
    """Whether there are too many changes within next to no time."""
    clock[AT_TURNS] = clock[AT_TURNS] + 1.0
    if clock[0] > clock[AT_BEFORE_TURNS] + BRIEF:
        clock[AT_BEFORE_TURNS] = clock[0]
        clock[AT_TURNS] = 0.0
    if clock[AT_TURNS] > MOST_TURNS:
        return 1
    return 0
