"""Trees as the scalars of a model: numbers where they are whole, otherwise texts."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.expression import Expression, Number, write
from lagr_gui.model import Scalar, Vector
from lagr_gui.model.record import Matrix


def scalar_of(tree: Expression) -> Scalar:
    """A whole number as a number, anything else as a text."""
    if isinstance(tree, Number) and tree.value.denominator == 1 and abs(tree.value) < 1e15:
        return int(tree.value)
    return write(tree)


def vector_of(trees: Sequence[Expression]) -> Vector:
    """Three trees as a vector."""
    a, b, c = (scalar_of(tree) for tree in trees)
    return a, b, c


def matrix_of(rows: Sequence[Sequence[Expression]]) -> Matrix:
    """Nine trees as a matrix."""
    a, b, c = (vector_of(row) for row in rows)
    return a, b, c
