"""Prismatic joint (slider, Schubgelenk)."""

from lagr_gui.catalogue.kinds import axis
from lagr_gui.catalogue.motions import AxisOf, JointKind, Slide

KIND = JointKind(
    name="prismatic",
    title="Prismatic",
    fields=(axis("axis", (1, 0, 0), "Axis"),),
    motion=(Slide(AxisOf("axis"), coordinate=0),),
    units=("m",),
    glyph="prismatic",
    help="A slider: the child moves along one axis and does not turn.",
)
