"""Force at a point of a body (27)."""

from lagr_gui.catalogue.geometry import AtPoint
from lagr_gui.catalogue.kinds import ElementKind, Load, body, choice, vector
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="force",
    title="Force",
    fields=(
        body("body", "Body", default=1),
        vector("point", (0, 0, 0), "Point on it"),
        vector("vector", (0, 0, 0), "Force", "N", Depends.SIGNAL),
        choice("axes", "space", ("space", "body"), "Given in axes of"),
    ),
    geometry=AtPoint(),
    law=Load("vector", axes="axes"),
    glyph="force",
    equation="27",
    help="A force on a point of a body, in space axes or in the body's own axes; any "
    "expression in coordinates, velocities and time.",
)
