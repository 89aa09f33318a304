"""Applied force or moment on a joint coordinate (a drive)."""

from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import ElementKind, Load, coordinate, scalar
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="coordinate_force",
    title="Drive (generalised force)",
    fields=(
        coordinate("coordinate", "Coordinate"),
        scalar("force", 0, "Force or moment", "N, N m", Depends.SIGNAL),
    ),
    geometry=OnCoordinate(),
    law=Load("force"),
    glyph="drive",
    equation="27",
    help="A generalised force on one coordinate: a motor moment in a hinge, a push along "
    "a slider; any expression in coordinates, velocities and time.",
)
