def piece_place(number: float) -> int:
    """Where a piece of the past stands in the clock, by its number."""
    return AT_PAST + PIECE * whole_number(number - real(PIECES) * floor(number / real(PIECES)))


def remember(c: Row, clock: Row, t: float, h: float, y: Row, k: Row) -> int:
    """Keep what delayed signals are made of along a step from y with the slopes k, up to the clock.

    It is a polynomial through the places of Chebyshev; one number where the step is short.  0;
    FORGOTTEN where what is still asked for would be lost.
    """
    x: Row = zeros(2 * N + STATES)
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    been: Row = zeros(2 * DELAYS)
    seen: Row = zeros(DELAYS * DEGREES)
    length: float = clock[0] - t
    place: int = piece_place(clock[AT_KNOWN])
    shortest: float = LARGEST
    for d in range(DELAYS):
        shortest = minimum(shortest, clock[AT_LAG + d])
        if clock[AT_KNOWN] - clock[AT_RECALLED + d] > real(PIECES) - 1.5:
            return FORGOTTEN
    clock[place] = clock[0]
    clock[place + 1] = t + 0.5 * length
    clock[place + 2] = 0.0
    for i in range(DELAYS * DEGREES):
        clock[place + 3 + i] = 0.0
    if length > BRIEF_PAST * shortest:
        clock[place + 2] = 2.0 / length
        for j in range(DEGREES):
            part: float = 0.5 * (1.0 + PLACES[j]) * length / h
            along(y, h, part, k, x)
            part_state(x, q, v)
            delay_inputs(c, t + part * h, q, v, been)
            for d in range(DELAYS):
                seen[d * DEGREES + j] = been[d]
        for d in range(DELAYS):
            for i in range(DEGREES):
                total: float = 0.0
                for j in range(DEGREES):
                    total = total + FITTED[i * DEGREES + j] * seen[d * DEGREES + j]
                clock[place + 3 + d * DEGREES + i] = total
    else:
        along(y, h, length / h, k, x)
        part_state(x, q, v)
        delay_inputs(c, clock[0], q, v, been)
        for d in range(DELAYS):
            clock[place + 3 + d * DEGREES] = been[d]
    clock[AT_KNOWN] = clock[AT_KNOWN] + 1.0
    return 0


def recall(c: Row, clock: Row, y: Row) -> None:
    """Give delayed signals the polynomials that hold from the time of the clock on."""
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    been: Row = zeros(2 * DELAYS)
    part_state(y, q, v)
    delay_inputs(c, clock[0], q, v, been)
    for d in range(DELAYS):
        lag: float = been[DELAYS + d]
        clock[AT_LAG + d] = lag
        clock[AT_PAST_ENDS + d] = START_TIME + lag
        begin: float = clock[0] - lag + SAME_PAST * lag
        if begin >= START_TIME:
            place: int = piece_place(clock[AT_RECALLED + d])
            while clock[AT_RECALLED + d] < clock[AT_KNOWN] - 1.5 and clock[place] <= begin:
                clock[AT_RECALLED + d] = clock[AT_RECALLED + d] + 1.0
                place = piece_place(clock[AT_RECALLED + d])
            clock[AT_PAST_ENDS + d] = clock[place] + lag
            y[N + AT_DELAYED[d]] = clock[place + 1] + lag
            y[N + AT_DELAYED[d] + 1] = clock[place + 2]
            for i in range(DEGREES):
                y[N + AT_DELAYED[d] + 2 + i] = clock[place + 3 + d * DEGREES + i]
