"""Kinetic energy, potential energy and Rayleigh function given as expressions."""

from lagr_gui.catalogue.geometry import Unplaced
from lagr_gui.catalogue.kinds import ElementKind, Energies, scalar
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="energies",
    title="Energies T, U, D",
    fields=(
        scalar("kinetic", 0, "Kinetic energy T", "J", Depends.STATE),
        scalar("potential", 0, "Potential U", "J", Depends.POSITION),
        scalar("dissipation", 0, "Rayleigh function D", "W", Depends.STATE),
    ),
    geometry=Unplaced(),
    law=Energies("kinetic", "potential", "dissipation"),
    glyph="energies",
    equation="18",
    own=None,
    help="Energies in the element's own coordinates and in those of joints (Λ = T − Ω: "
    "Fischer & Lilov 31). T is at most quadratic in the velocities; terms linear in them "
    "belong to T as well. Charges of circuits are coordinates too. Forces on the own "
    "coordinates are drives.",
)
