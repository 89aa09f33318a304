"""Steps of a motion in machine code, many at a time."""

from lagr_gui.simulation.bursts.library import library
from lagr_gui.simulation.bursts.stepper import NONE, BurstStepper
from lagr_gui.simulation.bursts.works import works_of_steps

__all__ = ["NONE", "BurstStepper", "library", "works_of_steps"]
