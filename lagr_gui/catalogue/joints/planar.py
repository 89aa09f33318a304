"""Planar joint (ebenes Gelenk)."""

from lagr_gui.catalogue.kinds import axes, axis
from lagr_gui.catalogue.motions import AxisOf, JointKind, Rotate, Slide

KIND = JointKind(
    name="planar",
    title={"en": "Planar", "de": "Ebenes Gelenk"},
    fields=(
        axes("axes", ((1, 0, 0), (0, 1, 0)), "Axes of the plane", "Achsen der Ebene"),
        axis("normal", (0, 0, 1), "Axis of the turn", "Drehachse"),
    ),
    motion=(
        Slide(AxisOf("axes", 0), coordinate=0),
        Slide(AxisOf("axes", 1), coordinate=1),
        Rotate(AxisOf("normal"), coordinate=2),
    ),
    units=("m", "m", "rad"),
    glyph="planar",
    help={
        "en": "The child moves in a plane: two translations, then a turn about the normal.",
        "de": "Der Körper bewegt sich in einer Ebene: zwei Verschiebungen, dann eine Drehung "
        "um die Normale.",
    },
)
