def basis(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    mass: Row,
    slopes: Row,
    reach: Row,
    held: Counts,
    a: Row,
    multipliers: Row,
) -> int:
    """The accelerations under independent conditions that are marked, and what they follow from.

    The slopes of these stand in front; all other conditions have the multiplier 0.
    """
    force: Row = zeros(N)
    drift: Row = zeros(ALL)
    own: Row = zeros(ALL)
    choose(c, t, q, v, held)
    dynamics(c, t, q, v, mass, force, slopes, reach, drift)
    for i in range(N):
        force[i] = force[i] + u[i]
    count: int = gather(held, slopes, reach, drift)
    status: int = descriptor(count, mass, force, slopes, reach, drift, a, own)
    count = 0
    for s in range(ROWS):
        multipliers[s] = 0.0
        if held[s] == 1:
            multipliers[s] = own[count]
            count = count + 1
    return status
