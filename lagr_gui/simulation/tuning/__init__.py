"""The chosen numbers of the simulation: one frozen record for each algorithm."""

from lagr_gui.foundation.lazy import offered

__getattr__, __dir__ = offered(__name__, __file__)
