def bounds_of_friction(
    c: Row,
    t: float,
    q: Row,
    v: Row,
    u: Row,
    held: Counts,
    senses: Row,
    exerted: Row,
    most: Row,
) -> int:
    """What each friction exerts while it slides, and holds at most: that is given."""
    friction_bounds(c, t, q, v, exerted, most)
    return 0
