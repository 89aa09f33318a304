"""Applied force or moment on a joint coordinate (a drive)."""

from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import ElementKind, Load, coordinate, scalar
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="coordinate_force",
    title={"en": "Drive (force on coordinate)", "de": "Antrieb (Kraft auf Koordinate)"},
    fields=(
        coordinate("coordinate", "Coordinate", "Koordinate"),
        scalar("force", 0, "Force or moment", "Kraft oder Moment", "N, N m", Depends.STATE),
    ),
    geometry=OnCoordinate(),
    law=Load("force"),
    glyph="drive",
    equation="27",
    help={
        "en": "A generalised force on one coordinate: a motor moment in a hinge, a push along "
        "a slider; any expression in coordinates, velocities and time.",
        "de": "Eine verallgemeinerte Kraft auf eine Koordinate: Motormoment im Drehgelenk, "
        "Schub in der Führung; jeder Ausdruck in Koordinaten, Geschwindigkeiten und Zeit.",
    },
)
