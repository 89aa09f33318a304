"""The response pane: amplitude and phase over frequency."""

from lagr_gui.gui.panes.response.pane import ResponsePane

__all__ = ["ResponsePane"]
