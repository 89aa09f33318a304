"""A pin in a slot: a point of a body on a curve that is fixed in another one."""

from lagr_gui.catalogue.geometry import Slot
from lagr_gui.catalogue.kinds import Condition, ElementKind, body, scalar, vector
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="pin_in_slot",
    title="Pin in slot",
    fields=(
        body("body", "Body", default=1),
        vector("point", (0, 0, 0), "Point on it"),
        body("ground", "Slot in the body"),
        vector("origin", (0, 0, 0), "Origin of the curve"),
        vector("normal", (0, 0, 1), "Normal of the plane", ""),
        vector("along", (1, 0, 0), "Direction of x", ""),
        scalar("curve", 0, "Curve y(x)", "m", Depends.PARAMETERS, places=("x",), places_unit="m"),
    ),
    geometry=Slot(),
    law=Condition(position=("gap",), effort="N"),
    glyph="pin_in_slot",
    equation="C1",
    help="A point of the body stays on the curve y = f(x), a slot in a plane that is fixed in the "
    "other body: write f with x and parameters, as in a*x^2. The y axis is normal × direction of "
    "x. Across the plane the pin is free. The slot pushes it across the curve; the multiplier is "
    "the part of this force along y.",
)
