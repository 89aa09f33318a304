"""How a motion changes with parameters and start values: ∂q(t)/∂p, by the variational equations.

Along the motion M s̈ + P ṡ + S s − Gᵀδλ = B for each parameter, with the exact slopes of the
program; conditions are differentiated with it.  At the start s follows from the start values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lagr_gui.analysis.motions.samples import sampled, touches, without_works
from lagr_gui.analysis.motions.simulation import run
from lagr_gui.analysis.small_motions.linearization import linear_kernel
from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.expression.arguments import names as given_names
from lagr_gui.extensions.families.varying import Family, check_varied, start_by_name, units_by_name
from lagr_gui.foundation.columns import Columns
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.linear import with_inputs
from lagr_gui.mechanics.trajectories.sensed_slopes import SensorSlopes
from lagr_gui.mechanics.trajectories.sensors import loads_of
from lagr_gui.model.valued import held_first
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Settings, Trajectory
from lagr_gui.simulation.chosen_rows import choose_rows
from lagr_gui.simulation.system import Array

STEP = 1e-3
"""Of a value, or of how far a coordinate goes: the step of differences by which start values
change; they are smooth."""

HELD = 1e-3
"""How far the slope of a start value by itself may be from 1."""

DIFFERENCES = ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12))
"""Central differences of fourth order: steps and their weights."""


@dataclass(frozen=True, eq=False)
class Sensitivities:
    """Slopes of a motion at times t (n,) by k parameters and start values, by their `names`.

    `q`, `qd` and `qdd` (n, f, k) are those of coordinates, velocities and accelerations;
    `slopes` (n, k) those of outputs by their titles, `values` (n,) the outputs themselves.
    """

    names: tuple[str, ...]
    at: Mapping[str, float]
    coordinates: tuple[str, ...]
    t: Array
    q: Array
    qd: Array
    qdd: Array
    values: Mapping[str, Array]
    slopes: Mapping[str, Array]

    def __getitem__(self, expression: str) -> Columns:
        """The slopes (n,) of an output, or of a coordinate, by what it changes with."""
        if expression in self.slopes:
            return Columns(self.names, self.slopes[expression])
        by_name = Columns(self.coordinates, np.moveaxis(self.q, 1, -1))
        return Columns(self.names, by_name[expression])

    def columns(self) -> dict[str, Array]:
        """The table of a file: (n,) by head."""
        tables = self.slopes or {
            name: self.q[:, index] for index, name in enumerate(self.coordinates)
        }
        heads = {
            f"d({text})/d({name})": table[:, k]
            for text, table in tables.items()
            for k, name in enumerate(self.names)
        }
        return {"t (s)": self.t, **heads}

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        slopes = {
            text: dict(zip(self.names, table.T, strict=True))
            for text, table in (self.slopes or self._by_coordinate).items()
        }
        return {"at": self.at, "t": self.t, "slopes": slopes}

    @property
    def _by_coordinate(self) -> dict[str, Array]:
        return {name: self.q[:, index] for index, name in enumerate(self.coordinates)}

    def __str__(self) -> str:
        lines = ["largest slopes along the motion"]
        for text, table in (self.slopes or self._by_coordinate).items():
            largest = np.abs(table).max(axis=0)
            parts = [f"{n}: {v:.6g}" for n, v in zip(self.names, largest, strict=True)]
            lines.append(f"  {text} by {', '.join(parts)}")
        return "\n".join(lines)


@on_one_thread
def sensitivities(
    prepared: Prepared,
    vary: Sequence[str],
    outputs: Sequence[str] = (),
    settings: Settings | None = None,
) -> Sensitivities:
    """How the motion, and `outputs` along it, change with parameters and start values.

    `vary` are names of parameters, of coordinates (start positions) and of velocities ``phi'``.
    Slopes are exact but for the integration: they are no differences of motions.  Raises
    LagrError for unknown names, for outputs that are no functions of the state (works,
    reactions), where the motion cannot be simulated, and where it meets stops or walls, at which
    slopes jump.
    """
    prepared.refuse_states()
    prepared.refuse_frictions()
    asked = varied_by(prepared, vary, outputs, settings)
    values = {name: axis[0] for name, axis in asked.axes.items()}
    member, start = asked.varied(0)
    seen = Outputs(member, outputs)
    motion = run(member, asked.starting(start), seen, checked=True)
    answer = slopes_along(asked, values, member, motion, motion.t)
    _check_free(answer)
    return replace(
        answer, values=motion.outputs, slopes=output_slopes(member, seen, motion, answer)
    )


def _check_free(sensitivities: Sensitivities) -> None:
    """Raise LagrError for a start value that others, which vary as well, leave no choice."""
    for column, name in enumerate(sensitivities.names):
        if (coordinate := name.rstrip("'")) not in sensitivities.coordinates:
            continue
        table = sensitivities.qd if name.endswith("'") else sensitivities.q
        if abs(table[0, sensitivities.coordinates.index(coordinate), column] - 1) > HELD:
            place = say("What varies: “{name}”", name=name)
            cause = "It cannot change alone: it follows from the others by joints and conditions."
            raise refusal(place, cause, "Leave it out.", "start-changed")


def varied_by(
    prepared: Prepared,
    vary: Sequence[str] | Mapping[str, float | None],
    outputs: Sequence[str],
    settings: Settings | None,
) -> Family:
    """A family of one motion: with values that are given, or those with which it starts."""
    names = given_names(list(vary), "What varies")
    if not names:
        remedy = "Name a parameter or start value."
        raise refusal("What varies", "Nothing varies.", remedy, "no-value")
    for name in names:
        check_varied(prepared, name)
    chosen = settings or prepared.settings
    usual = {**start_by_name(prepared, chosen), **prepared.values}
    if isinstance(vary, Mapping):
        usual |= {name: value for name, value in vary.items() if value is not None}
    typed = Outputs(prepared, outputs).typed
    model = held_first(prepared.model, prepared.coordinates, names)
    return Family(model, {name: (float(usual[name]),) for name in names}, typed, chosen)


def slopes_along(
    asked: Family, values: Mapping[str, float], member: Prepared, motion: Trajectory, t: Array
) -> Sensitivities:
    """Slopes by what varies at rising times t (n,) of a motion of a member of the family."""

    def start(name: str, value: float) -> Array:
        other, begun = asked.having({**values, name: value})
        assembly = other.assembled(asked.starting(begun))
        return np.concatenate([assembly.q, assembly.qd])

    first = start_slopes(start, values, units_by_name(member))
    return carried_slopes(member, motion, t, values, first)


def carried_slopes(
    member: Prepared, motion: Trajectory, t: Array, values: Mapping[str, float], start: Array
) -> Sensitivities:
    """Slopes by names with their values at rising times t (n,), from those of the start (2f, k)."""
    from lagr_gui.simulation.linear.variation import carried  # loads SciPy's special functions

    _check_smooth(motion)
    equations = _Variation(member, motion, [*values])
    ends = motion.dense.ends
    grid = np.unique(np.concatenate([motion.t[:1], t, ends[ends < t[-1]]]))
    try:
        states = carried(equations.rates, grid, start, member.state_units)
        A, b = equations.rates(t)
    except np.linalg.LinAlgError:
        cause = "The motion passes a singular configuration, where its slopes have no value."
        raise refusal("Sensitivities", cause, "Let it end before.", "singular") from None
    states = states[np.searchsorted(grid, t)]
    f = len(member.coordinates)
    qdd = (A @ states + b)[:, f:]
    return Sensitivities(
        tuple(values), values, member.coordinates, t, states[:, :f], states[:, f:], qdd, {}, {}
    )


def output_slopes(
    member: Prepared, seen: Outputs, motion: Trajectory, along: Sensitivities
) -> dict[str, Array]:
    """The slopes (n, k) of outputs by their titles, at the times of slopes of the motion."""
    if not seen.entries:
        return {}
    without_works(seen)
    if loads_of(seen.trees):
        cause = "Reactions and multipliers are no functions of the state."
        raise refusal("Outputs", cause, "Leave them out.", "output")
    names = [name for name in along.names if name in member.values]
    entered = with_inputs(member.model, names, member.coordinates)
    key = ("sensed slopes", seen.expressions, tuple(names), str(entered.derived))
    kernel = member.kept(key, lambda: SensorSlopes(member.reading, entered, seen.trees))
    moved = sampled(member, motion, along.t)
    states = np.hstack([moved.q, moved.qd])
    out = kernel.slopes(member.parameters, along.t, states, moved.qdd)
    slopes = out["q"] @ along.q + out["qd"] @ along.qd + out["qdd"] @ along.qdd
    for column, name in enumerate(names):
        slopes[:, :, along.names.index(name)] += out["u"][:, :, column]
    return {title: slopes[:, row] for row, title in enumerate(seen.titles)}


def _check_smooth(motion: Trajectory) -> None:
    if touches(motion):
        cause = "The motion meets stops or walls, at which its slopes jump."
        raise refusal("Sensitivities", cause, "Let it end before, or leave them out.", "limits")


class _Variation:
    """The linear equations along a motion, with δλ eliminated."""

    def __init__(self, member: Prepared, motion: Trajectory, names: Sequence[str]) -> None:
        self.member, self.motion, self.names = member, motion, names
        self._driving = [name for name in names if name in member.values]
        entered = with_inputs(member.model, self._driving, member.coordinates)
        self._kernel = linear_kernel(member.of(entered.model), entered, {})
        first = motion.t[0], motion.q[0], motion.qd[0]
        self._system = member.system(first)
        self._rows: tuple[int, ...] = ()
        if (binding := member.conditions) is not None and binding.sources:
            self._rows = choose_rows(binding, *first).rows

    def rates(self, t: Array) -> tuple[Array, Array]:
        """A (n, 2f, 2f) and b (n, 2f, k) of ẋ = A x + b for x = (∂q/∂p, ∂q̇/∂p)."""
        member = self.member
        states = self.motion.dense(t).T
        f, n, k, rows = member.layout.f, len(t), len(self.names), list(self._rows)
        qdd, multipliers = self._accelerations(t, states)
        out = self._kernel.many(member.parameters, t, states, qdd, multipliers)
        forced = np.zeros((n, f + len(self._rows), k))
        driving = [self.names.index(name) for name in self._driving]
        forced[:, :f, driving] = out["B"][:, 0]
        forced[:, f:, driving] = -out["Au"][:, 0][:, rows]
        along = np.concatenate(
            [
                np.concatenate([-out["S"], -out["P"]], axis=2),
                np.concatenate([-out["Aq"], -out["Av"]], axis=2)[:, rows],
            ],
            axis=1,
        )
        right = np.concatenate([along, forced], axis=2)
        solution = np.linalg.solve(_bordered(out["M"], out["G"][:, rows]), right)[:, :f]
        A, b = np.zeros((n, 2 * f, 2 * f)), np.zeros((n, 2 * f, k))
        A[:, :f, f:], A[:, f:], b[:, f:] = (
            np.eye(f),
            solution[:, :, : 2 * f],
            solution[:, :, 2 * f :],
        )
        return A, b

    def _accelerations(self, t: Array, states: Array) -> tuple[Array, Array]:
        """q̈ (n, f) and λ (n, c): of conditions that depend on each other some hold all."""
        multipliers = np.zeros((len(t), self._kernel.c))
        if not self._rows:
            return self._system.record(t, states).qdd, multipliers
        assert self.member.conditions is not None
        held, rows = self.member.conditions.many(t, states), list(self._rows)
        right = np.concatenate([held.force, -held.gamma[:, rows]], axis=1)
        solution = np.linalg.solve(_bordered(held.g, held.G[:, rows]), right[:, :, None])[:, :, 0]
        multipliers[:, rows] = solution[:, held.g.shape[1] :]
        return np.asarray(solution[:, : held.g.shape[1]], float), multipliers


def _bordered(g: Array, G: Array) -> Array:
    """The matrix (n, f + c, f + c) of q̈ and λ."""
    none = np.zeros((len(G), G.shape[1], G.shape[1]))
    upper = np.concatenate([g, -G.transpose(0, 2, 1)], axis=2)
    return np.concatenate([upper, np.concatenate([G, none], axis=2)], axis=1)


def start_slopes(
    start: Callable[[str, float], Array], values: Mapping[str, float], usual: Mapping[str, float]
) -> Array:
    """The slopes (2f, k) of the state with which a motion starts, by differences.

    `start` gives that state (2f,), which meets the conditions, for another value of one name; what
    is zero changes by a part of its `usual` size.
    """

    def slope(name: str, value: float) -> Array:
        h = STEP * (abs(value) or usual.get(name, 1.0))
        here = start(name, value)  # what does not change has a slope of exactly 0
        parts = [weight * (start(name, value + at * h) - here) for at, weight in DIFFERENCES]
        return np.sum(parts, axis=0) / h

    return np.column_stack([slope(name, value) for name, value in values.items()])
