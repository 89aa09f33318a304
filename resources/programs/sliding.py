def ways_of(c: Row, velocity: Row, held: Counts, senses: Row, ways: Row) -> int:
    """How many rough limits slide; the way of each slip, times what it is rubbed by.

    Slips that turn against the way of their limit rub on: there it comes to rest, or changes.
    Slower than what stands behind the ways they go along these.
    """
    mu: Row = zeros(3 * ROUGH)
    roughness(c, mu)
    count: int = 0
    for j in range(ROUGH):
        p: int = LIMITS + FRICTIONS + 2 * j
        first: float = senses[FRICTIONS + 2 * j]
        second: float = senses[FRICTIONS + 2 * j + 1]
        ways[2 * j] = 0.0
        ways[2 * j + 1] = 0.0
        if held[ROWS + ROUGH_LIMITS[j]] == 1 and (first != 0.0 or second != 0.0):
            count = count + 1
            a: float = velocity[ROWS + p]
            b: float = velocity[ROWS + p + 1]
            length: float = sqrt(a * a + b * b)
            if length > senses[FRICTIONS + SLIPS + j]:
                if a * first + b * second < 0.0:
                    length = -length
                first = a / length
                second = b / length
            ways[2 * j] = mu[3 * j] * first
            ways[2 * j + 1] = mu[3 * j] * second
    return count


def slide(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    held: Counts,
    senses: Row,
    mass: Row,
    force: Row,
    slopes: Row,
    reach: Row,
    drift: Row,
    a: Row,
    multipliers: Row,
) -> int:
    """Accelerations where limits that are held rub as they slide, by what presses them.

    What presses is linear in what rubs: m = m0 + table m.  It returns what descriptor does.
    """
    own: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    front: Row = zeros(ALL * N)
    back: Row = zeros(ALL * N)
    ways: Row = zeros(SLIPS)
    rubs: Row = zeros(ROUGH * N)
    push: Row = zeros(N)
    none: Row = zeros(ALL)
    some: Row = zeros(ALL)
    table: Row = zeros(HOLDS * HOLDS)
    pressed: Row = zeros(HOLDS)
    x: Row = zeros(HOLDS)
    at_row: Counts = counts(HOLDS)
    count: int = 0
    for j in range(ROUGH):
        if senses[FRICTIONS + 2 * j] != 0.0 or senses[FRICTIONS + 2 * j + 1] != 0.0:
            count = count + 1
    if count > 0:
        conditions(c, t, q, v, own, position, velocity, front, back)
        count = ways_of(c, velocity, held, senses, ways)
    if count > 0:
        for j in range(ROUGH):
            p: int = ROWS + LIMITS + FRICTIONS + 2 * j
            for i in range(N):
                rubs[j * N + i] = (
                    ways[2 * j] * slopes[p * N + i] + ways[2 * j + 1] * slopes[(p + 1) * N + i]
                )
    kept: int = gather(held, slopes, reach, drift)
    status: int = descriptor(kept, mass, force, slopes, reach, drift, a, multipliers)
    if status != 0 or count == 0:
        return status
    at: int = 0
    for s in range(ALL):
        if held[s] == 1:
            if s >= ROWS:
                at_row[s - ROWS] = at
            at = at + 1
    for j in range(ROUGH):
        if ways[2 * j] != 0.0 or ways[2 * j + 1] != 0.0:
            limit: int = ROUGH_LIMITS[j]
            for i in range(N):
                push[i] = rubs[j * N + i]
            status = descriptor(kept, mass, push, slopes, reach, none, a, some)
            if status != 0:
                return status
            pressed[limit] = multipliers[at_row[limit]]
            for k in range(ROUGH):
                other: int = ROUGH_LIMITS[k]
                if ways[2 * k] != 0.0 or ways[2 * k + 1] != 0.0:
                    table[other * HOLDS + limit] = -some[at_row[other]]
            table[limit * HOLDS + limit] = table[limit * HOLDS + limit] + 1.0
    solve_whole(table, pressed, x)
    for j in range(ROUGH):
        for i in range(N):
            force[i] = force[i] + x[ROUGH_LIMITS[j]] * rubs[j * N + i]
    return descriptor(kept, mass, force, slopes, reach, drift, a, multipliers)


def mark_slips(clock: Row, held: Counts, senses: Row) -> None:
    """Slips that stick are held like conditions, all others go their ways."""
    for s in range(SLIPS):
        held[ROWS + LIMITS + FRICTIONS + s] = 0
        if clock[AT_TOUCHING + LIMITS + FRICTIONS + s] > 0.5:
            held[ROWS + LIMITS + FRICTIONS + s] = 1
    for s in range(SLIPS + ROUGH):
        senses[FRICTIONS + s] = clock[AT_SENSES + FRICTIONS + s]


def quicken(clock: Row, y: Row) -> None:
    """Keep the largest velocities so far: beside them slips are rounding."""
    for i in range(N):
        clock[AT_QUICK + i] = maximum(clock[AT_QUICK + i], fabs(y[N + i]))


