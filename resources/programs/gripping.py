def coupled(speeds: Row, some: Counts, grips: Row, ways: Row, resting: Counts, table: Row) -> None:
    """What efforts of some make of rates, where what slides rubs along its way as it is pressed."""
    for s in range(HOLDS):
        for k in range(HOLDS):
            table[s * HOLDS + k] = 0.0
            if some[s] == 1 and some[k] == 1:
                table[s * HOLDS + k] = speeds[s * HOLDS + k]
    for j in range(ROUGH):
        limit: int = ROUGH_LIMITS[j]
        p: int = LIMITS + FRICTIONS + 2 * j
        if some[limit] == 1 and resting[p] == 0:
            for s in range(HOLDS):
                if some[s] == 1:
                    rubbed: float = (
                        ways[2 * j] * speeds[s * HOLDS + p]
                        + ways[2 * j + 1] * speeds[s * HOLDS + p + 1]
                    )
                    table[s * HOLDS + limit] = table[s * HOLDS + limit] + grips[j] * rubbed


def locked(speeds: Row, table: Row, wanted: Row, resting: Counts, locking: int) -> int:
    """Whether a rough limit slides that no finite force lifts (Painleve): LOCKS, or TWO_WAYS."""
    for j in range(ROUGH):
        limit: int = ROUGH_LIMITS[j]
        if resting[limit] == 1 and resting[LIMITS + FRICTIONS + 2 * j] == 0:
            if (
                j == locking
                or table[limit * HOLDS + limit] <= SEIZED * speeds[limit * HOLDS + limit]
            ):
                if wanted[limit] > 0.0:
                    return LOCKS
                return TWO_WAYS
    return 0


def let_slip(
    left: Row,
    x: Row,
    exerted: Row,
    most: Row,
    grips: Row,
    letting: Counts,
    resting: Counts,
    senses: Row,
) -> int:
    """Let slide what lies at its bound and moves on, and what is let go in any case; how many.

    Where the force of some frictions falls as soon as they slide, these go before other frictions.
    """
    going: int = 0
    if FRICTIONS > 0:
        falling: int = 0
        free: Counts = counts(FRICTIONS)
        for s in range(FRICTIONS):
            own: float = x[LIMITS + s]
            if resting[LIMITS + s] == 1:
                if most[s] <= 0.0 or letting[LIMITS + s] == 1:
                    free[s] = 1
                if left[LIMITS + s] != 0.0 and (own == 0.0 or fabs(own) >= AT_BOUND * most[s]):
                    free[s] = 1
                if free[s] == 1:
                    going = going + 1
                    if exerted[s] < FALLS * most[s]:
                        falling = falling + 1
        if falling > 0 and going > 1:
            going = falling
            for s in range(FRICTIONS):
                if exerted[s] >= FALLS * most[s]:
                    free[s] = 0
        for s in range(FRICTIONS):
            if free[s] == 1:
                resting[LIMITS + s] = 0
                senses[s] = 1.0
                if x[LIMITS + s] < 0.0 or (x[LIMITS + s] == 0.0 and left[LIMITS + s] < 0.0):
                    senses[s] = -1.0
    for j in range(ROUGH):
        p: int = LIMITS + FRICTIONS + 2 * j
        if resting[p] == 1:
            a: float = left[p]
            b: float = left[p + 1]
            moves: float = sqrt(a * a + b * b)
            bound: float = grips[j] * x[ROUGH_LIMITS[j]]
            effort: float = sqrt(x[p] * x[p] + x[p + 1] * x[p + 1])
            free_now: int = letting[p]
            if moves > 0.0 and bound > 0.0 and effort >= AT_BOUND * bound:
                free_now = 1
            if free_now == 1:
                if not moves > 0.0:
                    a = x[p]
                    b = x[p + 1]
                length: float = sqrt(a * a + b * b)
                if not length > 0.0:
                    length = 1.0
                resting[p] = 0
                resting[p + 1] = 0
                senses[FRICTIONS + 2 * j] = a / length
                senses[FRICTIONS + 2 * j + 1] = b / length
                going = going + 1
    return going


