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

from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.showing import Shown
from lagr_gui.mechanics.evaluation import Evaluation, LineEvaluator
from lagr_gui.mechanics.formalisms import Formalism
from lagr_gui.mechanics.formalisms.numeric import Constraint, Evaluator
from lagr_gui.mechanics.state import State

TOLERANCE = 1e-10
"""Deviations that rounding explains, relative to the largest entries."""


LEAST = 1e-300
"""Deviations are divided by this at least."""


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
        quantities = (*self.deviations.values(), *self.structured.values())
        return max((*quantities, *others), default=0.0)

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
        differences = _differences(a, b)
        if not all(np.isfinite(value) for value in differences.values()):
            skipped += 1
            continue
        for name, value in differences.items():
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
    for evaluation in evaluations:
        if not np.all(np.isfinite(evaluation.qdd)):
            continue
        bound = Constraint(evaluation.rows, evaluation.gamma)
        state = State(evaluation.t, tuple(evaluation.q), tuple(evaluation.qd), tuple(evaluation.z))
        qdd = evaluator.accelerations(state, list(values.values()), bound)
        deviation = _relative(qdd, evaluation.qdd, 1 / evaluation.extents, _usual(evaluation))
        worst = max(worst, deviation if np.isfinite(deviation) else np.inf)
        count += 1
    if not count:
        reason = "At none of the states the accelerations are determined."
        return Agreement(formalism.name, formalism.title, None, 0, reason)
    return Agreement(formalism.name, formalism.title, worst, count)


def versions() -> dict[str, str]:
    """The versions of the programs that take part."""
    by_program = {"lagr-gui": "", "python": platform.python_version()}
    for name in ("lagr-gui", "numpy", "llvmlite", "python-flint", "sympy"):
        try:
            by_program[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            by_program[name] = "unknown"
    return by_program


def random_states(
    f: int,
    count: int,
    seed: int,
    extents: Sequence[float] = (),
    time: float = 1.0,
    states: Sequence[float] = (),
) -> list[State]:
    """States with entries of the order one, of the `extents` (f,) of coordinates in a time (s).

    States of the first order go as far as `states` (s,).
    """
    source = random.Random(seed)
    far = [float(extent) for extent in extents] or [1.0] * f

    def values(unit: float, far: Sequence[float] = far) -> tuple[float, ...]:
        return tuple(source.uniform(-1.5, 1.5) * (extent / unit) for extent in far)

    return [
        State(source.uniform(0, 2) * time, values(1.0), values(time), values(1.0, states))
        for _ in range(count)
    ]


def _differences(a: Evaluation, b: Evaluation) -> dict[str, float]:
    """Differences by quantity, beside the size of the system as `b` knows it.

    What belongs to a coordinate is measured as works, and conditions by what they could be.
    """
    far, pace = b.extents * np.ones(len(b.q)), b.pace
    rates = np.concatenate([[1.0], far * pace])
    energy = max(abs(b.T), abs(b.U))
    works = _largest(*(x * far for at in (a, b) for x in (at.h, at.Q)))
    # The terms of g q̈ + h = Q cancel each other: each is measured by the largest of them.
    if not np.any(np.isnan(b.qdd)):
        works = max(works, _largest((b.g[1:, 1:] @ b.qdd) * far))
    works = max(works, 1e-4 * energy)
    differences = {
        "g": _relative(a.g, b.g, np.outer(rates, rates)),
        "x": _relative(np.array([*a.x.values()]), np.array([b.x[n] for n in a.x]), 1.0),
        "E": _relative(np.array([*a.E.values()]), np.array([b.E[n] for n in a.E]), 1.0),
        "T": _relative(a.T, b.T, 1.0, energy),
        "U": _relative(a.U, b.U, 1.0, energy),
        "D": _relative(a.D, b.D, 1.0, 1e-9 * pace * energy),
    }
    if not (np.all(np.isnan(a.qdd)) and np.all(np.isnan(b.qdd))):
        differences["qdd"] = _relative(a.qdd, b.qdd, 1 / far, _usual(b))
    if a.sources:
        could = b.rows.could(far)
        slopes, both = far / could[:, None], np.abs(b.G) / could[:, None]
        speed = float(np.max(np.abs(b.qd) / far, initial=0.0))
        # Φ, ψ and γ̿ may consist of rounding alone: they are measured by their terms.
        moved = {"phi": (a.position, b.position, np.abs(b.q), 1.0)}
        moved["psi"] = (a.velocity, b.velocity, np.abs(b.qd), pace)
        for name, (one, two, way, least) in moved.items():
            size = max(least, _largest(both @ way))
            differences[name] = _relative(np.nan_to_num(one), np.nan_to_num(two), 1 / could, size)
        bent = _largest(b.G * slopes) * (pace**2 + speed**2)
        differences["G"] = _relative(a.G, b.G, slopes)
        differences["gamma"] = _relative(a.gamma, b.gamma, 1 / could, bent)
        works = max(works, _largest(b.g[1:, 1:] * np.outer(far, far)) * _centripetal(b))
    if len(b.zd):
        differences["zd"] = max(map(_relative, a.zd, b.zd, np.ones(len(b.zd))))
    return differences | {
        name: _relative(getattr(a, name), getattr(b, name), far, works) for name in "hQ"
    }


def _usual(evaluation: Evaluation) -> float:
    """Accelerations of a system (1/s²): without its conditions, and those that go with velocities.

    Where accelerations nearly vanish, parts of this size cancel and leave rounding.
    """
    far = evaluation.extents * np.ones(len(evaluation.q))
    g, Q = evaluation.g[1:, 1:] * np.outer(far, far), evaluation.Q * far
    least = max(_centripetal(evaluation), 1e-9 * evaluation.pace**2)
    if not (len(Q) and np.isfinite(g).all() and np.isfinite(Q).all()):
        return least
    loose: Array = np.asarray(np.linalg.lstsq(g, Q, rcond=None)[0], float)
    return max(least, 1e-4 * _largest(loose))


def _centripetal(evaluation: Evaluation) -> float:
    """Accelerations that go with velocities (1/s²): below 1e-4 q̇² they may be rounding."""
    return 1e-4 * float(np.max((evaluation.qd / evaluation.extents) ** 2, initial=0.0))


def _relative(a: Array | float, b: Array | float, unit: Array | float, scale: float = 0.0) -> float:
    """The largest difference over the largest entry, each times a unit, or over a scale."""
    if not np.size(a):
        return 0.0
    apart = _largest((np.asarray(a) - b) * unit)
    return apart / max(scale, _largest(np.asarray(a) * unit, np.asarray(b) * unit), LEAST)


def _largest(*arrays: Array) -> float:
    return max((float(np.max(np.abs(array))) for array in arrays if array.size), default=0.0)
