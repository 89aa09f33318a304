"""Replacement lists: pairs of what is replaced and what takes its place, by commas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lagr_gui.expression import Expression, Symbol
from lagr_gui.extensions.decks.cards import CardPlace, fail
from lagr_gui.extensions.decks.formac import read_formac
from lagr_gui.extensions.decks.meanings import DeckNames
from lagr_gui.extensions.decks.records import Text
from lagr_gui.foundation.message import say

_FUNCTION = re.compile(r"\s*(?P<name>[A-Z][A-Z0-9\s]*?)\s*\.\s*\(\s*[$§]\s*\)\s*")


@dataclass(frozen=True, slots=True)
class Pair:
    """One replacement: the parts of the text that hold the target and the value.

    `function` is the name of a function variable whose target is written NAME.($).
    """

    text: Text
    target: tuple[int, int]
    value: tuple[int, int]
    function: str = ""

    @property
    def place(self) -> CardPlace:
        """Where the target stands."""
        start, end = self.target
        inner = self.text.value[start:end]
        return self.text.place(start + len(inner) - len(inner.lstrip()))

    def read_target(self, names: DeckNames) -> Symbol:
        """The atom that is replaced. Raises LagrError where it is none."""
        tree = read_formac(self.text, names, *self.target)
        if not isinstance(tree, Symbol):
            cause = "This is not an atom that could be replaced."
            fail(self.place, cause, "Write an atom such as M(1), or FU.($).")
        return tree

    def read_value(self, names: DeckNames) -> Expression:
        """What takes its place."""
        return read_formac(self.text, names, *self.value)


def pairs(text: Text) -> list[Pair]:
    """The pairs of a list. Raises LagrError where one half is missing."""
    pieces = list(_pieces(text.value))
    if len(pieces) % 2:
        start, end = pieces[-1]
        inner = text.value[start:end]
        cause = say(
            "Expected: pairs “what is replaced, what takes its place”; “{shown}” has no partner.",
            shown=inner.strip()[:30],
        )
        place = text.place(start + len(inner) - len(inner.lstrip()))
        fail(place, cause, "Complete the pair; is a comma missing or too many?")
    return [
        Pair(text, target, value, _function(text.value[slice(*target)]))
        for target, value in zip(pieces[::2], pieces[1::2], strict=True)
    ]


def _function(target: str) -> str:
    match = _FUNCTION.fullmatch(target)
    return "".join(match["name"].split()) if match else ""


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """The parts between the commas that stand outside brackets."""
    depth = start = 0
    for index, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth <= 0:
            yield start, index
            start = index + 1
    yield start, len(text)
