"""Two points that coincide, in all or in some directions of space."""

from lagr_gui.catalogue.geometry import Line
from lagr_gui.catalogue.kinds import Condition, ElementKind, body, choice, vector

KIND = ElementKind(
    name="coincidence",
    title={"en": "Points coincide", "de": "Punkte fallen zusammen"},
    fields=(
        body("body_a", "First body", "Erster Körper", default=1),
        vector("point_a", (0, 0, 0), "Point on it", "Punkt darauf"),
        body("body_b", "Second body", "Zweiter Körper"),
        vector("point_b", (0, 0, 0), "Point on it", "Punkt darauf"),
        choice(
            "directions",
            "xyz",
            ("xyz", "xy", "xz", "yz", "x", "y", "z"),
            "In the directions",
            "In den Richtungen",
        ),
    ),
    geometry=Line(),
    law=Condition(position=("span_x", "span_y", "span_z"), chosen="directions", effort="N"),
    glyph="coincidence",
    equation="C1",
    help={
        "en": "A pin: a point of one body and a point of another have the same space "
        "coordinates in the chosen directions. The multipliers are the force on the first "
        "body in space axes. For hinges and sliders that close a loop just draw the joint.",
        "de": "Ein Zapfen: Ein Punkt des einen und ein Punkt des anderen Körpers haben in den "
        "gewählten Richtungen dieselben Raumkoordinaten. Die Multiplikatoren sind die Kraft "
        "auf den ersten Körper in raumfesten Achsen. Drehgelenke und Führungen, die eine "
        "Schleife schließen, zeichnet man einfach als Gelenk.",
    },
)
