"""The linear equations at one state: the kernel for it, and the words about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lagr_gui.expression import Expression, substitute
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.linear import Coefficients, Inputs, LinearKernel, with_inputs
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import LinearDescriptor, reduce
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.linear.linearization import Linearization, check_inertia
from lagr_gui.simulation.positions.freedom import freedom
from lagr_gui.simulation.system import Array

BALANCED = 1e-8
"""Forces that change less than this, relative to their size, do not change."""

FAINT = 1e-4
"""What is below this part of the largest works that a model knows may be rounding of these."""

LATER = (0.37, 1.41, 2.93)
"""Tenths of the model's time after which the equations are compared with those at first."""

PROBES = 6
"""Positions of a coordinate in which forces are compared."""


def linearized(
    prepared: Prepared,
    state: State,
    qdd: Array | None,
    inputs: Sequence[str],
    trees: Mapping[str, Expression],
) -> Linearization:
    """The linear equations at a state that meets the conditions.

    The accelerations are those given, or where none are those that the system has there.
    Raises LagrError where there are none, and in dead positions.
    """
    coordinates = prepared.coordinates
    solved, multipliers = accelerations(prepared, state)
    q, qd, qdd = np.array(state.q), np.array(state.qd), solved if qdd is None else qdd
    layout, y = prepared.layout, state.y
    entered = with_inputs(prepared.model, inputs, coordinates)
    acting = prepared.of(entered.model)
    shown = {text: substitute(tree, acting.reading.whole) for text, tree in trees.items()}
    kernel, parameters = linear_kernel(acting, entered, shown), acting.parameters
    coefficients = kernel(parameters, state.t, y, qdd, multipliers)
    _check_finite(coordinates, coefficients.linear)
    works = _Works(layout, prepared.extents, prepared.state_extents, prepared.unit_of_time)
    less = reduce(coefficients.linear, _preferred(prepared, coordinates), prepared.extents)
    linear = Linearization(
        coordinates=coordinates,
        independent=tuple(coordinates[i] for i in less.independent),
        quick=tuple(coordinates[i] for i in less.quick),
        t=state.t,
        q=q,
        qd=qd,
        qdd=qdd,
        multipliers=multipliers,
        whole=less.whole,
        M=less.M,
        P=less.P,
        S=less.S,
        B=less.B,
        T=less.T,
        Z=less.Z,
        Bz=less.Bz,
        residual=-coefficients.r,
        inputs=tuple(inputs),
        outputs=tuple(trees),
        y=coefficients.y,
        Yz=less.Yz,
        Yw=less.Yw,
        Yu=less.Yu,
        indifferent=_indifferent(kernel, parameters, state, coefficients, works),
        notes=_notes(entered),
        own=layout.states,
        s=np.array(state.z),
        first=coefficients.states.reduced(less.whole) if layout.s else None,
    )
    check_inertia(linear)
    here = (y, qdd, multipliers)
    changes = _changes(kernel, parameters, state.t, here, works) or _starts(prepared, state.t, q)
    rates = prepared.system().acceleration(state.t, y).zd if layout.s else y[:0]
    return replace(linear, obstacle=_obstacle(linear, changes, works, rates))


def descriptor(
    prepared: Prepared, state: State, multipliers: Array, inputs: Sequence[str]
) -> LinearDescriptor:
    """The linear equations at a state for q̈ = 0 and λ (c,), before conditions are eliminated."""
    entered = with_inputs(prepared.model, inputs, prepared.coordinates)
    acting = prepared.of(entered.model)
    still = np.zeros(prepared.layout.f)
    kernel = linear_kernel(acting, entered, {})
    return kernel(acting.parameters, state.t, state.y, still, multipliers).linear


def linear_kernel(
    acting: Prepared, entered: Inputs, trees: Mapping[str, Expression]
) -> LinearKernel:
    """Computes the linear equations with inputs and outputs; made once."""
    key = ("linear", f"{entered.names}{entered.slow}{list(trees)}{_values(entered)}")
    return acting.kept(key, lambda: LinearKernel(acting.reading, entered, trees))


