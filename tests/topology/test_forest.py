"""Graphs and spanning forests beside those of networkx."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from lagr_gui.topology.forest import Graph, forest

SEEDS = range(30)
Edge = tuple[int, int, str]


def drawn(seed: int) -> tuple[list[int], list[Edge]]:
    """Nodes and named edges; some nodes alone, some pairs joined more than once."""
    source = random.Random(seed)
    nodes = list(range(source.randint(1, 12)))
    source.shuffle(nodes)
    pairs = [source.sample(nodes, 2) for _ in range(source.randint(0, 18)) if len(nodes) > 1]
    return nodes, [(a, b, f"e{i}") for i, (a, b) in enumerate(pairs)]


def both(seed: int) -> tuple[Graph[int], nx.MultiGraph]:
    nodes, edges = drawn(seed)
    own, known = Graph(nodes), nx.MultiGraph()
    known.add_nodes_from(nodes)
    for a, b, name in edges:
        own.add(a, b, name)
        known.add_edge(a, b, name)
    return own, known


@pytest.mark.parametrize("seed", SEEDS)
def test_each_edge_is_told_once_with_its_ends(seed: int) -> None:
    _, edges = drawn(seed)
    found = both(seed)[0].edges()
    assert sorted(name for _, _, name in found) == sorted(name for _, _, name in edges)
    ends = {name: {a, b} for a, b, name in edges}
    assert all({a, b} == ends[name] for a, b, name in found)


@pytest.mark.parametrize("seed", SEEDS)
def test_levels_are_the_lengths_of_shortest_paths(seed: int) -> None:
    own, known = both(seed)
    for node in known:
        assert own.levels(node) == nx.single_source_shortest_path_length(known, node)


@pytest.mark.parametrize("seed", SEEDS)
def test_parts_are_what_hangs_together(seed: int) -> None:
    own, known = both(seed)
    parts = own.parts()
    assert sorted(map(sorted, parts)) == sorted(map(sorted, nx.connected_components(known)))
    assert sum(map(len, parts)) == len(known)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_path_is_a_shortest_one_along_edges(seed: int) -> None:
    own, known = both(seed)
    for part in own.parts():
        for start, end in zip(part, reversed(part), strict=True):
            path = own.path(start, end)
            assert path[0] == start and path[-1] == end
            assert len(path) - 1 == nx.shortest_path_length(known, start, end)
            names = own.names(path)
            steps = zip(path[:-1], path[1:], names, strict=True)
            assert all(known.has_edge(a, b, name) for a, b, name in steps)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_forest_spans_what_hangs_together_and_closes_no_path(seed: int) -> None:
    nodes, edges = drawn(seed)
    known = both(seed)[1]
    found = forest(nodes, edges)
    tree = nx.MultiGraph()
    tree.add_nodes_from(nodes)
    tree.add_edges_from((a, b) for a, b, _ in found.edges())
    assert tree.number_of_edges() == 0 or nx.is_forest(tree)
    assert sorted(map(sorted, nx.connected_components(tree))) == sorted(
        map(sorted, nx.connected_components(known))
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_edges_that_come_first_are_kept_like_those_of_least_weight(seed: int) -> None:
    nodes, edges = drawn(seed)
    simple = {frozenset((a, b)): (a, b, name) for a, b, name in reversed(edges)}
    weighted = nx.Graph()
    order = {name: place for place, (_, _, name) in enumerate(edges)}
    for a, b, name in simple.values():
        weighted.add_edge(a, b, weight=order[name], name=name)
    least = {data["name"] for _, _, data in nx.minimum_spanning_edges(weighted)}
    assert {name for _, _, name in forest(nodes, edges).edges()} == least


def test_a_long_chain_needs_no_recursion() -> None:
    count = 5000
    edges = [(i, i + 1, f"e{i}") for i in range(count)]
    random.Random(1).shuffle(edges)
    found = forest(range(count + 1), [*edges, (0, count, "closing")])
    assert len(found.edges()) == count
    assert found.levels(0)[count] == count
    assert len(found.path(count, 0)) == count + 1


def test_an_edge_from_a_node_to_itself_closes_a_path() -> None:
    found = forest(["a", "b"], [("a", "a", "loop"), ("a", "b", "first"), ("b", "a", "second")])
    assert found.edges() == [("a", "b", "first")]


def test_names_of_nodes_and_edges_may_be_new() -> None:
    graph: Graph[str] = Graph()
    graph.add("a", "b", "one")
    graph.add("b", "a", "two")
    graph.add("b", "c", "three")
    assert graph.edges() == [("a", "b", "one"), ("a", "b", "two"), ("b", "c", "three")]
    assert graph.parts() == [["a", "b", "c"]]
    assert graph.names(["c", "b", "a"]) == ["three", "one"]
