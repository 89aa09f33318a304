"""Free joint: six degrees of freedom."""

from lagr_gui.catalogue.kinds import axes
from lagr_gui.catalogue.motions import AxisOf, JointKind, Rotate, Slide

_SPACE = ((1, 0, 0), (0, 1, 0), (0, 0, 1))

KIND = JointKind(
    name="free",
    title="Free",
    fields=(axes("axes", _SPACE, "Axes of translation"), axes("sequence", _SPACE, "Axes in turn")),
    motion=(
        *(Slide(AxisOf("axes", i), coordinate=i, in_parent=True) for i in range(3)),
        *(Rotate(AxisOf("sequence", i), coordinate=3 + i) for i in range(3)),
    ),
    units=("m", "m", "m", "rad", "rad", "rad"),
    glyph="free",
    help="No constraint: three translations along the parent's axes, then three turns in "
    "sequence. This is the joint that is offered where a body hangs on nothing.",
)
