"""The certificate: both derivations and all other formalisms compared at random states."""

from __future__ import annotations

import platform
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from typing import Protocol

import numpy as np

from lagr_gui.mechanics.evaluation import Evaluation, LineEvaluator
from lagr_gui.mechanics.formalisms import Formalism
from lagr_gui.mechanics.formalisms.numeric import Constraint, Evaluator
from lagr_gui.mechanics.state import State
from lagr_gui.showing import Shown

TOLERANCE = 1e-10
"""Deviations that rounding explains, relative to the largest entries."""


class Reference(Protocol):
    """What the others are compared with: the recursion, in whatever coordinates."""

    def evaluate(self, values: Mapping[str, float], states: Sequence[State]) -> list[Evaluation]:
        """Evaluations at states for values of the parameters."""
        ...


@dataclass(frozen=True)
class Agreement:
    """How well the accelerations of one formalism agree with those of the recursion.

    `deviation` is the largest difference at `states` states, relative to the largest
    acceleration; None where the formalism does not apply, for the `reason` given.
    """

    name: str
    title: str
    deviation: float | None
    states: int
    reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether it agrees, or does not apply."""
        return self.deviation is None or self.deviation <= TOLERANCE


@dataclass(frozen=True)
class Certificate(Shown):
    """How well closed form, structured form, recursion and the other formalisms agree.

    `deviations` are the largest differences of closed form and recursion by quantity, relative
    to its largest entry (h, Q: to the largest of all terms of the equations of motion);
    `structured` are those of the structured form and the recursion, empty for the `reason` given;
    `skipped` counts states at which g was singular or a quantity not finite; `formalisms` are
    the other forms of the equations; `versions` those of the programs that computed.
    """

    deviations: Mapping[str, float]
    states: int
    skipped: int
    seed: int
    seconds: float
    formalisms: tuple[Agreement, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    structured: Mapping[str, float] = field(default_factory=dict)
    reason: str = ""

    @property
    def deviation(self) -> float:
        """The largest deviation of all."""
        others = (form.deviation for form in self.formalisms if form.deviation is not None)
        own = (*self.deviations.values(), *self.structured.values())
        return max((*own, *others), default=0.0)

    @property
    def holds(self) -> bool:
        """Whether the derivations agree, at one state at least."""
        return self.skipped < self.states and self.deviation <= TOLERANCE


def compare(
    closed: LineEvaluator,
    evaluator: Reference,
    values: Mapping[str, float],
    points: Sequence[State],
    seed: int,
) -> Certificate:
    """Compare E, x, g, h, Q, q̈, T, U, D and the conditions (Φ̇, G, γ̿) at states."""
    start = time.perf_counter()
    first = closed.evaluate(values, points)
    second = evaluator.evaluate(values, points)
    deviations: dict[str, float] = {}
    skipped = 0
    for a, b in zip(first, second, strict=True):
        found = _differences(a, b)
        if not all(np.isfinite(value) for value in found.values()):
            skipped += 1
            continue
        for name, value in found.items():
            deviations[name] = max(value, deviations.get(name, 0.0))
    return Certificate(
        deviations, len(points), skipped, seed, time.perf_counter() - start, versions=versions()
    )


def agreement(
    formalism: Formalism,
    evaluator: Evaluator,
    values: Mapping[str, float],
    evaluations: Sequence[Evaluation],
) -> Agreement:
    """Compare the accelerations of a formalism with evaluations of the recursion.

    States at which these have none are left out; where only the formalism has none, the
    deviation is infinite.
    """
    worst, count = 0.0, 0
    for known in evaluations:
        if not np.all(np.isfinite(known.qdd)):
            continue
        bound = Constraint(known.rows, known.gamma)
        state = State(known.t, tuple(known.q), tuple(known.qd))
        found = evaluator.accelerations(state, list(values.values()), bound)
        deviation = _relative(found, known.qdd, _usual(known))
        worst = max(worst, deviation if np.isfinite(deviation) else np.inf)
        count += 1
    if not count:
        reason = "At none of the states the accelerations are determined."
        return Agreement(formalism.name, formalism.title, None, 0, reason)
    return Agreement(formalism.name, formalism.title, worst, count)


def versions() -> dict[str, str]:
    """The versions of the programs that take part."""
    found = {"lagr-gui": "", "python": platform.python_version()}
    for name in ("lagr-gui", "numpy", "llvmlite", "python-flint", "sympy"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "unknown"
    return found


def random_states(
    f: int, count: int, seed: int, extents: Sequence[float] = (), time: float = 1.0
) -> list[State]:
    """States with entries of the order one, of the `extents` (f,) of coordinates in a time (s)."""
    source = random.Random(seed)
    far = [float(extent) for extent in extents] or [1.0] * f

    def values(unit: float) -> tuple[float, ...]:
        return tuple(source.uniform(-1.5, 1.5) * (extent / unit) for extent in far)

    return [State(source.uniform(0, 2) * time, values(1.0), values(time)) for _ in range(count)]


def _differences(a: Evaluation, b: Evaluation) -> dict[str, float]:
    pairs = {name: (getattr(a, name), getattr(b, name)) for name in ("g", "h", "Q", "qdd")}
    pairs |= {name: (np.array([getattr(a, name)]), np.array([getattr(b, name)])) for name in "TUD"}
    pairs["E"] = (np.array(list(a.E.values())), np.array([b.E[number] for number in a.E]))
    pairs["x"] = (np.array(list(a.x.values())), np.array([b.x[number] for number in a.x]))
    if a.sources:
        pairs |= {name: (getattr(a, name), getattr(b, name)) for name in ("G", "gamma")}
        pairs["phi"] = (np.nan_to_num(a.position), np.nan_to_num(b.position))
        pairs["psi"] = (a.velocity, b.velocity)
    if np.all(np.isnan(a.qdd)) and np.all(np.isnan(b.qdd)):
        del pairs["qdd"]
    # The terms of g q̈ + h = Q cancel each other: each is measured by the largest of them.
    terms = _largest(a.h, a.Q, *(() if np.any(np.isnan(a.qdd)) else (a.g[1:, 1:] @ a.qdd,)))
    terms = max(terms, 1e-4 * max(abs(a.T), abs(a.U)) / max(_largest(a.q), 1e-9))
    scales = {"h": terms, "Q": terms, "qdd": _usual(a)}
    if a.sources:
        scales |= dict.fromkeys("hQ", max(terms, _largest(a.g[1:, 1:]) * _centripetal(a)))
        # Φ and ψ may consist of rounding alone: they are measured by their terms.
        scales["phi"] = max(1.0, _largest(np.abs(a.G) @ np.abs(a.q)))
        scales["psi"] = max(1.0, _largest(np.abs(a.G) @ np.abs(a.qd)))
        # γ̿ may consist of rounding alone: it is measured by what G q̇q̇ has about.
        scales["gamma"] = _largest(a.G) * (1.0 + float(np.max(np.abs(a.qd), initial=0.0)) ** 2)
    return {
        name: _relative(first, second, scales.get(name, 0.0))
        for name, (first, second) in pairs.items()
    }


def _usual(known: Evaluation) -> float:
    """Accelerations of a system: without its conditions, and those that go with velocities.

    Where accelerations nearly vanish, parts of this size cancel and leave rounding.
    """
    g, Q = known.g[1:, 1:], known.Q
    if not (len(Q) and np.isfinite(g).all() and np.isfinite(Q).all()):
        return _centripetal(known)
    loose = np.linalg.lstsq(g, Q, rcond=None)[0]
    return max(_centripetal(known), 1e-4 * _largest(loose))


def _centripetal(known: Evaluation) -> float:
    """Accelerations that go with velocities: below 1e-4 q̇² they may be rounding."""
    return 1e-4 * float(np.max(known.qd**2, initial=0.0))


def _relative(a: np.ndarray, b: np.ndarray, scale: float) -> float:
    """The largest difference over the largest entry, or over a scale (at least 1e-9)."""
    if a.size == 0:
        return 0.0
    return float(np.max(np.abs(a - b))) / max(scale, _largest(a, b), 1e-9)


def _largest(*arrays: np.ndarray) -> float:
    return max((float(np.max(np.abs(array))) for array in arrays if array.size), default=0.0)
