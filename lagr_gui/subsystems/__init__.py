"""Subsystems: models that are parts of others, and the one model without such parts."""

from lagr_gui.foundation.lazy import offered

__getattr__, __dir__ = offered(__name__, __file__)
