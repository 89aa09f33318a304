"""A rope over pulleys that becomes slack."""

from lagr_gui.catalogue.elements.course import COURSE
from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.catalogue.kinds import ElementKind, Limit, restitution, scalar
from lagr_gui.model.kinds import Range

KIND = ElementKind(
    name="pulley_rope",
    title="Rope over pulleys (cannot push)",
    fields=(*COURSE, scalar("l", 1, "Length l", "m", range=Range.POSITIVE), restitution(0)),
    geometry=OverPulleys(),
    law=Limit(("length - l",), effort="N"),
    glyph="pulley_rope",
    equation="C5",
    help="A massless rope over small pulleys: slack while Σ |Δx| is less than its length; "
    "where it becomes tight it jerks with Newton's law (κ = 0: it stays tight) and then "
    "only pulls, with the same force in all spans.",
)
