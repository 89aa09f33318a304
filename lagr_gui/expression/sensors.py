"""Expressions that speak of items of a model: ``force(B).x - 2*length(spring 1)``.

A sensor is a word with the names of items in brackets, and behind it ``.x``, ``.y`` or ``.z`` for a
component.  A name reaches to the next comma or bracket, so that it may hold spaces; one that holds
these signs stands between quotes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from lagr_gui.expression.builtins import BUILTINS
from lagr_gui.expression.reader import read
from lagr_gui.expression.renaming import replaced
from lagr_gui.expression.scanner import fail
from lagr_gui.expression.tree import Expression, symbols
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.registry import did_you_mean

_CALL = re.compile(r"(?<![\w.])([^\W\d]\w*)\s*\(")
_PART = re.compile(r"\s*\.\s*([xyz])\b")
_SIZE = re.compile(r"(?<![\w.])abs\s*\(\s*$")
_CLOSED = re.compile(r"\s*\)")

SORTS: Mapping[str, tuple[str, ...]] = {
    "position": ("body",),
    "velocity": ("body",),
    "acceleration": ("body",),
    "angular_velocity": ("body",),
    "angle": ("body",),
    "point": ("joint",),
    "length": ("element",),
    "rate": ("element",),
    "force": ("joint", "element"),
    "moment": ("joint", "element"),
    "thrust": ("element",),
    "friction": ("element",),
    "slip": ("element",),
    "reserve": ("element",),
    "tension_a": ("element",),
    "tension_b": ("element",),
    "current": ("element",),
    "voltage": ("element",),
    "lambda": ("element", "joint"),
    "T": ("body", "joint", "element"),
    "U": ("body", "joint", "element"),
    "E": ("body", "joint", "element"),
    "dissipated": ("joint", "element"),
    "supplied": ("element",),
}
"""The words of sensors, with the sorts of items that they name: of one name the first."""

OF_VECTORS = (
    *("position", "velocity", "acceleration", "angular_velocity", "point"),
    *("force", "moment"),
)
"""Words of sensors that may have components x, y, z in space axes."""

UNITS_OF_WORDS: Mapping[str, str] = {
    "position": "m",
    "velocity": "m/s",
    "acceleration": "m/s^2",
    "angular_velocity": "rad/s",
    "point": "m",
    "angle": "rad",
    "length": "m",
    "rate": "m/s",
    "moment": "N m",
    "thrust": "N",
    "tension_a": "N",
    "tension_b": "N",
    "current": "A",
    "voltage": "V",
    "reserve": "",
    "T": "J",
    "U": "J",
    "E": "J",
    "dissipated": "J",
    "supplied": "J",
}
"""SI units of what sensors show, where the word alone tells them."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """A word, what stands in its brackets, and the component (empty: all of it)."""

    word: str
    arguments: tuple[str, ...]
    part: str = ""

    @property
    def text(self) -> str:
        """How it is typed."""
        whole = f"{self.word}({', '.join(map(written, self.arguments))})"
        if self.part == "abs":
            return f"abs({whole})"
        return f"{whole}.{self.part}" if self.part else whole


@dataclass(frozen=True, slots=True)
class Sensed:
    """An expression in which symbols of no model stand for sensors."""

    tree: Expression
    sensors: Mapping[str, Sensor]


def read_sensed(
    text: str, place: str, words: Collection[str], functions: Collection[str]
) -> Sensed:
    """An expression with sensors of these words; those that are `functions` of the model are none.

    Raises LagrError as `read` does, with the columns of the text as it was written.
    """
    sensors: dict[str, Sensor] = {}
    plain, at = "", 0
    while call := _CALL.search(text, at):
        word, opening = call[1], call.end() - 1
        if word in functions or word in BUILTINS or word not in words:
            _check_known(word, call.start() + 1, place, {*words, *functions})
            plain, at = plain + text[at : call.end()], call.end()
            continue
        arguments, end = _arguments(text, opening, place)
        part = _PART.match(text, end)
        name = _unused(text, len(sensors))
        sensors[name] = Sensor(word, arguments, part[1] if part else "")
        stop = part.end() if part else end
        plain += text[at : call.start()] + name.ljust(stop - call.start())
        at = stop
    return Sensed(read(plain + text[at:], place, functions=functions), sensors)


def with_names(text: str, functions: Collection[str], named: Callable[[Sensor], str]) -> str:
    """The text with a name in the place of each sensor, which `named` gives; else as it stands.

    Words that are `functions` of the model are no sensors.  ``abs`` of a vector is a
    sensor with the component ``abs``.  What is not closed stays, so that `read` tells it.
    """
    pieces: list[str] = []
    at = start = 0
    while call := _CALL.search(text, start):
        word, opening = call[1], call.end() - 1
        start = call.end()
        if word in functions or word not in SORTS:
            continue
        cuts = list(_cuts(text, opening))
        if text[cuts[-1] : cuts[-1] + 1] != ")":
            break
        arguments = tuple(_named(text[a + 1 : b]) for a, b in pairwise([opening, *cuts]))
        first, start = call.start(), cuts[-1] + 1
        part = _PART.match(text, start)
        bare = part is None and word in OF_VECTORS
        size = _SIZE.search(text[at:first]) if bare else None
        after = _CLOSED.match(text, start) if size else None
        if part:
            start = part.end()
        elif size and after and "abs" not in functions:
            first, start = at + size.start(), after.end()
        component = part[1] if part else "abs" if size and after else ""
        pieces += text[at:first], named(Sensor(word, arguments, component))
        at = start
    return "".join([*pieces, text[at:]])


def first_of(text: str, functions: Collection[str]) -> str:
    """The first sensor of an expression, as it is typed; empty where it has none."""
    found: list[str] = []

    def met(sensor: Sensor) -> str:
        found.append(sensor.text)
        return sensor.text

    with_names(text, functions, met)
    return found[0] if found else ""


def names_beside(text: str) -> frozenset[str]:
    """The names in an expression that are no items of sensors; none where it does not read."""
    texts: list[str] = []

    def constant(sensor: Sensor) -> str:
        texts.extend(sensor.arguments[1:] if sensor.word != "angle" else ())
        return "pi"

    texts.append(with_names(text, (), constant))
    try:
        return frozenset(symbol.name for part in texts for symbol in symbols(read(part)))
    except LagrError:
        return frozenset()


def retold(
    text: str,
    functions: Collection[str],
    words: Mapping[str, str],
    called: Callable[[str, str], str],
) -> str:
    """The text with other `words` for symbols, and items by the names that they are `called`.

    `called` takes the word of a sensor and the name that an item has in it.  The rest stays as it
    was written, and so does all of a text whose brackets are not closed.
    """
    pieces: dict[str, str] = {}
    plain, at, taken = "", 0, " ".join((text, *words.values()))
    while call := _CALL.search(text, at):
        word, opening = call[1], call.end() - 1
        if word in functions or word not in SORTS:
            plain, at = plain + text[at : call.end()], call.end()
            continue
        cuts = list(_cuts(text, opening))
        if text[cuts[-1] : cuts[-1] + 1] != ")":
            return text
        arguments = [text[a + 1 : b] for a, b in pairwise([opening, *cuts])]
        for place, argument in enumerate(arguments):
            if place == 0 or word == "angle":
                arguments[place] = _recalled(argument, lambda name, word=word: called(word, name))
            elif SORTS[word] == ("body",):
                arguments[place] = replaced(argument, words)
        name = _unused(taken, len(pieces))
        end = cuts[-1] + 1
        part = _PART.match(text, end)
        pieces[name] = (
            f"{text[call.start() : opening]}({','.join(arguments)}){part[0] if part else ''}"
        )
        plain += text[at : call.start()] + name
        at = part.end() if part else end
    plain = replaced(plain + text[at:], words)
    for name, piece in pieces.items():
        plain = plain.replace(name, piece)
    return plain


def _recalled(argument: str, called: Callable[[str], str]) -> str:
    """An argument with another name in the place of its own, if it has another one."""
    old = _named(argument)
    new = called(old)
    inner = argument.strip()
    return argument if new == old else argument.replace(inner, written(new), 1)


def written(name: str) -> str:
    """A name as it stands in the brackets of a sensor."""
    return f'"{name}"' if any(sign in name for sign in ',()"') else name.strip()


def _check_known(word: str, column: int, place: str, names: Collection[str]) -> None:
    if word not in names and word not in BUILTINS:
        cause = say("there is no function “{text}”.", text=word)
        fail(column, cause, did_you_mean(word, {*BUILTINS, *names}), place)


def _unused(text: str, number: int) -> str:
    """A name that does not stand in a text; it is no longer than the shortest sensor."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    free = (f"{a}{b}" for a in letters for b in letters if f"{a}{b}" not in text)
    return f"{next(free)}{number}"


