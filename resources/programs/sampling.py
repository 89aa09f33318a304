def sample_time(clock: Row, term: Row, s: int) -> float:
    """When a block samples next: where functions of time jump then, when they have jumped."""
    length: float = term[5 * BLOCKS + s]
    t: float = START_TIME + clock[AT_TAKEN + s] * length
    stretch: int = piece_at(AFTER_SWITCH, STRETCHES, t)
    if BEFORE_SWITCH[stretch] - t <= SAME_TIME * length:
        return maximum(t, AFTER_SWITCH[stretch])
    return t


def take(c: Row, clock: Row, y: Row) -> int:
    """Take the samples that are due, each by what held before.

    How many, or -1 where there are no more random numbers.
    """
    q: Row = zeros(N)
    v: Row = zeros(N + STATES)
    term: Row = zeros(TERMS)
    sample: Row = zeros(SAMPLES)
    taken: int = 0
    part_state(y, q, v)
    signal_terms(c, clock[0], q, v, term)
    sample_laws(c, clock[0], q, v, sample)
    for s in range(SAMPLERS):
        close: float = SAME_TIME * term[5 * BLOCKS + s]
        if taken >= 0 and sample_time(clock, term, s) <= clock[0] + close:
            number: int = whole_number(clock[AT_TAKEN + s])
            if RANDOM[s] == 0:
                for i in range(SAMPLED[s]):
                    y[N + AT_SAMPLED[s] + i] = sample[AT_LAW[s] + i]
            elif number < RANDOM[s]:
                y[N + AT_SAMPLED[s]] = sample[AT_LAW[s]] * NOISE[AT_NOISE[s] + number]
            if RANDOM[s] > 0 and number >= RANDOM[s]:
                taken = -1
            else:
                taken = taken + 1
                clock[AT_TAKEN + s] = clock[AT_TAKEN + s] + 1.0
    return taken
