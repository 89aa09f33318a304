def rounding_of(a: float, b: float) -> float:
    """How far rounding may take what is made of two numbers."""
    return ROUNDED * (fabs(a) + fabs(b))


def guard_above(value: float, bound: float) -> float:
    """A guard: it rises through 0 where a value rises above a bound."""
    return value - bound - PAST_BOUND * (fabs(value) + fabs(bound)) - SMALLEST


def guard_modes(t: float, v: Row, term: Row, pace: Row, guard: Row, most: Row) -> None:
    """The guards of all blocks, two for each, which rise through 0 where its mode ends.

    Where a mode begins they may be above 0 by as much as rounding makes of them, the most.
    """
    for b in range(BLOCKS):
        mode: float = v[AT_MODE[b]]
        x: float = term[5 * b]
        first: float = term[5 * b + 1]
        second: float = term[5 * b + 2]
        guard[2 * b] = -1.0
        guard[2 * b + 1] = -1.0
        most[2 * b] = rounding_of(x, first)
        most[2 * b + 1] = rounding_of(x, second)
        if RULES[b] == 0:
            if mode == 0.0:
                guard[2 * b] = guard_above(first, x)
                guard[2 * b + 1] = guard_above(x, second)
            elif mode > 0.0:
                guard[2 * b] = guard_above(second, x)
                most[2 * b] = rounding_of(x, second)
            else:
                guard[2 * b] = guard_above(x, first)
        elif RULES[b] == 1:
            if mode > 0.5:
                guard[2 * b] = guard_above(second, x)
                most[2 * b] = rounding_of(x, second)
            else:
                guard[2 * b] = guard_above(x, first)
        elif RULES[b] == 2:
            if mode == 0.0:
                guard[2 * b] = guard_above(second, x)
                guard[2 * b + 1] = guard_above(x, term[5 * b + 3])
                most[2 * b] = rounding_of(x, second)
                most[2 * b + 1] = rounding_of(x, term[5 * b + 3])
            else:
                guard[2 * b] = -mode * first - SMALLEST
                most[2 * b] = 0.0
        elif RULES[b] == 3:
            guard[2 * b] = guard_above((mode - 0.5) * first, x)
            guard[2 * b + 1] = guard_above(x, (mode + 0.5) * first)
            most[2 * b + 1] = rounding_of(x, (mode + 0.5) * first)
            most[2 * b] = rounding_of(x, (mode - 0.5) * first)
        if PACES > 0:
            if RULES[b] == 4:
                guard_play(b, mode, v, x, first, pace, guard, most)
            elif RULES[b] == 5:
                guard_slew(b, t, mode, v, term, pace, guard, most)


def mode_between(mode: float, x: float, lower: float, upper: float, woken: int) -> float:
    """The mode between two limits: -1 at the lower, 1 at the upper one."""
    if woken == 0 and mode == 0.0:
        return -1.0
    if woken == 1 and mode == 0.0:
        return 1.0
    if woken >= 0:
        return 0.0
    if x > upper + rounding_of(x, upper):
        return 1.0
    if x < lower - rounding_of(x, lower):
        return -1.0
    if mode > 0.0 and upper - x <= rounding_of(x, upper):
        return mode
    if mode < 0.0 and x - lower <= rounding_of(x, lower):
        return mode
    return 0.0


def mode_on_off(mode: float, x: float, on: float, off: float, woken: int) -> float:
    """The mode of what is on, 1, or off, 0."""
    if woken >= 0:
        return 1.0 - mode
    if x > on + rounding_of(x, on):
        return 1.0
    if x < off - rounding_of(x, off):
        return 0.0
    return mode


def mode_stopped(
    mode: float, x: float, rate: float, lower: float, upper: float, woken: int
) -> float:
    """The mode of what stops at limits: -1 at the lower, 1 at the upper one."""
    if woken >= 0:
        way: float = 0.0
        if mode == 0.0:
            way = 2.0 * real(woken) - 1.0
        if way * rate >= 0.0:
            return way
        return mode
    if rate > 0.0 and x >= upper - rounding_of(x, upper):
        return 1.0
    if rate < 0.0 and x <= lower + rounding_of(x, lower):
        return -1.0
    if rate == 0.0:
        return mode
    return 0.0


def mode_rounded(mode: float, x: float, step: float, woken: int) -> float:
    """The number of whole steps."""
    if woken >= 0:
        return mode + 2.0 * real(woken) - 1.0
    if fabs(x - mode * step) <= 0.5 * step + rounding_of(x, step):
        return mode
    return floor(x / step + 0.5)


def follow(
    b: int, t: float, v: Row, term: Row, pace: Row, last: float, woken: int, then: Row
) -> int:
    """What a block holds from an instant on, its mode first; 1 where that is new.

    The number of its guard that has woken it decides, on whichever side rounding leaves its terms;
    -1 where none has.  Its output before the instant is known.
    """
    mode: float = v[AT_MODE[b]]
    x: float = term[5 * b]
    first: float = term[5 * b + 1]
    second: float = term[5 * b + 2]
    for i in range(KEPT_BY[b]):
        then[i] = v[AT_MODE[b] + i]
    if RULES[b] == 0:
        then[0] = mode_between(mode, x, first, second, woken)
    elif RULES[b] == 1:
        then[0] = mode_on_off(mode, x, first, second, woken)
    elif RULES[b] == 2:
        then[0] = mode_stopped(mode, x, first, second, term[5 * b + 3], woken)
    elif RULES[b] == 3:
        then[0] = mode_rounded(mode, x, first, woken)
    if PACES > 0:
        if RULES[b] == 4:
            follow_play(x, first, pace[AT_PACE[b]], last, woken, then)
        elif RULES[b] == 5:
            follow_slew(b, t, term, pace[AT_PACE[b]], last, woken, then)
    for i in range(KEPT_BY[b]):
        if then[i] != v[AT_MODE[b] + i]:
            return 1
    return 0
