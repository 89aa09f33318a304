def solve_whole(table: Row, right: Row, x: Row) -> None:
    """table x = right by elimination with the largest pivots; what depends on others stays zero."""
    rest: Row = zeros(HOLDS)
    left: Row = zeros(HOLDS * HOLDS)
    row_of: Counts = counts(HOLDS)
    taken: Counts = counts(HOLDS)
    largest: float = 0.0
    for s in range(HOLDS):
        row_of[s] = -1
        rest[s] = right[s]
        for k in range(HOLDS):
            left[s * HOLDS + k] = table[s * HOLDS + k]
            largest = maximum(largest, fabs(left[s * HOLDS + k]))
    row: int = 0
    column: int = 0
    while row >= 0:
        most: float = LEAST_PIVOT * largest
        row = -1
        for s in range(HOLDS):
            for k in range(HOLDS):
                if taken[s] == 0 and row_of[k] < 0 and fabs(left[s * HOLDS + k]) > most:
                    most = fabs(left[s * HOLDS + k])
                    row = s
                    column = k
        if row >= 0:
            taken[row] = 1
            row_of[column] = row
            for s in range(HOLDS):
                if s != row:
                    part: float = left[s * HOLDS + column] / left[row * HOLDS + column]
                    if part != 0.0:
                        rest[s] = rest[s] - part * rest[row]
                        for k in range(HOLDS):
                            left[s * HOLDS + k] = left[s * HOLDS + k] - part * left[row * HOLDS + k]
    for k in range(HOLDS):
        x[k] = 0.0
        if row_of[k] >= 0:
            x[k] = rest[row_of[k]] / left[row_of[k] * HOLDS + k]


def take_possible(table: Row, right: Row) -> None:
    """Leave out of the right side what no efforts can take, where that is rounding.

    Efforts that take each other's place move the same, but for how exactly positions are known.
    """
    left: Row = zeros(HOLDS * HOLDS)
    sums: Row = zeros(HOLDS * HOLDS)
    rest: Row = zeros(HOLDS)
    idle: Counts = counts(HOLDS)
    used: Counts = counts(HOLDS)
    size: float = 0.0
    largest: float = 0.0
    for s in range(HOLDS):
        idle[s] = 1
        largest = maximum(largest, fabs(right[s]))
        for k in range(HOLDS):
            left[s * HOLDS + k] = table[s * HOLDS + k]
            size = maximum(size, fabs(left[s * HOLDS + k]))
        sums[s * HOLDS + s] = 1.0
    row: int = 0
    column: int = 0
    while row >= 0:
        most: float = TOGETHER * size
        row = -1
        for s in range(HOLDS):
            for k in range(HOLDS):
                if idle[s] == 1 and used[k] == 0 and fabs(left[s * HOLDS + k]) > most:
                    most = fabs(left[s * HOLDS + k])
                    row = s
                    column = k
        if row >= 0:
            idle[row] = 0
            used[column] = 1
            for s in range(HOLDS):
                if idle[s] == 1:
                    part: float = left[s * HOLDS + column] / left[row * HOLDS + column]
                    for k in range(HOLDS):
                        left[s * HOLDS + k] = left[s * HOLDS + k] - part * left[row * HOLDS + k]
                        sums[s * HOLDS + k] = sums[s * HOLDS + k] - part * sums[row * HOLDS + k]
    # What is left of rows that others make up, one at a right angle to the other.
    for s in range(HOLDS):
        if idle[s] == 1:
            for j in range(s):
                if idle[j] == 1:
                    share: float = 0.0
                    for k in range(HOLDS):
                        share = share + sums[s * HOLDS + k] * sums[j * HOLDS + k]
                    for k in range(HOLDS):
                        sums[s * HOLDS + k] = sums[s * HOLDS + k] - share * sums[j * HOLDS + k]
            length: float = 0.0
            for k in range(HOLDS):
                length = length + sums[s * HOLDS + k] * sums[s * HOLDS + k]
            length = sqrt(length)
            along: float = 0.0
            for k in range(HOLDS):
                sums[s * HOLDS + k] = sums[s * HOLDS + k] / length
                along = along + sums[s * HOLDS + k] * right[k]
            for k in range(HOLDS):
                rest[k] = rest[k] + along * sums[s * HOLDS + k]
    missed_most: float = 0.0
    for s in range(HOLDS):
        missed_most = maximum(missed_most, fabs(rest[s]))
    if missed_most > 0.1 * EXACT_EFFORTS * largest and missed_most <= TOO_EXACT * largest:
        for s in range(HOLDS):
            right[s] = right[s] - rest[s]


