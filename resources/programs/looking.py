def piece_at(knots: Row, count: int, x: float) -> int:
    """How many of the rising knots of a table do not exceed x; all of them of what is no number."""
    found: int = 0
    for i in range(WIDEST):
        beyond: int = found + STRIDES[i]
        if beyond <= count:
            if not x < knots[beyond - 1]:
                found = beyond
    return found
