"""Massless rod between two points."""

from lagr_gui.catalogue.geometry import Line
from lagr_gui.catalogue.kinds import Condition, ElementKind, body, scalar, vector
from lagr_gui.model.kinds import Range

KIND = ElementKind(
    name="rod",
    title="Massless rod",
    fields=(
        body("body_a", "First body", default=1),
        vector("point_a", (0, 0, 0), "Point on it"),
        body("body_b", "Second body"),
        vector("point_b", (0, 0, 0), "Point on it"),
        scalar("l", 1, "Length l", "m", range=Range.POSITIVE),
    ),
    geometry=Line(),
    law=Condition(position=("(square_length - l^2)/2",), effort="N/m"),
    glyph="rod",
    equation="C1",
    help="Two points keep their distance: (Δx² − l²)/2 = 0. The multiplier is the force per "
    "length in the rod, positive where it pushes. The length may depend on time.",
)
