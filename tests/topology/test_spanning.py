"""Spanning forests keep what is asked to be kept, and close no path."""

from __future__ import annotations

import random
from itertools import combinations

import networkx as nx

from lagr_gui.topology.spanning import edge_between, spanning_forest
from tests.each import each


def drawn(seed: int) -> nx.MultiGraph:
    """Nodes, some alone, and named edges, some between the same two."""
    source = random.Random(seed)
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(source.randint(1, 9)))
    for number in range(source.randint(0, 14) if len(graph) > 1 else 0):
        graph.add_edge(*source.sample(list(graph), 2), f"e{number}")
    return graph


@each("seed", range(60))
def test_no_other_forest_has_less_reluctant_edges(seed: int) -> None:
    """Matroids: sorted reluctances of the best forest are each the least possible."""
    graph = drawn(seed)
    weight = {edge: random.Random(seed + 1).randrange(5) for edge in graph.edges(keys=True)}
    forest = spanning_forest(graph, weight.__getitem__)
    kept = list(forest.edges(keys=True))
    assert set(forest) == set(graph)
    assert len(kept) == len(graph) - nx.number_connected_components(graph)
    assert nx.number_connected_components(forest) == nx.number_connected_components(graph)
    if len(weight) <= 10:
        best = sorted(weight[edge] for edge in kept)
        for other in combinations(weight, len(kept)):
            tried = nx.MultiGraph(graph.subgraph(()))
            tried.add_nodes_from(graph)
            tried.add_edges_from(other)
            if nx.number_connected_components(tried) == nx.number_connected_components(graph):
                least = sorted(weight[edge] for edge in other)
                assert all(a <= b for a, b in zip(best, least, strict=True))


def test_among_equals_the_first_is_kept() -> None:
    graph = nx.MultiGraph([(0, 1, "first"), (1, 0, "second")])
    assert list(spanning_forest(graph, lambda _: 0).edges(keys=True)) == [(0, 1, "first")]
    assert edge_between(graph, 1, 0) == "first"


def test_an_edge_from_a_node_to_itself_is_not_kept() -> None:
    graph = nx.MultiGraph([("a", "a", "loop"), ("a", "b", "edge")])
    assert [name for *_, name in spanning_forest(graph, str).edges(keys=True)] == ["edge"]
