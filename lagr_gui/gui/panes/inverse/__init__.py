"""The pane of inverse problems: motions that are given, and the forces that they need."""

from lagr_gui.gui.panes.inverse.pane import InversePane

__all__ = ["InversePane"]
