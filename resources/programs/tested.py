def self_test(c: Row) -> float:
    """The largest deviation from what has been computed otherwise: see accelerations_missed."""
    return accelerations_missed(c)
