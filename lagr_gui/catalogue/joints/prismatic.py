"""Prismatic joint (slider, Schubgelenk)."""

from lagr_gui.catalogue.kinds import axis
from lagr_gui.catalogue.motions import AxisOf, JointKind, Slide

KIND = JointKind(
    name="prismatic",
    title={"en": "Prismatic", "de": "Schubgelenk"},
    fields=(axis("axis", (1, 0, 0), "Axis", "Achse"),),
    motion=(Slide(AxisOf("axis"), coordinate=0),),
    units=("m",),
    glyph="prismatic",
    help={
        "en": "A slider: the child moves along one axis and does not turn.",
        "de": "Eine Führung: Der Körper verschiebt sich längs einer Achse, ohne sich zu drehen.",
    },
)
