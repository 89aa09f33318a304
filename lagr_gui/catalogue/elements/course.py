"""Fields that all ropes over pulleys have."""

from lagr_gui.catalogue.kinds import body, points, vector

COURSE = (
    body("body_a", "First body", "Erster Körper", default=1),
    vector("point_a", (0, 0, 0), "Point on it", "Punkt darauf"),
    points("pulleys", "Pulleys", "Rollen"),
    body("body_b", "Second body", "Zweiter Körper"),
    vector("point_b", (0, 0, 0), "Point on it", "Punkt darauf"),
)
"""Both ends, and the pulleys between them in the order in which the rope runs over them."""
