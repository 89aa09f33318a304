def accelerations(c: Row, t: float, q: Row, v: Row, u: Row, a: Row) -> int:
    """The accelerations a under further generalised forces u; it returns what forced does."""
    multipliers: Row = zeros(ALL)
    carry(c, t, q, v, a)
    return forced(c, t, q, v, u, a, multipliers)


def choose(c: Row, t: float, q: Row, v: Row, held: Counts) -> float:
    """Mark conditions that are independent and span all others.

    Their number, and as a fraction how independent they are (the smallest pivot): below 0.001 the
    motion is near a position in which it may go on in several ways.
    """
    mass: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    d: Row = zeros(N)
    table: Row = zeros(ALL * N)
    order: Counts = counts(ALL)
    mirrors: Row = zeros(N * N)
    beta: Row = zeros(N)
    conditions(c, t, q, v, mass, position, velocity, slopes, reach)
    scales(mass, d)
    for s in range(ROWS):
        even_row(s, slopes, reach, d, s, table)
        held[s] = 0
    rank: int = factorise(ROWS, INDEPENDENT, table, order, mirrors, beta)
    smallest: float = 0.5
    for k in range(rank):
        held[order[k]] = 1
        smallest = minimum(smallest, fabs(table[k * N + k]))
    return real(rank) + smallest


def gather(held: Counts, slopes: Row, reach: Row, drift: Row) -> int:
    """Move the rows of conditions that are held to the front; their number."""
    count: int = 0
    for s in range(ALL):
        if held[s] == 1:
            drift[count] = drift[s]
            for i in range(N):
                slopes[count * N + i] = slopes[s * N + i]
                reach[count * N + i] = reach[s * N + i]
            count = count + 1
    return count


def held_alone(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    held: Counts,
    senses: Row,
    a: Row,
    multipliers: Row,
) -> int:
    """Accelerations under some of the conditions: within a step states miss them a little.

    The multipliers are those of these conditions alone.
    """
    mass: Row = zeros(N * N)
    force: Row = zeros(N)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    drift: Row = zeros(ALL)
    dynamics(c, t, q, v, mass, force, slopes, reach, drift)
    for i in range(N):
        force[i] = force[i] + u[i]
    if FRICTIONS > 0:
        status: int = rub(c, t, q, v, u, held, senses, slopes, force)
        if status != 0:
            return status
    if SLIPS > 0:
        return slide(c, t, q, v, held, senses, mass, force, slopes, reach, drift, a, multipliers)
    count: int = gather(held, slopes, reach, drift)
    return descriptor(count, mass, force, slopes, reach, drift, a, multipliers)


def held_accelerations(
    c: Row, t: float, q: Row, v: Row, u: Row, held: Counts, senses: Row, a: Row
) -> int:
    """The accelerations under some of the conditions."""
    multipliers: Row = zeros(ALL)
    carry(c, t, q, v, a)
    return held_alone(c, t, q, v, u, held, senses, a, multipliers)


def closest(
    rows: int, least: float, slopes: Row, reach: Row, misses: Row, d: Row, table: Row, x: Row
) -> float:
    """The smallest x with slopes x = -misses, in the scale d; its length in that scale.

    Rows that depend on others by less than the least pivot move nothing.
    """
    sizes: Row = zeros(ALL)
    order: Counts = counts(ALL)
    mirrors: Row = zeros(N * N)
    beta: Row = zeros(N)
    for s in range(rows):
        sizes[s] = fabs(even_row(s, slopes, reach, d, s, table))
    rank: int = factorise(rows, least, table, order, mirrors, beta)
    if rank < 0 or rank > rows or rank > N:
        rank = 0
    length: float = 0.0
    for i in range(N):
        x[i] = 0.0
    for k in range(rank):
        x[k] = -misses[order[k]] / sizes[order[k]]
        for j in range(k):
            x[k] = x[k] - table[k * N + j] * x[j]
        x[k] = x[k] / table[k * N + k]
        length = length + x[k] * x[k]
    for k in range(rank - 1, -1, -1):
        reflect(k, mirrors, beta, 0, 1, x)
    for i in range(N):
        x[i] = d[i] * x[i]
    return sqrt(length)


def place(c: Row, t: float, least: float, held: Counts, q: Row, v: Row) -> float:
    """One step of Newton's method to the conditions on positions; its length."""
    mass: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    d: Row = zeros(N)
    table: Row = zeros(ALL * N)
    x: Row = zeros(N)
    conditions(c, t, q, v, mass, position, velocity, slopes, reach)
    scales(mass, d)
    count: int = 0
    for s in range(ALL):
        if ON_POSITIONS[s] == 1 and (s < ROWS or held[s] == 1):
            position[count] = position[s]
            for i in range(N):
                slopes[count * N + i] = slopes[s * N + i]
                reach[count * N + i] = reach[s * N + i]
            count = count + 1
    for i in range(N):
        d[i] = d[i] * NEAR[i]
    length: float = closest(count, least, slopes, reach, position, d, table, x)
    whole: float = whole_size(d)
    most: float = 1.0
    if length > whole:
        most = whole / length
    size: float = 0.0
    for i in range(N):
        q[i] = q[i] + x[i] * most
        size = size + (q[i] / d[i]) * (q[i] / d[i])
    return length / (whole + sqrt(size))


def align(c: Row, t: float, least: float, held: Counts, q: Row, v: Row) -> None:
    """Velocities that meet the conditions, near those given."""
    mass: Row = zeros(N * N)
    position: Row = zeros(ALL)
    velocity: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    d: Row = zeros(N)
    table: Row = zeros(ALL * N)
    x: Row = zeros(N)
    conditions(c, t, q, v, mass, position, velocity, slopes, reach)
    scales(mass, d)
    for i in range(N):
        d[i] = d[i] * FAR[i]
    count: int = 0
    for s in range(ALL):
        if s < ROWS or held[s] == 1:
            velocity[count] = velocity[s]
            for i in range(N):
                slopes[count * N + i] = slopes[s * N + i]
                reach[count * N + i] = reach[s * N + i]
            count = count + 1
    length: float = closest(count, least, slopes, reach, velocity, d, table, x)
    if is_finite(length) == 1:
        for i in range(N):
            v[i] = v[i] + x[i]


def meet(c: Row, t: float, held: Counts, q: Row, v: Row) -> int:
    """The nearest positions that meet the conditions; 4 where none are found."""
    last: float = LARGEST
    for turn in range(ROUNDS):
        step: float = place(c, t, DEPENDENT, held, q, v)
        if is_finite(step) == 0:
            return 4
        if step <= LAST_STEP or (step < 100.0 * LAST_STEP and step >= last):
            return 0
        last = step
    return 4


def start(c: Row, t: float, q: Row, v: Row) -> int:
    """The nearest state that meets the conditions; 4 where none is found."""
    held: Counts = counts(ALL)
    status: int = meet(c, t, held, q, v)
    if status == 0:
        align(c, t, DEPENDENT, held, q, v)
    return status


def lead_back(c: Row, t: float, held: Counts, q: Row, v: Row) -> None:
    """One step of Newton's method to the conditions: enough for the drift of one step in time."""
    step: float = place(c, t, WEAK, held, q, v)
    if is_finite(step) == 1:
        align(c, t, WEAK, held, q, v)


def correct(c: Row, t: float, q: Row, v: Row) -> None:
    """The same, with all conditions."""
    held: Counts = counts(ALL)
    lead_back(c, t, held, q, v)
