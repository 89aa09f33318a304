"""Revolute joint (hinge, Drehgelenk)."""

from lagr_gui.catalogue.kinds import axis
from lagr_gui.catalogue.motions import AxisOf, JointKind, Rotate

KIND = JointKind(
    name="revolute",
    title={"en": "Revolute", "de": "Drehgelenk"},
    fields=(axis("axis", (0, 0, 1), "Axis", "Achse"),),
    motion=(Rotate(AxisOf("axis"), coordinate=0),),
    units=("rad",),
    glyph="revolute",
    help={
        "en": "A hinge: the child turns about one axis through the joint point.",
        "de": "Ein Scharnier: Der Körper dreht sich um eine Achse durch den Gelenkpunkt.",
    },
)
