def spread(held: Counts, some: Row, multipliers: Row) -> None:
    """The multipliers of what is held at their places; all others stay."""
    count: int = 0
    for s in range(ALL):
        if held[s] == 1:
            multipliers[s] = some[count]
            count = count + 1


def pressing_forces(
    ends: Row, by_acceleration: Row, by_multiplier: Row, a: Row, multipliers: Row, force: Row
) -> None:
    """Forces where joints rub, for accelerations a and the multipliers of all rows."""
    for k in range(3 * LOADS):
        force[k] = ends[k]
        for i in range(N):
            force[k] = force[k] + by_acceleration[k * N + i] * a[i]
        for s in range(ALL):
            force[k] = force[k] + by_multiplier[k * ALL + s] * multipliers[s]


def bound_by(force: Row, radii: Row, coefficients: Row, exerted: Row, most: Row) -> None:
    """What frictions exert and hold at most that these forces press; others stay."""
    for s in range(FRICTIONS):
        if PRESSED[s] >= 0:
            exerted[s] = 0.0
            most[s] = 0.0
    for e in range(LOADS):
        owner: int = OWNERS[e]
        square: float = 0.0
        for i in range(3):
            square = square + force[3 * e + i] * force[3 * e + i]
        load: float = radii[e] * sqrt(square)
        place: int = 2 * PRESSED[owner]
        exerted[owner] = exerted[owner] + coefficients[place] * load
        most[owner] = most[owner] + coefficients[place + 1] * load


def differ(exerted: Row, most: Row, before: Row) -> float:
    """By which part of the largest one bounds differ from those before, which they become."""
    largest: float = SMALLEST
    change: float = 0.0
    for s in range(FRICTIONS):
        if PRESSED[s] >= 0:
            largest = maximum(largest, maximum(fabs(exerted[s]), fabs(most[s])))
            change = maximum(change, fabs(exerted[s] - before[s]))
            change = maximum(change, fabs(most[s] - before[FRICTIONS + s]))
        before[s] = exerted[s]
        before[FRICTIONS + s] = most[s]
    return change / largest


def bounds_of_friction(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    held: Counts,
    senses: Row,
    exerted: Row,
    most: Row,
) -> int:
    """What each friction exerts while it slides, and holds at most.

    Where reactions press one, these follow from what all of them exert: bounds are found anew until
    they agree with it.  It returns what descriptor does, and JAMS where they do not.
    """
    mass: Row = zeros(N * N)
    force: Row = zeros(N)
    push: Row = zeros(N)
    slopes: Row = zeros(ALL * N)
    ways: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    drift: Row = zeros(ALL)
    a: Row = zeros(N)
    some: Row = zeros(ALL)
    multipliers: Row = zeros(ALL)
    ends: Row = zeros(3 * LOADS)
    by_acceleration: Row = zeros(3 * LOADS * N)
    by_multiplier: Row = zeros(3 * LOADS * ALL)
    radii: Row = zeros(LOADS)
    coefficients: Row = zeros(2 * FRICTIONS)
    nothing: Row = zeros(3 * LOADS)
    still: Row = zeros(3 * LOADS)
    own: Row = zeros(3 * LOADS)
    by: Row = zeros(3 * LOADS * FRICTIONS)
    before: Row = zeros(2 * FRICTIONS)
    friction_bounds(c, t, q, v, exerted, most)
    joint_loads(c, t, q, v, ends, by_acceleration, by_multiplier, radii, coefficients)
    dynamics(c, t, q, v, mass, force, slopes, reach, drift)
    for i in range(N):
        force[i] = force[i] + u[i]
    for s in range(FRICTIONS):
        multipliers[ROWS + LIMITS + s] = -senses[s] * exerted[s]
        for i in range(N):
            w: float = slopes[(ROWS + LIMITS + s) * N + i]
            ways[s * N + i] = w
            force[i] = force[i] - senses[s] * exerted[s] * w
    count: int = gather(held, slopes, reach, drift)
    status: int = descriptor(count, mass, force, slopes, reach, drift, a, some)
    if status != 0:
        return status
    spread(held, some, multipliers)
    pressing_forces(ends, by_acceleration, by_multiplier, a, multipliers, still)
    for s in range(ALL):
        drift[s] = 0.0
    for s in range(FRICTIONS):
        if PRESSED[s] >= 0 and senses[s] != 0.0:
            for k in range(ALL):
                multipliers[k] = 0.0
            for i in range(N):
                push[i] = -senses[s] * ways[s * N + i]
            status = descriptor(count, mass, push, slopes, reach, drift, a, some)
            if status != 0:
                return status
            spread(held, some, multipliers)
            multipliers[ROWS + LIMITS + s] = -senses[s]
            pressing_forces(nothing, by_acceleration, by_multiplier, a, multipliers, own)
            for k in range(3 * LOADS):
                by[s * 3 * LOADS + k] = own[k]
    for turn in range(ALTERNATIONS):
        for k in range(3 * LOADS):
            own[k] = still[k]
            for s in range(FRICTIONS):
                if PRESSED[s] >= 0:
                    own[k] = own[k] + before[s] * by[s * 3 * LOADS + k]
        bound_by(own, radii, coefficients, exerted, most)
        if differ(exerted, most, before) <= AGREED:
            return 0
    return JAMS


def agree(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    mass: Row,
    force: Row,
    slopes: Row,
    reach: Row,
    drift: Row,
    speeds: Row,
    arrival: Row,
    resting: Counts,
    senses: Row,
    exerted: Row,
    most: Row,
    wanted: Row,
    x: Row,
) -> int:
    """What all that rests holds, with bounds that agree with it; JAMS where none do."""
    push: Row = zeros(N)
    a: Row = zeros(N)
    some: Row = zeros(ALL)
    multipliers: Row = zeros(ALL)
    ends: Row = zeros(3 * LOADS)
    by_acceleration: Row = zeros(3 * LOADS * N)
    by_multiplier: Row = zeros(3 * LOADS * ALL)
    radii: Row = zeros(LOADS)
    coefficients: Row = zeros(2 * FRICTIONS)
    own: Row = zeros(3 * LOADS)
    before: Row = zeros(2 * FRICTIONS)
    joint_loads(c, t, q, v, ends, by_acceleration, by_multiplier, radii, coefficients)
    for turn in range(ALTERNATIONS):
        for i in range(N):
            push[i] = force[i]
        for s in range(HOLDS):
            part: float = x[s]
            if resting[s] == 0:
                part = 0.0
                if s >= LIMITS:
                    part = senses[s - LIMITS] * exerted[s - LIMITS]
            multipliers[ROWS + s] = -part
            for i in range(N):
                push[i] = push[i] - part * slopes[(ROWS + s) * N + i]
        status: int = descriptor(ROWS, mass, push, slopes, reach, drift, a, some)
        if status != 0:
            return status
        for s in range(ROWS):
            multipliers[s] = some[s]
        pressing_forces(ends, by_acceleration, by_multiplier, a, multipliers, own)
        bound_by(own, radii, coefficients, exerted, most)
        change: float = differ(exerted, most, before)
        share_out(speeds, arrival, resting, senses, exerted, most, wanted, x)
        if change <= AGREED:
            return 0
    return JAMS
