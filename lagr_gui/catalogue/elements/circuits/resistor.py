"""Resistance: the Rayleigh function of circuits."""

from lagr_gui.catalogue.elements.circuits.branch import CHARGE, ENDS, LINK
from lagr_gui.catalogue.geometry import Conductor
from lagr_gui.catalogue.kinds import ElementKind, Energies, scalar
from lagr_gui.model.kinds import Depends, Role

KIND = ElementKind(
    name="resistor",
    title="Resistor",
    fields=(*ENDS, scalar("R", 1, "Resistance R", "Ohm", Depends.POSITION), LINK),
    geometry=Conductor(),
    law=Energies(dissipation="R/2*current^2"),
    glyph="resistor",
    equation="37",
    own=CHARGE,
    stem="q_R",
    role=Role.RESISTANCE,
    help="D = ½ R q̇² of the current q̇ through it. R may depend on coordinates: a "
    "potentiometer, a carbon microphone.",
)
