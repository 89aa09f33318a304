def inputs(c: Row, t: float, q: Row, v: Row, u: Row) -> None:
    """Further generalised forces, one for each coordinate: they stand behind the constants."""
    for i in range(N):
        u[i] = c[CONSTANTS + i]
