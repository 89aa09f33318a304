def let_go(
    speeds: Row,
    wanted: Row,
    exerted: Row,
    most: Row,
    x: Row,
    yielding: int,
    resting: Counts,
    senses: Row,
) -> int:
    """Let frictions slide that cannot hold what is wanted; how many.

    One that is yielding slides in any case.  Where the force of some falls as soon as they slide,
    these go first: what the others have to hold is another then.
    """
    ways: Row = zeros(FRICTIONS)
    going: int = 0
    falling: int = 0
    for s in range(FRICTIONS):
        if resting[LIMITS + s] == 1:
            own: float = x[LIMITS + s]
            left: float = wanted[LIMITS + s]
            terms: float = fabs(left)
            for k in range(HOLDS):
                part: float = speeds[(LIMITS + s) * HOLDS + k] * x[k]
                left = left - part
                terms = terms + fabs(part)
            if fabs(left) <= FELT * terms:
                left = 0.0
            free: int = 0
            if most[s] <= 0.0 or LIMITS + s == yielding:
                free = 1
            if left != 0.0 and (own == 0.0 or fabs(own) >= AT_BOUND * most[s]):
                free = 1
            if free == 1:
                ways[s] = 1.0
                if own < 0.0 or (own == 0.0 and left < 0.0):
                    ways[s] = -1.0
                going = going + 1
                if exerted[s] < FALLS * most[s]:
                    falling = falling + 1
    if falling > 0 and going > 1:
        going = falling
        for s in range(FRICTIONS):
            if exerted[s] >= FALLS * most[s]:
                ways[s] = 0.0
    for s in range(FRICTIONS):
        if ways[s] != 0.0:
            resting[LIMITS + s] = 0
            senses[s] = ways[s]
    return going


def share_out(
    speeds: Row,
    arrival: Row,
    resting: Counts,
    senses: Row,
    exerted: Row,
    most: Row,
    wanted: Row,
    x: Row,
) -> None:
    """What is wanted of all that rests, where others slide, and what it holds of that."""
    for s in range(HOLDS):
        wanted[s] = arrival[s]
        for k in range(FRICTIONS):
            own: float = speeds[(LIMITS + k) * HOLDS + s]
            wanted[s] = wanted[s] - senses[k] * exerted[k] * own
    bounded(speeds, resting, wanted, most, x)


