"""A brake on a joint coordinate, whose moment may change with time."""

from lagr_gui.catalogue.elements.friction.approximations import ON_COORDINATE
from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import Along, ElementKind, Friction, coordinate, scalar
from lagr_gui.model.kinds import Range

KIND = ElementKind(
    name="brake",
    title="Brake (in joint)",
    along=Along("Brake (along slide)", "slide_friction"),
    fields=(
        coordinate("coordinate", "Coordinate"),
        scalar("moment", 1, "Largest moment", "N, N m", range=Range.NOT_NEGATIVE),
        *ON_COORDINATE,
    ),
    geometry=OnCoordinate(),
    law=Friction("value", "rate", "moment", form="law"),
    glyph="brake",
    equation="R1",
    help="A brake, which may be pressed as time goes: it slides with its moment against the "
    "velocity, and holds the coordinate as long as no larger one is needed.",
)