def see_slips(
    c: Row,
    clock: Row,
    mass: Row,
    slopes: Row,
    reach: Row,
    velocity: Row,
    held: Counts,
    senses: Row,
    value: Row,
) -> None:
    """What rises through zero where rough limits change: slips against their ways, and forces.

    The forces of what sticks are known, as values; these then tell what is beyond the bound.  Of
    what slides the second value tells how near it is to where no force lifts it (Painleve).
    """
    mu: Row = zeros(3 * ROUGH)
    ways: Row = zeros(SLIPS)
    forces: Row = zeros(HOLDS)
    changes: Row = zeros(HOLDS * N)
    speeds: Row = zeros(HOLDS * HOLDS)
    touching: Counts = counts(HOLDS)
    roughness(c, mu)
    count: int = ways_of(c, velocity, held, senses, ways)
    for s in range(HOLDS):
        forces[s] = value[s]
    status: int = 0
    if count > 0:
        for j in range(ROUGH):
            if ways[2 * j] != 0.0 or ways[2 * j + 1] != 0.0:
                touching[ROUGH_LIMITS[j]] = 1
        status = respond(mass, slopes, reach, touching, changes, speeds)
    for j in range(ROUGH):
        limit: int = ROUGH_LIMITS[j]
        p: int = LIMITS + FRICTIONS + 2 * j
        value[p] = -1.0
        value[p + 1] = -1.0
        if held[ROWS + p] == 1:
            length: float = sqrt(forces[p] * forces[p] + forces[p + 1] * forces[p + 1])
            bound: float = -mu[3 * j + 1] * forces[limit]
            along: float = 0.0
            most: float = 0.0
            for k in range(SLIPS):
                part: float = clock[AT_ALONG + j * SLIPS + k]
                along = along + part * forces[LIMITS + FRICTIONS + k]
                own: float = 0.0
                for i in range(ROUGH):
                    if k == 2 * i or k == 2 * i + 1:
                        own = -mu[3 * i + 1] * forces[ROUGH_LIMITS[i]]
                most = most + fabs(part) * own
            if most != 0.0:
                length = fabs(along)
                bound = most
            value[p] = length - BEYOND * bound
        elif held[ROWS + limit] == 1:
            first: float = senses[FRICTIONS + 2 * j]
            second: float = senses[FRICTIONS + 2 * j + 1]
            value[p] = -(first * velocity[ROWS + p] + second * velocity[ROWS + p + 1]) - SMALLEST
            if status == 0 and speeds[limit * HOLDS + limit] > 0.0:
                rubbing: float = (
                    ways[2 * j] * speeds[limit * HOLDS + p]
                    + ways[2 * j + 1] * speeds[limit * HOLDS + p + 1]
                )
                value[p + 1] = SEIZED - 1.0 - rubbing / speeds[limit * HOLDS + limit]


def shared(c: Row, clock: Row, y: Row, held: Counts, senses: Row) -> int:
    """UNSHARED where a motion depends on how a load is shared by rough limits that slide; else 0.

    That is where loads that balance each other accelerate by what they rub.
    """
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    mass: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    ways: Row = zeros(SLIPS)
    changes: Row = zeros(HOLDS * N)
    speeds: Row = zeros(HOLDS * HOLDS)
    scale: Row = zeros(HOLDS)
    table: Row = zeros(HOLDS * HOLDS)
    right: Row = zeros(HOLDS)
    load: Row = zeros(HOLDS)
    rub: Row = zeros(SLIPS)
    touching: Counts = counts(HOLDS)
    active: Counts = counts(HOLDS)
    every: Counts = counts(HOLDS)
    for i in range(N):
        q[i] = y[i]
        v[i] = y[N + i]
    for i in range(STATES):
        v[N + i] = y[2 * N + i]
    sliding: int = 0
    standing: int = 0
    for j in range(ROUGH):
        if held[ROWS + ROUGH_LIMITS[j]] == 1:
            standing = standing + 1
            if held[ROWS + LIMITS + FRICTIONS + 2 * j] == 0:
                sliding = sliding + 1
    if sliding == 0 or standing < 2:
        return 0
    conditions(c, clock[0], q, v, mass, position, velocity, slopes, reach)
    ways_of(c, velocity, held, senses, ways)
    for s in range(HOLDS):
        every[s] = 1
        touching[s] = held[ROWS + s]
    status: int = respond(mass, slopes, reach, every, changes, speeds)
    if status != 0:
        return status
    evened(speeds, touching, scale, table)
    for s in range(HOLDS):
        touching[s] = 0
        if scale[s] > 0.0:
            touching[s] = 1
    for s in range(HOLDS):
        active[s] = 0
    for s in range(HOLDS):
        if touching[s] == 1:
            for k in range(HOLDS):
                right[k] = table[s * HOLDS + k]
            solve_active(table, right, active, load)
            left: float = 1.0
            for k in range(HOLDS):
                left = left - table[s * HOLDS + k] * load[k]
            if left > MOVED_APART:
                active[s] = 1
            else:
                load[s] = -1.0
                size: float = 0.0
                for k in range(SLIPS):
                    rub[k] = 0.0
                for j in range(ROUGH):
                    limit: int = ROUGH_LIMITS[j]
                    size = size + fabs(load[limit])
                    rub[2 * j] = load[limit] * scale[limit] * ways[2 * j]
                    rub[2 * j + 1] = load[limit] * scale[limit] * ways[2 * j + 1]
                turned: float = 0.0
                for k in range(SLIPS):
                    for i in range(SLIPS):
                        p: int = (LIMITS + FRICTIONS + k) * HOLDS + LIMITS + FRICTIONS + i
                        turned = turned + rub[k] * rub[i] * speeds[p]
                if sqrt(fabs(turned)) > SHARES * size:
                    return UNSHARED
    return 0
