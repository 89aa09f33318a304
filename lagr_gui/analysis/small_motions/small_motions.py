"""Small motions about equilibria and states: linear equations, modes, frequency response."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lagr_gui.analysis.runs import poses
from lagr_gui.analysis.small_motions.comparison import check_linear, check_modes, check_response
from lagr_gui.analysis.small_motions.delayed import (
    DelayedLinearization,
    check_delayed,
    delayed_modes,
    with_delays,
)
from lagr_gui.analysis.small_motions.equilibria import equilibria
from lagr_gui.analysis.small_motions.in_force import in_force
from lagr_gui.analysis.small_motions.linearization import linearized
from lagr_gui.analysis.small_motions.past import (
    approximated,
    delays_of,
    opened,
    refuse_beside_delays,
    refuse_delays,
    refuse_others,
)
from lagr_gui.analysis.small_motions.sampled import sampled
from lagr_gui.expression import TIME, Expression, symbols
from lagr_gui.expression import read as read_tree
from lagr_gui.expression.arguments import by_name, names, numbers
from lagr_gui.foundation.message import counted, say
from lagr_gui.foundation.problem import LagrError, Severity, refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.linear import held
from lagr_gui.mechanics.linear.inputs import names_of_inputs, put_in, refuse_put_in
from lagr_gui.mechanics.sheets.friction_modes import FrictionMode
from lagr_gui.mechanics.state import State
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.simulation.linear.modes import Modes, find_modes
from lagr_gui.simulation.linear.response import FrequencyResponse
from lagr_gui.simulation.linear.response import frequency_response as respond
from lagr_gui.simulation.linear.sampled import eigenmodes
from lagr_gui.simulation.system import Array
from lagr_gui.subsystems.switching import names_of

Place = str | State | Mapping[str, Any]
"""Where to linearise: ``"equilibrium"``, ``"start"`` or a state."""

AMPLITUDE = 0.3
"""The largest displacement (rad or m) of a mode that is shown."""

STEPS = 60
"""Instants of each period of it."""


@on_one_thread
def linearize(
    prepared: Prepared,
    at: Place = "equilibrium",
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    velocities: Mapping[str, float] | None = None,
    mode: FrictionMode = "",
    after: str = "",
    pade: int = 0,
) -> Linearization:
    """The linear equations of small deviations, exactly, about an equilibrium or a state.

    `inputs` are names of coordinates (a force on them), drives, components of forces (``push.x``),
    functions of time, parameters or signals that are expressions; `outputs` are coordinates,
    velocities (``phi'``), signals or expressions; without any, all coordinates.  An input that is a
    function takes the place of that function: without input it stays as it is at the start.  At a
    state that is not an equilibrium the deviations are those from the motion through it, with its
    rates of change taken as they are at that time.  With dry friction they are those of a `mode`:
    while it ``sticks`` or ``slides``, or limits are in contact (``touches``), all of them or by
    name, ``brake=sticks,floor=touches``.  They hold before any event of the model, or `after` some,
    with commas between.  Signals that are delayed are approximated by Padé, by rational functions
    of the order `pade`; without that they are refused.  With sampled laws it is a
    `SampledLinearization`, which has the map over a period of their samples too.  Raises LagrError
    where there is no such place, and where what sticks or touches cannot hold there.
    """
    prepared, told = approximated(prepared, pade) if pade else (prepared, ())
    refuse_delays(prepared)
    holding = sampled(prepared)
    holding.resting.refuse_switching()
    prepared.refuse_feedback()
    at = holding.place(at)
    standing = in_force(holding.resting, mode, after, at, velocities)
    prepared = standing.prepared
    inputs, outputs = names(inputs, "Inputs"), names(outputs, "Outputs")
    refuse_put_in(prepared.as_drawn, inputs)
    prepared = prepared.of(held(prepared.model, inputs))
    state, qdd = state_at(prepared, at, velocities)
    state = holding.begun(at, state)
    linearization = holding.linear(_linear(prepared, state, qdd, inputs, outputs))
    standing.check(linearization.multipliers)
    notes = (*linearization.notes, *standing.told, *told)
    return replace(linearization, notes=notes, mode=mode, after=after)


def _linear(
    prepared: Prepared,
    state: State,
    qdd: Array | None,
    inputs: Sequence[str],
    outputs: Sequence[str],
) -> Linearization:
    """The linear equations at a state, compared with an independent formalism."""
    reading = prepared.reading
    declared = {TIME, *reading.coordinates, *reading.parameters, *reading.sources}
    trees = {text: _output(text, declared) for text in outputs or reading.coordinates}
    linearization = linearized(prepared, state, qdd, inputs, trees)
    return replace(linearization, certificate=check_linear(prepared, linearization))


@on_one_thread
def modes(
    prepared: Prepared,
    at: Place = "equilibrium",
    velocities: Mapping[str, float] | None = None,
    mode: FrictionMode = "",
    after: str = "",
    pade: int = 0,
) -> Modes:
    """Eigenvalues, modes and stability about an equilibrium or a state.

    `mode`, `after` and `pade` are those of `linearize`; without `pade` signals are delayed exactly,
    and modes are the rightmost ones.  With sampled laws they are `SampledModes`, in the unit
    circle.
    """
    if not pade and delays_of(prepared):
        refuse_beside_delays(prepared)
        return delayed_modes(_delayed(prepared, at, (), (), velocities, mode, after))
    linear = linearize(prepared, at, (), (), velocities, mode, after, pade)
    found = eigenmodes(linear)
    return replace(found, certificate=check_modes(linear, found))


def state_at(
    prepared: Prepared, at: Place, velocities: Mapping[str, float] | None
) -> tuple[State, Array | None]:
    """A state that meets the conditions, and its accelerations: None where it has its own."""
    coordinates = prepared.coordinates
    if at == "equilibrium":
        return resting_state(prepared, velocities), np.zeros(len(coordinates))
    if at == "start":
        start = prepared.assembly
        rates = dict(zip(coordinates, start.qd.tolist(), strict=True)) | by_name(
            velocities or {}, "Velocities"
        )
        at = State(
            prepared.model.simulation.start,
            tuple(start.q),
            tuple(rates[n] for n in coordinates),
            tuple(prepared.settings.z0),
        )
    if isinstance(at, str):
        cause = "There is no such place."
        remedy = "Take “equilibrium”, “start” or a state {t, q, qd}."
        raise refusal(say("Place “{at}”", at=at), cause, remedy, "place")
    state = State.read(at, coordinates, prepared.layout.states)
    binding = prepared.conditions
    if binding is not None:
        q, qd = binding.project(state.t, np.array(state.q), np.array(state.qd))
        if not (np.isfinite(q).all() and np.isfinite(qd).all()):
            cause = "No position near it meets the conditions."
            remedy = "Give positions that meet them, or take “start”."
            raise refusal("Linearisation", cause, remedy, "cannot-close")
        state = State(state.t, tuple(q), tuple(qd), state.z)
    return state, None


def resting_state(
    prepared: Prepared, velocities: Mapping[str, float] | None, nearest: bool = False
) -> State:
    """The first equilibrium, stable if there is one, or that which is nearest to the start.

    Raises LagrError where there is none.
    """
    search = equilibria(prepared, velocities)
    if not search.found:
        raise LagrError([replace(note, severity=Severity.ERROR) for note in search.notes])
    first = min(search.found, key=lambda one: one.distance) if nearest else search.found[0]
    return State(search.t, tuple(first.q), tuple(first.qd), tuple(first.z))


def _output(text: str, declared: Collection[str]) -> Expression:
    """An output as a tree of known names."""
    tree = read_tree(text)
    for symbol in symbols(tree):
        place = say("Output “{text}”", text=text)
        cause = say("There is nothing called “{name}”.", name=symbol.name)
        check_known(symbol.name, declared, place, cause)
        if symbol.order > 1:
            cause = "Accelerations are no outputs: they follow from the equations."
            remedy = "Take a coordinate, a velocity or an expression in them."
            raise refusal(place, cause, remedy, "output")
    return tree


def possible_inputs(prepared: Prepared) -> tuple[str, ...]:
    """The names of all that can act on a model from outside: the inputs of `linearize`."""
    hidden = put_in(prepared.as_drawn)
    hidden |= {name for acting in prepared.acting_signals for name in names_of(acting)}
    names = names_of_inputs(prepared.model, prepared.coordinates)
    return tuple(name for name in names if name not in hidden) if hidden else names


def frequencies(
    low: float | None, high: float | None, points: int = 400, linear: bool = False
) -> list[float] | None:
    """Circular frequencies (rad/s) from `low` to `high`, in equal ratios or equal steps.

    None, for those that the modes suggest, where no end is given; an end that is not given lies
    three decades away.  Raises LagrError where they do not rise.
    """
    if low is None and high is None:
        return None
    first = low or (0.0 if linear else (high or 1.0) / 1000)
    last = high or 1000 * first
    if not 0 <= first < last < np.inf:
        cause = "They do not rise from the lowest to the highest."
        raise refusal("Frequencies", cause, "Give 0 ≤ from < to.", "frequencies")
    return (np.linspace if linear else np.geomspace)(first, last, points).tolist()


@on_one_thread
def frequency_response(
    prepared: Prepared,
    input: str,
    outputs: Sequence[str] = (),
    omega: Sequence[float] | Array | None = None,
    at: Place = "equilibrium",
    velocities: Mapping[str, float] | None = None,
    mode: FrictionMode = "",
    after: str = "",
) -> FrequencyResponse:
    """Amplitude and phase of outputs for an input cos ωt, at circular frequencies (rad/s).

    Without `omega` 400 frequencies are taken from a tenth of the slowest mode to ten times the
    fastest.  `mode` and `after` are those of `linearize`.  Signals are delayed exactly, by
    e^{−iωτ}.  Raises LagrError as `linearize` does.
    """
    refuse_others(prepared)
    delayed = bool(delays_of(prepared))
    asked = prepared, at, (input,), outputs, velocities, mode, after
    linear = _delayed(*asked) if delayed else linearize(*asked)
    found = (
        delayed_modes(linear) if isinstance(linear, DelayedLinearization) else find_modes(linear)
    )
    grid = _usual_grid(found) if omega is None else np.array(numbers(omega, "Frequencies"))
    if not len(grid) or np.min(grid) < 0:
        cause = "There are none, or some are less than 0."
        raise refusal("Frequencies", cause, "Give rad/s from 0 up.", "frequencies")
    response = respond(linear, grid, found)
    if isinstance(linear, DelayedLinearization):
        return replace(response, certificate=check_delayed(linear, response))
    return replace(response, certificate=check_response(linear, response))


def _delayed(
    prepared: Prepared,
    at: Place,
    inputs: Sequence[str],
    outputs: Sequence[str],
    velocities: Mapping[str, float] | None,
    mode: FrictionMode,
    after: str,
) -> DelayedLinearization:
    """The linear equations with signals that are delayed, about a place that has lasted."""
    prepared.refuse_feedback()
    standing = in_force(prepared, mode, after, at, velocities)
    inputs, outputs = names(inputs, "Inputs"), names(outputs, "Outputs")
    refuse_put_in(prepared.as_drawn, inputs)
    loop = opened(standing.prepared)
    resting = loop.resting.of(held(loop.resting.model, inputs))
    state, qdd = state_at(resting, at, velocities)
    entering = _linear(resting, state, qdd, (), loop.outputs)
    standing.check(entering.multipliers)
    there = loop.at(entering.y.tolist())
    there = there.of(held(there.model, inputs))
    shown = outputs or there.coordinates
    every = _linear(there, state, qdd, (*inputs, *loop.inputs), (*shown, *loop.outputs))
    found = with_delays(every, loop.delays)
    notes = (*found.notes, *standing.told)
    return replace(found, notes=notes, mode=mode, after=after)


def _usual_grid(eigenmodes: Modes) -> Array:
    sizes = [abs(mode.eigenvalue) for mode in eigenmodes.modes if abs(mode.eigenvalue) > 0] or [1.0]
    return np.geomspace(min(sizes) / 10, max(sizes) * 10, 400)


def mode_motion(
    prepared: Prepared,
    found: Modes,
    number: int,
    amplitude: float | None = None,
    period: float | None = None,
    periods: int = 1,
) -> Motion:
    """Periods of a mode, q₀ + a Re(v e^{iφ}), as a motion that the animation plays.

    `number` counts the modes from 0; a period lasts as long as that of the mode, or 1 s where it
    does not oscillate, or `period` (s) in slow motion.  The largest displacement is `amplitude`
    (rad or m), 0.3 if not given.
    """
    if not 0 <= number < len(found.modes):
        cause = counted(len(found.modes), "There is {count} mode.", "There are {count} modes.")
        raise refusal(say("Mode {number}", number=number + 1), cause, "Choose one of them.", "mode")
    if found.after:
        from lagr_gui.prepared.held import after_events  # few models have events

        prepared = after_events(prepared, found.after)
    mode = found.modes[number]
    largest = float(np.max(np.abs(mode.shape), initial=0.0)) or 1.0
    turns = np.linspace(0, periods, STEPS * periods + 1)
    damped = 2 * np.pi / mode.damped_frequency if mode.damped_frequency else 1.0
    phases = np.exp(2j * np.pi * turns)
    swing = np.real(np.outer(phases, mode.shape)) * ((amplitude or AMPLITUDE) / largest)
    t = turns * (damped if period is None else period)
    return poses(prepared, t, found.q + swing, np.zeros_like(swing))
