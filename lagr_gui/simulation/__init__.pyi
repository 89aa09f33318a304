"""What the simulation offers, and where each of it is made."""
# ruff: noqa: I001  # names of one home stay together

from lagr_gui.simulation.constraints import BoundConstraints as BoundConstraints
from lagr_gui.simulation.run import Progress as Progress, simulate as simulate
from lagr_gui.simulation.settings import (
    Event as Event,
    Settings as Settings,
    check_settings as check_settings,
)
from lagr_gui.simulation.solvers import METHODS as METHODS
from lagr_gui.simulation.system import (
    KernelSystem as KernelSystem,
    Record as Record,
    MechanicalSystem as MechanicalSystem,
)
from lagr_gui.simulation.trajectory import (
    EventHit as EventHit,
    SimulationStopped as SimulationStopped,
    Trajectory as Trajectory,
)
