"""Mutual inductance of two inductors: a transformer."""

from lagr_gui.catalogue.geometry import BetweenCoils
from lagr_gui.catalogue.kinds import ElementKind, Energies, coil, scalar
from lagr_gui.model.kinds import Depends

KIND = ElementKind(
    name="mutual_inductance",
    title={"en": "Mutual inductance", "de": "Gegeninduktivität"},
    fields=(
        coil("coil_a", "First inductor", "Erste Spule"),
        coil("coil_b", "Second inductor", "Zweite Spule"),
        scalar("M", 0.001, "Mutual inductance M", "Gegeninduktivität M", "H", Depends.POSITION),
    ),
    geometry=BetweenCoils(),
    law=Energies(kinetic="M*current_a*current_b"),
    glyph="mutual_inductance",
    equation="18",
    help={
        "en": "T = M q̇₁ q̇₂ of the currents in two inductors: a transformer. M² is less than "
        "L₁ L₂; M may depend on coordinates.",
        "de": "T = M q̇₁ q̇₂ der Ströme in zwei Spulen: ein Transformator. M² ist kleiner als "
        "L₁ L₂; M darf von Koordinaten abhängen.",
    },
)
