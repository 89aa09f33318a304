"""The structured form: vectors and composite bodies, made to be read at any size."""

from lagr_gui.mechanics.structured.components import Components, WrittenOut
from lagr_gui.mechanics.structured.derivation import Structured, entering
from lagr_gui.mechanics.structured.frames import SPACE
from lagr_gui.mechanics.structured.nodes import StructuredEvaluator, Vectors, structured_evaluator
from lagr_gui.mechanics.structured.sheets import Name, single_lines, structured_sheet

__all__ = [
    "SPACE",
    "Components",
    "Name",
    "Structured",
    "StructuredEvaluator",
    "Vectors",
    "WrittenOut",
    "entering",
    "single_lines",
    "structured_evaluator",
    "structured_sheet",
]
