"""Expressions that speak of items of a model: ``force(B).x - 2*length(spring 1)``.

A sensor is a word with the names of items in brackets, and behind it ``.x``, ``.y`` or ``.z`` for a
component.  A name reaches to the next comma or bracket, so that it may hold spaces; one that holds
these signs stands between quotes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from lagr_gui.expression.builtins import BUILTINS
from lagr_gui.expression.reader import read
from lagr_gui.expression.scanner import fail
from lagr_gui.expression.tree import Expression
from lagr_gui.message import say
from lagr_gui.registry import did_you_mean

_CALL = re.compile(r"(?<![\w.])([^\W\d]\w*)\s*\(")
_PART = re.compile(r"\s*\.\s*([xyz])\b")


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
    while found := _CALL.search(text, at):
        word, opening = found[1], found.end() - 1
        if word in functions or word in BUILTINS or word not in words:
            _check_known(word, found.start() + 1, place, {*words, *functions})
            plain, at = plain + text[at : found.end()], found.end()
            continue
        arguments, end = _arguments(text, opening, place)
        part = _PART.match(text, end)
        name = _unused(text, len(sensors))
        sensors[name] = Sensor(word, arguments, part[1] if part else "")
        stop = part.end() if part else end
        plain += text[at : found.start()] + name.ljust(stop - found.start())
        at = stop
    return Sensed(read(plain + text[at:], place, functions=functions), sensors)


def _check_known(word: str, column: int, place: str, known: Collection[str]) -> None:
    if word not in known and word not in BUILTINS:
        cause = say("there is no function “{text}”.", text=word)
        fail(column, cause, did_you_mean(word, {*BUILTINS, *known}), place)


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
