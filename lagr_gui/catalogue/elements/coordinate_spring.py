"""Spring on a joint coordinate, e.g. a torsion spring."""

from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import ElementKind, Potential, coordinate, scalar

KIND = ElementKind(
    name="coordinate_spring",
    title={"en": "Torsion spring (in joint)", "de": "Drehfeder (im Gelenk)"},
    fields=(
        coordinate("coordinate", "Coordinate", "Koordinate"),
        scalar("c", 10, "Stiffness c", "Steifigkeit c", "N m/rad"),
        scalar("q0", 0, "Relaxed at", "Entspannt bei", "rad"),
    ),
    geometry=OnCoordinate(),
    law=Potential("c/2*(value - q0)^2"),
    glyph="torsion_spring",
    equation="31",
    help={
        "en": "A linear spring on one coordinate of a joint: torsion spring on an angle, "
        "spring along a slider.",
        "de": "Eine lineare Feder auf eine Gelenkkoordinate: Drehfeder auf einen Winkel, "
        "Feder längs einer Führung.",
    },
)
