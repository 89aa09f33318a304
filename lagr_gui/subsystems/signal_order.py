"""The order of the expressions that signals are: each behind those that it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lagr_gui.expression import Expression, Symbol, parts, read, symbols
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Path, Problem
from lagr_gui.model import ExpressionSignal, Model
from lagr_gui.model.measure_signal import measures_in


def ordered(model: Model) -> dict[str, Expression]:
    """The expressions of a plain model by name, each behind those that it is made of.

    Raises LagrError for what does not read and for circles.
    """
    trees = {s.name: read(s.value) for s in model.signals if isinstance(s, ExpressionSignal)}
    return in_order(model, trees)


def in_order(model: Model, trees: dict[str, Expression]) -> dict[str, Expression]:
    """Expressions of signals and measures, each behind those that it is made of.

    Raises LagrError for circles.
    """
    if not any({symbol.name for symbol in symbols(tree)} & trees.keys() for tree in trees.values()):
        return trees
    import networkx as nx  # loaded for the models that need it

    graph = _graph(trees)
    if rings := [*_rings(graph)]:
        raise LagrError(_circular(model, ring) for ring in rings)
    order = nx.lexicographical_topological_sort(graph, key=[*trees].index)
    return {name: trees[name] for name in order}


def _graph(trees: Mapping[str, Expression]) -> Any:
    import networkx as nx

    graph: Any = nx.DiGraph()
    graph.add_nodes_from(trees)
    for name, tree in trees.items():
        used = {symbol.name for symbol in symbols(tree)} & trees.keys()
        graph.add_edges_from((other, name) for other in used)
    return graph


def _rings(graph: Any) -> Iterator[list[str]]:
    """The names that are made of each other, in the order of their places."""
    import networkx as nx

    places = {name: place for place, name in enumerate(graph.nodes)}
    for ring in nx.strongly_connected_components(graph):
        if len(ring) > 1 or any(graph.has_edge(name, name) for name in ring):
            yield sorted(ring, key=places.__getitem__)


def _circular(model: Model, ring: list[str]) -> Problem:
    path: Path = ("signals", place_in(model, ring[0]), "value")
    typed = {entry.name: entry.text for entry in measures_in(model)}
    return Problem(
        place=say("Signals {names}", names=", ".join(typed.get(name, name) for name in ring)),
        cause=say("Each of them is made of the others, at the same instant."),
        remedy=say("Break the circle: feed one of them back through a state, such as a filter."),
        code="circular",
        path=path,
    )


def sizes(ordered: Mapping[str, Expression]) -> dict[str, int]:
    """How many names, numbers and operations each expression has when all others are put in."""
    found: dict[str, int] = {}
    for name, tree in ordered.items():
        count, waiting = 0, [tree]
        while waiting:
            part = waiting.pop()
            count += found.get(part.name, 1) if isinstance(part, Symbol) else 1
            waiting += parts(part)
        found[name] = count
    return found


def depths(ordered: Mapping[str, Expression]) -> dict[str, int]:
    """How deep each expression is when all others are put in."""
    found: dict[str, int] = {}

    def depth(tree: Expression) -> int:
        if isinstance(tree, Symbol):
            return found.get(tree.name, 1)
        return 1 + max(map(depth, parts(tree)), default=0)

    for name, tree in ordered.items():
        found[name] = depth(tree)
    return found


def made_of(some: Iterable[str], ordered: Mapping[str, Expression]) -> frozenset[str]:
    """The expressions that are made of some names, directly or through others."""
    made = set(some)
    for name, tree in ordered.items():
        if made & {symbol.name for symbol in symbols(tree)}:
            made.add(name)
    return frozenset(made & ordered.keys())


def place_in(model: Model, name: str) -> int:
    """The index of the signal that is called so, or has such an output."""
    return next(
        (i for i, s in enumerate(model.signals) if name == s.name or name in s.names),
        0,
    )
