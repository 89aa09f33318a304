"""Routes of joints and elements around bodies, symbols and names.  No Qt."""

from lagr_gui.gui.canvas.routing.plan import Pace, Plan
from lagr_gui.gui.canvas.routing.records import Look, Shape

__all__ = ["Look", "Pace", "Plan", "Shape"]
