"""The chosen numbers of the simulation: one frozen record for each algorithm."""

from lagr_gui.simulation.tuning.charts import CHART
from lagr_gui.simulation.tuning.constraints import (
    ASSEMBLY,
    FOLLOWING,
    MOBILITY,
    PROJECTION,
    VERDICT,
)
from lagr_gui.simulation.tuning.contact import CONTACT
from lagr_gui.simulation.tuning.equilibrium import BALANCE, SEARCH
from lagr_gui.simulation.tuning.foresight import FORESIGHT
from lagr_gui.simulation.tuning.frequencies import MODES, RESPONSE
from lagr_gui.simulation.tuning.growth import GROWTH
from lagr_gui.simulation.tuning.motion import (
    BURST,
    ENERGY,
    FLOORS,
    IMPLICIT,
    QUADRATURE,
    RUN,
    STEPPING,
    VARIATION,
)
from lagr_gui.simulation.tuning.series import TAYLOR
from lagr_gui.simulation.tuning.singular import CROSSING, NEAR_SINGULAR
from lagr_gui.simulation.tuning.stiffness import CREEP, STIFFNESS

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
