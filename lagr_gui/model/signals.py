"""What controllers measure and drive, as far as expressions tell: lines from item to item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from lagr_gui.expression import symbols
from lagr_gui.expression.sensors import SORTS, Sensor, read_sensed
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model.controllers import Controller
from lagr_gui.model.kinds import Kinds
from lagr_gui.model.records import Model
from lagr_gui.model.sites import sites


@dataclass(frozen=True, slots=True)
class ControlSignal:
    """What goes from one item to another, by their keys; one of them is the `controller`.

    `names` are the inputs or outputs of its unit that the line stands for.
    """

    controller: str
    source: str
    target: str
    names: tuple[str, ...]
    enabled: bool = True

    @property
    def key(self) -> str:
        """What the line is called among those of a drawing."""
        return f"signal:{self.controller}:{self.source}>{self.target}"


def controller_keys(model: Model) -> list[str]:
    """The keys of the controllers, in the order of the file."""
    return [f"controller:{entry.name}" for entry in model.simulation.controllers]


def signals_of(
    model: Model, kinds: Kinds, drawn: Callable[[str], str] = str
) -> tuple[ControlSignal, ...]:
    """The lines of all controllers of a model without instances, one for each pair of items.

    `drawn` tells by which item of a drawing another one is shown.  An input of which the text does
    not tell an item, such as a time or an energy of the whole, has no line.
    """
    rows = _Signals(model, kinds).found()
    lines: dict[tuple[str, str, str], dict[str, None]] = {}
    for controller, source, target, name in rows:
        ends = controller, drawn(source), drawn(target)
        if ends[1] != ends[2]:
            lines.setdefault(ends, {})[name] = None
    acting = {entry.name: entry.enabled for entry in model.simulation.controllers}
    return tuple(
        ControlSignal(*ends, tuple(names), acting[ends[0]]) for ends, names in lines.items()
    )


class _Signals:
    """The lines of a model, one for each item that a variable of a unit measures or drives."""

    def __init__(self, model: Model, kinds: Kinds) -> None:
        self._model = model
        self._functions = {entry.name for entry in model.functions}
        self._bearers = {name: f"joint:{j.name}" for j in model.joints for name in j.coordinates}
        self._bearers |= {name: f"element:{e.name}" for e in model.elements for name in e.own}
        self._driven: dict[str, list[str]] = {}
        if model.simulation.controllers:
            for site in sites(model, kinds):
                if site.path[0] == "elements":
                    key = f"element:{model.elements[int(site.path[1])].name}"
                    for name in site.names:
                        self._driven.setdefault(name, []).append(key)

    def found(self) -> Iterator[tuple[str, str, str, str]]:
        """Of each the controller, the items from which and to which it leads, and the variable."""
        controllers = self._model.simulation.controllers
        drivers = {out.parameter: c.name for c in controllers for out in c.driving}
        for entry in controllers:
            key = f"controller:{entry.name}"
            for name, source in self._measured(entry, drivers):
                yield entry.name, source, key, name
            for output in entry.driving:
                for target in self._driven.get(output.parameter, ()):
                    yield entry.name, key, target, output.name

    def _measured(
        self, controller: Controller, drivers: dict[str, str]
    ) -> Iterator[tuple[str, str]]:
        for entry in controller.measured:
            try:
                read = read_sensed(entry.expression, "", SORTS, self._functions)
            except LagrError:
                continue  # the report tells what cannot be read
            for symbol in sorted(symbols(read.tree), key=lambda symbol: symbol.name):
                if symbol.name in self._bearers:
                    yield entry.name, self._bearers[symbol.name]
                elif symbol.name in drivers:
                    yield entry.name, f"controller:{drivers[symbol.name]}"
            for sensor in read.sensors.values():
                yield from ((entry.name, key) for key in self._seen(sensor))

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
