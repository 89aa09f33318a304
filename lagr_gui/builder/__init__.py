"""Systems written down in Python: the same models that are drawn in the window."""

from lagr_gui.builder.system import GROUND, System

__all__ = ["GROUND", "System"]
