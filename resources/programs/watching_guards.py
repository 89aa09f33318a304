def watched(c: Row, clock: Row, t: float, y: Row, held: Counts, senses: Row, value: Row) -> None:
    """What rises through zero where a signal switches."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    part_state(y, q, v)
    watch_guards(c, clock, t, q, v, held, senses, value)
