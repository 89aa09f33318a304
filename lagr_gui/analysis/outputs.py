"""Expressions as curves along a motion: what sensors on a system would show."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lagr_gui.analysis.bodies import body_number
from lagr_gui.analysis.energy import energy
from lagr_gui.analysis.exerting import Exerting, exerting
from lagr_gui.analysis.output_units import unit_of_output
from lagr_gui.analysis.reactions import reactions
from lagr_gui.analysis.transmitting import Transmitting, transmitting
from lagr_gui.expression import TIME, Symbol, read, symbols
from lagr_gui.expression.sensors import SORTS, Sensor, read_sensed
from lagr_gui.given import names as given_names
from lagr_gui.mechanics.reactions import Reactions
from lagr_gui.mechanics.sensing import (
    DONE,
    ENERGIES,
    TRANSMITTED,
    VECTORS,
    WORDS,
    WORKS,
    OutputTree,
    Probe,
    SensorKernel,
    loads_of,
    sized,
    table_of,
)
from lagr_gui.mechanics.shares import Share
from lagr_gui.mechanics.trees import NOWHERE, Trees
from lagr_gui.message import say
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.centres import from_centre
from lagr_gui.problem import LagrError, refusal
from lagr_gui.registry import did_you_mean
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.system import Array

OF_ITEMS = tuple(w for w, sorts in SORTS.items() if sorts != ("body",) and w != "lambda")
"""Words of sensors that take the name of an item alone."""


@on_one_thread
def outputs(
    prepared: Prepared, trajectory: Trajectory, expressions: Sequence[str]
) -> dict[str, Array]:
    """Expressions (n,) along a motion, by their texts.

    They are made of coordinates, velocities ``phi'``, accelerations ``phi''``, t, parameters,
    energies T, U, E = T + U, dissipated, supplied, balance, and what sensors show, such as
    ``position(Bob).x``, ``length(spring)`` or ``force(B).y`` (docs/command-line.md lists all).
    Raises LagrError for what cannot be read, unknown names, and a trajectory of other coordinates.
    """
    return Outputs(prepared, expressions).along(trajectory)


def output_units(prepared: Prepared, expressions: Sequence[str]) -> dict[str, str]:
    """SI units of expressions by their texts; empty for pure numbers and where none is known.

    Raises LagrError for what cannot be read, as `outputs` does.
    """
    return Outputs(prepared, expressions).units


class Outputs:
    """Expressions that have been read for a model; LagrError tells what is wrong with them."""

    def __init__(self, prepared: Prepared, expressions: Sequence[str]) -> None:
        self.prepared = prepared
        self.texts = tuple(dict.fromkeys(given_names(expressions, "Outputs")))
        self.trees = tuple(_OutputReader(prepared, text).tree for text in self.texts)

    def of(self, prepared: Prepared) -> Outputs:
        """The same for a model of the same physics with other values."""
        found = object.__new__(Outputs)
        found.prepared, found.texts, found.trees = prepared, self.texts, self.trees
        return found

    @cached_property
    def need_works(self) -> bool:
        """Whether they speak of works, which are integrated along a motion."""
        names = {symbol.name for output in self.trees for symbol in symbols(output.tree)}
        probes = (probe for output in self.trees for probe in output.probes.values())
        return bool(names & WORKS) or any(probe.word in DONE for probe in probes)

    @cached_property
    def places(self) -> list[int] | None:
        """Where outputs stand among q and q̇, if they are nothing else."""
        names = self.prepared.coordinates
        found: list[int] = []
        for output in self.trees:
            match output.tree:
                case Symbol(name, order) if name in names and order < 2:
                    found.append(names.index(name) + order * len(names))
                case _:
                    return None
        return found

    @property
    def units(self) -> dict[str, str]:
        """Their units by their texts; empty where none is known."""
        found = zip(self.texts, self.trees, strict=True)
        return {text: unit_of_output(self.prepared, tree) for text, tree in found}

    @property
    def kernel(self) -> SensorKernel:
        """Computes them."""
        key = ("outputs", self.texts)
        return self.prepared.kept(key, lambda: SensorKernel(self.prepared.separate, self.trees))

    def along(self, found: Trajectory) -> dict[str, Array]:
        """Their values (n,) along a motion of the model."""
        if not self.texts:
            return {}
        loads = self._loads(found)
        moved = (found.t, found.q, found.qd, found.qdd)
        energies = (found.T, found.U, found.dissipated, found.supplied)
        table = table_of([*moved, *energies], loads)
        values = self.kernel(self.prepared.parameters, table)
        return dict(zip(self.texts, np.ascontiguousarray(values.T), strict=True))

    def _loads(self, found: Trajectory) -> list[Array]:
        """What is transmitted (n,) and works (n,), in the order of `loads_of`."""
        probes = loads_of(self.trees)
        words = {probe.word for probe in probes}
        passed = reactions(self.prepared, found) if words - {*DONE} else None
        done = energy(self.prepared, found).shares if words & {*DONE} else {}
        nothing = np.zeros(len(found.t))
        return [
            _load(passed, probe)
            if passed is not None and probe.word not in DONE
            else done.get(Share(probe.word, str(probe.items[0])), nothing)
            for probe in probes
        ]


def _load(found: Reactions, probe: Probe) -> Array:
    """A column (n,) of what is transmitted."""
    name = str(probe.items[0])
    match probe.word:
        case "force" | "moment" if name in found.joints:
            table = getattr(found.joints[name], probe.word)
            return table[:, "xyz".index(probe.part)]
        case "force":
            return found.drives[name]
        case "thrust":
            return found.thrusts[name]
        case "current":
            return found.currents[name]
        case "voltage":
            return found.voltages[name]
        case _:
            word = str(probe.items[1]) if len(probe.items) > 1 else ""
            return found.others[name, word][1]


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
        used = {symbol.name for symbol in symbols(tree)}
        return OutputTree(tree, {name: s for name, s in probes.items() if name in used})

    @property
    def _place(self) -> str:
        return say("Output “{text}”", text=self.text)

    def _check_names(
        self, found: Collection[Symbol], probes: Mapping[str, Probe], vectors: Collection[str]
    ) -> None:
        reading = self.prepared.reading
        own = {TIME, *reading.coordinates, *reading.parameters}
        for symbol in found:
            if symbol.name in probes or symbol.name in vectors:
                continue
            if symbol.name not in own and symbol.name not in ENERGIES:
                raise self._unknown(symbol.name, {*own, *ENERGIES, *WORDS})
            if symbol.order and symbol.name not in reading.coordinates:
                cause = say("“{name}” has no velocity.", name=symbol.name)
                raise self._refused(cause, "Leave the primes out.")

    def _probe(self, sensor: Sensor) -> Probe:
        """What a sensor looks at."""
        word, given = sensor.word, sensor.arguments
        part = sensor.part
        if word in ("position", "velocity", "acceleration"):
            if len(given) not in (1, 4):
                example = say("{word}(body) or {word}(body, x, y, z)", word=word)
                raise self._arguments(sensor, example)
            body = self._body(given[0])
            return Probe(word, (body,), self._point(body, given[1:]), part)
        wanted = 2 if word == "angle" else 1
        if len(given) != wanted and not (word == "lambda" and len(given) == 2):
            example = "angle(body, body)" if word == "angle" else f"{word}(name)"
            raise self._arguments(sensor, example)
        if word in ("angular_velocity", "angle"):
            return Probe(word, tuple(map(self._body, given)), NOWHERE, part)
        self._check_item(sensor)
        word, given = self._meant(word, given)
        if part and not self._has_components(word, given):
            told = {"word": sensor.word, "name": sensor.arguments[0]}
            cause = say("{word}({name}) is a number.", **told)
            raise self._refused(cause, say("Leave “.{part}” out.", part=part))
        return Probe(word, given, NOWHERE, part)

    def _is_vector(self, probe: Probe) -> bool:
        """Whether a sensor shows three numbers."""
        if probe.part or probe.word not in VECTORS:
            return False
        return probe.word not in TRANSMITTED or probe.items[0] not in self._drives

    def _has_components(self, word: str, given: tuple[str, ...]) -> bool:
        return word in VECTORS and (word not in TRANSMITTED or given[0] not in self._drives)

    def _meant(self, word: str, given: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """What is looked at: items with energies by their keys, what elements exert apart."""
        found, acting = self._transmitting, self._exerting
        name = given[0]
        if word in acting.energies:
            return word, (acting.energies[word][name],)
        bound = {"force": {*found.joints, *self._drives}, "moment": {*found.joints}}
        if word == "thrust" and name in acting.thrusts:
            return "thrust of an element", given
        if word not in bound or name in bound[word]:
            return word, given
        along = word == "force" and name in acting.efforts
        return f"{'effort' if along else word} of an element", given

    @cached_property
    def _exerting(self) -> Exerting:
        return exerting(self.prepared)

    @cached_property
    def _transmitting(self) -> Transmitting:
        return transmitting(self.prepared)

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
        told = ", ".join(f"{word}({name})" for word in having)
        cause = say("There is no {word}({name}).", word=sensor.word, name=name)
        raise refusal(self._place, cause, say("There is {told}.", told=told), "unknown-name")

    def _known(self, word: str) -> list[tuple[str, ...]]:
        """What may stand in the brackets of a word."""
        found, reading, acting = self._transmitting, self.prepared.reading, self._exerting
        if word in acting.energies:
            return [(name,) for name in acting.energies[word]]
        names: Mapping[str, Callable[[], Collection[str]]] = {
            "point": lambda: reading.joints,
            "length": lambda: [part.record.name for part in reading.lines],
            "rate": lambda: [part.record.name for part in reading.lines],
            "force": lambda: [*found.joints, *self._drives, *acting.forces, *acting.efforts],
            "moment": lambda: [*found.joints, *acting.moments],
            "thrust": lambda: [*found.thrusts, *acting.thrusts],
            "current": lambda: found.currents,
            "voltage": lambda: found.voltages,
        }
        if word in names:
            return [(name,) for name in names[word]()]
        return [(name, said) if said else (name,) for name, said, _ in found.others]

    def _body(self, name: str) -> int:
        if name in ("0", self.prepared.model.base.name or "0"):
            return 0
        return body_number(self.prepared, name)

    def _point(self, body: int, texts: Sequence[str]) -> Trees:
        """A point of a body from its centre of mass, in its axes: expressions in parameters."""
        if not texts:
            return NOWHERE
        trees = tuple(read(text, self._place) for text in texts)
        known = self.prepared.reading.parameters
        for symbol in (symbol for tree in trees for symbol in symbols(tree)):
            if symbol.order or symbol.name not in known:
                raise self._unknown(symbol.name, known)
        return from_centre(self.prepared.model, body, (trees[0], trees[1], trees[2]))

    def _unknown(self, name: str, known: Collection[str]) -> LagrError:
        cause = say("There is nothing called “{name}”.", name=name)
        return refusal(self._place, cause, did_you_mean(name, known), "unknown-name")

    def _arguments(self, sensor: Sensor, example: str) -> LagrError:
        cause = say("“{word}” is not asked so.", word=sensor.word)
        return self._refused(cause, say("Write {example}.", example=example))

    def _unfinished(self, sensor: Sensor) -> LagrError:
        word = f"{sensor.word}({', '.join(sensor.arguments)})"
        cause = say("{word} is a vector.", word=word)
        return self._refused(cause, say("Write {word}.x, .y or .z, or abs({word}).", word=word))

    def _refused(self, cause: str, remedy: str) -> LagrError:
        return refusal(self._place, cause, remedy, "output")
