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


def settle_signals(c: Row, clock: Row, y: Row, last: Row, woken: int) -> int:
    """Modes that agree with each other from an instant on, at which a guard has woken one.

    What is woken is on a bound, where rounding tells both sides: it does not go back by itself.  0;
    ENDLESS where signals switch without end.
    """
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    held: Counts = counts(ALL)
    senses: Row = zeros(FRICTIONS + SLIPS + ROUGH)
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


def outputs_now(c: Row, clock: Row, y: Row, last: Row) -> None:
    """What blocks give before they switch."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    term: Row = zeros(TERMS)
    part_state(y, q, v)
    signal_terms(c, clock[0], q, v, term)
    for b in range(BLOCKS):
        last[b] = term[5 * b + 4]
