"""Numbers of both derivations at given states."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self

import numpy as np

from lagr_gui.expression import Number, Sum
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import Problem, TooLong
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.kernel import Bound, Node, Outputs, Results, Shaped, compile_kernel, shaped
from lagr_gui.mechanics.closed import Closed, Metric
from lagr_gui.mechanics.closed.unexpanded import Formula, NodeFormulas
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.scope import Scope
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.state import State
from lagr_gui.mechanics.trajectories.reactions import BoundReactions, Reaction, ReactionKernel
from lagr_gui.numerics import Slopes, solve
from lagr_gui.numerics.feedback import fed_back

SINGULAR = 1e-13
"""A pivot of g, relative to its diagonal, below which g counts as singular."""


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Everything at one state.

    E: rotation matrices by body number (3, 3), rows are body axes in space axes; x: centres
    of mass (3,); g: metric (f+1, f+1) with index 0 for time; h = Γ_ρμν q̇^μ q̇^ν, Q and qdd
    (f,); energies T, U, Rayleigh function D and the power that is dissipated; nan where lines that
    are printed do not tell it.

    Of the m conditions on the motion: `sources` are their item keys; G (m, f) with bounds `reach`
    of what it could be (see `Slopes`), γ̿ `gamma` (m,)
    and `multipliers` λ (m,) of (C4); `rank` is that of G; `position` Φ (m,), nan for
    conditions on velocities, and `velocity` Φ̇ or ψ (m,) tell how well the state fulfils them.

    qdd and λ are nan where g is singular or the conditions contradict; `problem` says why.
    `reactions` by joint are those of the recursion, without contact at limits; the closed form has
    none.
    `certificate` tells how well an independent formalism agrees.  `extents` and `pace` are the
    size of the system (`Slopes`).  z, `zd` (s,) are the states of the
    first order and their rates.
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
    problem: Problem | None = None
    certificate: SelfCheck | None = None
    extents: Array = field(default_factory=lambda: np.ones(1))
    pace: float = 1.0
    z: Array = field(default_factory=lambda: np.zeros(0))
    zd: Array = field(default_factory=lambda: np.zeros(0))

    @property
    def y(self) -> Array:
        """The state (n,)."""
        return np.concatenate([self.q, self.qd, self.z])

    @property
    def mass_matrix(self) -> Array:
        """g without the row and column of time (f, f): what multiplies q̈."""
        return self.g[1:, 1:]

    @property
    def rows(self) -> Slopes:
        """G and what it could be."""
        return Slopes(self.G, self.reach, self.extents, self.pace)

    @property
    def missed(self) -> Array:
        """By how much each condition (m,) is missed, of what it could be where all moves."""
        gaps = np.abs(np.nan_to_num(self.position)), np.abs(self.velocity) / self.pace
        with np.errstate(invalid="ignore"):  # nan where a condition has no slope
            return np.maximum(*gaps) / self.rows.could(self.extents)


class SizedEvaluator:
    """Evaluates systems of a size; by default of a radian, a metre, a second (`Slopes`)."""

    extents: Array = np.ones(1)
    pace: float = 1.0
    fed_back: Sequence[int] = ()
    """The places of coordinates whose accelerations are inputs of the kernel, behind the state."""

    def _known(
        self, row: Array, bound: Bound, descriptor: Callable[[Results], Descriptor]
    ) -> Results:
        """Results at a state, with the accelerations that forces are made of."""
        r = len(self.fed_back)
        if not r:
            return bound(row)
        still = descriptor(bound([*row, *np.zeros(r)]))
        units = (descriptor(bound([*row, *unit])) for unit in np.eye(r))

        def answer(force: Array, more: bool) -> Array:
            gamma = 0 * still.gamma if more else still.gamma
            return solve(still.g, force, still.rows, gamma).qdd

        columns = [unit.force - still.force for unit in units]
        return bound([*row, *fed_back(still.force, columns, self.fed_back, answer)])

    def sized(self, extents: Array, pace: float) -> Self:
        """The same for a system of this size."""
        other = copy(self)
        other.extents, other.pace = extents, pace
        return other


@dataclass(frozen=True, slots=True, eq=False)
class Descriptor:
    """g (f, f), Q − h (f,), rows of conditions and their γ̿: what accelerations follow from."""

    g: Array
    force: Array
    rows: Slopes
    gamma: Array


class RecursiveEvaluator(SizedEvaluator):
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
        outputs = self._outputs(recursion)
        self.fed_back = [reading.coordinates.index(name) for name in reading.fed_back]
        self.kernel = compile_kernel(
            recursion.program,
            [*scope.whole_state, *scope.fed_back.values()],
            scope.parameters,
            outputs,
        )
        self.reactions = ReactionKernel(recursion)

    def _outputs(self, recursion: Recursion) -> Outputs:
        f, rows, zero = self.f, recursion.constraints.rows, recursion.program.zero
        poses = [recursion.pose(number) for number in self.numbers]
        slopes = (entry for row in recursion.constraints.G for entry in row)
        alone = not self.sources
        return {
            "E": shaped((e for E, _ in poses for row in E for e in row), len(poses), 3, 3),
            "x": shaped((e for _, x in poses for e in x), len(poses), 3),
            "g": shaped((entry for row in recursion.g for entry in row), f + 1, f + 1),
            "h": recursion.h[1:],
            "Q": recursion.Q[1:],
            **dict(zip(("T", "U", "D", "dissipated"), recursion.stored, strict=True)),
            "G": shaped(slopes, len(rows), f),
            "reach": _reach(recursion),
            "position": [row.value or zero for row in rows],
            "velocity": [row.rate for row in rows],
            "gamma": [row.drift for row in rows],
            "qdd": recursion.qdd if alone else [],
            "zd": recursion.scope.rates,
            "pivots": recursion.pivots if alone else [],
        }

    def _descriptor(self, out: Results) -> Descriptor:
        rows = Slopes(out["G"], out["reach"], self.extents, self.pace)
        return Descriptor(out["g"][1:, 1:], out["Q"] - out["h"], rows, out["gamma"])

    def evaluate(self, values: Mapping[str, float], states: Sequence[State]) -> list[Evaluation]:
        """Evaluations at states for values of the parameters."""
        parameters = np.array(list(values.values()), float)
        bound, transmitted = self.kernel.bind(parameters), self.reactions.bind(parameters)
        return [self._one(state, bound, transmitted) for state in states]

    def _one(self, state: State, bound: Bound, transmitted: BoundReactions) -> Evaluation:
        row = state.row
        out = self._known(row, bound, self._descriptor)
        f, m = self.f, len(self.sources)
        g, h, Q, gamma = (out[name] for name in ("g", "h", "Q", "gamma"))
        rows = Slopes(out["G"], out["reach"], self.extents, self.pace)
        if self.sources:
            solution = solve(g[1:, 1:], Q - h, rows, gamma)
            qdd, multipliers, rank = solution.qdd, solution.multipliers, solution.rank
        else:
            qdd, multipliers, rank = out["qdd"], np.zeros(0), 0
            if f and not np.min(np.abs(out["pivots"])) > SINGULAR:
                qdd = np.full(f, np.nan)
        limits = np.zeros(len(self.reactions.sources) - m)
        lambdas = np.concatenate([multipliers, limits])[None]
        reactions = transmitted(row[:1], row[None, 1:], qdd[None], lambdas)
        return Evaluation(
            t=state.t,
            q=np.array(state.q),
            qd=np.array(state.qd),
            E=dict(zip(self.numbers, out["E"], strict=True)),
            x=dict(zip(self.numbers, out["x"], strict=True)),
            g=g,
            h=h,
            Q=Q,
            qdd=qdd,
            T=float(out["T"]),
            U=float(out["U"]),
            D=float(out["D"]),
            dissipated_power=float(out["dissipated"]),
            sources=self.sources,
            G=rows.G,
            reach=rows.reach,
            gamma=gamma,
            position=np.where(self.holonomic, out["position"], np.nan),
            velocity=out["velocity"],
            multipliers=multipliers,
            rank=rank,
            reactions={
                joint: Reaction(reaction.force[0], reaction.moment[0], reaction.point[0])
                for joint, reaction in reactions.joints.items()
            },
            extents=self.extents,
            pace=self.pace,
            z=np.array(state.z),
            zd=out["zd"],
        )


class ReachKernel:
    """How large the slopes of conditions can be: a scale for both derivations, no result."""

    def __init__(self, recursion: Recursion) -> None:
        scope = recursion.scope
        outputs = {"reach": _reach(recursion)}
        self.kernel = compile_kernel(recursion.program, scope.state, scope.parameters, outputs)


def _reach(recursion: Recursion) -> Shaped:
    bounds = recursion.constraints.reach
    entries = (entry for row in bounds for entry in row)
    return shaped(entries, len(bounds), len(recursion.scope.q) - 1)


@dataclass(frozen=True)
class ResultLayout:
    """Which results lines stand for: indices of g, Γ and Q, and of the rows of conditions.

    `numbers` are those of the bodies; `slopes` the places (row, column) of what G holds.
    """

    f: int
    numbers: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    triples: tuple[tuple[int, int, int], ...]
    forces: tuple[int, ...]
    sources: tuple[str, ...]
    holonomic: tuple[bool, ...]
    slopes: tuple[tuple[int, int], ...]


class LineEvaluator(SizedEvaluator):
    """Evaluates results that are lines by index, in whatever form they are written."""

    def __init__(
        self, layout: ResultLayout, scope: Scope, outputs: Outputs, reach: ReachKernel
    ) -> None:
        self.layout, self.reach = layout, reach.kernel
        names = scope.reading.coordinates
        self.fed_back = [names.index(name) for name in scope.fed_back]
        inputs = [*scope.whole_state, *scope.fed_back.values()]
        outputs = {"dissipated": [], **outputs}
        self.kernel = compile_kernel(scope.program, inputs, scope.parameters, outputs)

    def evaluate(self, values: Mapping[str, float], states: Sequence[State]) -> list[Evaluation]:
        """Evaluations at states for values of the parameters."""
        parameters = list(values.values())
        bound, reach = self.kernel.bind(parameters), self.reach.bind(parameters)
        return [self._one(state, bound, reach) for state in states]

    def _balance(self, state: State, out: Results) -> tuple[Array, Array, Array]:
        """g (f + 1, f + 1), Γq̇q̇ and Q (f,)."""
        layout, f = self.layout, self.layout.f
        g, h, Q = np.zeros((f + 1, f + 1)), np.zeros(f), np.zeros(f)
        for (mu, nu), value in zip(layout.pairs, out["g"], strict=True):
            g[mu, nu] = g[nu, mu] = value
        rates = np.array([1.0, *state.qd])
        for (rho, mu, nu), value in zip(layout.triples, out["Gamma"], strict=True):
            h[rho - 1] += (1 if mu == nu else 2) * value * rates[mu] * rates[nu]
        Q[[rho - 1 for rho in layout.forces]] = out["Q"]
        return g, h, Q

    def _descriptor(self, state: State, out: Results, reach: Array) -> Descriptor:
        """What accelerations follow from."""
        g, h, Q = self._balance(state, out)
        G = np.zeros((len(self.layout.sources), self.layout.f))
        for place, value in zip(self.layout.slopes, out["G"], strict=True):
            G[place] = value
        rows = Slopes(G, reach, self.extents, self.pace)
        return Descriptor(g[1:, 1:], Q - h, rows, out["gamma"])

    def _one(self, state: State, bound: Bound, bounds: Bound) -> Evaluation:
        reach = bounds(state.row[: 1 + 2 * self.layout.f])["reach"]
        out = self._known(state.row, bound, lambda out: self._descriptor(state, out, reach))
        layout, gamma = self.layout, out["gamma"]
        f, sources = layout.f, layout.sources
        g, h, Q = self._balance(state, out)
        rates = np.array([1.0, *state.qd])
        G, U, D = np.zeros((len(sources), f)), *map(float, out["UD"])
        for place, value in zip(layout.slopes, out["G"], strict=True):
            G[place] = value
        rows = Slopes(G, reach, self.extents, self.pace)
        solution = solve(g[1:, 1:], Q - h, rows, gamma)
        return Evaluation(
            t=state.t,
            q=np.array(state.q),
            qd=np.array(state.qd),
            E=dict(zip(layout.numbers, out["E"], strict=True)),
            x=dict(zip(layout.numbers, out["x"], strict=True)),
            g=g,
            h=h,
            Q=Q,
            qdd=solution.qdd,
            T=float(rates @ g @ rates) / 2,
            U=U,
            D=D,
            dissipated_power=float(out["dissipated"][0]) if len(out["dissipated"]) else math.nan,
            sources=sources,
            G=G,
            reach=reach,
            gamma=gamma,
            position=np.where(np.array(layout.holonomic, bool), out["position"], np.nan),
            velocity=out["velocity"],
            multipliers=solution.multipliers,
            rank=solution.rank,
            reactions={},
            extents=self.extents,
            pace=self.pace,
            z=np.array(state.z),
            zd=out["zd"],
        )


ZERO = Number(Fraction(0))


class ClosedEvaluator(LineEvaluator):
    """Evaluates the closed form; one whose values are formulas as it is, without expanding.

    With a `sheet` g, Γ, Q, U and D are those of what is printed there.
    """

    def __init__(
        self, closed: Closed, reading: Reading, reach: ReachKernel, sheet: Sheet | None = None
    ) -> None:
        numbers = tuple(sorted(n for n in closed.kinematics.poses if n >= 0))
        rows, slopes = closed.constraints.rows, closed.constraints.G
        layout = ResultLayout(
            f=len(reading.coordinates),
            numbers=numbers,
            pairs=tuple(closed.metric.g),
            triples=tuple(closed.metric.gamma),
            forces=tuple(closed.Q),
            sources=tuple(row.source for row in rows),
            holonomic=tuple(row.on_positions for row in rows),
            slopes=tuple((s, rho - 1) for s, row_slopes in enumerate(slopes) for rho in row_slopes),
        )
        formulas = closed.algebra if isinstance(closed.algebra, NodeFormulas) else None
        scope = formulas.scope if formulas else Scope(reading)

        def nodes(results: Iterable[Any]) -> list[Node]:
            return [
                value.node if isinstance(value, Formula) else scope.node(value.tree("collected"))
                for value in results
            ]

        def printed(symbol: str, results: Mapping[tuple[int, ...], Any]) -> list[Node]:
            if sheet is None:
                return nodes(results.values())
            trees = {entry.indices: sheet.written_out(entry.tree) for entry in sheet.of(symbol)}
            if symbol == "U" and sheet.constant is not None:
                trees[()] = Sum((trees.get((), ZERO), sheet.constant))
            return [scope.node(trees.get(indices, ZERO)) for indices in results]

        forces = {(rho,): value for rho, value in closed.Q.items()}
        energies = (("U", closed.U_parts), ("D", closed.D_parts))
        poses, bodies = [closed.kinematics.poses[n] for n in numbers], len(numbers)
        outputs: Outputs = {
            "E": shaped(nodes(e for E, _ in poses for row in E for e in row), bodies, 3, 3),
            "x": shaped(nodes(e for _, x in poses for e in x), bodies, 3),
            "g": printed("g", closed.metric.g),
            "Gamma": printed("Gamma", closed.metric.gamma),
            "Q": printed("Q", forces),
            "UD": [n for name, parts in energies for n in printed(name, {(): closed.total(parts)})],
            "position": nodes(row.value for row in rows),
            "velocity": nodes(closed.constraints.rates),
            "gamma": nodes(closed.constraints.gamma),
            "zd": nodes(closed.rates) if sheet is None else [*map(scope.node, sheet.rates)],
            "G": nodes(slope for row_slopes in slopes for slope in row_slopes.values()),
        }
        if sheet is None:
            from lagr_gui.mechanics.closed.powers import dissipated  # no line of equations needs it

            outputs["dissipated"] = nodes([dissipated(closed)])
        super().__init__(layout, scope, outputs, reach)


def closed_evaluator(
    reading: Reading, recursion: Recursion, closed: Callable[[], Closed]
) -> ClosedEvaluator:
    """Evaluates the closed form; where it is too long, its formulas without expanding them."""
    try:
        return ClosedEvaluator(closed(), reading, ReachKernel(recursion))
    except TooLong:
        return unexpanded_evaluator(reading, recursion)


def unexpanded_evaluator(reading: Reading, recursion: Recursion) -> ClosedEvaluator:
    """Evaluates the formulas of the closed form without expanding them."""
    metric = Metric(reading, algebra=NodeFormulas(Scope(reading)))
    return ClosedEvaluator(Closed(reading, metric), reading, ReachKernel(recursion))
