"""Numbers of both derivations at given states."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.kernel import Kernel, Node, compile_kernel
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.closed.unexpanded import Formula, Formulas
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.scope import Scope
from lagr_gui.problem import LagrError, Problem

Array = NDArray[np.float64]
SINGULAR = 1e-13
"""A pivot of g, relative to its diagonal, below which g counts as singular."""


@dataclass(frozen=True)
class State:
    """Time t (s), coordinates q and velocities qd (f each)."""

    t: float
    q: tuple[float, ...]
    qd: tuple[float, ...]

    @classmethod
    def read(cls, given: State | Mapping[str, Any], coordinates: Sequence[str]) -> State:
        """A state from ``{"t", "q", "qd"}``; q and qd are lists or mappings by coordinate.

        Raises LagrError where it does not fit the coordinates.
        """
        if isinstance(given, State):
            return given
        if not isinstance(given, Mapping):
            raise _misfit("A state is an object with t, q and qd.", "Write {“t”: 0, “q”: […], …}.")
        unknown = set(given) - {"t", "q", "qd"}
        if unknown:
            raise _misfit(f"“{min(map(str, unknown))}” is not part of a state.", "Give t, q, qd.")
        t = _number(given.get("t", 0.0), "t")
        return cls(t, *(_values(given.get(key), coordinates, key) for key in ("q", "qd")))


def _values(given: Any, coordinates: Sequence[str], key: str) -> tuple[float, ...]:
    if isinstance(given, Mapping):
        unknown = [name for name in given if name not in coordinates]
        if unknown:
            raise _misfit(f"{key}: there is no coordinate “{unknown[0]}”.", _named(coordinates))
        return tuple(_number(given.get(name, 0.0), f"{key} of {name}") for name in coordinates)
    if not isinstance(given, (list, tuple, np.ndarray)) or len(given) != len(coordinates):
        raise _misfit(f"{key} needs {len(coordinates)} numbers.", _named(coordinates))
    return tuple(_number(entry, f"{key}, entry {i + 1}") for i, entry in enumerate(given))


def _number(value: Any, place: str) -> float:
    fits = isinstance(value, (int, float, np.floating)) and not isinstance(value, bool)
    if not fits or abs(value) > 1e300 or not math.isfinite(value):
        raise _misfit(f"{place}: {str(value)[:40]!r} is not a finite number.", "Give a number.")
    return float(value)


def _named(coordinates: Sequence[str]) -> str:
    return f"The coordinates are {', '.join(coordinates) or 'none'}."


def _misfit(cause: str, remedy: str) -> LagrError:
    return LagrError(Problem(place="State", cause=cause, remedy=remedy, code="state"))


@dataclass(frozen=True, eq=False)
class Reaction:
    """Force (N) and moment (N m) of a joint's parent on its child, (3,) in space axes.

    They act at the joint's `point` (m), after its translation.  What springs, dampers and
    drives on the joint's coordinates transmit is part of them.
    """

    force: Array
    moment: Array
    point: Array


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Everything at one state.

    E: rotation matrices by body number (3, 3), rows are body axes in space axes; x: centres
    of mass (3,); g: metric (f+1, f+1) with index 0 for time; h = Γ_ρμν q̇^μ q̇^ν, Q and qdd
    (f,), qdd is nan where g is singular; energies T, U, Rayleigh function D and the power
    that dampers dissipate; reactions by joint, which only the recursion has.
    """

    t: float
    q: Array
    qd: Array
    E: Mapping[int, Array]
    x: Mapping[int, Array]
    g: Array
    h: Array
    Q: Array
    qdd: Array
    T: float
    U: float
    D: float
    dissipated_power: float
    reactions: Mapping[str, Reaction]


