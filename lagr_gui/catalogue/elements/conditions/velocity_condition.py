"""A condition on velocities that the user writes himself."""

from lagr_gui.catalogue.geometry import Unplaced
from lagr_gui.catalogue.kinds import Condition, ElementKind, scalar
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="velocity_condition",
    title="Condition on velocities",
    fields=(scalar("zero", 0, "Is zero", "", Depends.STATE),),
    geometry=Unplaced(),
    law=Condition(velocity=("zero",)),
    glyph="velocity_condition",
    equation="C2",
    help="A condition ψ(q, q̇, t) = 0; q̇ is written q'. One that is linear in the velocities may be "
    "integrable or not; the program finds out. One that is not exerts λ ∂ψ/∂q̇ by assumption "
    "(Chetaev, Gauss).",
)
