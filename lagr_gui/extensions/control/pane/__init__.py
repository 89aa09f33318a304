"""The pane of control: what acts and is measured, gains, poles, and the closed loop in time."""

from lagr_gui.extensions.control.pane.pane import ControlPane

__all__ = ["ControlPane"]
