"""Flux linkage that depends on coordinates: magnets that move past a coil."""

from lagr_gui.catalogue.elements.circuits.branch import CHARGE, ENDS, LINK
from lagr_gui.catalogue.geometry import Conductor
from lagr_gui.catalogue.kinds import ElementKind, Energies, scalar
from lagr_gui.model.kinds import Depends, Role

KIND = ElementKind(
    name="transducer",
    title="Transducer (flux linkage)",
    fields=(*ENDS, scalar("flux", 0, "Flux linkage ψ(q)", "V s", Depends.POSITION), LINK),
    geometry=Conductor(),
    law=Energies(kinetic="flux*current"),
    glyph="transducer",
    equation="18",
    own=CHARGE,
    stem="q_W",
    role=Role.COUPLING,
    help="T = ψ(q) q̇ with the flux ψ of a magnet through a coil: force q̇ ∂ψ/∂q on each "
    "coordinate, induced voltage dψ/dt against the current.",
)
