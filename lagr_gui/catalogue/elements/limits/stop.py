"""A stop for a joint coordinate."""

from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import ElementKind, Limit, coordinate, restitution, scalar

KIND = ElementKind(
    name="stop",
    title="Joint stop",
    fields=(
        coordinate("coordinate", "Coordinate"),
        scalar("lower", -1, "Not below", "rad, m"),
        scalar("upper", 1, "Not above", "rad, m"),
        restitution(0.5),
    ),
    geometry=OnCoordinate(),
    law=Limit(("value - upper", "lower - value"), between=("lower", "upper")),
    glyph="stop",
    equation="C5",
    help="The coordinate stays between two limits. It rebounds with κ times its speed.",
)