def radius_of(j: int, grips: Row, x: Row) -> float:
    """What the slips of rough limit j are held by at most, by its normal effort."""
    return grips[j] * maximum(x[ROUGH_LIMITS[j]], 0.0)


def shortfall(
    table: Row, right: Row, least: Row, most: Row, grips: Row, x: Row, y: Row, gap: Row
) -> float:
    """How far efforts x are from those nearest to y = x + right - table x that bounds allow.

    Returned is the largest part of the gap.  Efforts lie between bounds; those of both slips of a
    rough limit in a disc, unless its grip is below 0.
    """
    worst: float = 0.0
    for s in range(HOLDS):
        y[s] = x[s] + right[s]
        for k in range(HOLDS):
            y[s] = y[s] - table[s * HOLDS + k] * x[k]
        gap[s] = x[s] - minimum(maximum(y[s], least[s]), most[s])
    for j in range(ROUGH):
        if grips[j] >= 0.0:
            p: int = LIMITS + FRICTIONS + 2 * j
            length: float = sqrt(y[p] * y[p] + y[p + 1] * y[p + 1])
            radius: float = radius_of(j, grips, x)
            part: float = 1.0
            if length > radius:
                part = radius / length
            gap[p] = x[p] - part * y[p]
            gap[p + 1] = x[p + 1] - part * y[p + 1]
    for s in range(HOLDS):
        if is_finite(gap[s]) == 0:
            return LARGEST
        worst = maximum(worst, fabs(gap[s]))
    return worst


def sweep(table: Row, right: Row, least: Row, most: Row, grips: Row, x: Row, sweeps: int) -> None:
    """Balance all efforts one after the other, so many times."""
    before: Row = zeros(HOLDS)
    turn: int = 0
    while turn < sweeps:
        turn = turn + 1
        for s in range(HOLDS):
            before[s] = x[s]
        for s in range(LIMITS + FRICTIONS):
            if table[s * HOLDS + s] > 0.0:
                wanted: float = right[s]
                for k in range(HOLDS):
                    wanted = wanted - table[s * HOLDS + k] * x[k]
                wanted = x[s] + wanted / table[s * HOLDS + s]
                x[s] = minimum(maximum(wanted, least[s]), most[s])
        for j in range(ROUGH):
            if grips[j] >= 0.0:
                p: int = LIMITS + FRICTIONS + 2 * j
                stiff: float = maximum(table[p * HOLDS + p], table[(p + 1) * HOLDS + p + 1]) + fabs(
                    table[p * HOLDS + p + 1]
                )
                if not stiff > 0.0:
                    stiff = 1.0
                first: float = right[p]
                second: float = right[p + 1]
                for k in range(HOLDS):
                    first = first - table[p * HOLDS + k] * x[k]
                    second = second - table[(p + 1) * HOLDS + k] * x[k]
                first = x[p] + first / stiff
                second = x[p + 1] + second / stiff
                length: float = sqrt(first * first + second * second)
                radius: float = radius_of(j, grips, x)
                part: float = 1.0
                if length > radius:
                    part = radius / length
                x[p] = part * first
                x[p + 1] = part * second
        change: float = 0.0
        size: float = 0.0
        for s in range(HOLDS):
            change = maximum(change, fabs(x[s] - before[s]))
            size = maximum(size, fabs(x[s]))
        if change <= NEAR_ENOUGH * size:
            turn = sweeps


