"""A unilateral condition on positions that the user writes himself."""

from lagr_gui.catalogue.geometry import Unplaced
from lagr_gui.catalogue.kinds import ElementKind, Limit, restitution, scalar
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="unilateral_condition",
    title="Unilateral condition",
    fields=(scalar("limit", 0, "Never above zero", "", Depends.POSITION), restitution(1)),
    geometry=Unplaced(),
    law=Limit(("limit",)),
    glyph="unilateral_condition",
    equation="C5",
    help="A condition H(q, t) ≤ 0 in coordinates, time and parameters. Where H reaches 0 "
    "an impact follows Newton's law (Fischer & Lilov 33–39).",
)
