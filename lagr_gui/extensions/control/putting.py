"""A controller put into a drawing: a block that sets the forces, with its gains as parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lagr_gui.catalogue import KINDS, SIGNALS
from lagr_gui.editing.edits.names import symbols_of
from lagr_gui.editing.sketch.plane import angle_text
from lagr_gui.extensions.control.design import Design
from lagr_gui.extensions.control.numbers.faults import fault
from lagr_gui.extensions.control.opening import OF, blocks_behind, law_of, with_law
from lagr_gui.extensions.control.plant import quotient
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.model import ExpressionSignal, Model, NamedSignal, Parameter
from lagr_gui.model.sites import sites

GAIN = "gain of the controller: "
"""How the descriptions of parameters begin that belong to a controller."""


def with_controller(model: Model, design: Design) -> Model:
    """The drawing whose forces obey the controller.

    A state feedback is a signal u = −k₁ (x − x₀) − …, a PID one of its kind; with an observer or
    several forces the controller is a block K in state space, and with a sample a sampled law.
    Gains are parameters.  What an earlier controller of the same forces had is replaced; what
    stands between its output and a force, as a saturation, stays.  Raises LagrError where there is
    no controller, and for inputs that belong to a subsystem.
    """
    _check(model, design)
    plant = design.plant
    between = [blocks_behind(model, name).between for name in plant.inputs]
    model, names = _with_forces(without_controller(model, plant.inputs), plant.inputs)
    writing = _Writing(model, design, names)
    outputs = writing.outputs()
    model = writing.model
    for name, output, at, keeps in zip(names, outputs, plant.held, between, strict=True):
        if not keeps:
            model = with_law(model, name, f"{_held(at)} + {output}" if at else output)
    return model


def forces(design: Design, model: Model) -> tuple[str, ...]:
    """The names of the inputs once the controller is put into a model: a force for each."""
    _check(model, design)
    return _with_forces(model, design.plant.inputs)[1]


def _with_forces(model: Model, inputs: Sequence[str]) -> tuple[Model, tuple[str, ...]]:
    """The model with a force for each input that is a coordinate, and the names of the forces."""
    names: list[str] = []
    for name in inputs:
        if law_of(model, name) is None:
            model = with_law(model, name, "0")
            name = model.elements[-1].name
        names.append(name)
    return model, tuple(names)


def without_controller(model: Model, inputs: Iterable[str]) -> Model:
    """The model without the blocks of the controller of some forces, and their parameters."""
    inputs = tuple(inputs)
    gone = {name for force in inputs for name in blocks_behind(model, force).controllers}
    spoken = {
        name
        for site in sites(model, KINDS)
        if site.path[0] == "signals" and model.signals[int(site.path[1])].name in gone
        for name in site.names
    }
    model = model.only("signals", lambda signal: signal.name not in gone)
    return model.only(
        "parameters", lambda p: not (p.name in spoken and p.description.startswith(GAIN))
    )


def _check(model: Model, design: Design) -> None:
    if not design.is_closed:
        cause = say("There is no controller yet.")
        raise fault(cause, say("Give weights, poles or a phase margin."))
    own = {name for joint in model.joints for name in joint.coordinates}
    own |= {name for element in model.elements for name in element.own}
    for name in design.plant.inputs:
        if law_of(model, name) is None and name not in own:
            place = say("Input “{name}”", name=name)
            cause = say(
                "It belongs to an instance of a subsystem, whose forces have their laws there."
            )
            raise refusal(place, cause, say("Choose a coordinate as the input."), "control-input")


class _Writing:
    """A model to which what belongs to a controller is added."""

    def __init__(self, model: Model, design: Design, forces: Sequence[str]) -> None:
        self.model, self.design, self.plant = model, design, design.plant
        self._forces = forces
        self._taken = symbols_of(model)

    def outputs(self) -> list[str]:
        """Add the block; the names of its outputs, one for each input of the plant."""
        several = len(self.plant.inputs) > 1
        names = [f"u{n + 1}" if several else "u" for n in range(len(self.plant.inputs))]
        outputs = list(self._free(names))
        if self.design.pid is not None:
            self._add_pid(outputs[0])
        elif self.design.L is not None:
            self._add_observer(outputs)
        elif self.design.system.h or several:
            rows = [[f"-{gain}" for gain in row] for row in self._gains()]
            inputs = self._from_place()
            self._add_block(outputs, inputs=inputs, D=rows)
        else:
            self._add_feedback(outputs[0])
        return outputs

    def _add_feedback(self, output: str) -> None:
        """u = −k₁ (x − x₀) − …"""
        fed, (name,), (force,) = self._from_place(), self.plant.inputs, self._forces
        law = _tidy("".join(f" - {k}*{x}" for k, x in zip(self._gains()[0], fed, strict=True)))
        unit = self.plant.input_units.get(name, "")
        self._add(ExpressionSignal(name=output, value=law, unit=unit, description=OF + force))

    def _add_pid(self, output: str) -> None:
        """K_P (w − y) + K_I ∫(w − y) dt − K_D ẏ, with w as a parameter."""
        gains, plant = self.design.pid, self.plant
        assert gains is not None
        y, name, unit = plant.outputs[0], plant.inputs[0], plant.units.get(plant.outputs[0], "")
        (force,) = self._forces
        if gains.kd and y not in plant.linear.coordinates:
            cause = say("The rate of “{output}” has no name in the drawing.", output=y)
            raise fault(cause, say("Choose a coordinate as the output, or a PI controller."))
        w = self._parameter("w", float(plant.outputs_at[0]), unit, f"{GAIN}what {y} should be")
        fields = {"input": f"{w} - {_away(y, 0.0)}", "kp": self._gain("KP", gains.kp, y)}
        if gains.ki:
            integral = unit.removesuffix("/s") if unit.endswith("/s") else f"{unit} s".strip()
            of = quotient(plant.input_units.get(name, ""), integral)
            about = f"{GAIN}{force} by the integral of {w} - {y}"
            fields["ki"] = self._parameter("KI", gains.ki, of, about)
        if gains.kd:
            fields |= {"kd": self._gain("KD", gains.kd, f"{y}'"), "derivative": f"-{y}'"}
        self._add(SIGNALS["pid"].record(name=output, description=OF + force, **fields))

    def _add_observer(self, outputs: Sequence[str]) -> None:
        """x̂′ = (A − B K − L C) x̂ + L y, u = −K x̂, in deviations from the place."""
        plant, system, L = self.plant, self.design.system, self.design.L
        assert L is not None
        K = self._gains()
        a = self._matrix("a", system.A, plant.states)
        b = self._matrix("b", system.B, plant.states)
        gain = self._matrix("l", L, plant.states)
        rows = [
            [
                _tidy(
                    (a[row][column] and f" + {a[row][column]}")
                    + "".join(_less(b[row][k], K[k][column]) for k in range(len(K)))
                    + "".join(
                        _less(gain[row][k], _factor(system.C[k, column])) for k in range(len(L[0]))
                    )
                )
                or "0"
                for column in range(system.n)
            ]
            for row in range(system.n)
        ]
        self._add_block(
            outputs,
            inputs=self._deviations(plant.outputs, plant.outputs_at),
            A=rows,
            B=[[entry or "0" for entry in row] for row in gain],
            C=[[f"-{k}" for k in row] for row in K],
        )

    def _add_block(self, outputs: Sequence[str], **fields: object) -> None:
        h = self.design.system.h
        (name,) = self._free(["K"])
        kind = SIGNALS["sampled" if h else "state_space"]
        about = OF + ", ".join(self._forces)
        if h:
            fields["sample"] = h
        units = {self.plant.input_units.get(name, "") for name in self.plant.inputs}
        unit = units.pop() if len(units) == 1 else ""
        made = kind.record(name=name, outputs=tuple(outputs), unit=unit, description=about)
        self._add(type(made).model_validate(dict(made) | fields))

    def _gains(self) -> list[list[str]]:
        """K as names of parameters, a row for each input."""
        plant, K = self.plant, self.design.K
        assert K is not None
        rows: list[list[str]] = []
        for row, name in enumerate(plant.inputs):
            first = "" if len(plant.inputs) == 1 else f"{row + 1}"
            rows.append(
                [
                    self._parameter(
                        f"k{first}{column + 1}",
                        K[row, column],
                        plant.gain_unit(name, state),
                        f"{GAIN}{self._forces[row]} by {state}",
                    )
                    for column, state in enumerate(plant.states)
                ]
            )
        return rows

    def _matrix(self, letter: str, values: Array, states: Sequence[str]) -> list[list[str]]:
        """A matrix as names of parameters; empty for 0, and 1 for a 1."""
        return [
            [
                self._parameter(
                    f"{letter}{row + 1}{column + 1}",
                    value,
                    "",
                    f"{GAIN}{letter.upper()}, observer of {state}",
                )
                if value not in (0, 1)
                else ("", "1")[int(value)]
                for column, value in enumerate(values[row].tolist())
            ]
            for row, state in enumerate(states)
        ]

    def _from_place(self) -> tuple[str, ...]:
        return self._deviations(self.plant.states, self.plant.place)

    def _deviations(self, names: Sequence[str], at: Array) -> tuple[str, ...]:
        units = self.plant.units
        return tuple(_away(n, value, units.get(n, "")) for n, value in zip(names, at, strict=True))

    def _gain(self, name: str, value: float, by: str) -> str:
        of = self.plant.inputs[0]
        unit = self.plant.gain_unit(of, by)
        return self._parameter(name, value, unit, f"{GAIN}{self._forces[0]} by {by}")

    def _parameter(self, name: str, value: float, unit: str, description: str) -> str:
        (free,) = self._free([name])
        new = Parameter(name=free, value=float(value), unit=unit, description=description)
        self.model = self.model.having(parameters=(*self.model.parameters, new))
        return free

    def _add(self, signal: NamedSignal) -> None:
        self.model = self.model.having(signals=(*self.model.signals, signal))

    def _free(self, names: Iterable[str]) -> Iterator[str]:
        """These names, with a line behind those that are taken."""
        for name in names:
            while name in self._taken:
                name += "_"
            self._taken.add(name)
            yield name


def place_text(value: float, unit: str) -> str:
    """A value of a place as it is typed: parts of π of an angle as such, others in full."""
    written = angle_text(value) if unit == "rad" else value
    return written if isinstance(written, str) else repr(float(value) + 0.0).removesuffix(".0")


def _away(name: str, at: float, unit: str = "") -> str:
    """A deviation from a place, in brackets where it is a sum."""
    shown = name if name.rstrip("'").replace(".", "_").isidentifier() else f"({name})"
    if not (at := float(at)):
        return shown
    return f"({shown} {'-' if at > 0 else '+'} {place_text(abs(at), unit)})"


def _held(at: float) -> str:
    return f"{float(at)!r}"


def _factor(value: float) -> str:
    """A number as a factor; empty for 0."""
    return f"{float(value)!r}" if value else ""


def _less(first: str, second: str) -> str:
    """Minus a product, of which a factor may be missing because it is 0."""
    if not (first and second):
        return ""
    factors = [factor for factor in (first, second) if factor not in ("1", "1.0")] or ["1"]
    if factors[-1].startswith("-"):
        return f" + {'*'.join((*factors[:-1], factors[-1][1:]))}"
    return f" - {'*'.join(factors)}"


def _tidy(text: str) -> str:
    """A sum without a sign before its first term, or with one that is close to it."""
    text = text.strip().removeprefix("+ ")
    return f"-{text[2:]}" if text.startswith("- ") else text
