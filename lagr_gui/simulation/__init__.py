"""From a system's accelerations to its motion."""

from lagr_gui.simulation.conditions import Conditions
from lagr_gui.simulation.methods import METHODS
from lagr_gui.simulation.run import Progress, simulate
from lagr_gui.simulation.settings import Event, Settings, check_settings
from lagr_gui.simulation.system import KernelSystem, Record, System
from lagr_gui.simulation.trajectory import EventHit, SimulationStopped, Trajectory

__all__ = [
    "METHODS",
    "Conditions",
    "Event",
    "EventHit",
    "KernelSystem",
    "Progress",
    "Record",
    "Settings",
    "SimulationStopped",
    "System",
    "Trajectory",
    "check_settings",
    "simulate",
]
