"""A point or ball of a body that a plane of another body stops."""

from lagr_gui.catalogue.elements.struck import STRUCK, slipping, surface
from lagr_gui.catalogue.geometry import Contact
from lagr_gui.catalogue.kinds import ElementKind, body, scalar, vector
from lagr_gui.model.kinds import Depends, Range

KIND = ElementKind(
    name="wall",
    title="Wall or floor (impact)",
    fields=(
        body("body", "Body", default=1),
        vector("centre", (0, 0, 0), "Point on it"),
        scalar("radius", 0, "Contact radius", "m", Depends.PARAMETERS, range=Range.NOT_NEGATIVE),
        body("ground", "Wall on the body"),
        vector("plane_point", (0, 0, 0), "Point of the wall"),
        vector("normal", (0, 1, 0), "Outward normal", ""),
        *STRUCK,
        surface(),
    ),
    geometry=Contact(along=""),
    law=slipping("radius - height"),
    glyph="wall",
    equation="C5",
    help="A point of the body (with a radius: a ball about it) stays on the side of the wall to "
    "which the normal points. Where it arrives it rebounds with κ times its speed (Newton's law: "
    "0 plastic, 1 elastic); what rebounds too slowly stays in contact until it is pulled away. "
    "With μ > 0 it slides or sticks there, and impacts rub as well. Its surface may run as a "
    "belt.",
)
