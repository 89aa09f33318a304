"""Dashpot along the line between two points."""

from lagr_gui.catalogue.geometry import Line
from lagr_gui.catalogue.kinds import Dissipation, ElementKind, body, scalar, vector

KIND = ElementKind(
    name="dashpot",
    title={"en": "Dashpot (along the line)", "de": "Dämpfer (längs der Linie)"},
    fields=(
        body("body_a", "First body", "Erster Körper", default=1),
        vector("point_a", (0, 0, 0), "Point on it", "Punkt darauf"),
        body("body_b", "Second body", "Zweiter Körper"),
        vector("point_b", (0, 0, 0), "Point on it", "Punkt darauf"),
        scalar("k", 1, "Damping k", "Dämpferkonstante k", "N s/m"),
    ),
    geometry=Line(),
    law=Dissipation("k/2*rate^2"),
    glyph="dashpot",
    equation="37a",
    help={
        "en": "What most people mean by a damper: force −k dλ/dt along the line between the "
        "two points. It resists only a change of their distance.",
        "de": "Was meist mit Dämpfer gemeint ist: Kraft −k dλ/dt längs der Verbindungslinie. "
        "Er widersteht nur der Änderung des Abstands.",
    },
)
