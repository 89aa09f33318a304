def reach_limit(
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
    """The state after the part of a step at whose end a limit is reached; the length of that.

    It is a step of its own, more exact than what lies between the ends of a longer one.  A limit
    that was open is met where its gap is 0, so that no impact lies beyond it.
    """
    if CHANGING > 0:
        if which >= LIMITS:
            return reach_change(c, clock, t, h, y, held, senses, k, which, part, after, rtol, atol)
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    mass: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    own: Row = zeros(14 * N + 7 * STATES)
    value: Row = zeros(WATCHES)
    length: float = maximum(part * h, 2.0 * EPSILON * fabs(t))
    level: float = clock[AT_SLACK + which]
    along(y, h, 0.5 * part, k, after)
    watched(c, clock, t + 0.5 * part * h, after, held, senses, value)
    if clock[AT_WATCHED + which] < -1.001 * level or value[which] < -1.001 * level:
        level = 0.0
    for i in range(2 * N + STATES):
        own[i] = k[i]
    along(y, h, part, k, after)
    for turn in range(3):
        if not attempt(c, t, length, y, held, senses, own, after, rtol, atol) < LARGEST:
            along(y, h, part, k, after)
            return length
        if held[ROWS + which] == 1:
            return length
        for i in range(N):
            q[i] = after[i]
            v[i] = after[N + i]
        for i in range(STATES):
            v[N + i] = after[2 * N + i]
        conditions(c, t + length, q, v, mass, position, velocity, slopes, reach)
        excess: float = position[ROWS + which] - level
        later: float = -excess / velocity[ROWS + which]
        if turn == 2 or not fabs(later) < 0.1 * length:
            return length
        length = length + later
    return length
