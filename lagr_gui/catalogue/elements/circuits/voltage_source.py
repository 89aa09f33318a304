"""Source of voltage: a generalised force on the charge of its branch."""

from lagr_gui.catalogue.elements.circuits.branch import CHARGE, ENDS, LINK
from lagr_gui.catalogue.geometry import Conductor
from lagr_gui.catalogue.kinds import ElementKind, Load, scalar
from lagr_gui.model.kinds import Depends, Role

KIND = ElementKind(
    name="voltage_source",
    title="Voltage source",
    fields=(*ENDS, scalar("voltage", 1, "Voltage u", "V", Depends.SIGNAL), LINK),
    geometry=Conductor(),
    law=Load("voltage"),
    glyph="voltage_source",
    equation="27",
    own=CHARGE,
    stem="q_u",
    role=Role.VOLTAGE,
    voltage="voltage",
    help="Drives the charge from its first terminal to its second, which is the positive "
    "pole. The voltage may depend on time, coordinates, velocities and signals: a "
    "controlled source.",
)
