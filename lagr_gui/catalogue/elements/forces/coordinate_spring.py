"""Spring on a joint coordinate, e.g. a torsion spring."""

from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import Along, ElementKind, Potential, coordinate, scalar

KIND = ElementKind(
    name="coordinate_spring",
    title="Torsion spring (in joint)",
    along=Along("Spring (along slide)", "spring"),
    fields=(
        coordinate("coordinate", "Coordinate"),
        scalar("c", 10, "Stiffness c", "N m/rad"),
        scalar("q0", 0, "Relaxed at", "rad"),
    ),
    geometry=OnCoordinate(),
    law=Potential("c/2*(value - q0)^2"),
    glyph="torsion_spring",
    equation="31",
    help="A linear spring on one coordinate of a joint: torsion spring on an angle, "
    "spring along a slider.",
)
