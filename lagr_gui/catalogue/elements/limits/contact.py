"""Two bodies with shapes that touch each other."""

from lagr_gui.catalogue.elements.sides import SIDES
from lagr_gui.catalogue.elements.struck import STRUCK, slipping
from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.catalogue.shaped import Shapes

KIND = ElementKind(
    name="contact",
    title="Contact of two shapes (impact)",
    fields=(*SIDES, *STRUCK),
    geometry=Shapes(),
    law=slipping("gap"),
    glyph="contact",
    equation="C5",
    help="Two bodies do not pass through each other where their shapes touch: a ball, capsule, "
    "box, disc, cylinder or outline on a plane, a ball on a ball, capsule, box or convex "
    "outline. A box lies along the axes of its body; an outline has its corners across its "
    "axis, counter-clockwise, about its middle, and is round by its radius. Where they meet "
    "they rebound with κ times the speed (Newton’s law), and slide or stick there with μ > 0. "
    "Of what touches a plane each end, corner or rim is a contact of its own.",
)
