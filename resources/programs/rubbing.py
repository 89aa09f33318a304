def rub(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    held: Counts,
    senses: Row,
    slopes: Row,
    force: Row,
) -> int:
    """Add to forces what frictions exert that do not stick, against their slips."""
    exerted: Row = zeros(FRICTIONS)
    most: Row = zeros(FRICTIONS)
    status: int = bounds_of_friction(c, t, q, v, u, held, senses, exerted, most)
    for s in range(FRICTIONS):
        for i in range(N):
            force[i] = force[i] - senses[s] * exerted[s] * slopes[(ROWS + LIMITS + s) * N + i]
    return status


def evened(speeds: Row, some: Counts, scale: Row, table: Row) -> None:
    """What unit forces make of rates, each measured so that its own is 1: 0 for what moves none."""
    for s in range(HOLDS):
        scale[s] = 0.0
        if some[s] == 1 and speeds[s * HOLDS + s] > 0.0:
            scale[s] = 1.0 / sqrt(speeds[s * HOLDS + s])
    for s in range(HOLDS):
        for k in range(HOLDS):
            table[s * HOLDS + k] = speeds[s * HOLDS + k] * scale[s] * scale[k]


def stop(speeds: Row, changes: Row, resting: Counts, rate: Row, v: Row) -> None:
    """Velocities v with which what rests does not move, and the rates of all."""
    scale: Row = zeros(HOLDS)
    right: Row = zeros(HOLDS)
    x: Row = zeros(HOLDS)
    table: Row = zeros(HOLDS * HOLDS)
    active: Counts = counts(HOLDS)
    evened(speeds, resting, scale, table)
    for s in range(HOLDS):
        right[s] = rate[s] * scale[s]
        if scale[s] > 0.0:
            active[s] = 1
    solve_active(table, right, active, x)
    for s in range(HOLDS):
        x[s] = x[s] * scale[s]
        for i in range(N):
            v[i] = v[i] - x[s] * changes[s * N + i]
    for s in range(HOLDS):
        for k in range(HOLDS):
            rate[k] = rate[k] - x[s] * speeds[s * HOLDS + k]


def bounded(speeds: Row, some: Counts, wanted: Row, most: Row, x: Row) -> None:
    """What some hold of the accelerations that are wanted: the least by which these then differ.

    x minimises x' speeds x / 2 - x' wanted.  Limits push, from 0 on; frictions hold between -most
    and most.  Who lies between its bounds is found by exchange.
    """
    scale: Row = zeros(HOLDS)
    right: Row = zeros(HOLDS)
    bound: Row = zeros(HOLDS)
    table: Row = zeros(HOLDS * HOLDS)
    active: Counts = counts(HOLDS)
    size: float = 0.0
    evened(speeds, some, scale, table)
    for s in range(HOLDS):
        x[s] = 0.0
        right[s] = wanted[s] * scale[s]
        size = maximum(size, fabs(right[s]))
    for s in range(LIMITS):
        bound[s] = LARGEST
    for s in range(FRICTIONS):
        if scale[LIMITS + s] > 0.0 and most[s] > 0.0:
            bound[LIMITS + s] = most[s] / scale[LIMITS + s]
            active[LIMITS + s] = 1
    balance(table, right, bound, size, active, x)
    best: int = 0
    turn: int = 0
    while best >= 0 and turn < EXCHANGES:
        turn = turn + 1
        best = -1
        worst: float = 1e-12 * size
        for s in range(HOLDS):
            if active[s] == 0 and scale[s] > 0.0 and bound[s] > 0.0:
                missing: float = right[s]
                for k in range(HOLDS):
                    missing = missing - table[s * HOLDS + k] * x[k]
                if x[s] > 0.0:
                    missing = -missing
                if missing > worst:
                    worst = missing
                    best = s
        if best >= 0:
            active[best] = 1
            balance(table, right, bound, size, active, x)
    for s in range(HOLDS):
        x[s] = x[s] * scale[s]


def balance(table: Row, right: Row, bound: Row, size: float, active: Counts, x: Row) -> None:
    """Go to what the active entries ask for; those that come to a bound stay there."""
    rest: Row = zeros(HOLDS)
    trial: Row = zeros(HOLDS)
    first: int = 0
    while first >= 0:
        for s in range(HOLDS):
            rest[s] = right[s]
            for k in range(HOLDS):
                if active[k] == 0:
                    rest[s] = rest[s] - table[s * HOLDS + k] * x[k]
        solve_active(table, rest, active, trial)
        share: float = 1.0
        met: float = 0.0
        first = -1
        for s in range(HOLDS):
            if active[s] == 1:
                goal: float = minimum(maximum(trial[s], least_of(s, bound)), bound[s])
                if fabs(trial[s] - goal) > 1e-13 * size:
                    part: float = (goal - x[s]) / (trial[s] - x[s])
                    if first < 0 or part < share:
                        share = part
                        first = s
                        met = goal
        for s in range(HOLDS):
            if active[s] == 1:
                near: float = x[s] + share * (trial[s] - x[s])
                x[s] = minimum(maximum(near, least_of(s, bound)), bound[s])
        if first >= 0:
            active[first] = 0
            x[first] = met


