"""Expressions as frozen trees, and the safe way from text to tree and back."""

from lagr_gui.foundation.lazy import offered

__getattr__, __dir__ = offered(__name__, __file__)
