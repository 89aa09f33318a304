"""Two points that coincide, in all or in some directions of space."""

from lagr_gui.catalogue.geometry import Line
from lagr_gui.catalogue.kinds import Condition, ElementKind, body, choice, vector

KIND = ElementKind(
    name="coincidence",
    title="Points coincide",
    fields=(
        body("body_a", "First body", default=1),
        vector("point_a", (0, 0, 0), "Point on it"),
        body("body_b", "Second body"),
        vector("point_b", (0, 0, 0), "Point on it"),
        choice("directions", "xyz", ("xyz", "xy", "xz", "yz", "x", "y", "z"), "In the directions"),
    ),
    geometry=Line(),
    law=Condition(position=("span_x", "span_y", "span_z"), chosen="directions", effort="N"),
    glyph="coincidence",
    equation="C1",
    help="A pin: a point of one body and a point of another have the same space "
    "coordinates in the chosen directions. The multipliers are the force on the first "
    "body in space axes. For hinges and sliders that close a loop just draw the joint.",
)