@dataclass(frozen=True, slots=True, eq=False)
class _Works:
    """Tables of linear equations as works, and conditions by what they could be.

    Coordinates are measured by how far they go, `extents` (f,), in a `time` (s), and so are states
    of the first order.
    """

    layout: StateLayout
    extents: Array
    state_extents: Array
    time: float

    def of(self, at: Coefficients) -> tuple[tuple[Array, ...], tuple[Array, ...]]:
        """r, M, P, S, and G, G_q, A_q, A_v."""
        linear, far, time = at.linear, self.extents, self.time
        both, slopes = np.outer(far, far), far / linear.rows.could(far)[:, None]
        forces = at.r * far, linear.M * both / time**2, linear.P * both / time, linear.S * both
        rates = linear.Gq * time, linear.Aq * time**2, linear.Av * time
        return forces, (linear.G * slopes, *(rate * slopes for rate in rates))

    def of_states(self, at: Coefficients) -> tuple[Array, ...]:
        """L, and Q, V, F as rates, of states of the first order."""
        states, far, time, size = at.states, self.extents, self.time, self.state_extents
        both, unit = np.outer(far, size), time / size[:, None]
        return (
            states.L * both,
            states.Q * far * unit,
            states.V * far / time * unit,
            states.F * size * unit,
        )

    def least(self, at: Coefficients) -> float:
        """Works below which all is rounding."""
        return FAINT * max(float(np.max(np.abs(works), initial=0.0)) for works in self.of(at)[0])

    def rates(self, names: Sequence[str], quick: Sequence[str]) -> Array:
        """Units of a state: of some coordinates, of velocities of some, of all own states."""
        far = dict(zip(self.layout.coordinates, self.extents.tolist(), strict=True))
        moving = (*(far[n] for n in names), *(far[n] / self.time for n in quick))
        return np.array([*moving, *self.state_extents])


def _changes(
    kernel: LinearKernel,
    parameters: Array,
    t: float,
    here: tuple[Array, Array, Array],
    works: _Works,
) -> bool:
    """Whether the equations are others at other times, at the same place."""
    coefficients = kernel(parameters, t, *here)
    forces, conditions = _with_states(works, coefficients, *works.of(coefficients))
    now, least = (*forces, *conditions), [works.least(coefficients)] * len(forces)
    floors = [*least, *[FAINT] * len(conditions)]
    sizes = [
        max(floor, np.max(np.abs(x), initial=0.0)) for x, floor in zip(now, floors, strict=True)
    ]
    for later in LATER:
        then = kernel(parameters, t + later * works.time, *here)
        forces, conditions = _with_states(works, then, *works.of(then))
        pairs = zip(now, (*forces, *conditions), sizes, strict=True)
        if any(np.any(np.abs(a - b) > BALANCED * size) for a, b, size in pairs):
            return True
    return False


def _with_states(
    works: _Works, at: Coefficients, forces: tuple[Array, ...], conditions: tuple[Array, ...]
) -> tuple[tuple[Array, ...], tuple[Array, ...]]:
    """What acts by states of the first order among the forces, how they change behind the rest."""
    pushes, *rates = works.of_states(at)
    return (*forces, pushes), (*conditions, *rates)


def _starts(prepared: Prepared, t: float, q: Array) -> bool:
    """Whether conditions themselves set the system in motion: they change with time."""
    binding = prepared.conditions
    if binding is None:
        return False
    conditions = binding.at(t, q, np.zeros_like(q))
    could = conditions.rows.sizes(prepared.extents)[1] / prepared.unit_of_time
    return bool(np.any(np.abs(conditions.velocity) > BALANCED * could))


