"""Where the terminals of circuits lie in an arranged drawing: one rectangle for each circuit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import networkx as nx

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.model import Model

SIDE = 150.0
"""Distance between neighbouring terminals."""

Point = tuple[float, float]


def circuit_places(model: Model, bodies: Mapping[str, Point]) -> dict[str, Point]:
    """A place for every terminal, below the bodies: circuits side by side."""
    graph = nx.Graph()
    graph.add_nodes_from(terminal.name for terminal in model.terminals)
    for element in model.elements:
        if ELEMENTS[element.kind].role is not None:
            ends = element.terminal_a, element.terminal_b  # type: ignore[attr-defined]
            if graph.has_node(ends[0]) and graph.has_node(ends[1]):
                graph.add_edge(*ends)
    corners = [at for key, at in bodies.items() if key.startswith("body:")] or [(0.0, 0.0)]
    left, top = min(x for x, _ in corners), max(y for _, y in corners) + 1.2 * SIDE
    points: dict[str, Point] = {}
    for component in nx.connected_components(graph):
        ring = _around(graph.subgraph(component))
        columns = max((len(ring) + 1) // 2, 1)
        for place, name in enumerate(ring):
            column = place if place < columns else len(ring) - 1 - place
            row = 0 if place < columns else 1
            points[f"terminal:{name}"] = (left + column * SIDE, top + row * SIDE)
        left += (columns + 0.6) * SIDE
    return points


def _around(circuit: nx.Graph) -> Sequence[str]:
    """Terminals in the order of the longest mesh that is easily found, the others behind."""
    first = min(circuit)
    return list(nx.dfs_preorder_nodes(circuit, first, sort_neighbors=sorted))
