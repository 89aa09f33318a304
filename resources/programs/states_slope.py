def carry_slope(c: Row, t: float, q: Row, v: Row, seed: Row, slope: Row) -> None:
    """How the rates of states of the first order change along a seed: behind accelerations."""
    zd_slope: Row = zeros(STATES)
    flow_slope(c, t, q, v, seed, zd_slope)
    for i in range(STATES):
        slope[N + i] = zd_slope[i]