def _obstacle(linear: Linearization, changes: bool, works: _Works, rates: Array) -> str:
    """Why eigenvalues decide nothing about stability; empty where they do."""
    if changes:
        return say("the equations change with time")
    units, far, time = works.rates(linear.independent, linear.quick), works.extents, works.time
    largest = float(np.max(np.abs(linear.A * units / units[:, None]), initial=0.0))
    moving = [
        name
        for name, speed in zip(linear.coordinates, linear.qd / far * time, strict=True)
        if abs(speed) > BALANCED and name not in linear.indifferent
    ]
    least = 1e-7 * max(1 / time, largest)
    speeds = np.concatenate([linear.qdd / far * time, rates / works.state_extents])
    if moving or np.any(np.abs(speeds) > least):
        return say("the place is no equilibrium")
    return ""


def accelerations(prepared: Prepared, state: State) -> tuple[Array, Array]:
    """q̈ (f,) and λ (c,) of the system at a state, nan where they have no value.

    Raises LagrError in dead positions.
    """
    t, q, qd = state.t, np.array(state.q), np.array(state.qd)
    binding = prepared.conditions
    if binding is None:
        return prepared.system().acceleration(t, state.y).qdd, np.zeros(0)
    if freedom(binding, t, q, qd).is_singular:
        cause = "The conditions depend on each other there: it is a dead position."
        remedy = "Take a place beside it: the linear equations of a dead position say nothing."
        raise refusal("Linearisation", cause, remedy, "dead-position")
    solution = binding.at_state(t, state.y).solution()
    return solution.qdd, solution.multipliers


def _preferred(prepared: Prepared, coordinates: Sequence[str]) -> list[int]:
    """Coordinates with a start value become independent first."""
    names = dict.fromkeys(entry.coordinate for entry in prepared.model.start)
    return [coordinates.index(name) for name in names if name in coordinates]


def _indifferent(
    kernel: LinearKernel, parameters: Array, state: State, coefficients: Coefficients, works: _Works
) -> tuple[str, ...]:
    """The coordinates on which no force and no rate depends, here and in other positions."""
    source, f, layout = np.random.default_rng(1), works.layout.f, works.layout
    influence = np.zeros((4, f))
    pushes = (
        (works.least(coefficients) or 1.0) / FAINT / coefficients.linear.rows.could(works.extents)
    )
    for _ in range(PROBES):
        q = np.array(state.q) + source.uniform(-1, 1, f) * works.extents
        multipliers = source.uniform(-1, 1, kernel.c) * pushes
        y = layout.moved(state.y, q, np.array(state.qd))
        at = kernel(parameters, state.t, y, np.zeros(f), multipliers)
        (*_, S), (G, Gq, *_) = works.of(at)
        tables = (S, Gq, G[at.linear.holonomic], works.of_states(at)[1])
        largest = [np.max(np.abs(table), axis=0, initial=0.0) for table in tables]
        influence = np.fmax(influence, largest)
    limits = 1e-13 * np.max(influence, axis=1, initial=0.0, keepdims=True)
    free = np.all(influence <= limits, axis=0)
    return tuple(name for name, flag in zip(layout.coordinates, free, strict=True) if flag)


def _values(entered: Inputs) -> str:
    """The parameters that depend on inputs: their definitions enter the program."""
    return ";".join(f"{name}={tree}" for name, tree in entered.derived)


def _notes(entered: Inputs) -> tuple[str, ...]:
    return tuple(
        say(
            "The input {name} is taken as changing slowly: it is a constant of bodies or joints.",
            name=name,
        )
        for name, source in zip(entered.names, entered.sources, strict=True)
        if source in entered.slow
    )


def _check_finite(coordinates: Sequence[str], linear: LinearDescriptor) -> None:
    tables = (linear.M, linear.P, linear.S, linear.G.T, linear.Gq.T)
    wrong = sorted({int(i) for table in tables for i in np.argwhere(~np.isfinite(table))[:, 0]})
    if wrong:
        names = ", ".join(coordinates[i] for i in wrong)
        cause = say("The equations of {names} have no value or no slope there.", names=names)
        remedy = (
            "Look for a spring of length zero, a force with a jump or a kink, or a mass that is "
            "zero."
        )
        raise refusal("Linearisation", cause, remedy, "no-slope")
