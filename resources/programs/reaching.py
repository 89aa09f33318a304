def along(y: Row, h: float, part: float, k: Row, x: Row) -> None:
    """The state x at a part of a step of length h from the state y with the slopes k."""
    for i in range(2 * N + STATES):
        x[i] = y[i]
    for j in range(7):
        weight: float = 0.0
        for power in range(3, -1, -1):
            weight = (weight + BETWEEN[j * 4 + power]) * part
        for i in range(2 * N + STATES):
            x[i] = x[i] + h * weight * k[j * 2 * N + j * STATES + i]


def part_to(
    c: Row,
    clock: Row,
    t: float,
    h: float,
    y: Row,
    held: Counts,
    k: Row,
    which: int,
    low: float,
    high: float,
) -> float:
    """The part of a step at which one of the limits is reached or let go, between two others.

    By the rule of false position, which halves where one end stays.
    """
    x: Row = zeros(2 * N + STATES)
    value: Row = zeros(LIMITS)
    a: float = low
    b: float = high
    along(y, h, a, k, x)
    watched(c, clock, t + a * h, x, held, value)
    below: float = value[which]
    along(y, h, b, k, x)
    watched(c, clock, t + b * h, x, held, value)
    above: float = value[which]
    if not below < 0.0:
        return a
    side: int = 0
    for turn in range(200):
        if above == 0.0 or b - a <= EPSILON * b:
            return b
        part: float = (a * above - b * below) / (above - below)
        if not (part > a and part < b):
            part = 0.5 * (a + b)
        along(y, h, part, k, x)
        watched(c, clock, t + part * h, x, held, value)
        if value[which] < 0.0:
            a = part
            below = value[which]
            if side < 0:
                above = 0.5 * above
            side = -1
        else:
            b = part
            above = value[which]
            if side > 0:
                below = 0.5 * below
            side = 1
    return b


def reach_limit(
    c: Row,
    clock: Row,
    t: float,
    h: float,
    y: Row,
    held: Counts,
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
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    mass: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    own: Row = zeros(14 * N + 7 * STATES)
    value: Row = zeros(LIMITS)
    length: float = maximum(part * h, 2.0 * EPSILON * fabs(t))
    level: float = clock[AT_SLACK + which]
    along(y, h, 0.5 * part, k, after)
    watched(c, clock, t + 0.5 * part * h, after, held, value)
    if clock[AT_WATCHED + which] < -1.001 * level or value[which] < -1.001 * level:
        level = 0.0
    for i in range(2 * N + STATES):
        own[i] = k[i]
    along(y, h, part, k, after)
    for turn in range(3):
        if not attempt(c, t, length, y, held, own, after, rtol, atol) < LARGEST:
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


def first_reached(
    c: Row, clock: Row, t: float, h: float, y: Row, held: Counts, k: Row, found: Row
) -> int:
    """The limit that is reached or let go first in a step, or -1; its part of the step is found."""
    x: Row = zeros(2 * N + STATES)
    value: Row = zeros(LIMITS)
    first: int = -1
    for share in range(1, PARTS + 1):
        low: float = real(share - 1) / real(PARTS)
        high: float = real(share) / real(PARTS)
        along(y, h, high, k, x)
        watched(c, clock, t + high * h, x, held, value)
        for s in range(LIMITS):
            if clock[AT_WATCHED + s] < 0.0 and value[s] >= 0.0:
                part: float = part_to(c, clock, t, h, y, held, k, s, low, high)
                if first < 0 or part < found[0]:
                    first = s
                    found[0] = part
        if first >= 0:
            return first
        for s in range(LIMITS):
            clock[AT_WATCHED + s] = value[s]
    return first
