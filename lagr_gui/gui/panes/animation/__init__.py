"""The animation: the mechanism as it moves, with a player."""

from lagr_gui.gui.panes.animation.pane import AnimationPane

__all__ = ["AnimationPane"]
