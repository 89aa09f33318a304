"""Steps of fixed length, for sixteen motions at once."""

from lagr_gui.simulation.fixed.march import LaneSystem, march, steps_between
from lagr_gui.simulation.fixed.unseen import unseen

__all__ = ["LaneSystem", "march", "steps_between", "unseen"]
