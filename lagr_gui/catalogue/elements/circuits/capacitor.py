"""Capacitance: the potential energy of circuits."""

from lagr_gui.catalogue.elements.circuits.branch import CHARGE, ENDS, LINK
from lagr_gui.catalogue.geometry import Conductor
from lagr_gui.catalogue.kinds import ElementKind, Energies, scalar
from lagr_gui.model.kinds import Depends, Range, Role

KIND = ElementKind(
    name="capacitor",
    title="Capacitor",
    fields=(
        *ENDS,
        scalar("C", 1e-6, "Capacitance C", "F", Depends.POSITION, range=Range.POSITIVE),
        scalar("q0", 0, "Charge at the start", "C", Depends.PARAMETERS),
        LINK,
    ),
    geometry=Conductor(),
    law=Energies(potential="(charge + q0)^2/(2*C)"),
    glyph="capacitor",
    equation="31",
    own=CHARGE,
    stem="q_C",
    role=Role.CAPACITANCE,
    voltage="q0/C",
    help="U = (q + q₀)²/2C of the charge q that has flowed through it and its charge q₀ at "
    "the start. C may depend on coordinates: a condenser microphone.",
)