def line_up(speeds: Row, held: Counts, along: Row) -> None:
    """How forces of slips that stick along one line count at each of them, as of two feet.

    Each rough limit has a row, which is zero where it sticks by itself.
    """
    scale: Row = zeros(HOLDS)
    table: Row = zeros(HOLDS * HOLDS)
    beside: Row = zeros(SLIPS * SLIPS)
    right: Row = zeros(HOLDS)
    part: Row = zeros(HOLDS)
    others: Counts = counts(HOLDS)
    evened(speeds, held, scale, table)
    first: int = LIMITS + FRICTIONS
    for s in range(first):
        if held[s] == 1 and scale[s] > 0.0:
            others[s] = 1
    for k in range(SLIPS):
        for s in range(HOLDS):
            right[s] = table[s * HOLDS + first + k]
        solve_active(table, right, others, part)
        for i in range(SLIPS):
            entry: float = table[(first + i) * HOLDS + first + k]
            for s in range(first):
                entry = entry - table[(first + i) * HOLDS + s] * part[s]
            beside[i * SLIPS + k] = entry
    for k in range(ROUGH * SLIPS):
        along[k] = 0.0
    for j in range(ROUGH):
        one: int = only_one(j, beside)
        if one >= 0:
            count: int = 0
            lone: int = 1
            for k in range(ROUGH):
                for i in range(2):
                    other: int = 2 * k + i
                    own: float = beside[one * SLIPS + one]
                    size: float = own * beside[other * SLIPS + other]
                    entry: float = beside[other * SLIPS + one]
                    if size > 0.0 and fabs(entry) > (1.0 - IN_LINE) * sqrt(size):
                        if only_one(k, beside) != other:
                            lone = 0
                        count = count + 1
                        along[j * SLIPS + other] = (
                            entry / own * scale[first + one] / scale[first + other]
                        )
            if count < 2 or lone == 0:
                for k in range(SLIPS):
                    along[j * SLIPS + k] = 0.0


def only_one(j: int, beside: Row) -> int:
    """The one of both slips of a rough limit that moves where others hold; -1 where both, or none."""  # noqa: E501
    first: int = 0
    second: int = 0
    if beside[2 * j * SLIPS + 2 * j] > MOVED_APART:
        first = 1
    if beside[(2 * j + 1) * SLIPS + 2 * j + 1] > MOVED_APART:
        second = 1
    if first + second != 1:
        return -1
    return 2 * j + second


