"""Lines of signals from item to item, as far as expressions tell: to and from blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from lagr_gui.expression import symbols
from lagr_gui.expression.sensors import SORTS, Sensor, read_sensed
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model.controllers import Controller
from lagr_gui.model.kinds import Kinds
from lagr_gui.model.records import WIRED, Model, NamedSignal
from lagr_gui.model.sites import sites


@dataclass(frozen=True, slots=True)
class ControlSignal:
    """What goes from one item to another, by their keys; one of them is a controller or a block.

    `names` are what the line stands for: inputs or outputs of the unit of a controller, what a
    block is made of, or its outputs.
    """

    source: str
    target: str
    names: tuple[str, ...]
    enabled: bool = True

    @property
    def key(self) -> str:
        """What the line is called among those of a drawing."""
        return f"wire:{self.source}>{self.target}"


def controller_keys(model: Model) -> list[str]:
    """The keys of the controllers, in the order of the file."""
    return [f"controller:{entry.name}" for entry in model.simulation.controllers]


def wired_keys(model: Model, kinds: Kinds) -> list[str]:
    """The keys of controllers, and of the signals that are drawn as blocks, as in the file.

    These are all but expressions, and of expressions those that are made of the motion and act on
    an element, as a state feedback does: others stand behind the lines.
    """
    if not model.signals:
        return controller_keys(model)
    return [*controller_keys(model), *_Signals(model, kinds).blocks]


def signals_of(
    model: Model, kinds: Kinds, drawn: Callable[[str], str] = str
) -> tuple[ControlSignal, ...]:
    """The lines of all controllers and blocks of a model without instances, one for each pair.

    `drawn` tells by which item of a drawing another one is shown.  An input of which the text does
    not tell an item, such as a time or an energy of the whole, has no line.
    """
    if not (model.signals or model.simulation.controllers):
        return ()
    lines: dict[tuple[str, str], dict[str, None]] = {}
    for source, target, name in _Signals(model, kinds).found():
        ends = drawn(source), drawn(target)
        if ends[0] != ends[1] and any(end.startswith(WIRED) for end in ends):
            lines.setdefault(ends, {})[name] = None
    acting = {f"controller:{entry.name}": entry.enabled for entry in model.simulation.controllers}
    return tuple(
        ControlSignal(*ends, tuple(names), acting.get(ends[1], acting.get(ends[0], True)))
        for ends, names in lines.items()
    )


class _Signals:
    """The lines of a model, one for each item that a controller or a block reads or drives."""

    def __init__(self, model: Model, kinds: Kinds) -> None:
        self._model = model
        self._functions = {entry.name for entry in model.functions}
        self._bearers = {name: f"joint:{j.name}" for j in model.joints for name in j.coordinates}
        self._bearers |= {name: f"element:{e.name}" for e in model.elements for name in e.own}
        for entry in model.simulation.controllers:
            key = f"controller:{entry.name}"
            self._bearers |= {output.parameter: key for output in entry.driving}
        self._owners = {name: _key(signal) for signal in model.signals for name in signal.names}
        self._texts: dict[str, list[str]] = {}
        self._driven: dict[str, list[str]] = {}
        for site in sites(model, kinds):
            if site.path[0] == "elements":
                key = f"element:{model.elements[int(site.path[1])].name}"
                for name in site.names:
                    self._driven.setdefault(name, []).append(key)
            elif site.path[0] == "signals" and isinstance(site.value, str):
                key = _key(model.signals[int(site.path[1])])
                self._texts.setdefault(key, []).append(site.value)
        self.blocks = [_key(signal) for signal in model.signals if signal.kind != "expression"]
        self.blocks = [_key(signal) for signal in model.signals if self._is_block(signal)]

    def _is_block(self, signal: NamedSignal) -> bool:
        key = _key(signal)
        if key in self.blocks:
            return True
        return signal.name in self._driven and any(True for _ in self._read(key, {key}))

    def found(self) -> Iterator[tuple[str, str, str]]:
        """Of each the items from which and to which it leads, and the variable."""
        for entry in self._model.simulation.controllers:
            key = f"controller:{entry.name}"
            for name, source in self._measured(entry):
                yield source, key, name
            for output in entry.driving:
                for target in self._driven.get(output.parameter, ()):
                    yield key, target, output.name
        for key in self.blocks:
            for source, name in self._read(key, {key}):
                yield source, key, name
        for name, key in self._owners.items():
            if key in self.blocks:
                for target in self._driven.get(name, ()):
                    yield key, target, name

    def _measured(self, controller: Controller) -> Iterator[tuple[str, str]]:
        for entry in controller.measured:
            for source, _ in self._sources(entry.expression, set()):
                yield entry.name, source

    def _read(self, key: str, seen: set[str]) -> Iterator[tuple[str, str]]:
        """The items of which a signal is made, with what of them; `seen` are those on the way."""
        for text in self._texts.get(key, ()):
            yield from self._sources(text, seen)

    def _sources(self, text: str, seen: set[str]) -> Iterator[tuple[str, str]]:
        try:
            read = read_sensed(text, "", SORTS, self._functions)
        except LagrError:
            return  # the report tells what cannot be read
        for symbol in sorted(symbols(read.tree), key=lambda symbol: (symbol.name, symbol.order)):
            name, owner = symbol.name, self._owners.get(symbol.name, "")
            if name in self._bearers:
                yield self._bearers[name], name + "'" * symbol.order
            elif owner in self.blocks:
                yield owner, name
            elif owner and owner not in seen:
                seen.add(owner)
                yield from self._read(owner, seen)
        for sensor in read.sensors.values():
            yield from ((key, sensor.text) for key in self._seen(sensor))

    def _seen(self, sensor: Sensor) -> Iterable[str]:
        """The keys of the items at which a sensor looks."""
        named = sensor.arguments if sensor.word == "angle" else sensor.arguments[:1]
        for name in named:
            keys = (self._key(sort, name) for sort in SORTS[sensor.word])
            yield from [key for key in keys if key][:1]

    def _key(self, sort: str, name: str) -> str:
        model = self._model
        if sort == "body":
            numbers = {body.name: body.number for body in reversed(model.bodies)}
            numbers |= {str(number): number for number in model.numbers}
            numbers |= {model.base.name: 0, "0": 0}
            return f"body:{numbers[name]}" if name in numbers else ""
        names = (entry.name for entry in (model.joints if sort == "joint" else model.elements))
        return f"{sort}:{name}" if name in names else ""


def _key(signal: NamedSignal) -> str:
    return f"signal:{signal.name}"
