"""A rope over pulleys that keeps its length."""

from lagr_gui.catalogue.elements.course import COURSE
from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.catalogue.kinds import Condition, ElementKind, scalar
from lagr_gui.model.kinds import Range

KIND = ElementKind(
    name="tight_rope",
    title="Rope over pulleys (stays tight)",
    fields=(*COURSE, scalar("l", 1, "Length l", "m", range=Range.POSITIVE)),
    geometry=OverPulleys(),
    law=Condition(position=("length - l",), effort="N"),
    glyph="pulley_rope",
    equation="C1",
    help="A massless rope from a point over small pulleys to another point: Σ |Δx| − l = 0. "
    "Its force is −λ, the same in all spans; a positive λ would push, where a rope becomes "
    "slack. The length may depend on time (a winch).",
)
