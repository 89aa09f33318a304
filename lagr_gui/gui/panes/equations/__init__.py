"""The equations pane: typeset results whose terms know where they come from."""

from lagr_gui.gui.panes.equations.pane import EquationsPane

__all__ = ["EquationsPane"]
