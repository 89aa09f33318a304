def scales(mass: Row, d: Row) -> None:
    """Lengths of one unit of each coordinate: metres and radians become comparable."""
    largest: float = 0.0
    for i in range(N):
        largest = maximum(largest, fabs(mass[i * N + i]) * EXTENTS[i] * EXTENTS[i])
    if not largest > 0.0:
        largest = 1.0
    for i in range(N):
        own: float = fabs(mass[i * N + i]) * EXTENTS[i] * EXTENTS[i]
        if not own > WEIGHTLESS * largest:
            own = largest
        d[i] = EXTENTS[i] / sqrt(own)


def whole_size(d: Row) -> float:
    """How far all coordinates go together where the system moves as a whole, in a scale."""
    size: float = 0.0
    for i in range(N):
        size = size + (EXTENTS[i] / d[i]) * (EXTENTS[i] / d[i])
    return sqrt(size)


def even_row(s: int, slopes: Row, reach: Row, d: Row, k: int, table: Row) -> float:
    """Row s of the slopes as row k of the table: scaled, of length 1 or less.

    Returned is what it was divided by.  A row that binds nothing is zero; its size is minus what it
    could be.
    """
    own: float = 0.0
    usual: float = 0.0
    for i in range(N):
        own = own + (slopes[s * N + i] * d[i]) * (slopes[s * N + i] * d[i])
        usual = usual + (reach[s * N + i] * d[i]) * (reach[s * N + i] * d[i])
    own = sqrt(own)
    usual = sqrt(usual)
    if not own > IDLE * usual:
        for i in range(N):
            table[k * N + i] = 0.0
        if usual > 0.0:
            return -usual
        return -1.0
    size: float = maximum(own, WHOLE * usual)
    for i in range(N):
        table[k * N + i] = slopes[s * N + i] * d[i] / size
    return size


def factorise(rows: int, least: float, table: Row, order: Counts, mirrors: Row, beta: Row) -> int:
    """The rank of the table, which becomes lower triangular: table Q with reflections Q.

    Rows are taken by the part of them that the earlier ones leave, the largest first.
    """
    for s in range(rows):
        order[s] = s
    rank: int = 0
    while rank < rows and rank < N:
        best: int = rank
        most: float = 0.0
        for s in range(rank, rows):
            left: float = 0.0
            for i in range(rank, N):
                left = left + table[s * N + i] * table[s * N + i]
            if left > most:
                most = left
                best = s
        most = sqrt(most)
        if not most > least:
            return rank
        if best > rank:
            kept: int = order[best]
            order[best] = order[rank]
            order[rank] = kept
            for i in range(N):
                entry: float = table[best * N + i]
                table[best * N + i] = table[rank * N + i]
                table[rank * N + i] = entry
        if table[rank * N + rank] > 0.0:
            most = -most
        total: float = 0.0
        for i in range(rank):
            mirrors[rank * N + i] = 0.0
        for i in range(rank, N):
            mirrors[rank * N + i] = table[rank * N + i]
        mirrors[rank * N + rank] = mirrors[rank * N + rank] - most
        for i in range(rank, N):
            total = total + mirrors[rank * N + i] * mirrors[rank * N + i]
        beta[rank] = 2.0 / total
        for s in range(rank, rows):
            share: float = 0.0
            for i in range(rank, N):
                share = share + mirrors[rank * N + i] * table[s * N + i]
            share = share * beta[rank]
            for i in range(rank, N):
                table[s * N + i] = table[s * N + i] - share * mirrors[rank * N + i]
        rank = rank + 1
    return rank


def reflect(k: int, mirrors: Row, beta: Row, first: int, step: int, x: Row) -> None:
    """One reflection of the N entries of x from the first on, each a step after the other."""
    share: float = 0.0
    for i in range(k, N):
        share = share + mirrors[k * N + i] * x[first + step * i]
    share = share * beta[k]
    for i in range(k, N):
        x[first + step * i] = x[first + step * i] - share * mirrors[k * N + i]


