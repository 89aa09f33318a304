"""The plant of a loop: linear equations about a place at which its inputs hold the system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lagr_gui.analysis.small_motions.linearization import accelerations
from lagr_gui.analysis.small_motions.sampled import sampled
from lagr_gui.analysis.small_motions.small_motions import (
    Place,
    linearize,
    resting_state,
    state_at,
)
from lagr_gui.analysis.trajectories.outputs import output_units
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import Load
from lagr_gui.expression.arguments import names
from lagr_gui.extensions.control.numbers.state_space import StateSpace
from lagr_gui.extensions.control.opening import Opened, opened
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.foundation.showing import Shown
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.sensors.transmitting import EFFORTS
from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.subsystems.switching import Delay, Switching

BALANCED = 1e-8
"""What is left of accelerations below this part of what the model can do is rounding."""

ROUNDING = 1e-12
"""No position, rate or output of a place is that small."""


@dataclass(frozen=True, eq=False)
class Plant(Shown):
    """ẋ = A x + B u, y = C x + D u: what n states, m inputs and k outputs deviate from a place.

    `states` are coordinates and velocities (``phi'``) that are independent, and states of the first
    order; `place` (n,) are their values there, `held` (m,) those of the inputs, `outputs_at` (k,)
    those of the outputs.  `units` are those of states and outputs by name, `input_units` those of
    inputs, of which one may be called like a coordinate.  `laws` are those that forces have in
    the drawing; as inputs they have none.  `linear` are the linear equations of the model that
    is `opened`, which has parameters in the place of the inputs.
    """

    title: str
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    system: StateSpace
    place: Array
    held: Array
    outputs_at: Array
    units: Mapping[str, str]
    input_units: Mapping[str, str]
    laws: Mapping[str, str]
    opened: Opened
    linear: Linearization
    special: str = ""

    @property
    def certificate(self) -> SelfCheck | None:
        """How well an independent formalism agrees with A and B."""
        return self.linear.certificate

    def gain_unit(self, of: str, by: str) -> str:
        """The unit of a gain that makes an input from a state or an output."""
        return quotient(self.input_units.get(of, ""), self.units.get(by, ""))


@on_one_thread
def plant(
    prepared: Prepared,
    inputs: Sequence[str],
    outputs: Sequence[str] = (),
    at: Place = "nearest",
    velocities: Mapping[str, float] | None = None,
) -> Plant:
    """What a controller of these inputs has before it, about a place.

    `inputs` are forces, moments and voltages of the drawing, whose laws are taken away, or
    coordinates, for a further force on each.  `outputs` are what is measured: coordinates,
    velocities or expressions; without any, all coordinates.  At the place the inputs are held such
    that the system stays there: the equilibrium of the drawing that is next to its start
    (`"nearest"`), so that what stands upright is held upright, the first one (`"equilibrium"`,
    stable if there is one), its start, or any position ``{"q": {"phi": 3.14}}`` that they can
    hold.  Raises LagrError where they cannot.
    """
    inputs, outputs = names(inputs, "Inputs"), names(outputs, "Outputs")
    if isinstance(at, Mapping):
        at = {"q": {}, "qd": {}, **at}  # what is not named is zero
    loop = opened(prepared, inputs)
    _refuse_acting(Prepared(loop.model))
    state = _state(prepared, loop, at, velocities)
    held = _held(prepared, loop, state)
    model = loop.at(dict(zip(inputs, held.tolist(), strict=True)))
    outputs = outputs or prepared.coordinates
    linear = linearize(Prepared(model), state, tuple(loop.sources.values()), outputs)
    if linear.obstacle:
        remedy = say("Take another place, or leave out what changes with time.")
        raise refusal("Control", linear.obstacle, remedy, "control")
    system = StateSpace(linear.A, linear.state_B, linear.state_C, linear.state_D)
    return Plant(
        prepared.model.name,
        linear.states,
        inputs,
        linear.outputs,
        system,
        _values(linear, state),
        held,
        _clean(linear.y),
        _units(prepared, linear),
        _efforts(prepared, inputs),
        loop.laws,
        replace(loop, model=model),
        linear,
        prepared.special,
    )


def _state(
    prepared: Prepared, loop: Opened, at: Place, velocities: Mapping[str, float] | None
) -> State:
    """The place as a state of the plant, which has none of its controller's own states.

    An equilibrium is one of the drawing.  Raises LagrError where signals switch there.
    """
    free = Prepared(loop.model)
    if at in ("nearest", "equilibrium"):
        prepared = sampled(prepared).resting
        prepared.refuse_switching()
        at = resting_state(prepared, velocities, at == "nearest")
    if isinstance(at, Mapping) and free.layout.s:
        at = {"z": {}, **at}
    if isinstance(at, State):
        z = dict(zip(prepared.layout.states, at.z, strict=True))
        at = replace(at, z=tuple(z[name] for name in free.layout.states))
    return state_at(free, at, velocities)[0]


def _refuse_acting(free: Prepared) -> None:
    """Raise LagrError where what remains of a drawing samples, switches, is delayed or sticks."""
    for acting in free.acting_signals:
        place = say("Signal “{name}”", name=acting.output)
        if isinstance(acting, Delay):
            cause = say("It is delayed: a plant of so many states has no past.")
            remedy = say("Put a transfer function in its place, such as (1 - s*T/2)/(1 + s*T/2).")
        elif isinstance(acting, Switching):
            cause = say("It switches, so that the plant would be another one from time to time.")
            remedy = say("Put an expression or a block without modes in its place.")
        elif acting.laws:
            cause = say(
                "It samples: a plant is what goes on between the samples of its controller."
            )
            remedy = say(
                "Take what it drives as an input, or put a law without samples in its place."
            )
        else:
            continue  # noise, whose mean is 0
        raise refusal(place, cause, remedy, "control")
    for part in free.reading.frictions[:1]:
        place = say("Element “{name}”", name=part.record.name)
        cause = say("Its dry friction sticks or slides, each with a plant of its own.")
        remedy = say("Switch it off while you design; try the controller with it.")
        raise refusal(place, cause, remedy, "friction")


def _held(prepared: Prepared, loop: Opened, state: State) -> Array:
    """The values (m,) of inputs with which nothing accelerates at a state.

    Accelerations are linear in them.  Raises LagrError where there are none.
    """
    free = Prepared(loop.model)

    def rates(**values: float) -> Array:
        return accelerations(free.varied(loop.at(values), checked=False), state)[0]

    alone = rates()
    if not np.isfinite(alone).all():
        cause = say("The accelerations have no value at this place.")
        raise refusal("Control", cause, say("Take another place."), "control")
    slopes = np.array([rates(**{name: 1.0}) - alone for name in loop.sources]).T
    size = prepared.extents / prepared.unit_of_time**2
    left, pushed = alone / size, slopes / size[:, None]
    widths = np.linalg.norm(pushed, axis=0)
    widths = np.where(widths > 0, widths, 1.0)
    held = -np.linalg.lstsq(pushed / widths, left, rcond=1e-10)[0] / widths
    rest = left + pushed @ held
    limit = BALANCED * max(1.0, float(np.max(np.abs(left), initial=0.0)))
    held = np.where(np.abs(pushed * held).max(axis=0, initial=0.0) > 1e-13, held, 0.0)
    if np.max(np.abs(rest), initial=0.0) <= limit:
        return np.asarray(held + 0.0)
    worst = int(np.argmax(np.abs(rest)))
    cause = say(
        "No values of the inputs hold the system at this place: {name} goes on with {rate}.",
        name=prepared.coordinates[worst],
        rate=f"{prepared.coordinates[worst]}'' = {float((rest * size)[worst]):.4g}",
    )
    remedy = say("Take an equilibrium, as “lagr equilibrium” lists them, or further inputs.")
    raise refusal("Control", cause, remedy, "no-equilibrium")


def _values(linear: Linearization, state: State) -> Array:
    at = dict(zip(linear.coordinates, state.q, strict=True))
    at |= {f"{name}'": rate for name, rate in zip(linear.coordinates, state.qd, strict=True)}
    at |= dict(zip(linear.own, state.z, strict=True))
    return _clean(np.array([at[name] for name in linear.states], float))


def _clean(values: Array) -> Array:
    """Values of which 0 is what only rounding keeps from it."""
    return np.where(np.abs(values) < ROUNDING, 0.0, values)


def _units(prepared: Prepared, linear: Linearization) -> dict[str, str]:
    units = _units_of_coordinates(prepared)
    units |= {f"{name}'": f"{unit}/s" if unit else "" for name, unit in units.items()}
    units |= {state.name: state.unit for state in prepared.model.own_states}
    return units | output_units(prepared, linear.outputs)


def _units_of_coordinates(prepared: Prepared) -> dict[str, str]:
    report = prepared.report
    return dict(zip(report.coordinates, report.units, strict=True))


def _efforts(prepared: Prepared, inputs: tuple[str, ...]) -> dict[str, str]:
    """The units of inputs."""
    units = _units_of_coordinates(prepared)
    return {name: _effort(prepared, name, units) for name in inputs}


def _effort(prepared: Prepared, name: str, units: Mapping[str, str]) -> str:
    """The unit of an input."""
    if name in units:
        return EFFORTS.get(units[name], "")
    found = (e for e in prepared.model.elements if name in (e.name, e.name + name[-2:]))
    if (element := next(found, None)) is None:
        return next(s.value_unit for s in prepared.as_drawn.signals if s.name == name)
    kind = ELEMENTS[element.kind]
    if isinstance(kind.geometry, OnCoordinate):
        return EFFORTS.get(units.get(getattr(element, kind.geometry.ends.fields[0]), ""), "")
    assert isinstance(kind.law, Load)
    unit = next(spec.unit for spec in kind.fields if spec.name == kind.law.vector)
    return "" if "," in unit else unit


def quotient(above: str, below: str) -> str:
    """One unit over another, as a person writes it: N over rad/s is N s/rad; empty: not known."""
    number, _, time = below.partition("/")
    if not (above and number) or "/" in above + time or "^" in number:
        return ""
    top = f"{above} {time}".strip()
    return f"{top}/{number}" if " " not in number else f"{top} {number.replace(' ', '^-1 ')}^-1"
