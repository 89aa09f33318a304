def held_forced(
    c: Row, t: float, q: Row, v: Row, u: Row, held: Counts, a: Row, multipliers: Row
) -> int:
    """Accelerations under some of the conditions, and multipliers of all: the smallest ones.

    Conditions that say the same as those held share what these carry; how far they are missed, as
    within a step, does not count.
    """
    mass: Row = zeros(N * N)
    force: Row = zeros(N)
    own: Row = zeros(ALL * N)
    bounds: Row = zeros(ALL * N)
    offset: Row = zeros(ALL)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    drift: Row = zeros(ALL)
    found: Row = zeros(ALL)
    place: Counts = counts(ALL)
    dynamics(c, t, q, v, mass, force, own, bounds, offset)
    for i in range(N):
        force[i] = force[i] + u[i]
    # Those held stand first.
    count: int = 0
    held_count: int = 0
    for wanted in range(1, -1, -1):
        for s in range(ROWS):
            if held[s] == wanted:
                place[count] = s
                drift[count] = offset[s]
                for i in range(N):
                    slopes[count * N + i] = own[s * N + i]
                    reach[count * N + i] = bounds[s * N + i]
                count = count + 1
        if wanted == 1:
            held_count = count
    status: int = descriptor(held_count, mass, force, slopes, reach, drift, a, found)
    if status == 0 and held_count < ROWS:
        share(held_count, mass, slopes, reach, found)
    for s in range(ROWS):
        multipliers[place[s]] = found[s]
    return status


def share(rank: int, mass: Row, slopes: Row, reach: Row, multipliers: Row) -> None:
    """Give conditions that say the same as the first ones their share of the multipliers."""
    d: Row = zeros(N)
    table: Row = zeros(ALL * N)
    sizes: Row = zeros(ALL)
    order: Counts = counts(ALL)
    mirrors: Row = zeros(N * N)
    beta: Row = zeros(N)
    scales(mass, d)
    for s in range(ROWS):
        sizes[s] = even_row(s, slopes, reach, d, s, table)
    if factorise(rank, DEPENDENT, table, order, mirrors, beta) < rank:
        return
    for s in range(rank, ROWS):
        order[s] = s
        multipliers[s] = 0.0
        for k in range(rank):
            reflect(k, mirrors, beta, s * N, 1, table)
    smallest_multipliers(ROWS, rank, table, order, sizes, multipliers)