def towards(
    table: Row, least: Row, most: Row, grips: Row, x: Row, y: Row, gap: Row, way: Row
) -> None:
    """The step of Newton's method to efforts without a gap, from x less this way."""
    matrix: Row = zeros(HOLDS * HOLDS)
    for s in range(HOLDS):
        inside: int = 0
        if y[s] >= least[s] and y[s] <= most[s]:
            inside = 1
        for k in range(HOLDS):
            matrix[s * HOLDS + k] = 0.0
            if inside == 1:
                matrix[s * HOLDS + k] = table[s * HOLDS + k]
        if inside == 0:
            matrix[s * HOLDS + s] = 1.0
    for j in range(ROUGH):
        if grips[j] >= 0.0:
            p: int = LIMITS + FRICTIONS + 2 * j
            limit: int = ROUGH_LIMITS[j]
            length: float = sqrt(y[p] * y[p] + y[p + 1] * y[p + 1])
            radius: float = radius_of(j, grips, x)
            for k in range(HOLDS):
                matrix[p * HOLDS + k] = table[p * HOLDS + k]
                matrix[(p + 1) * HOLDS + k] = table[(p + 1) * HOLDS + k]
            if length > radius:
                a: float = y[p] / length
                b: float = y[p + 1] / length
                part: float = radius / length
                for k in range(HOLDS):
                    across: float = b * table[p * HOLDS + k] - a * table[(p + 1) * HOLDS + k]
                    if k == p:
                        across = across - b
                    if k == p + 1:
                        across = across + a
                    matrix[p * HOLDS + k] = part * b * across
                    matrix[(p + 1) * HOLDS + k] = -part * a * across
                matrix[p * HOLDS + p] = matrix[p * HOLDS + p] + 1.0
                matrix[(p + 1) * HOLDS + p + 1] = matrix[(p + 1) * HOLDS + p + 1] + 1.0
                if x[limit] > 0.0:
                    matrix[p * HOLDS + limit] = matrix[p * HOLDS + limit] - grips[j] * a
                    matrix[(p + 1) * HOLDS + limit] = matrix[(p + 1) * HOLDS + limit] - grips[j] * b
    solve_whole(matrix, gap, way)


def balanced(
    table: Row, right: Row, least: Row, most: Row, grips: Row, x: Row, exact: float
) -> int:
    """Efforts x that miss no more than that, by Newton's method from near ones; 0 where not."""
    y: Row = zeros(HOLDS)
    gap: Row = zeros(HOLDS)
    way: Row = zeros(HOLDS)
    trial: Row = zeros(HOLDS)
    above: Row = zeros(HOLDS)
    left: Row = zeros(HOLDS)
    worst: float = shortfall(table, right, least, most, grips, x, y, gap)
    turn: int = 0
    while worst > exact and turn < BALANCES:
        turn = turn + 1
        towards(table, least, most, grips, x, y, gap, way)
        part: float = 1.0
        halving: int = 0
        later: float = LARGEST
        while not later < worst and halving < HALVINGS:
            for s in range(HOLDS):
                trial[s] = x[s] - part * way[s]
            later = shortfall(table, right, least, most, grips, trial, above, left)
            part = 0.5 * part
            halving = halving + 1
        if not later < worst:
            return 0
        worst = later
        for s in range(HOLDS):
            x[s] = trial[s]
            y[s] = above[s]
            gap[s] = left[s]
    if worst > exact:
        return 0
    return 1


def coulomb(
    speeds: Row, some: Counts, wanted: Row, floors: Row, most: Row, grips: Row, x: Row
) -> int:
    """What some hold of the accelerations, or speeds, that are wanted: efforts x against them.

    Limits push by their floors at least, and leave no approach; frictions hold between -most and
    most; both slips of a rough limit in a disc with the grip times its normal effort as a radius.
    By sweeps, and then exactly: Alart, Curnier, Computer Methods in Applied Mechanics and
    Engineering 92 (1991).  0; UNBALANCED where there are none.
    """
    scale: Row = zeros(HOLDS)
    right: Row = zeros(HOLDS)
    lower: Row = zeros(HOLDS)
    upper: Row = zeros(HOLDS)
    even: Row = zeros(ROUGH)
    table: Row = zeros(HOLDS * HOLDS)
    for s in range(HOLDS):
        scale[s] = 0.0
        x[s] = 0.0
        if some[s] == 1:
            scale[s] = 1.0
            if speeds[s * HOLDS + s] > 0.0:
                scale[s] = 1.0 / sqrt(speeds[s * HOLDS + s])
    for j in range(ROUGH):
        p: int = LIMITS + FRICTIONS + 2 * j
        limit: int = ROUGH_LIMITS[j]
        even[j] = -1.0
        if some[p] == 1:
            if not speeds[(p + 1) * HOLDS + p + 1] > 0.0:
                scale[p + 1] = scale[p]
            if not speeds[p * HOLDS + p] > 0.0:
                scale[p] = scale[p + 1]
            scale[p] = minimum(scale[p], scale[p + 1])
            scale[p + 1] = scale[p]
            even[j] = grips[j] * scale[limit] / scale[p]
    size: float = 0.0
    for s in range(HOLDS):
        right[s] = wanted[s] * scale[s]
        for k in range(HOLDS):
            table[s * HOLDS + k] = speeds[s * HOLDS + k] * scale[s] * scale[k]
    take_possible(table, right)
    for s in range(LIMITS):
        if some[s] == 1:
            lower[s] = floors[s] / scale[s]
            upper[s] = LARGEST
    for s in range(FRICTIONS):
        if some[LIMITS + s] == 1:
            upper[LIMITS + s] = most[s] / scale[LIMITS + s]
            lower[LIMITS + s] = -upper[LIMITS + s]
    for s in range(HOLDS):
        x[s] = lower[s]
        if upper[s] > 0.0:
            x[s] = maximum(lower[s], 0.0)
    for s in range(HOLDS):
        pushed: float = 0.0
        for k in range(HOLDS):
            pushed = pushed + table[s * HOLDS + k] * x[k]
        size = maximum(size, maximum(fabs(right[s]), fabs(pushed)))
    sweeps: int = 30
    for turn in range(3):
        sweep(table, right, lower, upper, even, x, sweeps)
        if balanced(table, right, lower, upper, even, x, EXACT_EFFORTS * size) == 1:
            for s in range(HOLDS):
                x[s] = x[s] * scale[s]
            return 0
        sweeps = 10 * sweeps
    return UNBALANCED


