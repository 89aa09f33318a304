"""From a system's accelerations to its motion."""

from lagr_gui.foundation.lazy import offered

__getattr__, __dir__ = offered(__name__, __file__)
