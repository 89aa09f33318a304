"""Ball that rolls on a plane without slipping."""

from lagr_gui.catalogue.elements.struck import rough_fields, slipping, surface
from lagr_gui.catalogue.geometry import Contact
from lagr_gui.catalogue.kinds import (
    TOUCHING,
    Condition,
    ElementKind,
    body,
    restitution,
    scalar,
    vector,
)
from lagr_gui.model.kinds import Depends, Range

KIND = ElementKind(
    name="rolling_ball",
    title="Rolling ball",
    fields=(
        body("body", "Body", default=1),
        vector("centre", (0, 0, 0), "Centre of the ball"),
        scalar("radius", 1, "Radius r", "m", Depends.PARAMETERS, range=Range.POSITIVE),
        body("ground", "On the body"),
        vector("plane_point", (0, 0, 0), "Point of the plane"),
        vector("normal", (0, 1, 0), "Normal of the plane", ""),
        vector("along", (1, 0, 0), "Direction in the plane", ""),
        *rough_fields("Friction μ (0: never slips)"),
        restitution(0),
        surface(),
    ),
    geometry=Contact(),
    law=Condition(
        position=("height - radius",),
        velocity=("slip_1", "slip_2"),
        effort="N",
        words=TOUCHING,
    ),
    slipping=slipping("radius - height"),
    glyph="rolling_ball",
    equation="C2",
    help="A ball touches a plane and does not slip. The multipliers are the normal force and the "
    "two components of friction in the plane. With μ > 0 it rolls as long as friction of at most "
    "μ N is enough, otherwise it slides; where nothing presses it lifts off.",
)
