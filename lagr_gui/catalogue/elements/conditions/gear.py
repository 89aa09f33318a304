"""Gear pair, or rack and pinion: a fixed ratio of two coordinates."""

from lagr_gui.catalogue.geometry import OnTwoCoordinates
from lagr_gui.catalogue.kinds import Condition, ElementKind, coordinate, scalar

KIND = ElementKind(
    name="gear",
    title="Gear or rack",
    fields=(
        coordinate("coordinate_a", "First coordinate"),
        coordinate("coordinate_b", "Second coordinate"),
        scalar("ratio", 1, "Ratio i"),
        scalar("offset", 0, "Offset"),
    ),
    geometry=OnTwoCoordinates(),
    law=Condition(position=("value_a - ratio*value_b - offset",)),
    glyph="gear",
    equation="C1",
    help="q_a = i q_b + offset. Outer gears: i = −r_b/r_a; inner gears: i = r_b/r_a; rack "
    "(first) and pinion (second): i = the pinion's radius.",
)