class RecursiveEvaluator:
    """Evaluates the recursion; one kernel for all states and parameter values."""

    def __init__(self, recursion: Recursion) -> None:
        self.f = len(recursion.reading.coordinates)
        self.numbers = tuple(sorted(recursion.frames.seats))
        energies = recursion.energies
        outputs: list[Node] = []
        for number in self.numbers:
            E, x = recursion.pose(number)
            outputs += [*E[0], *E[1], *E[2], *x]
        outputs += [entry for row in recursion.g for entry in row]
        outputs += [*recursion.h[1:], *recursion.Q[1:], *recursion.qdd, *recursion.pivots]
        outputs += [energies.T, energies.U, energies.D, energies.dissipated]
        self.joints = tuple(recursion.reactions)
        for joint, (force, moment) in recursion.reactions.items():
            outputs += [*force, *moment, *recursion.joint_point(joint)]
        scope = recursion.scope
        self.kernel: Kernel = compile_kernel(
            recursion.program, scope.state, scope.parameters, outputs
        )

    def evaluate(self, values: Mapping[str, float], states: Sequence[State]) -> list[Evaluation]:
        """Evaluations at states for values of the parameters."""
        self.kernel.set_parameters(list(values.values()))
        return [self._one(state) for state in states]

    def _one(self, state: State) -> Evaluation:
        out = _Reader(self.kernel(np.array([state.t, *state.q, *state.qd])))
        f = self.f
        poses = {number: (out.take(3, 3), out.take(3)) for number in self.numbers}
        g, h, Q, qdd, pivots = (
            out.take(*shape) for shape in ((f + 1, f + 1), (f,), (f,), (f,), (f,))
        )
        T, U, D, dissipated = (float(entry) for entry in out.take(4))
        wrenches = out.take(len(self.joints), 3, 3)
        if f and not np.min(np.abs(pivots)) > SINGULAR:
            qdd = np.full(f, np.nan)
            wrenches[:, :2] = np.nan
        return Evaluation(
            t=state.t,
            q=np.array(state.q),
            qd=np.array(state.qd),
            E={number: E for number, (E, _) in poses.items()},
            x={number: x for number, (_, x) in poses.items()},
            g=g,
            h=h,
            Q=Q,
            qdd=qdd,
            T=T,
            U=U,
            D=D,
            dissipated_power=dissipated,
            reactions={
                joint: Reaction(*rows) for joint, rows in zip(self.joints, wrenches, strict=True)
            },
        )


class ClosedEvaluator:
    """Evaluates the closed form; one whose values are formulas as it is, without expanding."""

    def __init__(self, closed: Closed, reading: Reading, values: Mapping[str, float]) -> None:
        self.f = len(reading.coordinates)
        self.values = values
        self.numbers = tuple(sorted(closed.kinematics.poses))
        self.pairs, self.triples = tuple(closed.metric.g), tuple(closed.metric.gamma)
        self.forces = tuple(closed.Q)
        formulas = closed.algebra if isinstance(closed.algebra, Formulas) else None
        scope = formulas.scope if formulas else Scope(reading)
        results = [
            *(e for n in self.numbers for row in closed.kinematics.poses[n][0] for e in row),
            *(e for n in self.numbers for e in closed.kinematics.poses[n][1]),
            *closed.metric.g.values(),
            *closed.metric.gamma.values(),
            *closed.Q.values(),
            *(closed.total(parts) for parts in (closed.U_parts, closed.D_parts)),
        ]
        outputs = [
            value.node if isinstance(value, Formula) else scope.node(value.tree("collected"))
            for value in results
        ]
        self.kernel = compile_kernel(scope.program, scope.state, scope.parameters, outputs)
        self.kernel.set_parameters(list(values.values()))

    def evaluate(self, states: Sequence[State]) -> list[Evaluation]:
        """Evaluations at states."""
        return [self._one(state) for state in states]

    def _one(self, state: State) -> Evaluation:
        out = _Reader(self.kernel(np.array([state.t, *state.q, *state.qd])))
        f, bodies = self.f, len(self.numbers)
        E, x = out.take(bodies, 3, 3), out.take(bodies, 3)
        g, h, Q = np.zeros((f + 1, f + 1)), np.zeros(f), np.zeros(f)
        for mu, nu in self.pairs:
            g[mu, nu] = g[nu, mu] = out.take(1)[0]
        rates = np.array([1.0, *state.qd])
        for rho, mu, nu in self.triples:
            twice = 1 if mu == nu else 2
            h[rho - 1] += twice * out.take(1)[0] * rates[mu] * rates[nu]
        for rho in self.forces:
            Q[rho - 1] = out.take(1)[0]
        U, D = (float(entry) for entry in out.take(2))
        return Evaluation(
            t=state.t,
            q=np.array(state.q),
            qd=np.array(state.qd),
            E=dict(zip(self.numbers, E, strict=True)),
            x=dict(zip(self.numbers, x, strict=True)),
            g=g,
            h=h,
            Q=Q,
            qdd=_accelerations(g[1:, 1:], Q - h),
            T=float(rates @ g @ rates) / 2,
            U=U,
            D=D,
            dissipated_power=2 * D,
            reactions={},
        )


def _accelerations(g: Array, right: Array) -> Array:
    """g⁻¹ right; nan where g is singular or not finite."""
    if len(right) == 0:
        return right
    scale = np.sqrt(np.abs(np.diag(g)))
    if not np.all(np.isfinite(g)) or np.min(scale) == 0:
        return np.full(len(right), np.nan)
    scaled = g / np.outer(scale, scale)
    if np.linalg.cond(scaled) > 1 / SINGULAR:
        return np.full(len(right), np.nan)
    return np.linalg.solve(scaled, right / scale) / scale


class _Reader:
    """Takes shaped pieces from the front of an output."""

    def __init__(self, out: Array) -> None:
        self.out = out
        self.at = 0

    def take(self, *shape: int) -> Array:
        size = math.prod(shape)
        self.at += size
        return self.out[self.at - size : self.at].reshape(shape).copy()
