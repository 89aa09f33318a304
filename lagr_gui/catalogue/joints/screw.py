"""Screw joint (Schraubgelenk): a turn that slides."""

from lagr_gui.catalogue.kinds import axis, scalar
from lagr_gui.catalogue.motions import AxisOf, JointKind, Rotate, Slide
from lagr_gui.model.kinds import Depends

KIND = JointKind(
    name="screw",
    title="Screw",
    fields=(
        axis("axis", (0, 0, 1), "Axis"),
        scalar("pitch", 0.1, "Pitch p", "m", Depends.PARAMETERS),
    ),
    motion=(
        Slide(AxisOf("axis"), coordinate=0, lead="pitch/(2*pi)"),
        Rotate(AxisOf("axis"), coordinate=0),
    ),
    units=("rad",),
    glyph="screw",
    help="A thread: the child turns about an axis and slides along it by the pitch p with "
    "each turn. A negative pitch is a left-hand thread.",
)
