"""Numbers of both derivations at given states."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.kernel import Node, compile_kernel
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.closed.unexpanded import Formula, Formulas
from lagr_gui.mechanics.reactions import Reaction, ReactionKernel
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.scope import Scope
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import Slopes, solve

Array = NDArray[np.float64]
SINGULAR = 1e-13
"""A pivot of g, relative to its diagonal, below which g counts as singular."""


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Everything at one state.

    E: rotation matrices by body number (3, 3), rows are body axes in space axes; x: centres
    of mass (3,); g: metric (f+1, f+1) with index 0 for time; h = Γ_ρμν q̇^μ q̇^ν, Q and qdd
    (f,); energies T, U, Rayleigh function D and the power that dampers dissipate.

    Of the m conditions on the motion: `sources` are their item keys; G (m, f) with bounds `reach`
    of what it could be (see `Slopes`), γ̿ `gamma` (m,)
    and `multipliers` λ (m,) of (C4); `rank` is that of G; `position` φ (m,), nan for
    conditions on velocities, and `velocity` φ̇ or ψ (m,) tell how well the state fulfils them.

    qdd and λ are nan where g is singular or the conditions contradict.  `reactions` by joint
    are those of the recursion, without contact at limits; the closed form has none.
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
    reach: Array
    gamma: Array
    position: Array
    velocity: Array
    multipliers: Array
    rank: int
    reactions: Mapping[str, Reaction]

    @property
    def rows(self) -> Slopes:
        """G and what it could be."""
        return Slopes(self.G, self.reach)


class RecursiveEvaluator:
    """Evaluates the recursion; one program for all states and parameter values.

    Accelerations come from the program itself, or with conditions from `multipliers.solve`;
    `reactions` are made of them.
    """

    def __init__(self, recursion: Recursion) -> None:
        reading, scope = recursion.reading, recursion.scope
        self.f = len(reading.coordinates)
        self.numbers = tuple(sorted(n for n in recursion.frames.seats if n >= 0))
        rows = recursion.constraints.rows
        self.sources = tuple(row.source for row in rows)
        self.holonomic = np.array([row.value is not None for row in rows], bool)
        self.kernel = compile_kernel(
            recursion.program, scope.state, scope.parameters, self._state_outputs(recursion)
        )
        self.reactions = ReactionKernel(recursion)

    def _state_outputs(self, recursion: Recursion) -> list[Node]:
        zero = recursion.program.zero
        outputs: list[Node] = []
        for number in self.numbers:
            E, x = recursion.pose(number)
            outputs += [*E[0], *E[1], *E[2], *x]
        outputs += [entry for row in recursion.g for entry in row]
        outputs += [*recursion.h[1:], *recursion.Q[1:]]
        outputs += recursion.stored
        constraints = recursion.constraints
        for row, slopes in zip(constraints.rows, constraints.G, strict=True):
            bounds = constraints.bounds(row)
            outputs += [*slopes, *bounds, row.value or zero, row.rate, row.drift]
        if not self.sources:
            outputs += [*recursion.qdd, *recursion.pivots]
        return outputs

    def evaluate(self, values: Mapping[str, float], states: Sequence[State]) -> list[Evaluation]:
        """Evaluations at states for values of the parameters."""
        parameters = np.array(list(values.values()), float)
        self.kernel.set_parameters(parameters)
        return [self._one(state, parameters) for state in states]

    def _one(self, state: State, parameters: Array) -> Evaluation:
        given = np.array([state.t, *state.q, *state.qd])
        out = _Reader(self.kernel(given))
        f, m = self.f, len(self.sources)
        poses = {number: (out.take(3, 3), out.take(3)) for number in self.numbers}
        g, h, Q = (out.take(*shape) for shape in ((f + 1, f + 1), (f,), (f,)))
        T, U, D, dissipated = (float(entry) for entry in out.take(4))
        table = out.take(m, 2 * f + 3)
        rows, (value, rate, gamma) = Slopes(table[:, :f], table[:, f : 2 * f]), table[:, 2 * f :].T
        if self.sources:
            solution = solve(g[1:, 1:], Q - h, rows, gamma)
            qdd, multipliers, rank = solution.qdd, solution.multipliers, solution.rank
        else:
            qdd, pivots, multipliers, rank = out.take(f), out.take(f), np.zeros(0), 0
            if f and not np.min(np.abs(pivots)) > SINGULAR:
                qdd = np.full(f, np.nan)
        limits = np.zeros(len(self.reactions.sources) - m)
        q, qd = given[None, 1 : 1 + f], given[None, 1 + f :]
        known = np.concatenate([multipliers, limits])[None]
        found = self.reactions(parameters, given[:1], q, qd, qdd[None], known)
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
            G=rows.G,
            reach=rows.reach,
            gamma=gamma,
            position=np.where(self.holonomic, value, np.nan),
            velocity=rate,
            multipliers=multipliers,
            rank=rank,
            reactions={
                joint: Reaction(own.force[0], own.moment[0], own.point[0])
                for joint, own in found.joints.items()
            },
        )


class ReachKernel:
    """How large the slopes of conditions can be: a scale for both derivations, no result."""

    def __init__(self, recursion: Recursion) -> None:
        scope = recursion.scope
        nodes = [entry for bounds in recursion.constraints.reach for entry in bounds]
        self.shape = (len(recursion.constraints.rows), len(scope.q) - 1)
        self.kernel = compile_kernel(recursion.program, scope.state, scope.parameters, nodes)

    def __call__(self, parameters: Array, state: State) -> Array:
        """The bounds (m, f) at a state."""
        self.kernel.set_parameters(parameters)
        return self.kernel(np.array([state.t, *state.q, *state.qd])).reshape(self.shape)


class ClosedEvaluator:
    """Evaluates the closed form; one whose values are formulas as it is, without expanding."""

    def __init__(
        self, closed: Closed, reading: Reading, values: Mapping[str, float], reach: ReachKernel
    ) -> None:
        self.reach = reach
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
        reach = self.reach(np.array(list(self.values.values())), state)
        solution = solve(g[1:, 1:], Q - h, Slopes(G, reach), gamma)
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
            reach=reach,
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
