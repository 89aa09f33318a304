"""What the simulation offers, and where each of it is made."""
# ruff: noqa: I001  # names of one home stay together

from lagr_gui.simulation.chosen_rows import (
    ChosenRows as ChosenRows,
    choose_rows as choose_rows,
)
from lagr_gui.simulation.constraints import (
    BoundConstraints as BoundConstraints,
    ModelSize as ModelSize,
)
from lagr_gui.simulation.faults import Invalid as Invalid
from lagr_gui.simulation.floors import Floors as Floors
from lagr_gui.simulation.positions.assembly import (
    Assembly as Assembly,
    assemble as assemble,
    with_start as with_start,
)
from lagr_gui.simulation.run import Progress as Progress, simulate as simulate
from lagr_gui.simulation.settings import (
    Event as Event,
    Guards as Guards,
    Settings as Settings,
    check_settings as check_settings,
)
from lagr_gui.simulation.solvers import METHODS as METHODS
from lagr_gui.simulation.system import (
    KernelSystem as KernelSystem,
    LimitPrograms as LimitPrograms,
    Record as Record,
    MechanicalSystem as MechanicalSystem,
)
from lagr_gui.simulation.tuning import FLOORS as FLOORS
from lagr_gui.simulation.trajectory import (
    EventHit as EventHit,
    SimulationStopped as SimulationStopped,
    Trajectory as Trajectory,
)
