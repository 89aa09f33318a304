"""Motor or moving coil with a constant: torque K i, voltage K θ̇."""

from lagr_gui.catalogue.elements.circuits.branch import CHARGE, ENDS, LINK
from lagr_gui.catalogue.geometry import Conductor
from lagr_gui.catalogue.kinds import Along, ElementKind, Energies, coordinate, scalar
from lagr_gui.model.kinds import Depends, Role

KIND = ElementKind(
    name="motor",
    title="Motor",
    along=Along("Moving coil", "motor"),
    fields=(
        *ENDS,
        coordinate("coordinate", "Moves coordinate"),
        scalar("K", 0.1, "Constant K", "N m/A", Depends.PARAMETERS),
        LINK,
    ),
    geometry=Conductor(),
    law=Energies(kinetic="K*coordinate*current"),
    glyph="motor",
    equation="18",
    own=CHARGE,
    stem="q_M",
    role=Role.COUPLING,
    help="Motor on a hinge, moving coil along a slide. T = K θ q̇ couples a coordinate with the "
    "current: moment (or force) K q̇ on it, voltage K θ̇ against the current. Resistance and "
    "inductance of the winding are elements of their own.",
)
