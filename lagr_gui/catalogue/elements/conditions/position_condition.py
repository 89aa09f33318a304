"""A condition on positions that the user writes himself."""

from lagr_gui.catalogue.geometry import Unplaced
from lagr_gui.catalogue.kinds import Condition, ElementKind, scalar
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="position_condition",
    title="Condition on positions",
    fields=(scalar("zero", 0, "Is zero", "", Depends.POSITION),),
    geometry=Unplaced(),
    law=Condition(position=("zero",)),
    glyph="position_condition",
    equation="C1",
    help="A holonomic condition f(q, t) = 0 in coordinates, time and parameters. Its "
    "multiplier acts on the coordinates as λ ∂f/∂q.",
)
