"""A point or ball of a body that a plane of another body stops."""

from lagr_gui.catalogue.geometry import Contact
from lagr_gui.catalogue.kinds import ElementKind, Limit, body, restitution, scalar, vector
from lagr_gui.model.kinds import Depends, Range

KIND = ElementKind(
    name="wall",
    title={"en": "Wall or floor (impact)", "de": "Wand, Boden (Stoß)"},
    fields=(
        body("body", "Body", "Körper", default=1),
        vector("centre", (0, 0, 0), "Point on it", "Punkt darauf"),
        scalar(
            "radius",
            0,
            "Radius about it",
            "Radius um ihn",
            "m",
            Depends.PARAMETERS,
            range=Range.NOT_NEGATIVE,
        ),
        body("ground", "Wall on the body", "Wand am Körper"),
        vector("plane_point", (0, 0, 0), "Point of the wall", "Punkt der Wand"),
        vector("normal", (0, 1, 0), "Normal, away from it", "Normale, von ihr weg", ""),
        restitution(1),
    ),
    geometry=Contact(along=""),
    law=Limit(("radius - height",), effort="N"),
    glyph="wall",
    equation="C5",
    help={
        "en": "A point of the body (with a radius: a ball about it) stays on the side of the "
        "wall to which the normal points. Where it arrives it rebounds with κ times its speed "
        "(Newton's law: 0 plastic, 1 elastic) and without friction; what rebounds too slowly "
        "stays in contact until it is pulled away.",
        "de": "Ein Punkt des Körpers (mit Radius: eine Kugel um ihn) bleibt auf der Seite der "
        "Wand, wohin die Normale zeigt. Kommt er an, prallt er mit der κ-fachen "
        "Geschwindigkeit zurück (Newtons Stoßgesetz: 0 plastisch, 1 elastisch), ohne Reibung; "
        "was zu langsam zurückprallt, bleibt in Berührung, bis es weggezogen wird.",
    },
)