def strike(
    c: Row,
    changes: Row,
    speeds: Row,
    struck: Counts,
    kappa: Row,
    rate: Row,
    v: Row,
    impulses: Row,
) -> int:
    """An impact of limits that are struck, with friction where they are rough; see collide.

    An impulse of friction stops the slip, or is the grip times the normal one.  Where Newton's law
    would make energy it is done by Poisson's: compression, then kappa times its impulses.
    """
    mu: Row = zeros(3 * ROUGH)
    grips: Row = zeros(ROUGH)
    floors: Row = zeros(HOLDS)
    most: Row = zeros(HOLDS)
    wanted: Row = zeros(HOLDS)
    x: Row = zeros(HOLDS)
    more: Row = zeros(HOLDS)
    some: Counts = counts(HOLDS)
    roughness(c, mu)
    for s in range(LIMITS):
        some[s] = struck[s]
        wanted[s] = rate[s]
        if rate[s] > 0.0:
            wanted[s] = (1.0 + kappa[s]) * rate[s]
    count: int = 0
    for j in range(ROUGH):
        grips[j] = mu[3 * j]
        if struck[ROUGH_LIMITS[j]] == 1:
            count = count + 1
            for k in range(2):
                p: int = LIMITS + FRICTIONS + 2 * j + k
                some[p] = 1
                wanted[p] = (1.0 + mu[3 * j + 2]) * rate[p]
    if count == 0:
        collide(changes, speeds, struck, kappa, rate, v, impulses)
        return 0
    status: int = coulomb(speeds, some, wanted, floors, most, grips, x)
    if status != 0:
        return status
    made: float = 0.0
    terms: float = 0.0
    for s in range(HOLDS):
        if some[s] == 1:
            twice: float = 2.0 * rate[s]
            for k in range(HOLDS):
                twice = twice - speeds[s * HOLDS + k] * x[k]
            made = made - 0.5 * x[s] * twice
            terms = terms + fabs(x[s] * rate[s])
    if made > GAINED * terms:
        status = coulomb(speeds, some, rate, floors, most, grips, x)
        for s in range(HOLDS):
            wanted[s] = rate[s]
            for k in range(HOLDS):
                wanted[s] = wanted[s] - speeds[s * HOLDS + k] * x[k]
        for s in range(LIMITS):
            if rate[s] > 0.0:
                floors[s] = kappa[s] * x[s]
        if status == 0:
            status = coulomb(speeds, some, wanted, floors, most, grips, more)
        if status != 0:
            return status
        for s in range(HOLDS):
            x[s] = x[s] + more[s]
    for s in range(HOLDS):
        if x[s] != 0.0:
            impulses[s] = impulses[s] - x[s]
            for i in range(N):
                v[i] = v[i] - x[s] * changes[s * N + i]
    for s in range(HOLDS):
        for k in range(HOLDS):
            rate[k] = rate[k] - x[s] * speeds[s * HOLDS + k]
    return 0
