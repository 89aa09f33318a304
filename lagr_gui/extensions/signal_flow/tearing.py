"""Where an algebraic loop can be cut, and a short circle that shows why it is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lagr_gui.extensions.signal_flow.causality import FORCES
from lagr_gui.extensions.signal_flow.records import SolvedRow


def cut(graph: Any, loop: Sequence[int], solved: Sequence[SolvedRow]) -> list[int]:
    """Few equations of a loop without which no circle is left: the results to be guessed.

    First all accelerations of coordinates are tried and what else is needed, then what the most
    circles seem to run through; the shorter list counts.
    """
    whole = graph.subgraph(loop)
    first = [r for r in loop if solved[r].gives.sort == "qdd"]
    found = [_enough(whole, first), _enough(whole, [])]
    return sorted(min((_least(whole, entry) for entry in found), key=len))


def _enough(whole: Any, begun: list[int]) -> list[int]:
    import networkx as nx

    rest, taken = whole.copy(), list(begun)
    rest.remove_nodes_from(begun)
    while True:
        circles = [c for c in nx.strongly_connected_components(rest) if len(c) > 1]
        if not circles:
            return taken
        for circle in circles:
            inner = rest.subgraph(circle)
            best = max(sorted(circle), key=lambda r: inner.in_degree(r) * inner.out_degree(r))
            taken.append(best)
            rest.remove_node(best)


def _least(whole: Any, taken: list[int]) -> list[int]:
    """The same without what is not needed."""
    import networkx as nx

    left = list(taken)
    for r in reversed(taken):
        fewer = [other for other in left if other != r]
        rest = whole.copy()
        rest.remove_nodes_from(fewer)
        if nx.is_directed_acyclic_graph(rest):
            left = fewer
    return left


def circle(graph: Any, loop: Sequence[int], solved: Sequence[SolvedRow]) -> tuple[int, ...]:
    """A shortest circle of a loop on which a force and an acceleration depend on each other."""
    import networkx as nx

    whole = graph.subgraph(loop)
    forces = [r for r in loop if solved[r].gives.sort in FORCES]
    others = [r for r in loop if solved[r].gives.sort not in FORCES]
    best: list[int] = []
    away = dict(nx.all_pairs_shortest_path(whole))
    for force in forces or loop[:1]:
        for other in others or loop:
            if other == force:
                continue
            there, back = away[force][other], away[other][force]
            way = [*there, *back[1:-1]]
            if len(set(way)) == len(way) and (not best or len(way) < len(best)):
                best = way
    return tuple(best)
