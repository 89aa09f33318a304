"""Expressions as frozen trees, and the safe way from text to tree and back."""

from lagr_gui.expression.builtins import BUILTINS, GREEK
from lagr_gui.expression.decimals import with_points
from lagr_gui.expression.reader import NOT_FINITE, read
from lagr_gui.expression.renaming import renamed, replaced, with_endings
from lagr_gui.expression.spelling import PLAIN, Spelling, with_half
from lagr_gui.expression.tree import (
    TIME,
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    called,
    parts,
    rebuilt,
    substitute,
    symbols,
    symbols_in,
)
from lagr_gui.expression.writer import write

__all__ = [
    "BUILTINS",
    "GREEK",
    "NOT_FINITE",
    "PLAIN",
    "TIME",
    "Call",
    "Expression",
    "Number",
    "Power",
    "Product",
    "Spelling",
    "Sum",
    "Symbol",
    "called",
    "parts",
    "read",
    "rebuilt",
    "renamed",
    "replaced",
    "substitute",
    "symbols",
    "symbols_in",
    "with_endings",
    "with_half",
    "with_points",
    "write",
]
