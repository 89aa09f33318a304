"""Reads expressions in what sensors show: ``position(Bob).x``, ``force(B).y - 2*m``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lagr_gui.expression import TIME, Symbol, read, substitute, symbols
from lagr_gui.expression.sensors import SORTS, Sensor, read_sensed
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.mechanics.centres import from_centre
from lagr_gui.mechanics.trajectories.sensors import (
    ENERGIES,
    TRANSMITTED,
    VECTORS,
    WORDS,
    OutputTree,
    Probe,
    sized,
)
from lagr_gui.mechanics.trees import NOWHERE, Trees
from lagr_gui.prepared.prepared import Prepared
from lagr_gui.prepared.sensors.bodies import body_number
from lagr_gui.prepared.sensors.exerting import Exerting, exerting
from lagr_gui.prepared.sensors.transmitting import Transmitting, transmitters

OF_ITEMS = tuple(w for w, sorts in SORTS.items() if sorts != ("body",) and w != "lambda")
"""Words of sensors that take the name of an item alone."""

OF_POINTS = ("position", "velocity", "acceleration")
"""Words of sensors that take a body, and may take a point of it."""


def read_output(prepared: Prepared, text: str) -> OutputTree:
    """An expression with what its sensors look at.

    Raises LagrError for what cannot be read and for unknown names.
    """
    return _OutputReader(prepared, text).tree


@dataclass
class _OutputReader:
    """Reads one expression."""

    prepared: Prepared
    text: str

    @cached_property
    def tree(self) -> OutputTree:
        """The expression with what its sensors look at."""
        reading = self.prepared.reading
        sensed = read_sensed(self.text, self._place, WORDS, reading.functions)
        alone = sensed.tree if isinstance(sensed.tree, Symbol) else Symbol("")
        signal = alone.name if alone in reading.whole else ""
        probes = {name: self._probe(sensor) for name, sensor in sensed.sensors.items()}
        vectors = {name: f"{name}_size" for name in probes if self._is_vector(probes[name])}
        tree = sized(sensed.tree, vectors)
        for name, size in vectors.items():
            whole = probes.pop(name)
            probes[size] = Probe(whole.word, whole.items, whole.point, "abs")
        self._check_names(symbols(tree), probes, {*vectors})
        for symbol in symbols(tree):
            if symbol.name in vectors:
                raise self._unfinished(sensed.sensors[symbol.name])
        tree = substitute(tree, reading.whole)
        used = {symbol.name for symbol in symbols(tree)}
        return OutputTree(tree, {name: s for name, s in probes.items() if name in used}, signal)

    @property
    def _place(self) -> str:
        return say("Output “{text}”", text=self.text)

    def _check_names(
        self, wanted: Collection[Symbol], probes: Mapping[str, Probe], vectors: Collection[str]
    ) -> None:
        reading = self.prepared.reading
        names = {TIME, *reading.coordinates, *reading.parameters, *reading.sources}
        for symbol in wanted:
            if symbol.name in probes or symbol.name in vectors:
                continue
            if symbol.name not in names and symbol.name not in ENERGIES:
                if symbol.name in WORDS:
                    raise self._arguments(symbol.name)
                raise self._unknown(symbol.name, {*names, *ENERGIES, *WORDS})
            if symbol.order and symbol.name not in reading.coordinates:
                cause = say("“{name}” has no velocity.", name=symbol.name)
                raise self._refused(cause, "Leave the primes out.")

    def _probe(self, sensor: Sensor) -> Probe:
        """What a sensor looks at."""
        word, arguments = sensor.word, sensor.arguments
        part = sensor.part
        if word in OF_POINTS:
            if len(arguments) not in (1, 4):
                raise self._arguments(word)
            body = self._body(arguments[0])
            return Probe(word, (body,), self._point(body, arguments[1:]), part)
        wanted = 2 if word == "angle" else 1
        if len(arguments) != wanted and not (word == "lambda" and len(arguments) == 2):
            raise self._arguments(word)
        if word in ("angular_velocity", "angle"):
            return Probe(word, tuple(map(self._body, arguments)), NOWHERE, part)
        self._check_item(sensor)
        word, arguments = self._meant(word, arguments)
        if part and not self._has_components(word, arguments):
            fields = {"word": sensor.word, "name": sensor.arguments[0]}
            cause = say("{word}({name}) is a number.", **fields)
            raise self._refused(cause, say("Leave “.{part}” out.", part=part))
        return Probe(word, arguments, NOWHERE, part)

    def _is_vector(self, probe: Probe) -> bool:
        """Whether a sensor shows three numbers."""
        if probe.part or probe.word not in VECTORS:
            return False
        return probe.word not in TRANSMITTED or probe.items[0] not in self._drives

    def _has_components(self, word: str, arguments: tuple[str, ...]) -> bool:
        return word in VECTORS and (word not in TRANSMITTED or arguments[0] not in self._drives)

    def _meant(self, word: str, arguments: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """What is looked at: items with energies by their keys, what elements exert apart."""
        transmitting, acting = self._transmitting, self._exerting
        name = arguments[0]
        if word in acting.energies:
            return word, (acting.energies[word][name],)
        bound = {"force": {*transmitting.joints, *self._drives}, "moment": {*transmitting.joints}}
        if word == "force" and name in acting.frictions and name not in transmitting.joints:
            return "friction", arguments
        if word == "thrust" and name in acting.thrusts:
            return "thrust of an element", arguments
        if word not in bound or name in bound[word]:
            return word, arguments
        along = word == "force" and name in acting.efforts
        return f"{'effort' if along else word} of an element", arguments

    @cached_property
    def _exerting(self) -> Exerting:
        return exerting(self.prepared)

    @cached_property
    def _transmitting(self) -> Transmitting:
        return transmitters(self.prepared)

    @cached_property
    def _drives(self) -> set[str]:
        """Drives whose name no joint has."""
        drives = {name for name, _ in self._transmitting.drives}
        return drives - {*self._transmitting.joints}

    def _check_item(self, sensor: Sensor) -> None:
        known, name = self._known(sensor.word), ", ".join(sensor.arguments)
        if sensor.arguments in known:
            return
        having = [word for word in OF_ITEMS if sensor.arguments in self._known(word)]
        if not having:
            raise self._unknown(name, [", ".join(entry) for entry in known])
        choices = ", ".join(f"{word}({name})" for word in having)
        cause = say("There is no {word}({name}).", word=sensor.word, name=name)
        raise refusal(self._place, cause, say("There is {told}.", told=choices), "unknown-name")

    def _known(self, word: str) -> list[tuple[str, ...]]:
        """What may stand in the brackets of a word."""
        transmitting, reading, acting = self._transmitting, self.prepared.reading, self._exerting
        if word in acting.energies:
            return [(name,) for name in acting.energies[word]]
        along = (*acting.efforts, *acting.frictions)
        names: Mapping[str, Callable[[], Collection[str]]] = {
            "point": lambda: reading.joints,
            "length": lambda: [part.record.name for part in reading.lines],
            "rate": lambda: [part.record.name for part in reading.lines],
            "force": lambda: [*transmitting.joints, *self._drives, *acting.forces, *along],
            "moment": lambda: [*transmitting.joints, *acting.moments],
            "thrust": lambda: [*transmitting.thrusts, *acting.thrusts],
            "friction": lambda: acting.frictions,
            "slip": lambda: acting.frictions,
            "reserve": lambda: acting.frictions,
            "tension_a": lambda: acting.ropes,
            "tension_b": lambda: acting.ropes,
            "current": lambda: transmitting.currents,
            "voltage": lambda: transmitting.voltages,
        }
        if word in names:
            return [(name,) for name in names[word]()]
        return [(name, said) if said else (name,) for name, said, _ in transmitting.others]

    def _body(self, name: str) -> int:
        if name in ("0", self.prepared.model.base.name or "0"):
            return 0
        return body_number(self.prepared, name)

    def _point(self, body: int, texts: Sequence[str]) -> Trees:
        """A point of a body from its centre of mass, in its axes: expressions in parameters."""
        if not texts:
            return NOWHERE
        trees = tuple(read(text, self._place) for text in texts)
        parameters = self.prepared.reading.parameters
        for symbol in (symbol for tree in trees for symbol in symbols(tree)):
            if symbol.order or symbol.name not in parameters:
                raise self._unknown(symbol.name, parameters)
        return from_centre(self.prepared.model, body, (trees[0], trees[1], trees[2]))

    def _unknown(self, name: str, names: Collection[str]) -> LagrError:
        cause = say("There is nothing called “{name}”.", name=name)
        return refusal(self._place, cause, did_you_mean(name, names), "unknown-name")

    def _arguments(self, word: str) -> LagrError:
        if word in OF_POINTS:
            example = say("{word}(body) or {word}(body, x, y, z)", word=word)
        else:
            example = "angle(body, body)" if word == "angle" else f"{word}(name)"
        cause = say("“{word}” is not asked so.", word=word)
        return self._refused(cause, say("Write {example}.", example=example))

    def _unfinished(self, sensor: Sensor) -> LagrError:
        word = f"{sensor.word}({', '.join(sensor.arguments)})"
        cause = say("{word} is a vector.", word=word)
        return self._refused(cause, say("Write {word}.x, .y or .z, or abs({word}).", word=word))

    def _refused(self, cause: str, remedy: str) -> LagrError:
        return refusal(self._place, cause, remedy, "output")
