"""Damper on a joint coordinate, e.g. viscous friction in a hinge."""

from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import Along, Dissipation, ElementKind, coordinate, scalar

KIND = ElementKind(
    name="coordinate_damper",
    title="Torsion damper (in joint)",
    along=Along("Damper (along slide)", "dashpot"),
    fields=(coordinate("coordinate", "Coordinate"), scalar("k", 1, "Damping k", "N m s/rad")),
    geometry=OnCoordinate(),
    law=Dissipation("k/2*rate^2"),
    glyph="torsion_damper",
    equation="37",
    help="Viscous friction on one coordinate of a joint: in a hinge, or along a slider.",
)
