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
from lagr_gui.expression.tree import Expression
from lagr_gui.foundation.message import say
from lagr_gui.foundation.registry import did_you_mean

_CALL = re.compile(r"(?<![\w.])([^\W\d]\w*)\s*\(")
_PART = re.compile(r"\s*\.\s*([xyz])\b")

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


@dataclass(frozen=True, slots=True)
class Sensor:
    """A word, what stands in its brackets, and the component (empty: all of it)."""

    word: str
    arguments: tuple[str, ...]
    part: str = ""


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
