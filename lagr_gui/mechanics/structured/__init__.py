"""The structured form: vectors and composite bodies, made to be read at any size."""

from lagr_gui.mechanics.structured.derivation import Structured
from lagr_gui.mechanics.structured.nodes import StructuredEvaluator, Vectors
from lagr_gui.mechanics.structured.replacing import entering
from lagr_gui.mechanics.structured.sheets import structured_sheet

__all__ = ["Structured", "StructuredEvaluator", "Vectors", "entering", "structured_sheet"]