def settle(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    resting: Counts,
    yielding: int,
    held: Counts,
    senses: Row,
) -> int:
    """Who slides, sticks and pushes from a state on, of limits that rest and of all frictions.

    By Gauss' principle: of all accelerations that limits and frictions allow the motion has those
    nearest to the ones without them.  Velocities v become those with which what rests does not
    move.  It returns what descriptor does.
    """
    mass: Row = zeros(N * N)
    force: Row = zeros(N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    drift: Row = zeros(ALL)
    a: Row = zeros(N)
    multipliers: Row = zeros(ALL)
    exerted: Row = zeros(FRICTIONS)
    most: Row = zeros(FRICTIONS)
    sizes: Row = zeros(HOLDS)
    rate: Row = zeros(HOLDS)
    arrival: Row = zeros(HOLDS)
    wanted: Row = zeros(HOLDS)
    x: Row = zeros(HOLDS)
    changes: Row = zeros(HOLDS * N)
    speeds: Row = zeros(HOLDS * HOLDS)
    answering: Counts = counts(HOLDS)
    turns: Counts = counts(HOLDS)
    conditions(c, t, q, v, mass, position, velocity, slopes, reach)
    gauge(reach, sizes)
    for s in range(HOLDS):
        rate[s] = velocity[ROWS + s]
        answering[s] = resting[s]
    for s in range(FRICTIONS):
        answering[LIMITS + s] = 1
    status: int = respond(mass, slopes, reach, answering, changes, speeds)
    if status != 0:
        return status
    # What has no slip, and what stops with it.
    found: int = 1
    while found == 1:
        found = 0
        for s in range(FRICTIONS):
            senses[s] = 0.0
            least: float = AT_REST * sizes[LIMITS + s] / TIME_UNIT
            if resting[LIMITS + s] == 0 and fabs(rate[LIMITS + s]) <= least:
                resting[LIMITS + s] = 1
                found = 1
        stop(speeds, changes, resting, rate, v)
    for s in range(FRICTIONS):
        if resting[LIMITS + s] == 0:
            senses[s] = 1.0
            if rate[LIMITS + s] < 0.0:
                senses[s] = -1.0
    # Accelerations where none of them holds.
    dynamics(c, t, q, v, mass, force, slopes, reach, drift)
    friction_bounds(c, t, q, v, exerted, most)
    for i in range(N):
        force[i] = force[i] + u[i]
    status = descriptor(ROWS, mass, force, slopes, reach, drift, a, multipliers)
    if status != 0:
        return status
    for s in range(HOLDS):
        arrival[s] = drift[ROWS + s]
        for i in range(N):
            arrival[s] = arrival[s] + slopes[(ROWS + s) * N + i] * a[i]
    # One that yields goes on holding where others could take what it holds.
    yields: int = yielding
    if yields >= 0:
        for s in range(HOLDS):
            turns[s] = resting[s]
        turns[yields] = 2
        apart(speeds, turns, answering)
        if answering[yields] == 0:
            yields = -1
    going: int = 1
    while going > 0:
        share_out(speeds, arrival, resting, senses, exerted, most, wanted, x)
        if LOADS > 0:
            status = agree(
                c,
                t,
                q,
                v,
                mass,
                force,
                slopes,
                reach,
                drift,
                speeds,
                arrival,
                resting,
                senses,
                exerted,
                most,
                wanted,
                x,
            )
            if status != 0:
                return status
        going = let_go(speeds, wanted, exerted, most, x, yields, resting, senses)
        yields = -1
    for s in range(HOLDS):
        turns[s] = 0
    if LIMITS > 0:
        largest: float = 0.0
        for s in range(LIMITS):
            largest = maximum(largest, x[s])
        for s in range(LIMITS):
            if resting[s] == 1 and x[s] > PUSHING * largest:
                turns[s] = 1
    for s in range(FRICTIONS):
        if resting[LIMITS + s] == 1:
            turns[LIMITS + s] = 2
            if fabs(x[LIMITS + s]) >= AT_BOUND * most[s]:
                turns[LIMITS + s] = 3
    apart(speeds, turns, held)
    # Frictions whose part others can take go on exerting what they do now.
    for s in range(LIMITS):
        held[s] = 0
        if turns[s] == 1:
            held[s] = 1
    for s in range(FRICTIONS):
        if resting[LIMITS + s] == 1 and held[LIMITS + s] == 0 and exerted[s] > 0.0:
            senses[s] = x[LIMITS + s] / exerted[s]
            if LOADS > 0:
                return LEFT_OPEN
    return 0


def settle_on(
    c: Row, clock: Row, q: Row, v: Row, resting: Counts, reached: int, struck: int
) -> int:
    """The same in the course of a motion, where a friction is reached, unless that is below 0.

    What sticks goes on to do so unless an impact has struck.  UNSETTLED where frictions change
    without end.
    """
    u: Row = zeros(N)
    senses: Row = zeros(FRICTIONS)
    held: Counts = counts(HOLDS)
    yielding: int = -1
    for s in range(FRICTIONS):
        if clock[AT_TOUCHING + LIMITS + s] > 0.5 and struck == 0:
            resting[LIMITS + s] = 1
    if reached >= LIMITS:
        resting[reached] = 1
        if clock[AT_TOUCHING + reached] > 0.5:
            yielding = reached
        clock[AT_CHANGES] = clock[AT_CHANGES] + 1.0
        if clock[0] > clock[AT_SINCE] + DENSE:
            clock[AT_SINCE] = clock[0]
            clock[AT_CHANGES] = 0.0
        if clock[AT_CHANGES] > MOST_CHANGES:
            return UNSETTLED
    inputs(c, clock[0], q, v, u)
    status: int = settle(c, clock[0], q, v, u, resting, yielding, held, senses)
    for s in range(HOLDS):
        clock[AT_TOUCHING + s] = real(held[s])
    for s in range(FRICTIONS):
        clock[AT_SENSES + s] = senses[s]
    return status