def grip(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    quick: Row,
    resting: Counts,
    letting: Counts,
    locking: int,
    held: Counts,
    senses: Row,
    along: Row,
) -> int:
    """Who slides, sticks and pushes from a state on, where limits rest of which some are rough.

    What rests may hold: its efforts are those of Coulomb's law.  Slips that are marked as resting
    have come to 0, those that are letting go slide, as rough limit `locking` comes to no finite
    force.  Velocities v become those with which what rests does not move.  It returns what
    descriptor does, or why the motion ends.
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
    mu: Row = zeros(3 * ROUGH)
    grips: Row = zeros(ROUGH)
    statics: Row = zeros(ROUGH)
    exerted: Row = zeros(HOLDS)
    most: Row = zeros(HOLDS)
    floors: Row = zeros(HOLDS)
    sizes: Row = zeros(HOLDS)
    usual: Row = zeros(HOLDS)
    rate: Row = zeros(HOLDS)
    arrival: Row = zeros(HOLDS)
    wanted: Row = zeros(HOLDS)
    left: Row = zeros(HOLDS)
    x: Row = zeros(HOLDS)
    ways: Row = zeros(SLIPS)
    changes: Row = zeros(HOLDS * N)
    speeds: Row = zeros(HOLDS * HOLDS)
    table: Row = zeros(HOLDS * HOLDS)
    answering: Counts = counts(HOLDS)
    turns: Counts = counts(HOLDS)
    conditions(c, t, q, v, mass, position, velocity, slopes, reach)
    gauge(reach, sizes)
    roughness(c, mu)
    for s in range(HOLDS):
        rate[s] = velocity[ROWS + s]
        answering[s] = 1
        usual[s] = 0.0
        for i in range(N):
            usual[s] = usual[s] + reach[(ROWS + s) * N + i] * maximum(quick[i], fabs(v[i]))
    for s in range(LIMITS):
        answering[s] = resting[s]
    status: int = respond(mass, slopes, reach, answering, changes, speeds)
    if status != 0:
        return status
    # Rough limits whose slip is 0, and the ways of others.
    for j in range(ROUGH):
        limit: int = ROUGH_LIMITS[j]
        p: int = LIMITS + FRICTIONS + 2 * j
        grips[j] = mu[3 * j]
        statics[j] = mu[3 * j + 1]
        senses[FRICTIONS + 2 * j] = 0.0
        senses[FRICTIONS + 2 * j + 1] = 0.0
        senses[FRICTIONS + SLIPS + j] = STAYS * maximum(usual[p], usual[p + 1])
        part: float = STAYS
        if resting[p] == 1:
            part = STOPS_AT
        length: float = sqrt(rate[p] * rate[p] + rate[p + 1] * rate[p + 1])
        resting[p] = 0
        resting[p + 1] = 0
        if resting[limit] == 1:
            if not speeds[limit * HOLDS + limit] > 0.0:
                return UNPRESSED
            if length <= part * maximum(usual[p], usual[p + 1]):
                resting[p] = 1
                resting[p + 1] = 1
            else:
                senses[FRICTIONS + 2 * j] = rate[p] / length
                senses[FRICTIONS + 2 * j + 1] = rate[p + 1] / length
    stop(speeds, changes, resting, rate, v)
    if FRICTIONS > 0:
        found: int = 1
        while found == 1:
            found = 0
            for s in range(FRICTIONS):
                senses[s] = 0.0
                still: float = AT_REST * sizes[LIMITS + s] / TIME_UNIT
                still = maximum(still, STAYS * usual[LIMITS + s])
                if resting[LIMITS + s] == 0 and fabs(rate[LIMITS + s]) <= still:
                    resting[LIMITS + s] = 1
                    found = 1
            stop(speeds, changes, resting, rate, v)
        for s in range(FRICTIONS):
            if resting[LIMITS + s] == 0:
                senses[s] = 1.0
                if rate[LIMITS + s] < 0.0:
                    senses[s] = -1.0
        friction_bounds(c, t, q, v, exerted, most)
    # Accelerations where none of them holds.
    dynamics(c, t, q, v, mass, force, slopes, reach, drift)
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
    for s in range(FRICTIONS):
        if letting[LIMITS + s] == 1:
            for k in range(HOLDS):
                turns[k] = resting[k]
            turns[LIMITS + s] = 2
            apart(speeds, turns, answering)
            letting[LIMITS + s] = answering[LIMITS + s]
    going: int = 1
    while going > 0:
        discs: int = 0
        for s in range(SLIPS):
            ways[s] = senses[FRICTIONS + s]
        for j in range(ROUGH):
            discs = discs + resting[ROUGH_LIMITS[j]]
        for s in range(HOLDS):
            wanted[s] = arrival[s]
            for k in range(FRICTIONS):
                own: float = speeds[(LIMITS + k) * HOLDS + s]
                wanted[s] = wanted[s] - senses[k] * exerted[k] * own
        coupled(speeds, resting, grips, ways, resting, table)
        status = locked(speeds, table, wanted, resting, locking)
        if status == 0 and discs > 0:
            status = coulomb(table, resting, wanted, floors, most, statics, x)
        if status != 0:
            return status
        small: float = FELT
        if discs == 0:
            bounded(speeds, resting, wanted, most, x)
        else:
            small = 10.0 * EXACT_EFFORTS
        largest: float = 0.0
        for s in range(HOLDS):
            left[s] = wanted[s]
            usual[s] = fabs(wanted[s])
            for k in range(HOLDS):
                left[s] = left[s] - table[s * HOLDS + k] * x[k]
                usual[s] = usual[s] + fabs(table[s * HOLDS + k] * x[k])
            if resting[s] == 1:
                largest = maximum(largest, usual[s])
        for s in range(HOLDS):
            if discs > 0:
                usual[s] = largest
            if fabs(left[s]) <= small * usual[s]:
                left[s] = 0.0
        going = let_slip(left, x, exerted, most, statics, letting, resting, senses)
        for s in range(HOLDS):
            letting[s] = 0
    push: float = 0.0
    for s in range(LIMITS):
        push = maximum(push, x[s])
    for s in range(HOLDS):
        turns[s] = 0
    for s in range(LIMITS):
        if resting[s] == 1 and x[s] > PUSHING * push:
            turns[s] = 1
    for j in range(ROUGH):
        p: int = LIMITS + FRICTIONS + 2 * j
        if turns[ROUGH_LIMITS[j]] == 0:
            senses[FRICTIONS + 2 * j] = 0.0
            senses[FRICTIONS + 2 * j + 1] = 0.0
        elif resting[p] == 1:
            turns[p] = 1
            turns[p + 1] = 1
    for s in range(FRICTIONS):
        if resting[LIMITS + s] == 1:
            turns[LIMITS + s] = 2
            if fabs(x[LIMITS + s]) >= AT_BOUND * most[s]:
                turns[LIMITS + s] = 3
    apart(speeds, turns, held)
    for s in range(HOLDS):
        if turns[s] < 2:
            held[s] = turns[s]
    # Frictions whose part others can take go on exerting what they do now.
    for s in range(FRICTIONS):
        if resting[LIMITS + s] == 1 and held[LIMITS + s] == 0 and exerted[s] > 0.0:
            senses[s] = x[LIMITS + s] / exerted[s]
    line_up(speeds, held, along)
    return 0


def settle_on(
    c: Row, clock: Row, q: Row, v: Row, resting: Counts, reached: int, struck: int
) -> int:
    """The same in the course of a motion, where something is reached, unless that is below 0.

    What sticks goes on to do so unless an impact has struck.  UNSETTLED where sliding and
    sticking change without end.
    """
    u: Row = zeros(N)
    senses: Row = zeros(FRICTIONS + SLIPS + ROUGH)
    quick: Row = zeros(N)
    along: Row = zeros(ROUGH * SLIPS)
    held: Counts = counts(HOLDS)
    letting: Counts = counts(HOLDS)
    locking: int = -1
    for i in range(N):
        quick[i] = clock[AT_QUICK + i]
    for s in range(FRICTIONS):
        if clock[AT_TOUCHING + LIMITS + s] > 0.5 and struck == 0:
            resting[LIMITS + s] = 1
    for s in range(SLIPS):
        if clock[AT_TOUCHING + LIMITS + FRICTIONS + s] > 0.5 and struck == 0:
            resting[LIMITS + FRICTIONS + s] = 1
    if reached >= LIMITS:
        if clock[AT_TOUCHING + reached] > 0.5:
            letting[reached] = 1
        else:
            resting[reached] = 1
        for j in range(ROUGH):
            p: int = LIMITS + FRICTIONS + 2 * j
            if reached == p:
                for k in range(SLIPS):
                    if clock[AT_ALONG + j * SLIPS + k] != 0.0:
                        letting[LIMITS + FRICTIONS + k] = letting[p]
                for k in range(ROUGH):
                    first: int = LIMITS + FRICTIONS + 2 * k
                    if letting[first + 1] == 1:
                        letting[first] = 1
            if reached == p + 1:
                locking = j
        clock[AT_CHANGES] = clock[AT_CHANGES] + 1.0
        if clock[0] > clock[AT_SINCE] + DENSE:
            clock[AT_SINCE] = clock[0]
            clock[AT_CHANGES] = 0.0
        if clock[AT_CHANGES] > MOST_CHANGES:
            return UNSETTLED
    inputs(c, clock[0], q, v, u)
    status: int = grip(c, clock[0], q, v, u, quick, resting, letting, locking, held, senses, along)
    for s in range(HOLDS):
        clock[AT_TOUCHING + s] = real(held[s])
    for s in range(FRICTIONS + SLIPS + ROUGH):
        clock[AT_SENSES + s] = senses[s]
    for s in range(ROUGH * SLIPS):
        clock[AT_ALONG + s] = along[s]
    return status
