"""Universal joint (Kreuzgelenk)."""

from lagr_gui.catalogue.kinds import axis
from lagr_gui.catalogue.motions import AxisOf, JointKind, Rotate

KIND = JointKind(
    name="universal",
    title="Universal",
    fields=(axis("axis", (1, 0, 0), "First axis"), axis("axis2", (0, 1, 0), "Second axis")),
    motion=(Rotate(AxisOf("axis"), coordinate=0), Rotate(AxisOf("axis2"), coordinate=1)),
    units=("rad", "rad"),
    glyph="universal",
    help="Two crossed hinges: a turn about the first axis, then about the second one, "
    "which the first turn carries along.",
)
