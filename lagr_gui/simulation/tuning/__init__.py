"""The chosen numbers of the simulation: one frozen record for each algorithm."""

from lagr_gui.simulation.tuning.constraints import (
    ASSEMBLY,
    CHART,
    CONTACT,
    FOLLOWING,
    MOBILITY,
    PROJECTION,
    VERDICT,
)
from lagr_gui.simulation.tuning.equilibrium import BALANCE, MODES, RESPONSE, SEARCH
from lagr_gui.simulation.tuning.motion import (
    BURST,
    CREEP,
    ENERGY,
    FLOORS,
    FORESIGHT,
    GROWTH,
    IMPLICIT,
    QUADRATURE,
    RUN,
    STEPPING,
    STIFFNESS,
    TAYLOR,
    VARIATION,
)
from lagr_gui.simulation.tuning.singular import CROSSING, NEAR_SINGULAR

__all__ = [
    "ASSEMBLY",
    "BALANCE",
    "BURST",
    "CHART",
    "CONTACT",
    "CREEP",
    "CROSSING",
    "ENERGY",
    "FLOORS",
    "FOLLOWING",
    "FORESIGHT",
    "GROWTH",
    "IMPLICIT",
    "MOBILITY",
    "MODES",
    "NEAR_SINGULAR",
    "PROJECTION",
    "QUADRATURE",
    "RESPONSE",
    "RUN",
    "SEARCH",
    "STEPPING",
    "STIFFNESS",
    "TAYLOR",
    "VARIATION",
    "VERDICT",
]
