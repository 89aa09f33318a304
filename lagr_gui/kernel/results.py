"""Outputs of a program: nodes go in by name and shape, numbers come out by name and shape."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel.node import Node

Place = tuple[Any, tuple[int, ...]]
"""The index of the columns of an output, and its shape."""


@dataclass(frozen=True, slots=True)
class Shaped:
    """Nodes row by row, with the shape of their array."""

    nodes: tuple[Node, ...]
    shape: tuple[int, ...]


def shaped(nodes: Iterable[Node], *shape: int) -> Shaped:
    """Nodes row by row as an array of this shape. Raises ValueError where they do not fill it."""
    row = tuple(nodes)
    if len(row) != math.prod(shape):
        raise ValueError(f"{len(row)} nodes do not fill {shape}")
    return Shaped(row, shape)


Outputs = Mapping[str, Node | Sequence[Node] | Shaped]
"""By name: one node (a number), a row of nodes (n,), or nodes with a shape."""


def placed(outputs: Outputs) -> tuple[list[Node], dict[str, Place]]:
    """All nodes in one row, and where in it each output lies."""
    row: list[Node] = []
    places: dict[str, Place] = {}
    for name, value in outputs.items():
        nodes, shape = _nodes(value)
        places[name] = (Ellipsis, slice(len(row), len(row) + len(nodes))), shape
        row += nodes
    return row, places


def _nodes(value: Node | Sequence[Node] | Shaped) -> tuple[Sequence[Node], tuple[int, ...]]:
    if isinstance(value, Shaped):
        return value.nodes, value.shape
    if isinstance(value, Node):
        return (value,), ()
    return value, (len(value),)


class Results:
    """The numbers of one call by name; along n states n is the first axis of each.

    `table` (k,) or (n, k) holds all of them in one row.  Entries are views of it.
    """

    __slots__ = ("_places", "table")

    def __init__(self, table: Array, places: Mapping[str, Place]) -> None:
        self.table = table
        self._places = places

    def __getitem__(self, name: str) -> Array:
        """An output in its shape; a single node gives a number, or (n,) along n states."""
        columns, shape = self._places[name]
        part = self.table[columns]
        if len(shape) == 1:
            return part
        return part.reshape((*part.shape[:-1], *shape))