def _arguments(text: str, opening: int, place: str) -> tuple[tuple[str, ...], int]:
    """What stands between the bracket that opens there and its end, and where that is."""
    cuts = list(_cuts(text, opening))
    if text[cuts[-1] : cuts[-1] + 1] != ")":
        said = say("column {mark}", mark=opening + 1)
        cause = say("“)” is missing for the bracket of {said}.", said=said)
        fail(len(text) + 1, cause, "Close the bracket.", place)
    return tuple(_named(text[a + 1 : b]) for a, b in pairwise([opening, *cuts])), cuts[-1] + 1


def _cuts(text: str, opening: int) -> Iterator[int]:
    """Where the commas of a bracket stand, and where it ends; the end of the text if it does not.

    Commas and brackets between quotes, or in inner brackets, are none of it.
    """
    depth, quoted = 0, False
    for at, sign in enumerate(text[opening:], start=opening):
        quoted ^= sign == '"'
        if not quoted:
            depth += (sign == "(") - (sign == ")")
            if depth == 0 or (depth == 1 and sign == ","):
                yield at
            if depth == 0:
                return
    yield len(text)


def _named(text: str) -> str:
    """A name without spaces and quotes around it."""
    inner = text.strip()
    return inner[1:-1] if len(inner) > 1 and inner[0] == inner[-1] == '"' else inner
