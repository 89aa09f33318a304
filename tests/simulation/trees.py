"""Rooted trees: each is a condition on a Runge–Kutta method (Butcher; Hairer I, section II.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod

import numpy as np

Tree = tuple["Tree", ...]
"""The trees that hang on the root, in an order of their own."""


@cache
def trees(order: int) -> tuple[Tree, ...]:
    """All trees with so many nodes, each once."""
    return tuple(sorted({tuple(sorted(forest)) for forest in _forests(order - 1)}))


def _forests(nodes: int) -> Iterator[Tree]:
    """Trees that have so many nodes together."""
    if nodes == 0:
        yield ()
    for first in range(1, nodes + 1):
        for tree in trees(first):
            for rest in _forests(nodes - first):
                yield (tree, *rest)


def size(tree: Tree) -> int:
    """How many nodes it has."""
    return 1 + sum(map(size, tree))


def density(tree: Tree) -> int:
    """γ: the product of the sizes of all its subtrees."""
    return size(tree) * prod(map(density, tree))


def stage_weights(tree: Tree, A: np.ndarray) -> np.ndarray:
    """What each stage makes of a tree: products of sums over the stages before."""
    found = np.ones(len(A))
    for branch in tree:
        found = found * (A @ stage_weights(branch, A))
    return found
