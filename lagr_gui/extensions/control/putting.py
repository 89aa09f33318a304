"""A controller put into a drawing: a law for each force, gains as parameters, states of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lagr_gui.expression import read, symbols
from lagr_gui.extensions.control.design import Design
from lagr_gui.extensions.control.numbers.faults import fault
from lagr_gui.extensions.control.opening import law_of, with_law
from lagr_gui.extensions.control.plant import quotient
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.model import Model, Parameter, StateSignal

GAIN = "gain of the controller: "
"""How the descriptions of parameters begin that belong to a controller."""

PLACED = "estimate of "


def with_controller(model: Model, design: Design) -> Model:
    """The drawing whose forces obey the controller.

    u = held − k₁ (x − x₀) − …, with the gains as parameters; an observer is states of the first
    order with its rates, a PID one for the integral.  What an earlier controller of the same forces
    had is replaced.  Raises LagrError where there is no controller, for sampled ones, and for
    inputs that belong to a subsystem.
    """
    _check(model, design)
    writing = _Writing(without_controller(model, design.plant.inputs), design)
    laws = writing.pid_laws() if design.pid is not None else writing.laws()
    model = writing.model
    for name, law in zip(design.plant.inputs, laws, strict=True):
        model = with_law(model, name, law)
    return model


def forces(design: Design, model: Model) -> tuple[str, ...]:
    """The names of the inputs once the controller is put into a model: a force for each."""
    if all(law_of(model, name) is not None for name in design.plant.inputs):
        return design.plant.inputs
    known = {element.name for element in model.elements}
    new = [e.name for e in with_controller(model, design).elements if e.name not in known]
    return tuple(
        name if law_of(model, name) is not None else new.pop(0) for name in design.plant.inputs
    )


def without_controller(model: Model, inputs: Iterable[str]) -> Model:
    """The model whose forces are 0, without the parameters and states of their controller."""
    spoken: set[str] = set()
    for name in inputs:
        if (law := law_of(model, name)) is not None:
            spoken |= {symbol.name for symbol in symbols(read(law))}
            model = with_law(model, name, "0")
    model = model.only("signals", lambda s: not s.description.startswith(PLACED))
    return model.only(
        "parameters", lambda p: not (p.name in spoken and p.description.startswith(GAIN))
    )


def _check(model: Model, design: Design) -> None:
    if not design.is_closed:
        cause = say("There is no controller yet.")
        raise fault(cause, say("Give weights, poles or a phase margin."))
    if design.task.sample:
        cause = say("A sampled controller has no place in a drawing yet.")
        raise fault(cause, say("Leave the sample out, or take a copy for another program."))
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
    """A model to which what belongs to a controller is added, and the laws of its forces."""

    def __init__(self, model: Model, design: Design) -> None:
        self.model, self.design, self.plant = model, design, design.plant
        self._taken = {entry.name for entry in (*model.parameters, *model.functions)}
        self._taken |= {*model.coordinates, *model.states}

    def laws(self) -> list[str]:
        """State feedback; of estimated states where there is an observer."""
        plant, K = self.plant, self.design.K
        assert K is not None
        deviations = [_away(n, at) for n, at in zip(plant.states, plant.place, strict=True)]
        estimated = [] if self.design.L is None else self._named(map(_estimate, plant.states))
        fed = estimated or deviations
        parts: list[str] = []
        for row, name in enumerate(plant.inputs):
            first = "" if len(plant.inputs) == 1 else f"{row + 1}"
            terms = ""
            for column, (state, x) in enumerate(zip(plant.states, fed, strict=True)):
                unit, about = plant.gain_unit(name, state), f"{GAIN}{name} by {state}"
                gain = self._parameter(f"k{first}{column + 1}", K[row, column], unit, about)
                terms += f" - {gain}*{x}"
            parts.append(terms)
        if estimated:
            self._observe(estimated, list(map(_tidy, parts)))
        return [_tidy(_held(at) + part) for at, part in zip(plant.held, parts, strict=True)]

    def pid_laws(self) -> list[str]:
        """K_P (w − y) + K_I ∫(w − y) dt − K_D ẏ, with w as a parameter."""
        gains, plant = self.design.pid, self.plant
        assert gains is not None
        y, name, unit = plant.outputs[0], plant.inputs[0], plant.units.get(plant.outputs[0], "")
        if gains.kd and y not in plant.linear.coordinates:
            cause = say("The rate of “{output}” has no name in the drawing.", output=y)
            raise fault(cause, say("Choose a coordinate as the output, or a PI controller."))
        w = self._parameter("w", float(plant.outputs_at[0]), unit, f"{GAIN}what {y} should be")
        error = f"{w} - {_away(y, 0.0)}"
        law = f"{_held(plant.held[0])} + {self._gain('KP', gains.kp, y)}*({error})"
        if gains.ki:
            (z,) = self._named(["z_e"])
            integral = unit.removesuffix("/s") if unit.endswith("/s") else f"{unit} s".strip()
            self._state(z, error, integral, f"the integral of {error}")
            about = f"{GAIN}{name} by the integral of {error}"
            ki = self._parameter(
                "KI", gains.ki, quotient(plant.input_units.get(name, ""), integral), about
            )
            law += f" + {ki}*{z}"
        if gains.kd:
            law += f" - {self._gain('KD', gains.kd, y + chr(39))}*{y}'"
        return [_tidy(law)]

    def _observe(self, estimated: Sequence[str], laws: Sequence[str]) -> None:
        """States x̂ with x̂′ = A x̂ + B u + L (y − C x̂), in deviations from the place."""
        plant, system, L = self.plant, self.design.system, self.design.L
        assert L is not None
        errors: list[str] = []
        for y, at, row in zip(plant.outputs, plant.outputs_at, system.C, strict=True):
            seen = _sum((-c, x) for c, x in zip(row, estimated, strict=True))
            errors.append(f"({_away(y, at, bare=True)}{seen})")
        for row, (state, name) in enumerate(zip(plant.states, estimated, strict=True)):
            terms = [
                self._product("a", row, column, system.A[row, column], other, state)
                for column, other in enumerate(estimated)
            ]
            terms += [
                self._product("b", row, column, entry, f"({law})", state, always=True)
                for column, (entry, law) in enumerate(zip(system.B[row], laws, strict=True))
            ]
            terms += [
                self._product("l", row, column, L[row, column], error, state, always=True)
                for column, error in enumerate(errors)
            ]
            rate = _tidy("".join(terms)) or "0"
            self._state(name, rate, plant.units.get(state, ""), state)

    def _product(
        self,
        letter: str,
        row: int,
        column: int,
        value: float,
        by: str,
        of: str,
        always: bool = False,
    ) -> str:
        """A coefficient as a parameter times a name; 1 is left out, and all of 0."""
        if not value:
            return ""
        if value == 1 and not always:
            return f" + {by}"
        about = f"{GAIN}{letter.upper()}, observer of {of}"
        return f" + {self._parameter(f'{letter}{row + 1}{column + 1}', value, '', about)}*{by}"

    def _gain(self, name: str, value: float, by: str) -> str:
        of = self.plant.inputs[0]
        unit = self.plant.gain_unit(of, by)
        return self._parameter(name, value, unit, f"{GAIN}{of} by {by}")

    def _parameter(self, name: str, value: float, unit: str, description: str) -> str:
        (free,) = self._named([name])
        new = Parameter(name=free, value=float(value), unit=unit, description=description)
        self.model = self.model.having(parameters=(*self.model.parameters, new))
        return free

    def _state(self, name: str, rate: str, unit: str, of: str) -> None:
        new = StateSignal(name=name, rate=rate, unit=unit, description=f"{PLACED}{of}")
        self.model = self.model.having(signals=(*self.model.signals, new))

    def _named(self, names: Iterable[str]) -> list[str]:
        """These names, with a line behind those that are taken."""
        return list(self._free(names))

    def _free(self, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            while name in self._taken:
                name += "_"
            self._taken.add(name)
            yield name


def _estimate(state: str) -> str:
    plain = state.replace(".", "_")
    return f"{plain[:-1]}_v_est" if plain.endswith("'") else f"{plain}_est"


def _away(name: str, at: float, bare: bool = False) -> str:
    """A deviation from a place, in brackets where it is a sum that is not to stand `bare`."""
    shown = name if name.rstrip("'").replace(".", "_").isidentifier() else f"({name})"
    if not (at := float(at)):
        return shown
    text = f"{shown} {'-' if at > 0 else '+'} {abs(at)!r}"
    return text if bare else f"({text})"


def _held(at: float) -> str:
    return f"{float(at)!r}" if at else ""


def _sum(terms: Iterable[tuple[float, str]]) -> str:
    """The terms of a sum with their signs."""
    text = ""
    for coefficient, name in terms:
        size = abs(float(coefficient))
        if size:
            sign = "-" if coefficient < 0 else "+"
            text += f" {sign} {name}" if size == 1 else f" {sign} {size!r}*{name}"
    return text


def _tidy(text: str) -> str:
    """A sum without a sign before its first term, or with one that is close to it."""
    text = text.strip().removeprefix("+ ")
    return f"-{text[2:]}" if text.startswith("- ") else text
