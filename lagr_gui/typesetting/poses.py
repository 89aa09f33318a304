"""Rotation matrices and positions of bodies as matrices and columns."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.expression import Expression
from lagr_gui.mechanics.sheets.sheet import Entry
from lagr_gui.mechanics.trees import IDENTITY, NOUGHT
from lagr_gui.typesetting.dialects import formula
from lagr_gui.typesetting.formula import Box, matrix

PoseRows = tuple[tuple[Expression, ...], ...]


def pose_rows(entries: Sequence[Entry]) -> PoseRows:
    """The rows of the matrix ``E`` or the column ``x`` of one body, by its entries."""
    trees = {entry.indices[1:]: entry.tree for entry in entries}
    columns = [(1,), (2,), (3,)] if entries[0].symbol == "E" else [()]
    return tuple(tuple(trees.get((i, *j), NOUGHT) for j in columns) for i in (1, 2, 3))


def is_unit(rows: PoseRows) -> bool:
    """Whether a body stands as the axes of space do."""
    return rows == IDENTITY


def pose_box(rows: PoseRows) -> Box:
    """A matrix or column of full size."""
    return matrix([[formula(tree) for tree in row] for row in rows], "table")
