def settle(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    resting: Counts,
    yielding: int,
    held: Counts,
    senses: Row,
) -> int:
    """Who slides and who sticks at a state by itself, of all frictions; no limit touches."""
    quick: Row = zeros(N)
    along: Row = zeros(ROUGH * SLIPS)
    letting: Counts = counts(HOLDS)
    return grip(c, t, q, v, u, quick, resting, letting, yielding, held, senses, along)
