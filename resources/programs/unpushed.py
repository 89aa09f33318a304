def inputs(c: Row, t: float, q: Row, v: Row, u: Row) -> None:
    """Forces and drives from outside: further generalised forces, one for each coordinate.

    They are zero; write yours here.
    """
    for i in range(N):
        u[i] = 0.0
