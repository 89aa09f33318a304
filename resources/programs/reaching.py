def part_to(
    c: Row,
    clock: Row,
    t: float,
    h: float,
    y: Row,
    held: Counts,
    senses: Row,
    k: Row,
    which: int,
    low: float,
    high: float,
) -> float:
    """The part of a step at which one of the @guards is reached or let go, between two others.

    By the rule of false position, which halves where one end stays.
    """
    x: Row = zeros(2 * N + STATES)
    value: Row = zeros(WATCHES)
    a: float = low
    b: float = high
    along(y, h, a, k, x)
    watched(c, clock, t + a * h, x, held, senses, value)
    below: float = value[which]
    along(y, h, b, k, x)
    watched(c, clock, t + b * h, x, held, senses, value)
    above: float = value[which]
    if not below < 0.0:
        return a
    side: int = 0
    for turn in range(200):
        if above == 0.0 or b - a <= EPSILON * b:
            return b
        part: float = (a * above - b * below) / (above - below)
        if GUARDS > 0:
            if turn > 40:
                part = 0.5 * (a + b)
        if not (part > a and part < b):
            part = 0.5 * (a + b)
        along(y, h, part, k, x)
        watched(c, clock, t + part * h, x, held, senses, value)
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


def first_reached(
    c: Row,
    clock: Row,
    t: float,
    h: float,
    y: Row,
    held: Counts,
    senses: Row,
    k: Row,
    found: Row,
) -> int:
    """The @guard that is reached or let go first in a step, or -1; its part of the step is found."""  # noqa: E501
    x: Row = zeros(2 * N + STATES)
    value: Row = zeros(WATCHES)
    first: int = -1
    for share in range(1, PARTS + 1):
        low: float = real(share - 1) / real(PARTS)
        high: float = real(share) / real(PARTS)
        along(y, h, high, k, x)
        watched(c, clock, t + high * h, x, held, senses, value)
        for s in range(WATCHES):
            if clock[AT_WATCHED + s] < 0.0 and value[s] >= 0.0:
                part: float = part_to(c, clock, t, h, y, held, senses, k, s, low, high)
                if first < 0 or part < found[0]:
                    first = s
                    found[0] = part
        if first >= 0:
            return first
        for s in range(WATCHES):
            clock[AT_WATCHED + s] = value[s]
    return first
