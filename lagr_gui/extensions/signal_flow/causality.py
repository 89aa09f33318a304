"""Which equation gives which unknown, in what order, and what can only be found together.

A matching of equations and unknowns tells the first, the strongly connected components of the
graph of equations that use each other's results the rest.  These components are the same for
every matching: they are properties of the equations (Dulmage and Mendelsohn 1958).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui.extensions.signal_flow.equations import Equations
from lagr_gui.extensions.signal_flow.records import ScalarRow, ScalarUnknown, SolvedRow
from lagr_gui.extensions.signal_flow.sampling import Pattern
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import refusal

FORCES = ("F", "M", "lambda")
CLEAR, ANY = 0.05, 1e-7
"""How far from dependent the slopes of coordinates must be, of the largest, that are told by
conditions: where that can be, and at least."""
COSTLY = 1000.0
WEAK = 0.3
"""The cost of dividing by a factor that is small in its equation."""


@dataclass(frozen=True, eq=False)
class Causality:
    """Equations, each with the unknown that it gives; groups of indices in an order of evaluation.

    `loops` are those groups of more than one.  `dependent` and `led` are indices of coordinates.
    """

    solved: tuple[SolvedRow, ...]
    order: tuple[tuple[int, ...], ...]
    loops: tuple[tuple[int, ...], ...]
    graph: Any
    dependent: tuple[int, ...]
    led: tuple[int, ...]


def causality(
    equations: Equations,
    pattern: Pattern,
    conditions: Sequence[int],
    slopes: Array,
    turning: Sequence[bool],
) -> Causality:
    """The causality of equations with some of their `conditions`, of slopes G (m, f) at the start.

    `turning` tells which coordinates are angles: conditions tell others where they can.
    """
    rows = [r for r, row in enumerate(equations.rows) if _stays(row.sort, row.owner, conditions)]
    unknowns = [u for u in equations.unknowns if _stays(u.sort, u.owner, conditions)]
    columns = [equations.unknowns.index(unknown) for unknown in unknowns]
    factors = pattern.factors[np.ix_(rows, columns)]
    held = [s for s in conditions if equations.holonomic[s]]
    dependent = _dependent(slopes[held], turning, ())
    led = _dependent(slopes[list(conditions)], turning, dependent)
    picked = [equations.rows[r] for r in rows]
    costs = _Costs(equations, set(dependent), set(led))
    gives = _matching(picked, unknowns, factors, costs)
    graph = _graph(picked, unknowns, factors, gives)
    return _ordered(equations, picked, unknowns, factors, gives, graph, pattern.right[rows])


def _stays(sort: str, owner: int | str, conditions: Sequence[int]) -> bool:
    return sort not in ("condition", "lambda") or owner in conditions


def _dependent(G: Array, turning: Sequence[bool], kept: Sequence[int]) -> tuple[int, ...]:
    """Coordinates whose columns of G (m, f) are independent, so that G tells them; with `kept`."""
    m, f = G.shape
    size = np.linalg.norm(G, axis=1, keepdims=True)
    G = G / np.where(size > 0, size, 1.0)
    rest = list(range(f))
    for bound in (CLEAR, ANY):
        for nu in sorted(range(f), key=lambda nu: not turning[nu]):
            left = [other for other in rest if other != nu]
            if nu in rest and nu not in kept and len(left) >= m and _clear(G[:, left], bound):
                rest = left
    return tuple(rest) if m else ()


def _clear(G: Array, bound: float) -> bool:
    if not G.shape[0]:
        return True
    s = np.linalg.svd(G, compute_uv=False)
    return bool(s[-1] > bound * s[0])


class _Costs:
    """How much an equation resists being solved for an unknown."""

    def __init__(self, equations: Equations, dependent: set[int], led: set[int]) -> None:
        self.holonomic = equations.holonomic
        self.dependent, self.led = dependent, led
        self.joint_of = {link.child: link.joint for link in equations.reading.links}
        self.outer = {link.joint: link.child for link in equations.reading.links}

    def of(self, row: ScalarRow, unknown: ScalarUnknown) -> float:
        """0 for what an equation should give best of all."""
        match row.sort, unknown.sort:
            case "condition", _:
                on = self.dependent if self.holonomic[int(row.owner)] else self.led
                return 0.0 if unknown.owner in on else COSTLY
            case "joint", "a" | "alpha":
                return 0.0 if unknown.owner == self.outer[str(row.owner)] else 4.0
            case "joint", _:
                return 1.0
            case "momentum" | "turning", "F" | "M":
                is_local = unknown.owner == self.joint_of[int(row.owner)]
                return (0.0 if is_local else 2.0) + (row.sort == "turning") * (unknown.sort == "F")
            case _:
                return 1.0


def _matching(
    rows: Sequence[ScalarRow], unknowns: Sequence[ScalarUnknown], factors: Array, costs: _Costs
) -> list[int]:
    """The unknown (index) that each equation gives."""
    import networkx as nx  # loaded with the first diagram

    graph = nx.Graph()
    largest = np.where(factors.max(axis=1) > 0, factors.max(axis=1), 1.0)
    for r, row in enumerate(rows):
        for u in _places(factors[r]):
            weak = WEAK * (1 - factors[r, u] / largest[r])
            cost = 1.0 + costs.of(row, unknowns[u]) + weak
            graph.add_edge(("row", r), ("unknown", u), weight=cost)
    tops = [("row", r) for r in range(len(rows))]
    graph.add_nodes_from(tops)
    graph.add_nodes_from(("unknown", u) for u in range(len(unknowns)))
    try:
        matching = nx.bipartite.minimum_weight_full_matching(graph, tops)
    except ValueError:
        cause = "Its equations cannot each be solved for one unknown: a force or motion stays open."
        raise refusal("Signal flow", cause, "Give every body a mass.", "no-causality") from None
    return [matching[top][1] for top in tops]


def _graph(
    rows: Sequence[ScalarRow],
    unknowns: Sequence[ScalarUnknown],
    factors: Array,
    gives: Sequence[int],
) -> Any:
    """Equations, with an arrow from each to those that use its result."""
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(rows)))
    giver = {u: r for r, u in enumerate(gives)}
    for r in range(len(rows)):
        for u in _places(factors[r]):
            if giver[u] != r:
                graph.add_edge(giver[u], r)
    return graph


def _places(factors: Array) -> list[int]:
    """Where factors differ from zero."""
    return np.flatnonzero(factors).tolist()


def _ordered(
    equations: Equations,
    rows: Sequence[ScalarRow],
    unknowns: Sequence[ScalarUnknown],
    factors: Array,
    gives: Sequence[int],
    graph: Any,
    right: Array,
) -> Causality:
    import networkx as nx

    condensed = nx.condensation(graph)
    order = tuple(
        tuple(sorted(condensed.nodes[node]["members"]))
        for node in nx.lexicographical_topological_sort(
            condensed, key=lambda node: min(condensed.nodes[node]["members"])
        )
    )
    loops = tuple(group for group in order if len(group) > 1)
    loop_of = {r: index for index, group in enumerate(loops) for r in group}
    ends = [r for r, u in enumerate(gives) if unknowns[u].sort == "qdd"]
    moving = set(ends).union(*(nx.ancestors(graph, end) for end in ends))
    vanishing: set[int] = set()
    for group in order:
        for r in group:
            used = set(graph.predecessors(r))
            force = rows[r].sort in ("joint", "free") and unknowns[gives[r]].sort != "qdd"
            if len(group) == 1 and force and not right[r] and used <= vanishing:
                vanishing.add(r)
    solved = tuple(
        SolvedRow(
            row=row,
            gives=unknowns[gives[r]],
            uses=tuple(unknowns[u] for u in _places(factors[r]) if u != gives[r]),
            drawn=r in moving and r not in vanishing,
            vanishes=r in vanishing,
            loop=loop_of.get(r, -1),
        )
        for r, row in enumerate(rows)
    )
    on_conditions = [(entry.row, entry.gives) for entry in solved if entry.row.sort == "condition"]
    dependent = [int(g.owner) for row, g in on_conditions if equations.holonomic[int(row.owner)]]
    led = [int(g.owner) for row, g in on_conditions if not equations.holonomic[int(row.owner)]]
    return Causality(solved, order, loops, graph, tuple(sorted(dependent)), tuple(sorted(led)))
