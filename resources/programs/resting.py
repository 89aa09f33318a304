def rest_on(c: Row, clock: Row, q: Row, v: Row, changes: Row, speeds: Row, resting: Counts) -> None:
    """Mark limits that stay in contact: those that must push, or the motion would break them."""
    mass: Row = zeros(N * N)
    force: Row = zeros(N)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    drift: Row = zeros(ALL)
    u: Row = zeros(N)
    a: Row = zeros(N)
    multipliers: Row = zeros(ALL)
    arrival: Row = zeros(LIMITS)
    x: Row = zeros(LIMITS)
    inputs(c, clock[0], q, v, u)
    dynamics(c, clock[0], q, v, mass, force, slopes, reach, drift)
    status: int = forced(c, clock[0], q, v, u, a, multipliers)
    for s in range(LIMITS):
        arrival[s] = drift[ROWS + s]
        for i in range(N):
            arrival[s] = arrival[s] + slopes[(ROWS + s) * N + i] * a[i]
    complementary(speeds, resting, arrival, x)
    most: float = 0.0
    for s in range(LIMITS):
        most = maximum(most, x[s])
    for s in range(LIMITS):
        clock[AT_TOUCHING + s] = 0.0
        if status == 0 and resting[s] == 1 and x[s] > PUSHING * most:
            clock[AT_TOUCHING + s] = 1.0
