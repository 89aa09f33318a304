"""Nodes joined by named edges, and the forest that spans them.

These few lines stand here because the library of graphs takes longer to load than everything that
`lagr check` computes; what is drawn is arranged with it (`editing`).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Generic, TypeVar

N = TypeVar("N", int, str)


class Graph(Generic[N]):
    """Nodes and edges in the order in which they were added; nodes may share several edges."""

    def __init__(self, nodes: Iterable[N] = ()) -> None:
        self.beside: dict[N, dict[N, list[str]]] = {node: {} for node in nodes}

    def add(self, a: N, b: N, name: str) -> None:
        """Join two nodes, which may be new."""
        names = self.beside.setdefault(a, {}).setdefault(b, [])
        names.append(name)
        self.beside.setdefault(b, {})[a] = names

    def edges(self) -> list[tuple[N, N, str]]:
        """Each edge once, by nodes."""
        place = {node: index for index, node in enumerate(self.beside)}
        return [
            (a, b, name)
            for a, others in self.beside.items()
            for b, names in others.items()
            if place[b] >= place[a]
            for name in names
        ]

    def levels(self, root: N) -> dict[N, int]:
        """The nodes that hang together with one, by the number of edges between."""
        found, waiting = {root: 0}, [root]
        for node in waiting:
            for other in self.beside[node]:
                if other not in found:
                    found[other] = found[node] + 1
                    waiting.append(other)
        return found

    def parts(self) -> list[list[N]]:
        """The nodes, sorted by what hangs together."""
        found: list[list[N]] = []
        known: set[N] = set()
        for node in self.beside:
            if node not in known:
                found.append(list(self.levels(node)))
                known.update(found[-1])
        return found

    def path(self, start: N, end: N) -> list[N]:
        """The nodes from one to another that hangs together with it, on a shortest way."""
        levels, path = self.levels(end), [start]
        while path[-1] != end:
            path.append(next(n for n in self.beside[path[-1]] if levels[n] < levels[path[-1]]))
        return path

    def names(self, path: list[N]) -> list[str]:
        """The first edge between each two nodes of a path."""
        return [self.beside[a][b][0] for a, b in pairwise(path)]


def forest(nodes: Iterable[N], ranked: Iterable[tuple[N, N, str]]) -> Graph[N]:
    """The edges that close no path with those before them (Kruskal)."""
    found = Graph(nodes)
    above: dict[N, N] = {}

    def top(node: N) -> N:
        while node in above:
            if (higher := above[node]) in above:
                above[node] = above[higher]
            node = higher
        return node

    for a, b, name in ranked:
        ends = top(a), top(b)
        if ends[0] != ends[1]:
            above[ends[0]] = ends[1]
            found.add(a, b, name)
    return found
