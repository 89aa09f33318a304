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
