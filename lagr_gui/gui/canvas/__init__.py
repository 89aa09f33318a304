"""The drawing: bodies as blocks, joints and elements between them."""

from lagr_gui.gui.canvas.canvas import Canvas

__all__ = ["Canvas"]
