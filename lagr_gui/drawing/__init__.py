"""The block diagram without Qt: looks of edges, and their ways around bodies, symbols and names."""

from lagr_gui.drawing.looks import looks_of
from lagr_gui.drawing.plan import Pace, Plan
from lagr_gui.drawing.records import DrawnShape, Look

__all__ = ["DrawnShape", "Look", "Pace", "Plan", "looks_of"]
