"""The signal-flow diagram in the window."""

from lagr_gui.gui.panes.signal_flow.pane import SignalFlowPane

__all__ = ["SignalFlowPane"]
