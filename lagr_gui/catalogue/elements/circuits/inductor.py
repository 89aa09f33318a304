"""Inductance: the kinetic energy of circuits."""

from lagr_gui.catalogue.elements.circuits.branch import CHARGE, ENDS, LINK
from lagr_gui.catalogue.geometry import Conductor
from lagr_gui.catalogue.kinds import ElementKind, Energies, scalar
from lagr_gui.model.kinds import Depends, Range, Role

KIND = ElementKind(
    name="inductor",
    title="Inductor",
    fields=(
        *ENDS,
        scalar("L", 0.01, "Inductance L", "H", Depends.POSITION, range=Range.NOT_NEGATIVE),
        LINK,
    ),
    geometry=Conductor(),
    law=Energies(kinetic="L/2*current^2"),
    glyph="inductor",
    equation="18",
    own=CHARGE,
    stem="q_L",
    role=Role.INDUCTANCE,
    help="T = ½ L q̇² of the charge q that has flowed through it. L may depend on "
    "coordinates: a solenoid whose core moves.",
)
