"""Drawings whose forces have other laws: a loop is opened with a parameter, closed with a law."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.kinds import Load
from lagr_gui.editing.edits import add_element
from lagr_gui.expression import read, symbols
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.linear import prescribed, unused
from lagr_gui.mechanics.linear.inputs import AXES, expressions, names_of_inputs, put_in
from lagr_gui.model import Element, ExpressionSignal, Model, NamedSignal, Parameter
from lagr_gui.model.sites import sites
from lagr_gui.prepared import Prepared

OF = "controller of "
"""How the descriptions of signals begin that are controllers."""


@dataclass(frozen=True)
class Behind:
    """Signals behind the law of a force: those of its controller, and those `between` both."""

    controllers: frozenset[str] = frozenset()
    between: frozenset[str] = frozenset()


def blocks_behind(model: Model, name: str) -> Behind:
    """The signals by which a controller sets an input, by their names."""
    law = law_of(model, name)
    if law is None or not model.signals:
        return Behind()
    own = {name} if _is_signal(model, name) else set[str]()  # what it makes is behind it
    owners = {output: signal for signal in model.signals for output in signal.names}
    reads: dict[str, set[str]] = {signal.name: set() for signal in model.signals}
    for site in sites(model, KINDS):
        if site.path[0] == "signals":
            signal = model.signals[int(site.path[1])]
            reads[signal.name] |= {owners[n].name for n in site.names - own if n in owners}
    spoken = {symbol.name for symbol in symbols(read(law))}
    reached = _reached(reads, {owners[n].name for n in spoken if n in owners})
    controllers = {
        signal.name for signal in model.signals if signal.name in reached and is_controller(signal)
    }
    between = {n for n in reached - controllers if controllers & _reached(reads, {n})}
    return Behind(frozenset(controllers), frozenset(between))


def _reached(reads: Mapping[str, set[str]], start: set[str]) -> set[str]:
    """What is reached along names, the start too."""
    reached, new = set[str](), set(start)
    while new:
        reached |= new
        new = {n for name in new for n in reads[name]} - reached
    return reached


@dataclass(frozen=True)
class Opened:
    """A model in which inputs are parameters, `sources` by the names of inputs.

    The law that a force had is taken away: `laws` has those that were not zero.  An input that is a
    coordinate is a further force on it.
    """

    model: Model
    sources: Mapping[str, str]
    laws: Mapping[str, str]

    def at(self, values: Mapping[str, float]) -> Model:
        """The same with values of inputs."""
        new = {self.sources[name]: value for name, value in values.items()}
        return self.model.each(
            "parameters", lambda p: p.having(value=new[p.name]) if p.name in new else p
        )


def controls(prepared: Prepared) -> tuple[str, ...]:
    """The names of all that a controller can set: forces, moments, voltages, signals, coordinates.

    A coordinate stands for a further force on it.  Signals are expressions that were drawn, but
    for controllers.
    """
    model = prepared.model
    others = {entry.name for entry in (*model.parameters, *model.functions)} | {*prescribed(model)}
    drawn = prepared.as_drawn
    free = {s.name for s in drawn.signals if s.kind == "expression" and not is_controller(s)}
    others |= {*expressions(model)} - free | put_in(drawn)
    names = names_of_inputs(model, prepared.coordinates)
    return tuple(name for name in names if name not in others)


def is_controller(signal: NamedSignal) -> bool:
    """Whether a signal is one that was put into the drawing as a controller."""
    return getattr(signal, "description", "").startswith(OF)


def opened(prepared: Prepared, inputs: tuple[str, ...]) -> Opened:
    """The model with these inputs. Raises LagrError for what a controller cannot set."""
    model, known = prepared.as_drawn, controls(prepared)
    if not inputs:
        cause, remedy = say("No input is chosen."), say("Choose a force, a moment or a voltage.")
        raise refusal("Control", cause, remedy, "control")
    sources: dict[str, str] = {}
    gone: set[str] = set()
    laws: dict[str, str] = {}
    for number, name in enumerate(inputs, start=1):
        place = say("Input “{name}”", name=name)
        if name in names_of_inputs(model, prepared.coordinates) and name not in known:
            cause = say("It is no force, moment or voltage, which a controller could set.")
            raise refusal(place, cause, say("Choose a force, or a coordinate."), "control-input")
        check_known(name, known, place, say("Nothing of this name can be an input."))
        if name in sources:
            raise refusal(
                place, say("It is given twice."), say("Name each one once."), "control-input"
            )
        sources[name] = source = unused(f"input_{number}", model)
        law = law_of(model, name)
        if law is not None and any(True for _ in symbols(read(law))):
            laws[name] = law
        behind = blocks_behind(prepared.as_drawn, name)
        gone |= behind.controllers | behind.between
        model = with_law(model, name, source)
        model = model.having(parameters=(*model.parameters, Parameter(name=source, value=0)))
    return Opened(model.only("signals", lambda s: s.name not in gone), sources, laws)


def law_of(model: Model, name: str) -> str | None:
    """The law of the force or signal that an input is; None for one that is a coordinate."""
    for element in model.elements:
        law = ELEMENTS[element.kind].law
        if isinstance(law, Load) and _is_load(element, name):
            value = getattr(element, law.vector)
            return str(value if name == element.name else value[AXES.index(name[-1])])
    laws = {s.name: str(s.value) for s in model.signals if isinstance(s, ExpressionSignal)}
    return laws.get(name)


def with_law(model: Model, name: str, law: str) -> Model:
    """The model in which the force that an input is has another law; one is added if need be."""
    if _is_signal(model, name):
        return model.each("signals", lambda s: s.having(value=law) if s.name == name else s)
    if law_of(model, name) is None:
        return add_element(model, "coordinate_force", coordinate=name, force=law)
    return model.each("elements", lambda e: _changed(e, name, law) if name in _ends(e) else e)


def _is_signal(model: Model, name: str) -> bool:
    """Whether an input is a signal; a force of the same name comes first."""
    return name in model.signal_names and not any(_is_load(e, name) for e in model.elements)


def _is_load(element: Element, name: str) -> bool:
    return isinstance(ELEMENTS[element.kind].law, Load) and name in _ends(element)


def _ends(element: Element) -> tuple[str, ...]:
    return (element.name, *(f"{element.name}.{axis}" for axis in AXES))


def _changed(element: Element, name: str, law: str) -> Element:
    kind = ELEMENTS[element.kind].law
    assert isinstance(kind, Load)  # `law_of` has looked
    if name == element.name:
        return element.having(**{kind.vector: law})
    value = getattr(element, kind.vector)
    entries = tuple(law if at == AXES.index(name[-1]) else e for at, e in enumerate(value))
    return element.having(**{kind.vector: entries})
