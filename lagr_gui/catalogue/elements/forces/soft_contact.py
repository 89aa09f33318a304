"""Two bodies with shapes that press on each other as they sink in."""

from lagr_gui.catalogue.elements.sides import SIDES
from lagr_gui.catalogue.kinds import ElementKind, scalar
from lagr_gui.catalogue.shaped import Cushion, Shapes
from lagr_gui.model.kinds import Depends, Range

KIND = ElementKind(
    name="soft_contact",
    title="Compliant contact",
    fields=(
        *SIDES,
        scalar(
            "stiffness", 1000000, "Stiffness k", "", Depends.PARAMETERS, range=Range.NOT_NEGATIVE
        ),
        scalar(
            "modulus",
            0,
            "Hertz’s modulus E* (0: k)",
            "N/m^2",
            Depends.PARAMETERS,
            range=Range.NOT_NEGATIVE,
        ),
        scalar("exponent", "3/2", "Exponent n", "", Depends.PARAMETERS, range=Range.POSITIVE),
        scalar("damping", 0, "Damping c", "s/m", Depends.PARAMETERS, range=Range.NOT_NEGATIVE),
    ),
    geometry=Shapes(),
    law=Cushion("stiffness*max(depth, 0)^exponent*max(1 + damping*closing, 0)", along="depth"),
    glyph="soft_contact",
    equation="31",
    help="Shapes as those of a contact, which sink into each other by δ and press with "
    "F = k δ^n (1 + c δ̇), never pulling: Hertz’s law with n = 3/2 and c = 0, Hunt and Crossley’s "
    "with c > 0. With a modulus E*, 1/E* = (1 − ν₁²)/E₁ + (1 − ν₂²)/E₂, k is 4/3 E* √R of balls, "
    "1/R = 1/R₁ + 1/R₂ (of a ball on a plane R is its radius). It does not rub: dry friction "
    "needs a contact that does not sink in.",
)
