def gauge(reach: Row, sizes: Row) -> None:
    """How far each @limit changes at most where the system moves as a whole."""
    for s in range(HOLDS):
        size: float = 0.0
        for i in range(N):
            own: float = reach[(ROWS + s) * N + i] * EXTENTS[i]
            size = size + own * own
        sizes[s] = sqrt(size)
        if not size > 0.0:
            sizes[s] = 1.0


def respond(mass: Row, slopes: Row, reach: Row, touching: Counts, changes: Row, speeds: Row) -> int:
    """How unit impulses on the @limits that touch change velocities, and the rates of all @limits.

    Conditions go on to hold.  Zero for a @limit that no velocity which these allow has an effect
    on, and for those that do not touch.
    """
    d: Row = zeros(N)
    table: Row = zeros(ALL * N)
    order: Counts = counts(ALL)
    mirrors: Row = zeros(N * N)
    beta: Row = zeros(N)
    x: Row = zeros(N)
    push: Row = zeros(N)
    rest: Row = zeros(ALL)
    change: Row = zeros(N)
    multipliers: Row = zeros(ALL)
    front: Row = zeros(ALL * N)
    scales(mass, d)
    for s in range(ROWS):
        rest[s] = fabs(even_row(s, slopes, reach, d, s, table))
    rank: int = factorise(ROWS, DEPENDENT, table, order, mirrors, beta)
    if rank < 0 or rank > ROWS or rank > N:
        return 1
    for s in range(ALL):
        rest[s] = 0.0
    for s in range(HOLDS):
        own: float = 0.0
        usual: float = 0.0
        left: float = 0.0
        for i in range(N):
            changes[s * N + i] = 0.0
            push[i] = slopes[(ROWS + s) * N + i]
            x[i] = push[i] * d[i]
            own = own + x[i] * x[i]
            usual = usual + (reach[(ROWS + s) * N + i] * d[i]) * (reach[(ROWS + s) * N + i] * d[i])
        for k in range(rank):
            reflect(k, mirrors, beta, 0, 1, x)
        for i in range(rank, N):
            left = left + x[i] * x[i]
        usual = sqrt(usual)
        if touching[s] == 1 and sqrt(own) > IDLE * usual and sqrt(left) > DEPENDENT * usual:
            for k in range(ROWS * N):
                front[k] = slopes[k]
            status: int = descriptor(ROWS, mass, push, front, reach, rest, change, multipliers)
            if status != 0:
                return status
            for i in range(N):
                changes[s * N + i] = change[i]
    for s in range(HOLDS):
        for k in range(HOLDS):
            speeds[s * HOLDS + k] = 0.0
            for i in range(N):
                speeds[s * HOLDS + k] = (
                    speeds[s * HOLDS + k] + slopes[(ROWS + k) * N + i] * changes[s * N + i]
                )
    return 0


def solve_active(table: Row, right: Row, active: Counts, trial: Row) -> None:
    """table x = right for the active entries of x; those that depend on others stay zero."""
    factor: Row = zeros(HOLDS * HOLDS)
    left: Row = zeros(HOLDS)
    y: Row = zeros(HOLDS)
    order: Counts = counts(HOLDS)
    rank: int = 0
    best: int = 0
    for s in range(HOLDS):
        trial[s] = 0.0
        if active[s] == 1:
            left[s] = table[s * HOLDS + s]
    while best >= 0 and rank < HOLDS:
        most: float = 1e-10
        best = -1
        for s in range(HOLDS):
            if left[s] > most:
                most = left[s]
                best = s
        if best >= 0:
            order[rank] = best
            for s in range(HOLDS):
                if left[s] > 0.0 and s != best:
                    entry: float = table[s * HOLDS + best]
                    for k in range(rank):
                        entry = entry - factor[s * HOLDS + k] * factor[best * HOLDS + k]
                    factor[s * HOLDS + rank] = entry / sqrt(most)
                    left[s] = left[s] - entry * entry / most
            factor[best * HOLDS + rank] = sqrt(most)
            left[best] = 0.0
            rank = rank + 1
    for k in range(rank):
        y[k] = right[order[k]]
        for j in range(k):
            y[k] = y[k] - factor[order[k] * HOLDS + j] * y[j]
        y[k] = y[k] / factor[order[k] * HOLDS + k]
    for k in range(rank - 1, -1, -1):
        for j in range(k + 1, rank):
            y[k] = y[k] - factor[order[j] * HOLDS + k] * trial[order[j]]
        trial[order[k]] = y[k] / factor[order[k] * HOLDS + k]
