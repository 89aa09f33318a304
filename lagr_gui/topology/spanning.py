"""Forests that span a graph: what is left of it closes paths."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import networkx as nx

Node = TypeVar("Node", int, str)
Edge = tuple[Node, Node, str]


def spanning_forest(
    graph: nx.MultiGraph[Node], reluctance: Callable[[Edge[Node]], Any]
) -> nx.MultiGraph[Node]:
    """All nodes, and of each closed path all edges but one, which is the most reluctant.

    Edges are known by their keys; among equals the first ones are kept (Kruskal's algorithm).
    """
    import networkx as nx

    if graph.number_of_edges() == len(graph) - nx.number_connected_components(graph):
        return graph  # no path is closed
    ranked = sorted(graph.edges(keys=True), key=reluctance)
    weighted = graph.copy()
    for rank, edge in enumerate(ranked):
        weighted.edges[edge]["weight"] = rank
    return nx.minimum_spanning_tree(weighted, algorithm="kruskal")


def edge_between(graph: nx.MultiGraph[Node], a: Node, b: Node) -> str:
    """The first edge between two neighbours."""
    return next(iter(graph[a][b]))
