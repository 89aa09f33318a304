def reach_change(
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
) -> float:
    """The state after the part of a step at whose end @something; the length of that.

    It is a step of its own, more exact than what lies between the ends of a longer one.
    """
    own: Row = zeros(14 * N + 7 * STATES)
    value: Row = zeros(WATCHES)
    length: float = part * h
    for i in range(2 * N + STATES):
        own[i] = k[i]
        after[i] = y[i]
    if not length > 4.0 * EPSILON * fabs(t):
        return 0.0
    along(y, h, 0.99 * part, k, after)
    watched(c, clock, t + 0.99 * length, after, held, senses, value)
    before: float = value[which]
    along(y, h, part, k, after)
    watched(c, clock, t + length, after, held, senses, value)
    rise: float = (value[which] - before) / (0.01 * length)
    for turn in range(4):
        if not attempt(c, t, length, y, held, senses, own, after, rtol, atol) < LARGEST:
            along(y, h, part, k, after)
            return part * h
        watched(c, clock, t + length, after, held, senses, value)
        later: float = -value[which] / rise
        if turn == 3 or not fabs(later) < 0.1 * length:
            return length
        length = length + later
    return length
