"""From a system's accelerations to its motion."""

from lagr_gui.simulation.methods import METHODS
from lagr_gui.simulation.run import Progress, simulate
from lagr_gui.simulation.settings import Event, Settings
from lagr_gui.simulation.system import KernelSystem, Record, System
from lagr_gui.simulation.trajectory import EventHit, Trajectory

__all__ = [
    "METHODS",
    "Event",
    "EventHit",
    "KernelSystem",
    "Progress",
    "Record",
    "Settings",
    "System",
    "Trajectory",
    "simulate",
]
