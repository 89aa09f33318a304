"""Numbers of the recursion in other coordinates, as tensors change: g′ = Jᵀ g J and so on.

With q = q(p, t), J = ∂q/∂p, and a = q̈ where p̈ = 0, index 0 being time as everywhere:

    g′ = J̃ᵀ g J̃,   h′ = Jᵀ (h + g a),   Q′ = Jᵀ Q,   G′ = G J,   γ̿′ = γ̿ + G a,   q̈ = J p̈ + a

Energies, positions and conditions stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import Bound, Results, compile_kernel, shaped
from lagr_gui.mechanics.chart import Chart
from lagr_gui.mechanics.evaluation import Evaluation, ReachKernel, RecursiveEvaluator
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.scope import Scope
from lagr_gui.mechanics.state import State

STEPS, HALVINGS = 60, 12
"""Steps of Newton's method, and halvings of one that leads away."""

FOUND = 1e-11
"""Positions are found to this part of their size."""

LOST = 1e-9
"""Where ∂q/∂p is so near to having no inverse, p is not valid."""


class ChartKernel:
    """q, q̇, J, ∂q/∂t and a of a chart at states of the new coordinates, compiled once."""

    def __init__(self, chart: Chart, reading: Reading) -> None:
        self.chart = chart
        bare = replace(
            reading,
            coordinates=chart.names,
            base=(),
            links=(),
            bodies=(),
            beams=(),
            parts=(),
            constraints=(),
            limits=(),
            charges={},
            meshes=(),
        )
        scope, f = Scope(bare), len(chart.names)
        q = [scope.node(tree) for tree in chart.trees]
        time, *p = scope.q
        rate = scope.program.flow(dict(zip(scope.q, scope.qd, strict=True)))
        qd = [rate(node) for node in q]
        slopes = [scope.program.gradient(node, [time, *p]) for node in q]
        self.kernel = compile_kernel(
            scope.program,
            scope.state,
            scope.parameters,
            {
                "q": q,
                "qd": qd,
                "J": shaped((s for row in slopes for s in row[1:]), f, f),
                "q_t": [row[0] for row in slopes],
                "a": [rate(node) for node in qd],
            },
        )

    def bind(self, parameters: ArrayLike) -> Bound:
        """The kernel for values of the parameters."""
        return self.kernel.bind(parameters)


class MappedEvaluator:
    """Evaluations of the recursion at states of the new coordinates, in these."""

    def __init__(self, kernel: ChartKernel, evaluator: RecursiveEvaluator) -> None:
        self.kernel, self.evaluator = kernel, evaluator

    def evaluate(self, values: Mapping[str, float], states: Sequence[State]) -> list[Evaluation]:
        """Evaluations at states for values of the parameters."""
        chart = self.kernel.bind(list(values.values()))
        maps = [chart(np.array([s.t, *s.q, *s.qd])) for s in states]
        old = [
            State(s.t, tuple(m["q"].tolist()), tuple(m["qd"].tolist()))
            for s, m in zip(states, maps, strict=True)
        ]
        evaluations = self.evaluator.evaluate(values, old)
        return [mapped(e, s, m) for e, s, m in zip(evaluations, states, maps, strict=True)]


def mapped(found: Evaluation, state: State, chart: Results) -> Evaluation:
    """An evaluation in the new coordinates, at their state."""
    J, a, f = chart["J"], chart["a"], len(chart["q"])
    whole = np.zeros((f + 1, f + 1))
    whole[0, 0], whole[1:, 0], whole[1:, 1:] = 1.0, chart["q_t"], J
    try:
        qdd = np.linalg.solve(J, found.qdd - a)
    except np.linalg.LinAlgError:
        qdd = np.full(f, np.nan)
    return replace(
        found,
        q=np.array(state.q),
        qd=np.array(state.qd),
        g=whole.T @ found.g @ whole,
        h=J.T @ (found.h + found.g[1:, 1:] @ a),
        Q=J.T @ found.Q,
        qdd=qdd,
        G=found.G @ J,
        reach=found.reach @ np.abs(J),
        gamma=found.gamma + found.G @ a,
        extents=np.ones(1),  # nothing tells how far they go
        pace=1.0,
    )


class MappedReach(ReachKernel):
    """How large slopes of conditions can be along the new coordinates: a scale, no result."""

    def __init__(self, recursion: Recursion, chart: ChartKernel) -> None:
        super().__init__(recursion)
        self.kernel = _Reach(self.kernel, chart)  # type: ignore[assignment]


class _Reach:
    def __init__(self, kernel: Any, chart: ChartKernel) -> None:
        self.kernel, self.chart = kernel, chart

    def bind(self, parameters: ArrayLike) -> Any:
        bounds, chart = self.kernel.bind(parameters), self.chart.bind(parameters)

        def at(row: Array) -> dict[str, Array]:
            image = chart(row)
            old = bounds(np.concatenate([row[:1], image["q"], image["qd"]]))
            return {"reach": old["reach"] @ np.abs(image["J"])}

        return at


def regularity(J: Array) -> float:
    """The least over the largest singular value of J: 0 where p is not valid."""
    if not np.isfinite(J).all():
        return 0.0
    values = np.linalg.svd(J, compute_uv=False)
    return (
        float(values[-1] / values[0]) if len(values) and values[0] > 0 else float(not len(values))
    )


def position_of(chart: Bound, t: float, q: Array, near: Array) -> Array | None:
    """p (f,) with q(p, t) = q, by Newton's method from a place; None where none is found."""
    p: Array = near.astype(float)
    f = len(near)
    image = chart(np.concatenate([[t], p, np.zeros(f)]))
    gap = image["q"] - q
    for _ in range(STEPS):
        if not np.isfinite(gap).all():
            return None
        if np.max(np.abs(gap), initial=0.0) <= FOUND * (1 + np.max(np.abs(q), initial=0.0)):
            return p
        step: Array = np.asarray(np.linalg.lstsq(image["J"], gap, rcond=None)[0], float)
        for _ in range(HALVINGS):
            trial = chart(np.concatenate([[t], p - step, np.zeros(f)]))
            left = trial["q"] - q
            if np.isfinite(left).all() and np.linalg.norm(left) < np.linalg.norm(gap):
                break
            step = step / 2
        else:
            return None
        p, image, gap = p - step, trial, left
    return None


def state_of(
    chart: Bound, t: float, q: Array, qd: Array, near: Array
) -> tuple[Array, Array] | None:
    """p and ṗ of a state; None where there are none, or p is not valid there."""
    p = position_of(chart, t, q, near)
    if p is None:
        return None
    image = chart(np.concatenate([[t], p, np.zeros(len(p))]))
    if regularity(image["J"]) < LOST:
        return None
    return p, np.asarray(np.linalg.solve(image["J"], qd - image["q_t"]), float)


TRIES = 24
"""Random places from which positions are looked for."""


def from_anywhere(chart: Bound, t: float, q: Array) -> Array | None:
    """p of positions q, looked for from the same numbers, from 1 and from random places."""
    source = np.random.default_rng(3)
    size = 1.0 + float(np.max(np.abs(q), initial=0.0))
    places = [q, np.ones(len(q)), *(size * source.uniform(-1, 1, (TRIES, len(q))))]
    solutions = (position_of(chart, t, q, place) for place in places)
    return next((p for p in solutions if p is not None), None)


def names_at(names: Sequence[str], values: Array) -> str:
    """r = 0, phi = 1.2: a position in words."""
    return ", ".join(f"{n} = {v:.4g}" for n, v in zip(names, values + 0.0, strict=True))
