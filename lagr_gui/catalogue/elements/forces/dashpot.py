"""Dashpot along the line between two points."""

from lagr_gui.catalogue.geometry import Line
from lagr_gui.catalogue.kinds import Dissipation, ElementKind, body, scalar, vector

KIND = ElementKind(
    name="dashpot",
    title="Dashpot (along the line)",
    fields=(
        body("body_a", "First body", default=1),
        vector("point_a", (0, 0, 0), "Point on it"),
        body("body_b", "Second body"),
        vector("point_b", (0, 0, 0), "Point on it"),
        scalar("k", 1, "Damping k", "N s/m"),
    ),
    geometry=Line(),
    law=Dissipation("k/2*rate^2"),
    glyph="dashpot",
    equation="37a",
    help="What most people mean by a damper: force −k dλ/dt along the line between the "
    "two points. It resists only a change of their distance.",
)
