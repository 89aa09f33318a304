"""Damping along a rope over pulleys."""

from lagr_gui.catalogue.elements.course import COURSE
from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.catalogue.kinds import Dissipation, ElementKind, scalar

KIND = ElementKind(
    name="rope_damper",
    title="Damping of a rope over pulleys",
    fields=(*COURSE, scalar("k", 1, "Damping k", "N s/m")),
    geometry=OverPulleys(),
    law=Dissipation("k/2*rate^2"),
    glyph="rope_damper",
    equation="37a",
    help="Force −k dλ/dt along a line over small pulleys against any change of the sum λ of "
    "its spans: what an elastic rope loses while it is tight.",
)
