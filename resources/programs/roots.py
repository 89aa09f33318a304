def sqrt(x: float) -> float:
    """The square root, by Newton's method."""
    if x == 0.0 or (x > 0.0 and x - x != 0.0):
        return x
    if not x > 0.0:
        return NOT_A_NUMBER
    scale: float = 1.0
    a: float = x
    while a >= 4294967296.0:
        a = a / 4294967296.0
        scale = scale * 65536.0
    while a < 1.0:
        a = a * 4294967296.0
        scale = scale / 65536.0
    while a >= 4.0:
        a = a / 4.0
        scale = scale * 2.0
    root: float = 0.5 * (1.0 + a)
    last: float = 4.0
    while root < last:
        last = root
        root = 0.5 * (root + a / root)
    return last * scale


def floor(x: float) -> float:
    """The largest whole number that is not above x."""
    if not fabs(x) < WHOLE_FROM:
        return x
    near: float = x + WHOLE_FROM - WHOLE_FROM
    if x < 0.0:
        near = x - WHOLE_FROM + WHOLE_FROM
    if near > x:
        return near - 1.0
    return near
