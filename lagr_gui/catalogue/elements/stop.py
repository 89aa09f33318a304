"""A stop for a joint coordinate."""

from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import ElementKind, Limit, coordinate, restitution, scalar

KIND = ElementKind(
    name="stop",
    title={"en": "Stop of a joint", "de": "Gelenkanschlag"},
    fields=(
        coordinate("coordinate", "Coordinate", "Koordinate"),
        scalar("lower", -1, "Not below", "Nicht unter", "rad, m"),
        scalar("upper", 1, "Not above", "Nicht über", "rad, m"),
        restitution(0.5),
    ),
    geometry=OnCoordinate(),
    law=Limit(("value - upper", "lower - value")),
    glyph="stop",
    equation="C5",
    help={
        "en": "The coordinate stays between two limits. It rebounds with κ times its speed.",
        "de": "Die Koordinate bleibt zwischen zwei Grenzen. Sie prallt mit der κ-fachen "
        "Geschwindigkeit zurück.",
    },
)
