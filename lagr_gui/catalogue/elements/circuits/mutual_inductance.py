"""Mutual inductance of two inductors: a transformer."""

from lagr_gui.catalogue.geometry import BetweenCoils
from lagr_gui.catalogue.kinds import ElementKind, Energies, coil, scalar
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="mutual_inductance",
    title="Mutual inductance",
    fields=(
        coil("coil_a", "First inductor"),
        coil("coil_b", "Second inductor"),
        scalar("M", 0.001, "Mutual inductance M", "H", Depends.POSITION),
    ),
    geometry=BetweenCoils(),
    law=Energies(kinetic="M*current_a*current_b"),
    glyph="mutual_inductance",
    equation="18",
    help="T = M q̇₁ q̇₂ of the currents in two inductors: a transformer. M² is less than "
    "L₁ L₂; M may depend on coordinates.",
)
