def derivatives(c: Row, t: float, q: Row, v: Row, u: Row, table: Row) -> int:
    """The derivatives of the accelerations by q, v, forces u and parameters, row by row.

    Under conditions they are those of the accelerations under conditions that are independent at
    this state.  It returns what accelerations do.
    """
    mass: Row = zeros(N * N)
    slopes: Row = zeros(ALL * N)
    reach: Row = zeros(ALL * N)
    held: Counts = counts(ALL)
    a: Row = zeros(N + STATES)
    multipliers: Row = zeros(ALL)
    slope: Row = zeros((N + ALL + STATES) * (2 * N + STATES + PARAMETERS))
    force: Row = zeros(N)
    drift: Row = zeros(ALL)
    x: Row = zeros(N)
    others: Row = zeros(ALL)
    rows: int = ALL
    status: int = basis(c, t, q, v, u, mass, slopes, reach, held, a, multipliers)
    if status != 0:
        return status
    residual(c, t, q, v, a, multipliers, slope)
    for k in range(3 * N + STATES + PARAMETERS):
        count: int = 0
        column: int = k
        if k >= 3 * N + STATES:
            column = k - N
        for i in range(N):
            force[i] = 0.0
            if k < 2 * N + STATES or k >= 3 * N + STATES:
                force[i] = -slope[i * (2 * N + STATES + PARAMETERS) + column]
            elif k == 2 * N + STATES + i:
                force[i] = 1.0
        for s in range(rows):
            if held[s] == 1:
                drift[count] = 0.0
                if k < 2 * N + STATES or k >= 3 * N + STATES:
                    drift[count] = slope[(N + s) * (2 * N + STATES + PARAMETERS) + column]
                count = count + 1
        status = descriptor(count, mass, force, slopes, reach, drift, x, others)
        if status != 0:
            return status
        for i in range(N):
            table[i * (3 * N + STATES + PARAMETERS) + k] = x[i]
        for i in range(STATES):
            table[(N + i) * (3 * N + STATES + PARAMETERS) + k] = 0.0
            if k < 2 * N + STATES or k >= 3 * N + STATES:
                table[(N + i) * (3 * N + STATES + PARAMETERS) + k] = slope[
                    (N + ALL + i) * (2 * N + STATES + PARAMETERS) + column
                ]
    return 0


def linear(c: Row, t: float, q: Row, v: Row, u: Row, by_state: Row, by_forces: Row) -> int:
    """The derivatives of the rates of (q, v): A by the state and B by forces u, row by row.

    It returns what accelerations do.
    """
    table: Row = zeros((N + STATES) * (3 * N + STATES + PARAMETERS))
    status: int = derivatives(c, t, q, v, u, table)
    for i in range(N):
        for k in range(2 * N + STATES):
            by_state[i * 2 * N + i * STATES + k] = 0.0
            by_state[(N + i) * 2 * N + (N + i) * STATES + k] = table[
                i * (3 * N + STATES + PARAMETERS) + k
            ]
        by_state[i * 2 * N + i * STATES + N + i] = 1.0
        for k in range(N):
            by_forces[i * N + k] = 0.0
            by_forces[(N + i) * N + k] = table[
                i * (3 * N + STATES + PARAMETERS) + 2 * N + STATES + k
            ]
    for i in range(STATES):
        for k in range(2 * N + STATES):
            by_state[(2 * N + i) * (2 * N + STATES) + k] = table[
                (N + i) * (3 * N + STATES + PARAMETERS) + k
            ]
        for k in range(N):
            by_forces[(2 * N + i) * N + k] = 0.0
    return status
