"""The sweep pane: families of motions over parameters and start values."""

from lagr_gui.gui.panes.sweep.pane import SweepPane

__all__ = ["SweepPane"]
