"""Planar joint (ebenes Gelenk)."""

from lagr_gui.catalogue.kinds import axes, axis
from lagr_gui.catalogue.motions import AxisOf, JointKind, Rotate, Slide

KIND = JointKind(
    name="planar",
    title="Planar",
    fields=(
        axes("axes", ((1, 0, 0), (0, 1, 0)), "Axes of the plane"),
        axis("normal", (0, 0, 1), "Axis of the turn"),
    ),
    motion=(
        Slide(AxisOf("axes", 0), coordinate=0),
        Slide(AxisOf("axes", 1), coordinate=1),
        Rotate(AxisOf("normal"), coordinate=2),
    ),
    units=("m", "m", "rad"),
    glyph="planar",
    help="The child moves in a plane: two translations, then a turn about the normal.",
)