def least_of(s: int, bound: Row) -> float:
    """The lower bound of what a limit or a friction exerts: limits only push."""
    if LIMITS > 0:
        if s < LIMITS:
            return 0.0
    return -bound[s]


def apart(speeds: Row, turns: Counts, held: Counts) -> None:
    """Mark what moves although all that is marked before it holds: by turns from 1 to 3."""
    scale: Row = zeros(HOLDS)
    table: Row = zeros(HOLDS * HOLDS)
    factor: Row = zeros(HOLDS * HOLDS)
    some: Counts = counts(HOLDS)
    order: Counts = counts(HOLDS)
    rank: int = 0
    for s in range(HOLDS):
        held[s] = 0
        some[s] = 1
    evened(speeds, some, scale, table)
    for turn in range(1, 4):
        for s in range(HOLDS):
            if turns[s] == turn:
                left: float = table[s * HOLDS + s]
                for k in range(rank):
                    entry: float = table[s * HOLDS + order[k]]
                    for j in range(k):
                        entry = entry - factor[s * HOLDS + j] * factor[order[k] * HOLDS + j]
                    factor[s * HOLDS + k] = entry / factor[order[k] * HOLDS + k]
                    left = left - factor[s * HOLDS + k] * factor[s * HOLDS + k]
                if left > MOVED_APART:
                    factor[s * HOLDS + rank] = sqrt(left)
                    order[rank] = s
                    rank = rank + 1
                    held[s] = 1


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


def forced(c: Row, t: float, q: Row, v: Row, u: Row, a: Row, multipliers: Row) -> int:
    """Accelerations a and the multipliers of conditions and frictions, under further forces u.

    Frictions slide as velocities tell; of those without slip as many stick as can.  0; 1 where they
    have no value; 2 where a motion has no inertia; 3 where conditions contradict each other.
    """
    w: Row = zeros(N + STATES)
    some: Row = zeros(ALL)
    exerted: Row = zeros(FRICTIONS)
    most: Row = zeros(FRICTIONS)
    senses: Row = zeros(FRICTIONS)
    resting: Counts = counts(HOLDS)
    found: Counts = counts(HOLDS)
    held: Counts = counts(ALL)
    for i in range(N + STATES):
        w[i] = v[i]
    status: int = settle(c, t, q, w, u, resting, -1, found, senses)
    if status != 0:
        return status
    for s in range(ROWS):
        held[s] = 1
    for s in range(HOLDS):
        held[ROWS + s] = found[s]
    status = held_alone(c, t, q, v, u, held, senses, a, some)
    if status == 0:
        status = bounds_of_friction(c, t, q, v, u, held, senses, exerted, most)
    for s in range(FRICTIONS):
        multipliers[ROWS + LIMITS + s] = -senses[s] * exerted[s]
    count: int = 0
    for s in range(ALL):
        if held[s] == 1:
            multipliers[s] = some[count]
            count = count + 1
    return status


def mark_frictions(clock: Row, held: Counts, senses: Row) -> None:
    """Frictions that stick are held like conditions, all others slide in their senses."""
    for s in range(FRICTIONS):
        held[ROWS + LIMITS + s] = 0
        if clock[AT_TOUCHING + LIMITS + s] > 0.5:
            held[ROWS + LIMITS + s] = 1
        senses[s] = clock[AT_SENSES + s]


def see_frictions(
    c: Row, t: float, q: Row, v: Row, held: Counts, senses: Row, velocity: Row, value: Row
) -> None:
    """What rises through zero where frictions change: slips against their senses, and forces.

    The forces of those that stick are known, as values; these then tell what is beyond the bound.
    """
    exerted: Row = zeros(FRICTIONS)
    most: Row = zeros(FRICTIONS)
    u: Row = zeros(N)
    inputs(c, t, q, v, u)
    status: int = bounds_of_friction(c, t, q, v, u, held, senses, exerted, most)
    for s in range(FRICTIONS):
        if status != 0:
            value[LIMITS + s] = -1.0
        elif held[ROWS + LIMITS + s] == 1:
            value[LIMITS + s] = fabs(value[LIMITS + s]) - BEYOND * most[s]
        elif fabs(senses[s]) == 1.0:
            value[LIMITS + s] = -senses[s] * velocity[ROWS + LIMITS + s] - SMALLEST
        else:
            value[LIMITS + s] = -1.0
