"""Steps of a motion in machine code, many at a time."""

from lagr_gui.simulation.bursts.stepper import NONE, BurstStepper, library

__all__ = ["NONE", "BurstStepper", "library"]
