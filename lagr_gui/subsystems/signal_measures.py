"""Measures that are typed in expressions, as ``length(spring)``: signals with names of their own.

They may stand wherever a signal may.  `lagr_gui.mechanics.measured` makes expressions of them, in
coordinates, velocities and accelerations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.geometry import AtPoint, OnBody
from lagr_gui.catalogue.kinds import Dissipation, Energies, Load, Potential
from lagr_gui.expression import read, symbols
from lagr_gui.expression.letters import split
from lagr_gui.expression.sensors import OF_VECTORS, SORTS, UNITS_OF_WORDS, Sensor, with_names
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.model import Depends, Element, Model, Scalar, Vector
from lagr_gui.model.faults import place_of
from lagr_gui.model.measure_signal import MeasureSignal, measures_in
from lagr_gui.model.record import ZERO
from lagr_gui.model.sites import Site, put, written_sites
from lagr_gui.subsystems.centres import plus

OF_POINTS = ("position", "velocity", "acceleration")
"""Words of measures that take a body, and may take a point of it."""

OF_FORCES = ("force", "moment", "thrust", "T", "U")
"""Words of measures of what joints and elements exert, and of energies."""

MEASURES = (*OF_POINTS, "angular_velocity", "angle", "point", "length", "rate", *OF_FORCES)
"""The words of measures."""

_LETTERS = {"position": "", "velocity": "v", "acceleration": "a", "point": ""}
_LETTERS |= {"angular_velocity": "omega", "angle": "theta", "length": "l", "rate": "v"}
_LETTERS |= {"force": "F", "moment": "M", "thrust": "S"}


def named(model: Model) -> Model:
    """The model with a signal for each measure that stands in an expression, by its name there."""
    functions = {function.name for function in model.functions}
    names = _Names(model)
    for site in measuring_sites(model):
        text = with_names(str(site.value), functions, names.of)
        if text != site.value:
            model = put(model, site.path, text)
    return model.having(signals=(*model.signals, *names.signals))


def measuring_sites(model: Model) -> Iterator[Site]:
    """Where measures may stand."""
    return (site for site in written_sites(model, KINDS) if site.depends is Depends.SIGNAL)


class _Names:
    """Gives measures names that look like no other name of a model."""

    def __init__(self, model: Model) -> None:
        self._model = model
        names = (p.name for p in (*model.parameters, *model.functions))
        taken = (*names, *model.coordinates, *model.signal_names)
        self._looks = {split(name) for name in taken}
        self._known: dict[Sensor, MeasureSignal] = {}

    @property
    def signals(self) -> tuple[MeasureSignal, ...]:
        """Those that have a name."""
        return tuple(self._known.values())

    def of(self, sensor: Sensor) -> str:
        """The name of a measure; what no item makes one, as U(t, m), stays a function."""
        common = sensor.word in ("T", "U") or sensor.word not in MEASURES
        if common and not _looks_at_item(self._model, sensor):
            return sensor.text
        if sensor not in self._known:
            name = self._free(_stem(sensor))
            self._known[sensor] = MeasureSignal(
                name=name,
                word=sensor.word,
                arguments=sensor.arguments,
                part=sensor.part,
                item=_item(self._model, sensor),
                unit=UNITS_OF_WORDS.get(sensor.word, "N" if sensor.word == "force" else ""),
            )
        return self._known[sensor].name

    def _free(self, stem: str) -> str:
        name, number = stem, 1
        while split(name) in self._looks:
            number += 1
            name = f"{stem}_{number}"
        self._looks.add(split(name))
        return name


def _stem(sensor: Sensor) -> str:
    """A name as books have it: l_spring, x_Bob, v_x_Bob."""
    letter = _LETTERS.get(sensor.word, sensor.word)
    if sensor.part == "abs":
        letter = letter or "r"
    elif sensor.part:
        letter = f"{letter}_{sensor.part}" if letter else sensor.part
    items = sensor.arguments if sensor.word == "angle" else sensor.arguments[:1]
    said = (_plain(item) for item in items if item != "0")
    return "_".join([letter or "r", *said])


def _plain(name: str) -> str:
    """A name of an item in letters and digits, behind a letter."""
    plain = re.sub("[^A-Za-z0-9]+", "_", name).strip("_")
    return f"body{plain}" if not plain or plain[0].isdigit() else plain


def in_member(
    text: str,
    inner: Model,
    item: Callable[[str], str],
    value: Callable[[Scalar], Scalar],
    bodies: tuple[Mapping[int, int], Mapping[int, Vector]],
) -> Scalar:
    """A text of a subsystem in which measures may stand, as one of the model it is a part of.

    `item` and `value` say what items are called there, and expressions without measures; `bodies`
    are their new numbers, and by how much points of those that belong to others lie elsewhere.
    """
    numbers, shifts = bodies
    foreign = {port.body for port in inner.ports if port.outside}
    names = {b.number: item(b.name or str(b.number)) for b in inner.bodies}
    kept: dict[str, str] = {}

    def renamed(sensor: Sensor) -> str:
        items, points = sensor.arguments[:1], sensor.arguments[1:]
        if sensor.word == "angle":
            items, points = sensor.arguments, ()
        if SORTS[sensor.word][0] == "body" and _sort(inner, sensor.word, items[0]) in ("", "body"):
            known = [n for name in items if (n := body_named(inner, name)) is not None]
            if len(known) < len(items):
                return sensor.text
            items = tuple(
                names[n] if n in names.keys() - foreign else str(numbers.get(n, n)) for n in known
            )
            shift = shifts.get(known[0], ZERO)
            moved = [value(entry) for entry in points]
            if len(points) == 3:
                moved = [*plus((moved[0], moved[1], moved[2]), shift)]
            points = tuple(map(str, moved))
        else:
            items = tuple(map(item, items))
        name = f"measure{len(kept)}_{'x' * len(text)}"  # no name of the text is as long
        kept[name] = Sensor(sensor.word, (*items, *points), sensor.part).text
        return name

    plain = with_names(text, {function.name for function in inner.functions}, renamed)
    if not kept:
        return value(text)
    plain = str(value(plain))
    for name, sensor in kept.items():
        plain = plain.replace(name, sensor)
    return plain


# --- what is wrong with them ---------------------------------------------------------------------


def body_named(model: Model, name: str) -> int | None:
    """The number of the body that is called so in measures; None where there is none."""
    if name in ("0", model.base.name or "0"):
        return 0
    numbers = (body.number for body in model.bodies if name in (body.name, str(body.number)))
    return next(numbers, None)


def _item(model: Model, sensor: Sensor) -> str:
    name = sensor.arguments[-1 if sensor.word == "angle" else 0]
    sort = _sort(model, sensor.word, name) or SORTS[sensor.word][0]
    number = body_named(model, name) if sort == "body" else None
    return f"{sort}:{name if number is None else number}"


def _sort(model: Model, word: str, name: str) -> str:
    """The first sort of items of that name that a word asks; empty where there is none."""
    return next((sort for sort in SORTS[word] if name in _known(model, word, sort)), "")


def _known(model: Model, word: str, sort: str) -> dict[str, None]:
    """The names of items of a sort of which a word is asked."""
    match sort:
        case "body":
            bodies = [b for b in model.bodies if word != "U" or b.gravity]
            names = dict.fromkeys(b.name or str(b.number) for b in bodies)
            return names | dict.fromkeys(str(b.number) for b in bodies)
        case "joint":
            return dict.fromkeys(j.name for j in model.joints if word not in OF_FORCES[3:])
        case _:
            return dict.fromkeys(e.name for e in model.elements if _asked(e.kind, word, e))


def _asked(kind: str, word: str, element: Element) -> bool:
    """Whether a word is asked of an element: of such as run along lines, push or store."""
    geometry, law = ELEMENTS[kind].geometry, ELEMENTS[kind].law
    acts = isinstance(law, Potential | Dissipation | Load)
    line = bool(geometry.course(element))
    match word:
        case "force":
            return acts and (line or geometry.framed or isinstance(geometry, AtPoint))
        case "moment":
            return geometry.framed or isinstance(geometry, OnBody)
        case "thrust":
            return acts and line
        case "U":
            return isinstance(law, Potential | Energies) and not geometry.electric
        case "T":
            return False
        case _:
            return line


def _looks_at_item(model: Model, sensor: Sensor) -> bool:
    """Whether what stands first in its brackets is an item of the model."""
    name = sensor.arguments[0] if sensor.arguments else ""
    items = {item.name for item in (*model.joints, *model.elements)}
    return name in items or body_named(model, name) is not None


def faults(model: Model, made: Model) -> Iterator[Problem]:
    """What is wrong with measures of a model; `made` has signals for them."""
    functions = {function.name for function in model.functions}
    measures = measures_in(made)
    wrong = {entry.text: problem for entry in measures if (problem := _wrong(made, entry))}
    for site in measuring_sites(model) if wrong else ():
        found: dict[str, None] = {}

        def met(sensor: Sensor, found: dict[str, None] = found) -> str:
            found[sensor.text] = None
            return sensor.text

        with_names(str(site.value), functions, met)
        for text in found.keys() & wrong.keys():
            yield replace(wrong[text], place=place_of(site.path, model), path=site.path)


def _wrong(model: Model, entry: MeasureSignal) -> Problem | None:
    """The first thing that is wrong with a measure, wherever it stands."""
    for cause, remedy in _faults(model, entry):
        return Problem(place=entry.text, cause=cause, remedy=remedy, code="measure")
    return None


def _faults(model: Model, entry: MeasureSignal) -> Iterator[tuple[str, str]]:
    """Causes and remedies of what is wrong with a measure."""
    word, arguments = entry.word, entry.arguments
    if word not in MEASURES:
        yield (
            say(
                "{text} follows from forces: a force that is made of it at the same instant has "
                "no value of its own.",
                text=entry.text,
            ),
            say("Measures are {words}.", words=", ".join(MEASURES)),
        )
        return
    wanted = (1, 4) if word in OF_POINTS else (2,) if word == "angle" else (1,)
    if len(arguments) not in wanted:
        example = f"{word}(name)"
        if word in OF_POINTS:
            example = say("{word}(body) or {word}(body, x, y, z)", word=word)
        elif word == "angle":
            example = "angle(body, body)"
        yield say("“{word}” is not asked so.", word=word), say("Write {example}.", example=example)
        return
    items = arguments if word == "angle" else arguments[:1]
    for name in items:
        if fault := _unknown(model, word, name):
            yield fault
    vector = word in OF_VECTORS
    if vector and not entry.part:
        cause = say("{word} is a vector.", word=entry.text)
        yield cause, say("Write {word}.x, .y or .z, or abs({word}).", word=entry.text)
    elif entry.part and word in ("length", "rate", "thrust", "T", "U"):
        cause = say("{word}({name}) is a number.", word=word, name=arguments[0])
        yield cause, say("Leave “.{part}” out.", part=entry.part)
    elif word == "acceleration" and entry.part == "abs":
        cause = say("{word} is not linear in the accelerations.", word=entry.text)
        yield cause, say("Measure a component, or through a filter.")
    yield from _points(model, arguments[1:] if word in OF_POINTS else ())


def _unknown(model: Model, word: str, name: str) -> tuple[str, str] | None:
    """What is wrong with the name of an item."""
    sorts = SORTS[word]
    if _sort(model, word, name) or (sorts == ("body",) and body_named(model, name) == 0):
        return None
    cause = say("There is nothing called “{name}”.", name=name)
    items = {entry.name for entry in (*model.elements, *model.joints, *model.bodies)}
    if sorts != ("body",) and name in items:
        cause = say("There is no {word}({name}).", word=word, name=name)
    known = [name for sort in sorts for name in _known(model, word, sort)]
    return cause, did_you_mean(name, dict.fromkeys(known))


def _points(model: Model, texts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Points of bodies are expressions in parameters."""
    parameters = {parameter.name for parameter in model.parameters}
    for text in texts:
        try:
            names = symbols(read(text))
        except LagrError as error:
            yield from ((problem.cause, problem.remedy) for problem in error.problems)
            return
        for symbol in names:
            if symbol.order or symbol.name not in parameters:
                cause = say("“{name}” is not known here.", name=symbol.name)
                yield cause, did_you_mean(symbol.name, parameters)
                return
