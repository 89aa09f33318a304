"""The pane of inverse problems: motions that are given, and the forces that they need."""

from lagr_gui.extensions.inverse.pane.pane import InversePane

__all__ = ["InversePane"]
