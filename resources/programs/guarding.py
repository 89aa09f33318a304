def guards_at(
    c: Row,
    clock: Row,
    t: float,
    q: Row,
    v: Row,
    held: Counts,
    senses: Row,
    guard: Row,
    most: Row,
) -> None:
    """All guards, and by how much they may be above 0 where they begin."""
    if BLOCKS > 0:
        term: Row = zeros(TERMS)
        pace: Row = zeros(PACES)
        see(c, t, q, v, held, senses, term, pace)
        guard_modes(t, v, term, pace, guard, most)
    if EVENTS > 0:
        told: Row = zeros(VALUES)
        tell_events(c, t, q, v, held, senses, told)
        guard_events(clock, told, guard, most)


def watch_guards(
    c: Row, clock: Row, t: float, q: Row, v: Row, held: Counts, senses: Row, value: Row
) -> None:
    """The guards of @what, behind what is watched besides; none where time jumps."""
    guard: Row = zeros(GUARDS)
    most: Row = zeros(GUARDS)
    guards_at(c, clock, t, q, v, held, senses, guard, most)
    for g in range(GUARDS):
        value[HOLDS + g] = guard[g] - clock[AT_BEGUN + g]
        if clock[AT_PASSING] > 0.5:
            value[HOLDS + g] = -1.0


def expect_guards(c: Row, clock: Row, y: Row) -> None:
    """Guards count from where they are, if only rounding has taken them above 0."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    held: Counts = counts(ALL)
    senses: Row = zeros(FRICTIONS + SLIPS + ROUGH)
    guard: Row = zeros(GUARDS)
    most: Row = zeros(GUARDS)
    part_state(y, q, v)
    choose(c, clock[0], q, v, held)
    marked(clock, held, senses)
    guards_at(c, clock, clock[0], q, v, held, senses, guard, most)
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
    if DELAYS > 0:
        if clock[0] > t:
            status: int = remember(c, clock, t, h, y, k)
            if status != 0:
                return status
    return corrected(c, clock, after, held, senses, f)


def count_changes(clock: Row) -> int:
    """Whether there are too many changes within next to no time."""
    clock[AT_TURNS] = clock[AT_TURNS] + 1.0
    if clock[0] > clock[AT_BEFORE_TURNS] + BRIEF:
        clock[AT_BEFORE_TURNS] = clock[0]
        clock[AT_TURNS] = 0.0
    if clock[AT_TURNS] > MOST_TURNS:
        return 1
    return 0
