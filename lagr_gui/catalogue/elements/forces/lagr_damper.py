"""LAGR's damper, which resists every relative motion of two points (4.10)."""

from lagr_gui.catalogue.geometry import Line
from lagr_gui.catalogue.kinds import Dissipation, ElementKind, body, scalar, vector

KIND = ElementKind(
    name="lagr_damper",
    title="Damper (LAGR, all directions)",
    fields=(
        body("body_a", "First body", default=1),
        vector("point_a", (0, 0, 0), "Point on it"),
        body("body_b", "Second body"),
        vector("point_b", (0, 0, 0), "Point on it"),
        scalar("k", 1, "Damping k", "N s/m"),
    ),
    geometry=Line(),
    law=Dissipation("k/2*square_speed"),
    glyph="lagr_damper",
    equation="37",
    help="LAGR's damper: force −k d(Δx)/dt, which resists every relative motion of the "
    "two points in space, also across their line. The pair of forces can exert a couple.",
)
