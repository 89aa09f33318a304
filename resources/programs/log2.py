def log2(x: float) -> float:
    """The logarithm to the base 2."""
    return log(x) * 1.4426950408889634
