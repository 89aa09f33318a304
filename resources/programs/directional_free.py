def accelerations_slope(
    c: Row, t: float, q: Row, v: Row, u: Row, held: Counts, a: Row, seed: Row, slope: Row
) -> int:
    """How the accelerations change along a seed; 1 where that has no value."""
    motion_slope(c, t, q, v, u, seed, slope)
    carry_slope(c, t, q, v, seed, slope)
    for i in range(N + STATES):
        if is_finite(slope[i]) == 0:
            return 1
    return 0
