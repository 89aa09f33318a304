"""Fields that all ropes over pulleys have."""

from lagr_gui.catalogue.kinds import body, points, vector

COURSE = (
    body("body_a", "First body", default=1),
    vector("point_a", (0, 0, 0), "Point on it"),
    points("pulleys", "Pulleys"),
    body("body_b", "Second body"),
    vector("point_b", (0, 0, 0), "Point on it"),
)
"""Both ends, and the pulleys between them in the order in which the rope runs over them."""
