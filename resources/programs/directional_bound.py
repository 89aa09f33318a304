def accelerations_slope(
    c: Row, t: float, q: Row, v: Row, u: Row, held: Counts, a: Row, seed: Row, slope: Row
) -> int:
    """How the accelerations a change along a seed, under some of the conditions."""
    multipliers: Row = zeros(ALL)
    multipliers_slope: Row = zeros(ALL)
    carry_slope(c, t, q, v, seed, slope)
    return forced_slope(c, t, q, v, u, held, a, multipliers, seed, slope, multipliers_slope)


def forced_slope(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    held: Counts,
    a: Row,
    multipliers: Row,
    seed: Row,
    slope: Row,
    multipliers_slope: Row,
) -> int:
    """Accelerations and multipliers under the conditions held, and how they change along a seed.

    The equations of motion and the conditions are differentiated: what they ask of the slopes are
    equations with the same matrices.  It returns what forced does.
    """
    mass: Row = zeros(N * N)
    force: Row = zeros(N)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    drift: Row = zeros(ALL)
    mass_slope: Row = zeros(N * N)
    force_slope: Row = zeros(N)
    slopes_slope: Row = zeros(ALL * N)
    drift_slope: Row = zeros(ALL)
    dynamics(c, t, q, v, mass, force, slopes, reach, drift)
    dynamics_slope(c, t, q, v, seed, mass_slope, force_slope, slopes_slope, drift_slope)
    count: int = 0
    for s in range(ALL):
        if held[s] == 1:
            drift[count] = drift[s]
            drift_slope[count] = drift_slope[s]
            for i in range(N):
                slopes[count * N + i] = slopes[s * N + i]
                reach[count * N + i] = reach[s * N + i]
                slopes_slope[count * N + i] = slopes_slope[s * N + i]
            count = count + 1
    for i in range(N):
        force[i] = force[i] + u[i]
    status: int = descriptor(count, mass, force, slopes, reach, drift, a, multipliers)
    if status != 0:
        return status
    for i in range(N):
        force_slope[i] = force_slope[i] + seed[1 + PARAMETERS + 2 * N + STATES + i]
        for j in range(N):
            force_slope[i] = force_slope[i] - mass_slope[i * N + j] * a[j]
        for s in range(count):
            force_slope[i] = force_slope[i] + slopes_slope[s * N + i] * multipliers[s]
            drift_slope[s] = drift_slope[s] + slopes_slope[s * N + i] * a[i]
    status = descriptor(
        count, mass, force_slope, slopes, reach, drift_slope, slope, multipliers_slope
    )
    spread(held, multipliers)
    spread(held, multipliers_slope)
    return status


def spread(held: Counts, row: Row) -> None:
    """Numbers of the conditions that are held, each to the place of its own; zero for others."""
    count: int = 0
    for s in range(ALL):
        count = count + held[s]
    for s in range(ALL - 1, -1, -1):
        if held[s] == 1:
            count = count - 1
            row[s] = row[count]
        else:
            row[s] = 0.0
