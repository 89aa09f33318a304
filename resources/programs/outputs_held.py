def held_outputs(c: Row, t: float, q: Row, v: Row, u: Row, held: Counts, shown: Row) -> int:
    """What sensors show under some of the conditions; it returns what accelerations do."""
    a: Row = zeros(N + STATES)
    multipliers: Row = zeros(ALL)
    status: int = held_forced(c, t, q, v, u, held, a, multipliers)
    sensors(c, t, q, v, a, multipliers, shown)
    return status


def outputs_slope(
    c: Row, t: float, q: Row, v: Row, u: Row, held: Counts, seed: Row, slope: Row
) -> int:
    """How that changes along a seed of time, parameters, q, v and u; it returns the same."""
    a: Row = zeros(N + STATES)
    multipliers: Row = zeros(ALL)
    whole: Row = zeros(1 + PARAMETERS + 3 * N + STATES + ALL)
    a_slope: Row = zeros(N + STATES)
    multipliers_slope: Row = zeros(ALL)
    status: int = forced_slope(
        c, t, q, v, u, held, a, multipliers, seed, a_slope, multipliers_slope
    )
    for i in range(1 + PARAMETERS + 2 * N + STATES):
        whole[i] = seed[i]
    for i in range(N):
        whole[1 + PARAMETERS + 2 * N + STATES + i] = a_slope[i]
    for s in range(ALL):
        whole[1 + PARAMETERS + 3 * N + STATES + s] = multipliers_slope[s]
    sensors_slope(c, t, q, v, a, multipliers, whole, slope)
    return status
