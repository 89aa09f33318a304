"""Gear pair, or rack and pinion: a fixed ratio of two coordinates."""

from lagr_gui.catalogue.geometry import OnTwoCoordinates
from lagr_gui.catalogue.kinds import Condition, ElementKind, coordinate, scalar

KIND = ElementKind(
    name="gear",
    title={"en": "Gear or rack", "de": "Zahnräder, Zahnstange"},
    fields=(
        coordinate("coordinate_a", "First coordinate", "Erste Koordinate"),
        coordinate("coordinate_b", "Second coordinate", "Zweite Koordinate"),
        scalar("ratio", 1, "Ratio i", "Übersetzung i"),
        scalar("offset", 0, "Offset", "Versatz"),
    ),
    geometry=OnTwoCoordinates(),
    law=Condition(position=("value_a - ratio*value_b - offset",)),
    glyph="gear",
    equation="C1",
    help={
        "en": "q_a = i q_b + offset. Outer gears: i = −r_b/r_a; inner gears: i = r_b/r_a; rack "
        "(first) and pinion (second): i = the pinion's radius.",
        "de": "q_a = i q_b + Versatz. Außenverzahnung: i = −r_b/r_a; Innenverzahnung: i = r_b/r_a; "
        "Zahnstange (erste) und Ritzel (zweite Koordinate): i = Radius des Ritzels.",
    },
)
