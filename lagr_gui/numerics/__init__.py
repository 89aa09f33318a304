"""Linear algebra with ranks, on plain arrays; nothing mechanical."""

from lagr_gui.foundation.lazy import offered

__getattr__, __dir__ = offered(__name__, __file__)
