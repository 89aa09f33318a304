"""A given force in a rope over pulleys."""

from lagr_gui.catalogue.elements.course import COURSE
from lagr_gui.catalogue.geometry import OverPulleys
from lagr_gui.catalogue.kinds import ElementKind, Load, scalar
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="rope_pull",
    title="Pull in a rope over pulleys",
    fields=(*COURSE, scalar("pull", 0, "Pull F", "N", Depends.SIGNAL)),
    geometry=OverPulleys(),
    law=Load("pull", along="shortening"),
    glyph="rope_pull",
    equation="27",
    help="A rope over small pulleys that pulls with a given force, as one that is hauled in "
    "by a winch or by hand; any expression in coordinates, velocities and time.",
)
