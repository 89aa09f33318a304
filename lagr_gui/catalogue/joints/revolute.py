"""Revolute joint (hinge, Drehgelenk)."""

from lagr_gui.catalogue.kinds import axis
from lagr_gui.catalogue.motions import AxisOf, JointKind, Rotate

KIND = JointKind(
    name="revolute",
    title="Revolute",
    fields=(axis("axis", (0, 0, 1), "Axis"),),
    motion=(Rotate(AxisOf("axis"), coordinate=0),),
    units=("rad",),
    glyph="revolute",
    help="A hinge: the child turns about one axis through the joint point.",
)
