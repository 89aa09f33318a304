def held_outputs(
    c: Row, t: float, q: Row, v: Row, u: Row, held: Counts, senses: Row, shown: Row
) -> int:
    """What sensors show as things slide, stick and touch; it returns what accelerations do."""
    a: Row = zeros(N + STATES)
    multipliers: Row = zeros(ALL)
    whole: Counts = counts(ALL)
    for s in range(ALL):
        whole[s] = held[s]
    for s in range(ROWS):
        whole[s] = 1
    status: int = responses(c, t, q, v, u, whole, senses, a, multipliers)
    sensors(c, t, q, v, a, multipliers, shown)
    return status
