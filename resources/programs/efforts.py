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
