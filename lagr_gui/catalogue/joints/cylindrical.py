"""Cylindrical joint (Drehschubgelenk)."""

from lagr_gui.catalogue.kinds import axis
from lagr_gui.catalogue.motions import AxisOf, JointKind, Rotate, Slide

KIND = JointKind(
    name="cylindrical",
    title="Cylindrical",
    fields=(axis("axis", (0, 0, 1), "Axis"),),
    motion=(Slide(AxisOf("axis"), coordinate=0), Rotate(AxisOf("axis"), coordinate=1)),
    units=("m", "rad"),
    glyph="cylindrical",
    help="The child slides along one axis and turns about it.",
)
