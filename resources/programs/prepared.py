def prepare(p: Row, c: Row) -> None:
    """The constants c of all functions, for values of the parameters p.

    Behind them stand further generalised forces, one for each coordinate: they act in motions, are
    zero at first and may be changed between two calls.
    """
    for i in range(PARAMETERS):
        c[i] = p[i]
    for i in range(N):
        c[CONSTANTS + i] = 0.0
    derive(c)
