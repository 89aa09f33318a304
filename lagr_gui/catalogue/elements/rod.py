"""Massless rod between two points."""

from lagr_gui.catalogue.geometry import Line
from lagr_gui.catalogue.kinds import Condition, ElementKind, body, scalar, vector

KIND = ElementKind(
    name="rod",
    title={"en": "Massless rod", "de": "Masselose Stange"},
    fields=(
        body("body_a", "First body", "Erster Körper", default=1),
        vector("point_a", (0, 0, 0), "Point on it", "Punkt darauf"),
        body("body_b", "Second body", "Zweiter Körper"),
        vector("point_b", (0, 0, 0), "Point on it", "Punkt darauf"),
        scalar("l", 1, "Length l", "Länge l", "m"),
    ),
    geometry=Line(),
    law=Condition(position=("(square_length - l^2)/2",), effort="N/m"),
    glyph="rod",
    equation="C1",
    help={
        "en": "Two points keep their distance: (Δx² − l²)/2 = 0. The multiplier is the force per "
        "length in the rod, positive where it pushes. The length may depend on time.",
        "de": "Zwei Punkte behalten ihren Abstand: (Δx² − l²)/2 = 0. Der Multiplikator ist die "
        "Stabkraft je Länge, positiv bei Druck. Die Länge darf von der Zeit abhängen.",
    },
)
