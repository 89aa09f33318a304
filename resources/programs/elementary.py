def series(table: Row, count: int, z: float) -> float:
    """table[0] + table[1] z + …"""
    total: float = 0.0
    for i in range(count - 1, -1, -1):
        total = table[i] + z * total
    return total


def turned(x: float, rest: Row) -> float:
    """What is left of an angle after quarter turns, as a sum of two parts; their number modulo 4.

    The quarter turn has four parts, of which three give products without rounding.
    """
    if not fabs(x) <= FARTHEST:
        rest[0] = NOT_A_NUMBER
        rest[1] = NOT_A_NUMBER
        return 0.0
    k: float = floor(x * 0.6366197723675814 + 0.5)
    b: float = x - k * QUARTER[0]
    b = b - k * QUARTER[1]
    w: float = k * QUARTER[2]
    high: float = b - w
    back: float = high - b
    low: float = (b - (high - back)) - (w + back)
    low = low - k * QUARTER[3]
    rest[0] = high + low
    rest[1] = low - (rest[0] - high)
    return k - 4.0 * floor(0.25 * k)


def sine_part(rest: Row) -> float:
    """The sine of a small angle."""
    x: float = rest[0]
    z: float = x * x
    return x + (x * z * series(SINES, 8, z) + rest[1] * (1.0 - 0.5 * z))


def cosine_part(rest: Row) -> float:
    """The cosine of a small angle."""
    x: float = rest[0]
    z: float = x * x
    half: float = 0.5 * z
    w: float = 1.0 - half
    return w + (((1.0 - w) - half) + (z * z * series(COSINES, 8, z) - x * rest[1]))


def sin(x: float) -> float:
    """The sine."""
    rest: Row = zeros(2)
    k: float = turned(x, rest)
    if k == 0.0:
        return sine_part(rest)
    if k == 1.0:
        return cosine_part(rest)
    if k == 2.0:
        return -sine_part(rest)
    return -cosine_part(rest)


def cos(x: float) -> float:
    """The cosine."""
    rest: Row = zeros(2)
    k: float = turned(x, rest)
    if k == 0.0:
        return cosine_part(rest)
    if k == 1.0:
        return -sine_part(rest)
    if k == 2.0:
        return -cosine_part(rest)
    return sine_part(rest)


def tan(x: float) -> float:
    """The tangent."""
    rest: Row = zeros(2)
    k: float = turned(x, rest)
    if k == 0.0 or k == 2.0:
        return sine_part(rest) / cosine_part(rest)
    return -cosine_part(rest) / sine_part(rest)


def atan(x: float) -> float:
    """The arc tangent: of a number near by from a table, and a short series."""
    if x != x:
        return x
    if x < 0.0:
        return -atan_above(-x)
    if x == 0.0:
        return x
    return atan_above(x)


def atan_above(x: float) -> float:
    """The arc tangent of a positive number."""
    a: float = x
    if x > 1.0:
        a = 1.0 / x
    near: float = 0.0
    known: float = 0.0
    for i in range(1, 9):
        if a > 0.125 * real(i) - 0.0625:
            near = 0.125 * real(i)
            known = ARCS[i]
    s: float = (a - near) / (1.0 + a * near)
    z: float = s * s
    found: float = known + (s + s * z * series(ARC_SERIES, 8, z))
    if x > 1.0:
        return 1.5707963267948966 - (found - 6.123233995736766e-17)
    return found


def atan2(y: float, x: float) -> float:
    """The angle of the point x, y."""
    if x != x or y != y:
        return NOT_A_NUMBER
    sign: float = 1.0
    if y < 0.0 or (y == 0.0 and 1.0 / y < 0.0):
        sign = -1.0
    high: float = fabs(y)
    wide: float = fabs(x)
    found: float = 0.7853981633974483
    if high == 0.0 and wide == 0.0:
        found = 0.0
    elif high - high == 0.0 or wide - wide == 0.0:
        if high > wide:
            found = 1.5707963267948966 - (atan(wide / high) - 6.123233995736766e-17)
        else:
            found = atan(high / wide)
    if x < 0.0 or (x == 0.0 and 1.0 / x < 0.0):
        found = 3.141592653589793 - (found - 1.2246467991473532e-16)
    return sign * found


def asin(x: float) -> float:
    """The arc sine."""
    if not fabs(x) <= 1.0:
        return NOT_A_NUMBER
    return atan2(x, sqrt((1.0 - x) * (1.0 + x)))


def acos(x: float) -> float:
    """The arc cosine."""
    if not fabs(x) <= 1.0:
        return NOT_A_NUMBER
    return atan2(sqrt((1.0 - x) * (1.0 + x)), x)


def scaled(x: float, k: float) -> float:
    """x times 2 to the power of k, a whole number."""
    found: float = x
    left: float = k
    while left >= 32.0:
        found = found * 4294967296.0
        left = left - 32.0
    while left >= 1.0:
        found = found * 2.0
        left = left - 1.0
    while left <= -32.0:
        found = found / 4294967296.0
        left = left + 32.0
    while left <= -1.0:
        found = found * 0.5
        left = left + 1.0
    return found


