"""Source of current: a condition on the current of its branch."""

from lagr_gui.catalogue.elements.circuits.branch import CHARGE, ENDS, LINK
from lagr_gui.catalogue.geometry import Conductor
from lagr_gui.catalogue.kinds import Condition, ElementKind, scalar
from lagr_gui.model.kinds import Depends, Role

KIND = ElementKind(
    name="current_source",
    title="Current source",
    fields=(*ENDS, scalar("strength", 1, "Current i", "A", Depends.POSITION), LINK),
    geometry=Conductor(),
    law=Condition(velocity=("current - strength",), effort="V"),
    glyph="current_source",
    equation="C2",
    own=CHARGE,
    stem="q_i",
    role=Role.CURRENT,
    help="The current from its first terminal to its second is given. The multiplier is "
    "the voltage that this takes.",
)
