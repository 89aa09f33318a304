"""The sketch: the mechanism as it stands at the start, the other view of what is drawn."""

from lagr_gui.gui.sketch.view import Sketch
from lagr_gui.gui.sketch.workplace import Workplace

__all__ = ["Sketch", "Workplace"]
