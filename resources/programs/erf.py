def erf(x: float) -> float:
    """The error function, by a series without cancellation."""
    if x != x:
        return x
    if x > 6.0:
        return 1.0
    if x < -6.0:
        return -1.0
    term: float = x
    total: float = x
    n: int = 1
    while fabs(term) > 1e-17 * fabs(total):
        term = term * 2.0 * x * x / (2.0 * real(n) + 1.0)
        total = total + term
        n = n + 1
    return 1.1283791670955126 * exp(-x * x) * total