def exp(x: float) -> float:
    """The exponential function."""
    if x != x:
        return x
    if x > HIGHEST:
        return INFINITE
    if x < LOWEST:
        return 0.0
    k: float = floor(x * 1.4426950408889634 + 0.5)
    high: float = x - k * LOG_OF_2[0]
    low: float = k * LOG_OF_2[1]
    r: float = high - low
    low = (high - r) - low
    return scaled(1.0 + (r + (low + r * r * series(EXPONENTIALS, 13, r))), k)


def log(x: float) -> float:
    """The natural logarithm."""
    if x != x or x < 0.0:
        return NOT_A_NUMBER
    if x == 0.0:
        return -INFINITE
    if x - x != 0.0:
        return x
    m: float = x
    k: float = 0.0
    while m >= 4294967296.0:
        m = m / 4294967296.0
        k = k + 32.0
    while m < 2.3283064365386963e-10:
        m = m * 4294967296.0
        k = k - 32.0
    while m >= 1.4142135623730951:
        m = 0.5 * m
        k = k + 1.0
    while m < 0.7071067811865476:
        m = 2.0 * m
        k = k - 1.0
    f: float = m - 1.0
    s: float = f / (2.0 + f)
    z: float = s * s
    half: float = 0.5 * f * f
    # log(1 + f) = f - (f²/2 - s (f²/2 + R)): little is lost where f is small.
    r: float = 2.0 * z * series(LOG_SERIES, 11, z)
    return k * LOG_OF_2[0] - ((half - (s * (half + r) + k * LOG_OF_2[1])) - f)


def log10(x: float) -> float:
    """The logarithm to the base 10."""
    return log(x) * 0.4342944819032518


def log_above(x: float) -> float:
    """The logarithm of 1 + x, exact where x is small."""
    w: float = 1.0 + x
    if w == 1.0:
        return x
    if w - w != 0.0:
        return w
    return log(w) * (x / (w - 1.0))


def sinh(x: float) -> float:
    """The hyperbolic sine."""
    a: float = fabs(x)
    if a < 1.0:
        return x + x * x * x * series(HYPERBOLIC, 9, x * x)
    e: float = exp(0.5 * a)
    found: float = (0.5 * e) * e - 0.5 / e / e
    if x < 0.0:
        return -found
    return found


def cosh(x: float) -> float:
    """The hyperbolic cosine."""
    e: float = exp(0.5 * fabs(x))
    return (0.5 * e) * e + 0.5 / e / e


def tanh(x: float) -> float:
    """The hyperbolic tangent."""
    if x > 22.0:
        return 1.0
    if x < -22.0:
        return -1.0
    return sinh(x) / cosh(x)


def asinh(x: float) -> float:
    """Where the hyperbolic sine has a value."""
    a: float = fabs(x)
    found: float = 0.0
    if a > 1e8:
        found = log(a) + 0.6931471805599453
    else:
        found = log_above(a + a * a / (1.0 + sqrt(1.0 + a * a)))
    if x < 0.0:
        return -found
    return found


def acosh(x: float) -> float:
    """Where the hyperbolic cosine has a value."""
    if not x >= 1.0:
        return NOT_A_NUMBER
    if x > 1e8:
        return log(x) + 0.6931471805599453
    s: float = x - 1.0
    return log_above(s + sqrt(2.0 * s + s * s))


def atanh(x: float) -> float:
    """Where the hyperbolic tangent has a value."""
    a: float = fabs(x)
    if not a <= 1.0:
        return NOT_A_NUMBER
    if a == 1.0:
        return x * INFINITE
    found: float = 0.5 * log_above(2.0 * a / (1.0 - a))
    if x < 0.0:
        return -found
    return found


def whole_power(x: float, y: float) -> float:
    """x to the power of a whole number y >= 0, by squares."""
    found: float = 1.0
    square: float = x
    left: float = y
    while left > 0.0:
        half: float = floor(0.5 * left)
        if left > 2.0 * half:
            found = found * square
        left = half
        if left > 0.0:
            square = square * square
    return found


def pow(x: float, y: float) -> float:
    """x to the power of y; whole powers and halves of them by products."""
    if y == 0.0 or x == 1.0:
        return 1.0
    if x != x or y != y:
        return NOT_A_NUMBER
    whole: int = 0
    if floor(y) == y:
        whole = 1
    a: float = fabs(y)
    found: float = 0.0
    if a <= 64.0 and (whole == 1 or (x > 0.0 and floor(2.0 * a) == 2.0 * a)):
        found = whole_power(x, floor(a))
        if whole == 0:
            found = found * sqrt(x)
        if y < 0.0:
            return 1.0 / found
        return found
    if x < 0.0 and whole == 0 and x - x == 0.0:
        return NOT_A_NUMBER
    found = power_above(fabs(x), y)
    if x < 0.0 and whole == 1 and y - 2.0 * floor(0.5 * y) == 1.0:
        return -found
    return found


def power_above(x: float, y: float) -> float:
    """A positive number to any power."""
    if x == 0.0:
        if y < 0.0:
            return INFINITE
        return 0.0
    if x == 1.0:
        return 1.0
    return exp(y * log(x))
