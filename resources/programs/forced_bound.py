def forced(c: Row, t: float, q: Row, v: Row, u: Row, a: Row, multipliers: Row) -> int:
    """Accelerations a and the multipliers of the conditions, under further forces u.

    0; 1 where they have no value; 2 where a motion has no inertia; 3 where conditions contradict
    each other.  The state has to meet the conditions, where these depend on each other.
    """
    mass: Row = zeros(N * N)
    force: Row = zeros(N)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    drift: Row = zeros(ALL)
    dynamics(c, t, q, v, mass, force, slopes, reach, drift)
    for i in range(N):
        force[i] = force[i] + u[i]
    return descriptor(ROWS, mass, force, slopes, reach, drift, a, multipliers)
