def carry(c: Row, t: float, q: Row, v: Row, a: Row) -> None:
    """The rates of states of the first order, which stand behind the accelerations."""
    zd: Row = zeros(STATES)
    flow(c, t, q, v, zd)
    for i in range(STATES):
        a[N + i] = zd[i]
