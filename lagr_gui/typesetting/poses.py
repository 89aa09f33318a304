"""Rotation matrices and positions of bodies as matrices and columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from lagr_gui.expression import Expression
from lagr_gui.mechanics.sheets.sheet import Entry, Sheet, axes_of, vectors
from lagr_gui.mechanics.trees import IDENTITY, NOUGHT
from lagr_gui.typesetting.dialects import formula
from lagr_gui.typesetting.formula import Box, Formula, brackets, joined, matrix
from lagr_gui.typesetting.letters import vector_name
from lagr_gui.typesetting.widths import width

PoseRows = tuple[tuple[Expression, ...], ...]


def pose_rows(entries: Sequence[Entry]) -> PoseRows:
    """The rows of the matrix ``E`` or the column ``x`` of one body, by its entries."""
    trees = {entry.indices[1:]: entry.tree for entry in entries}
    columns = [(1,), (2,), (3,)] if entries[0].symbol == "E" else [()]
    return tuple(tuple(trees.get((i, *j), NOUGHT) for j in columns) for i in (1, 2, 3))


def vector_row(sheet: Sheet, entries: Sequence[Entry]) -> tuple[Expression, ...]:
    """The components of a partial velocity, those of a plane system in its plane."""
    trees = {entry.indices[1]: entry.tree for entry in entries}
    return tuple(trees.get(i, NOUGHT) for i in axes_of(sheet, entries[0].symbol))


def vector_line(
    sheet: Sheet, symbol: str, at: tuple[int, int], room: float = inf
) -> tuple[Formula, Formula]:
    """The name of a partial velocity by body and speed, and its components in round brackets.

    They stand in a column where they would be wider than the room.
    """
    row = vector_row(sheet, vectors(sheet, symbol)[at])
    alone = len(row) == 1
    whole = joined((", ",), [formula(tree) for tree in row])
    name = vector_name(symbol, *at, alone)
    if alone:
        return name, whole
    if width((*name, " = ", *whole)) > room:
        return name, (pose_box([[tree] for tree in row]),)
    return name, (brackets(whole),)


def is_unit(rows: PoseRows) -> bool:
    """Whether a body stands as the axes of space do."""
    return rows == IDENTITY


def pose_box(rows: Sequence[Sequence[Expression]]) -> Box:
    """A matrix or column of full size."""
    return matrix([[formula(tree) for tree in row] for row in rows], "table")
