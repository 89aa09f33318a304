"""Damping along a rope over pulleys."""

from lagr_gui.catalogue.elements.course import COURSE
from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.catalogue.kinds import Dissipation, ElementKind, scalar

KIND = ElementKind(
    name="rope_damper",
    title={"en": "Damping of a rope over pulleys", "de": "Dämpfung eines Seils über Rollen"},
    fields=(*COURSE, scalar("k", 1, "Damping k", "Dämpferkonstante k", "N s/m")),
    geometry=OverPulleys(),
    law=Dissipation("k/2*rate^2"),
    glyph="rope_damper",
    equation="37a",
    help={
        "en": "Force −k dλ/dt along a line over small pulleys against any change of the sum λ of "
        "its spans: what an elastic rope loses while it is tight.",
        "de": "Kraft −k dλ/dt längs einer Linie über kleine Rollen gegen jede Änderung der Summe "
        "λ ihrer Abschnitte: was ein elastisches Seil verliert, solange es straff ist.",
    },
)
