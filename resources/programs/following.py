def guard_play(
    b: int, mode: float, v: Row, x: float, width: float, pace: Row, guard: Row, most: Row
) -> None:
    """The guards of a play: at its ends, and where its input turns while it pushes."""
    if mode == 0.0:
        own: float = v[AT_MODE[b] + 1]
        guard[2 * b] = guard_above(own, x + 0.5 * width)
        guard[2 * b + 1] = guard_above(x - 0.5 * width, own)
        most[2 * b] = rounding_of(own, x + 0.5 * width)
        most[2 * b + 1] = rounding_of(own, x - 0.5 * width)
    else:
        slow: float = TURNED * width / (END_TIME - START_TIME)
        guard[2 * b] = -mode * pace[AT_PACE[b]] - slow
        most[2 * b] = slow


def guard_slew(
    b: int, t: float, mode: float, v: Row, term: Row, pace: Row, guard: Row, most: Row
) -> None:
    """The guards of a rate limit: where its input is too fast, and where it has come up to that."""
    x: float = term[5 * b]
    rising: float = term[5 * b + 1]
    falling: float = term[5 * b + 2]
    if mode == 0.0:
        rate: float = pace[AT_PACE[b]]
        guard[2 * b] = guard_above(-falling, rate)
        guard[2 * b + 1] = guard_above(rate, rising)
        most[2 * b] = rounding_of(falling, rate)
        most[2 * b + 1] = rounding_of(rising, rate)
    else:
        way: float = rising
        if mode < 0.0:
            way = -falling
        met: float = v[AT_MODE[b] + 1] + way * (t - v[AT_MODE[b] + 2])
        guard[2 * b] = guard_above(met, x)
        if mode < 0.0:
            guard[2 * b] = guard_above(x, met)
        most[2 * b] = rounding_of(x, met)


def follow_play(x: float, width: float, rate: float, last: float, woken: int, then: Row) -> None:
    """The mode of a play, and where it rests: 1 and -1 while it is pushed upwards and downwards."""
    half: float = 0.5 * width
    rounding: float = ROUNDED * (fabs(x) + fabs(half) + fabs(last))
    upwards: float = x - half - last
    downwards: float = last - x - half
    if woken >= 0 and then[0] == 0.0:
        then[0] = 2.0 * real(woken) - 1.0
    elif woken >= 0:
        then[0] = 0.0
        then[1] = last
    elif upwards >= -rounding and rate > 0.0:
        then[0] = 1.0
    elif upwards > rounding:
        then[0] = 0.0
        then[1] = x - half
    elif downwards >= -rounding and rate < 0.0:
        then[0] = -1.0
    elif downwards > rounding:
        then[0] = 0.0
        then[1] = x + half
    elif then[0] != 0.0:
        then[0] = 0.0
        then[1] = last


def follow_slew(
    b: int, t: float, term: Row, rate: float, last: float, woken: int, then: Row
) -> None:
    """The mode of a rate limit, from where and when it goes: 1 while it rises, -1 as it falls."""
    x: float = term[5 * b]
    rising: float = term[5 * b + 1]
    falling: float = term[5 * b + 2]
    mode: float = 0.0
    if woken >= 0 and then[0] == 0.0:
        mode = 2.0 * real(woken) - 1.0
    else:
        span: float = END_TIME - START_TIME
        rounding: float = ROUNDED * (fabs(x) + fabs(last) + (rising + falling) * span)
        if woken >= 0 or fabs(x - last) <= rounding:
            if rate > rising:
                mode = 1.0
            elif rate < -falling:
                mode = -1.0
        elif x > last:
            mode = 1.0
        else:
            mode = -1.0
    if mode != then[0]:
        then[0] = mode
        then[1] = last
        then[2] = t
