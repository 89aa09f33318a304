"""A joint coordinate that follows a given function of time; the drive that it needs results."""

from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import Condition, ElementKind, coordinate, scalar

KIND = ElementKind(
    name="prescribed_motion",
    title="Prescribed motion (drive)",
    fields=(coordinate("coordinate", "Coordinate"), scalar("motion", "t", "Motion q(t)", "rad, m")),
    geometry=OnCoordinate(),
    law=Condition(position=("value - motion",)),
    glyph="prescribed_motion",
    equation="C1",
    help="The coordinate follows a function of time. The multiplier is the driving force "
    "or moment that this takes.",
)
