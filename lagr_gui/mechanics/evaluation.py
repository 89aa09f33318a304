"""Numbers of both derivations at given states."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.kernel import Kernel, Node, compile_kernel
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.closed.unexpanded import Formula, Formulas
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.scope import Scope
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import solve

Array = NDArray[np.float64]
SINGULAR = 1e-13
"""A pivot of g, relative to its diagonal, below which g counts as singular."""


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
    (f,); energies T, U, Rayleigh function D and the power that dampers dissipate.

    Of the m conditions on the motion: `sources` are their item keys; G (m, f), γ̿ `gamma` (m,)
    and `multipliers` λ (m,) of (C4); `rank` is that of G; `position` φ (m,), nan for
    conditions on velocities, and `velocity` φ̇ or ψ (m,) tell how well the state fulfils them.

    qdd and λ are nan where g is singular or the conditions contradict.  `reactions` by joint
    are those of the recursion; the closed form has none.
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
    sources: tuple[str, ...]
    G: Array
    gamma: Array
    position: Array
    velocity: Array
    multipliers: Array
    rank: int
    reactions: Mapping[str, Reaction]


class RecursiveEvaluator:
    """Evaluates the recursion; one program for all states and parameter values.

    Accelerations come from the program itself, or with conditions from `multipliers.solve`;
    a second program makes the reactions of them.
    """

    def __init__(self, recursion: Recursion) -> None:
        reading, scope = recursion.reading, recursion.scope
        self.f = len(reading.coordinates)
        self.numbers = tuple(sorted(n for n in recursion.frames.seats if n >= 0))
        self.joints = reading.joints
        rows = recursion.constraints.rows
        self.sources = tuple(row.source for row in rows)
        self.holonomic = np.array([row.value is not None for row in rows], bool)
        program, names = recursion.program, reading.coordinates
        qdd = [program.input(f"{name}''") for name in names]
        multipliers = [program.input(f"multiplier {s}") for s in range(len(rows))]
        self.kernel = self._compiled(recursion, scope.state, self._state_outputs(recursion))
        self.reactions = self._compiled(
            recursion,
            [*scope.state, *qdd, *multipliers],
            self._reaction_outputs(recursion, qdd, multipliers),
        )

    def _compiled(self, recursion: Recursion, inputs: list[Node], outputs: list[Node]) -> Kernel:
        return compile_kernel(recursion.program, inputs, recursion.scope.parameters, outputs)

    def _state_outputs(self, recursion: Recursion) -> list[Node]:
        zero = recursion.program.zero
        outputs: list[Node] = []
        for number in self.numbers:
            E, x = recursion.pose(number)
            outputs += [*E[0], *E[1], *E[2], *x]
        outputs += [entry for row in recursion.g for entry in row]
        outputs += [*recursion.h[1:], *recursion.Q[1:]]
        outputs += recursion.stored
        for row, slopes in zip(recursion.constraints.rows, recursion.constraints.G, strict=True):
            outputs += [*slopes, row.value or zero, row.rate, row.drift]
        if not self.sources:
            outputs += [*recursion.qdd, *recursion.pivots]
        return outputs

    def _reaction_outputs(
        self, recursion: Recursion, qdd: list[Node], multipliers: list[Node]
    ) -> list[Node]:
        outputs: list[Node] = []
        reactions = recursion.reactions(qdd, multipliers)
        for joint in self.joints:
            force, moment = reactions[joint]
            outputs += [*force, *moment, *recursion.joint_point(joint)]
        return outputs

    def evaluate(self, values: Mapping[str, float], states: Sequence[State]) -> list[Evaluation]:
        """Evaluations at states for values of the parameters."""
        for kernel in (self.kernel, self.reactions):
            kernel.set_parameters(list(values.values()))
        return [self._one(state) for state in states]

    def _one(self, state: State) -> Evaluation:
        given = np.array([state.t, *state.q, *state.qd])
        out = _Reader(self.kernel(given))
        f, m = self.f, len(self.sources)
        poses = {number: (out.take(3, 3), out.take(3)) for number in self.numbers}
        g, h, Q = (out.take(*shape) for shape in ((f + 1, f + 1), (f,), (f,)))
        T, U, D, dissipated = (float(entry) for entry in out.take(4))
        rows = out.take(m, f + 3)
        G, (value, rate, gamma) = rows[:, :f], rows[:, f:].T
        if self.sources:
            solution = solve(g[1:, 1:], Q - h, G, gamma)
            qdd, multipliers, rank = solution.qdd, solution.multipliers, solution.rank
        else:
            qdd, pivots, multipliers, rank = out.take(f), out.take(f), np.zeros(0), 0
            if f and not np.min(np.abs(pivots)) > SINGULAR:
                qdd = np.full(f, np.nan)
        wrenches = self.reactions(np.concatenate([given, qdd, multipliers])).reshape(-1, 3, 3)
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
            sources=self.sources,
            G=G,
            gamma=gamma,
            position=np.where(self.holonomic, value, np.nan),
            velocity=rate,
            multipliers=multipliers,
            rank=rank,
            reactions={
                joint: Reaction(*rows) for joint, rows in zip(self.joints, wrenches, strict=True)
            },
        )


class ClosedEvaluator:
    """Evaluates the closed form; one whose values are formulas as it is, without expanding."""

    def __init__(self, closed: Closed, reading: Reading, values: Mapping[str, float]) -> None:
        self.f = len(reading.coordinates)
        self.values = values
        self.numbers = tuple(sorted(n for n in closed.kinematics.poses if n >= 0))
        self.pairs, self.triples = tuple(closed.metric.g), tuple(closed.metric.gamma)
        self.forces = tuple(closed.Q)
        self.constraints = closed.constraints
        formulas = closed.algebra if isinstance(closed.algebra, Formulas) else None
        scope = formulas.scope if formulas else Scope(reading)
        results = [
            *(e for n in self.numbers for row in closed.kinematics.poses[n][0] for e in row),
            *(e for n in self.numbers for e in closed.kinematics.poses[n][1]),
            *closed.metric.g.values(),
            *closed.metric.gamma.values(),
            *closed.Q.values(),
            *(closed.total(parts) for parts in (closed.U_parts, closed.D_parts)),
            *(row.value for row in self.constraints.rows),
            *self.constraints.rates,
            *self.constraints.gamma,
            *(slope for slopes in self.constraints.G for slope in slopes.values()),
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
        rows = self.constraints.rows
        m = len(rows)
        value, rate, gamma, G = out.take(m), out.take(m), out.take(m), np.zeros((m, f))
        for s, slopes in enumerate(self.constraints.G):
            for rho in slopes:
                G[s, rho - 1] = out.take(1)[0]
        solution = solve(g[1:, 1:], Q - h, G, gamma)
        return Evaluation(
            t=state.t,
            q=np.array(state.q),
            qd=np.array(state.qd),
            E=dict(zip(self.numbers, E, strict=True)),
            x=dict(zip(self.numbers, x, strict=True)),
            g=g,
            h=h,
            Q=Q,
            qdd=solution.qdd,
            T=float(rates @ g @ rates) / 2,
            U=U,
            D=D,
            dissipated_power=2 * D,
            sources=tuple(row.source for row in rows),
            G=G,
            gamma=gamma,
            position=np.array(
                [v if r.on_positions else np.nan for v, r in zip(value, rows, strict=True)]
            ),
            velocity=rate,
            multipliers=solution.multipliers,
            rank=solution.rank,
            reactions={},
        )


class _Reader:
    """Takes shaped pieces from the front of an output."""

    def __init__(self, out: Array) -> None:
        self.out = out
        self.at = 0

    def take(self, *shape: int) -> Array:
        size = math.prod(shape)
        self.at += size
        return self.out[self.at - size : self.at].reshape(shape).copy()
