"""Spherical joint (ball, Kugelgelenk)."""

from lagr_gui.catalogue.kinds import axes
from lagr_gui.catalogue.motions import AxisOf, JointKind, Rotate

KIND = JointKind(
    name="spherical",
    title="Spherical",
    fields=(axes("sequence", ((1, 0, 0), (0, 1, 0), (0, 0, 1)), "Axes in turn"),),
    motion=tuple(Rotate(AxisOf("sequence", index), coordinate=index) for index in range(3)),
    units=("rad", "rad", "rad"),
    glyph="spherical",
    help="A ball: three turns in sequence, each about an axis that the turns before it "
    "carry along. Where the first and the third axis meet, the angles are singular.",
)
