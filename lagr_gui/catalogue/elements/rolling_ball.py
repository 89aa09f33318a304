"""Ball that rolls on a plane without slipping."""

from lagr_gui.catalogue.geometry import Contact
from lagr_gui.catalogue.kinds import Condition, ElementKind, body, scalar, vector
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="rolling_ball",
    title={"en": "Rolling ball", "de": "Rollende Kugel"},
    fields=(
        body("body", "Body", "Körper", default=1),
        vector("centre", (0, 0, 0), "Centre of the ball", "Mittelpunkt der Kugel"),
        scalar("radius", 1, "Radius r", "Radius r", "m", Depends.PARAMETERS),
        body("ground", "On the body", "Auf dem Körper"),
        vector("plane_point", (0, 0, 0), "Point of the plane", "Punkt der Ebene"),
        vector("normal", (0, 1, 0), "Normal of the plane", "Normale der Ebene", ""),
        vector("along", (1, 0, 0), "Direction in the plane", "Richtung in der Ebene", ""),
    ),
    geometry=Contact(),
    law=Condition(position=("height - radius",), velocity=("slip_1", "slip_2"), effort="N"),
    glyph="rolling_ball",
    equation="C2",
    help={
        "en": "A ball touches a plane and does not slip. The multipliers are the normal force "
        "and the two components of friction in the plane.",
        "de": "Eine Kugel berührt eine Ebene und gleitet nicht. Die Multiplikatoren sind die "
        "Normalkraft und die zwei Komponenten der Haftkraft in der Ebene.",
    },
)