def descriptor(
    rows: int,
    mass: Row,
    force: Row,
    slopes: Row,
    reach: Row,
    drift: Row,
    a: Row,
    multipliers: Row,
) -> int:
    """mass a = force + slopes' multipliers and slopes a = -drift, also where rows depend.

    The multipliers are the smallest ones.  0; 1 where there are no values; 2 where a motion has no
    inertia; 3 where rows contradict each other.
    """
    d: Row = zeros(N)
    table: Row = zeros(ALL * N)
    wanted: Row = zeros(ALL)
    sizes: Row = zeros(ALL)
    order: Counts = counts(ALL)
    mirrors: Row = zeros(N * N)
    beta: Row = zeros(N)
    B: Row = zeros(N * N)
    r: Row = zeros(N)
    y: Row = zeros(N)
    L: Row = zeros(N * N)
    x: Row = zeros(N)
    scales(mass, d)
    asked: float = 0.0
    for s in range(rows):
        sizes[s] = even_row(s, slopes, reach, d, s, table)
        wanted[s] = -drift[s] / fabs(sizes[s])
        multipliers[s] = 0.0
        asked = maximum(asked, fabs(wanted[s]))
        if is_finite(wanted[s]) == 0 or is_finite(sizes[s]) == 0:
            return 1
    driven: float = 0.0
    for i in range(N):
        r[i] = d[i] * force[i]
        driven = driven + r[i] * r[i]
        y[i] = 0.0
        for j in range(N):
            B[i * N + j] = d[i] * mass[i * N + j] * d[j]
            L[i * N + j] = 0.0
    driven = sqrt(driven)
    if is_finite(driven) == 0:
        return 1
    rank: int = factorise(rows, DEPENDENT, table, order, mirrors, beta)
    if rank < 0 or rank > rows or rank > N:
        return 1
    for k in range(rank):
        reflect(k, mirrors, beta, 0, 1, r)
        for i in range(N):
            reflect(k, mirrors, beta, i, N, B)
        for i in range(N):
            reflect(k, mirrors, beta, i * N, 1, B)
    size: float = 0.0
    for k in range(rank):
        y[k] = wanted[order[k]]
        for j in range(k):
            y[k] = y[k] - table[k * N + j] * y[j]
        y[k] = y[k] / table[k * N + k]
        size = size + y[k] * y[k]
    size = sqrt(size)
    usual: float = whole_size(d) / (TIME_UNIT * TIME_UNIT)
    for s in range(rank, rows):
        wrong: float = wanted[order[s]]
        about: float = fabs(wanted[order[s]]) + size
        if sizes[order[s]] < 0.0:
            about = 0.0
        for j in range(rank):
            wrong = wrong - table[s * N + j] * y[j]
        if not fabs(wrong) <= UNFULFILLED * about + LEAST_ASKED * (usual + asked + driven):
            return 3
    # What the rows leave free.
    largest: float = 1.0
    for i in range(rank, N):
        x[i] = r[i]
        for j in range(rank):
            x[i] = x[i] - B[i * N + j] * y[j]
        largest = maximum(largest, fabs(B[i * N + i]))
    for i in range(rank, N):
        for j in range(rank, i + 1):
            entry: float = B[i * N + j]
            for k in range(rank, j):
                entry = entry - L[i * N + k] * L[j * N + k]
            if j < i:
                L[i * N + j] = entry / L[j * N + j]
            else:
                if not entry > WITHOUT_INERTIA * largest:
                    return 2
                L[i * N + i] = sqrt(entry)
        for j in range(rank, i):
            x[i] = x[i] - L[i * N + j] * x[j]
        x[i] = x[i] / L[i * N + i]
    for i in range(N - 1, rank - 1, -1):
        for j in range(i + 1, N):
            x[i] = x[i] - L[j * N + i] * x[j]
        x[i] = x[i] / L[i * N + i]
        y[i] = x[i]
    # What the rows push.
    for k in range(rank - 1, -1, -1):
        x[k] = -r[k]
        for j in range(N):
            x[k] = x[k] + B[k * N + j] * y[j]
        for s in range(k + 1, rank):
            x[k] = x[k] - table[s * N + k] * x[s]
        x[k] = x[k] / table[k * N + k]
        multipliers[order[k]] = x[k] / sizes[order[k]]
    if rank < rows:
        smallest_multipliers(rows, rank, table, order, sizes, multipliers)
    for k in range(rank - 1, -1, -1):
        reflect(k, mirrors, beta, 0, 1, y)
    for i in range(N):
        a[i] = d[i] * y[i]
        if is_finite(a[i]) == 0:
            return 1
    return 0


def smallest_multipliers(
    rows: int, rank: int, table: Row, order: Counts, sizes: Row, multipliers: Row
) -> None:
    """Take away what pushes nothing."""
    idle: Row = zeros(ALL * ALL)
    count: int = 0
    for s in range(rank, rows):
        if sizes[order[s]] > 0.0:
            for k in range(rows):
                idle[count * ALL + k] = 0.0
            idle[count * ALL + order[s]] = 1.0 / sizes[order[s]]
            for k in range(rank - 1, -1, -1):
                entry: float = -table[s * N + k]
                for j in range(k + 1, rank):
                    entry = (
                        entry - table[j * N + k] * idle[count * ALL + order[j]] * sizes[order[j]]
                    )
                idle[count * ALL + order[k]] = entry / table[k * N + k] / sizes[order[k]]
            for turn in range(2):
                for other in range(count):
                    share: float = 0.0
                    for k in range(rows):
                        share = share + idle[other * ALL + k] * idle[count * ALL + k]
                    for k in range(rows):
                        idle[count * ALL + k] = (
                            idle[count * ALL + k] - share * idle[other * ALL + k]
                        )
            length: float = 0.0
            for k in range(rows):
                length = length + idle[count * ALL + k] * idle[count * ALL + k]
            length = sqrt(length)
            part: float = 0.0
            for k in range(rows):
                idle[count * ALL + k] = idle[count * ALL + k] / length
                part = part + idle[count * ALL + k] * multipliers[k]
            for k in range(rows):
                multipliers[k] = multipliers[k] - part * idle[count * ALL + k]
            count = count + 1
