"""Force at a point of a body (27)."""

from lagr_gui.catalogue.geometry import AtPoint
from lagr_gui.catalogue.kinds import ElementKind, Load, body, choice, vector
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="force",
    title={"en": "Force", "de": "Kraft"},
    fields=(
        body("body", "Body", "Körper", default=1),
        vector("point", (0, 0, 0), "Point on it", "Punkt darauf"),
        vector("vector", (0, 0, 0), "Force", "Kraft", "N", Depends.STATE),
        choice(
            "axes",
            "space",
            ("space", "body"),
            "Given in axes of",
            "Angegeben in Achsen",
        ),
    ),
    geometry=AtPoint(),
    law=Load("vector", axes="axes"),
    glyph="force",
    equation="27",
    help={
        "en": "A force on a point of a body, in space axes or in the body's own axes; any "
        "expression in coordinates, velocities and time.",
        "de": "Eine Kraft an einem Körperpunkt, in raumfesten oder körperfesten Achsen; jeder "
        "Ausdruck in Koordinaten, Geschwindigkeiten und Zeit.",
    },
)
