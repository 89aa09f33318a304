"""The chosen numbers of the simulation by algorithm, and where each of it stands."""
# ruff: noqa: I001  # names of one home stay together

from lagr_gui.simulation.tuning.accuracy import (
    ENERGY as ENERGY,
    FLOORS as FLOORS,
    QUADRATURE as QUADRATURE,
    VARIATION as VARIATION,
)
from lagr_gui.simulation.tuning.constraints import (
    ASSEMBLY as ASSEMBLY,
    CHART as CHART,
    CONTACT as CONTACT,
    FRICTION as FRICTION,
    PRESSED as PRESSED,
    FOLLOWING as FOLLOWING,
    MOBILITY as MOBILITY,
    PROJECTION as PROJECTION,
    VERDICT as VERDICT,
)
from lagr_gui.simulation.tuning.equilibrium import (
    BALANCE as BALANCE,
    MODES as MODES,
    RESPONSE as RESPONSE,
    SEARCH as SEARCH,
)
from lagr_gui.simulation.tuning.motion import (
    BURST as BURST,
    CREEP as CREEP,
    FORESIGHT as FORESIGHT,
    GROWTH as GROWTH,
    IMPLICIT as IMPLICIT,
    RUN as RUN,
    SAMPLING as SAMPLING,
    STEPPING as STEPPING,
    STIFFNESS as STIFFNESS,
    TAYLOR as TAYLOR,
)
from lagr_gui.simulation.tuning.singular import CROSSING as CROSSING, NEAR_SINGULAR as NEAR_SINGULAR
