"""Splits a FORMAC expression into tokens; blanks have no meaning, names are capitals."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lagr_gui.extensions.decks.cards import fail
from lagr_gui.extensions.decks.records import Text
from lagr_gui.foundation.message import say

DIGITS = 40
"""The most digits of a number."""

_TOKEN = re.compile(
    r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d{1,3}(?![\d.]))?)"
    r"|(?P<constant>#[A-Z][A-Z0-9]*)"
    r"|(?P<name>[A-Z][A-Z0-9]*)"
    r"|(?P<formal>[$§])"
    r"|(?P<sign>\*\*|[-+*/(),.])",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class DeckToken:
    """A piece of an expression: its sort, its text, and the index of its first character."""

    sort: str
    text: str
    at: int


def scan(text: Text, start: int = 0, end: int | None = None) -> list[DeckToken]:
    """The tokens of a part of a text, with an end token. Raises LagrError at a mistake."""
    stop = len(text.value) if end is None else end
    kept = [i for i in range(start, stop) if not text.value[i].isspace()]
    bare = "".join(text.value[i] for i in kept)
    tokens: list[DeckToken] = []
    at = 0
    while at < len(bare):
        match = _TOKEN.match(bare, at)
        if match is None:
            fail(text.place(kept[at]), *_unknown(bare[at]))
        word = match.group()
        if match.lastgroup == "number" and sum(char.isdigit() for char in word) > DIGITS:
            place = text.place(kept[at])
            fail(
                place,
                say("The number has more than {digits} digits.", digits=DIGITS),
                "Use fewer digits.",
            )
        tokens.append(DeckToken(str(match.lastgroup), word, kept[at]))
        at = match.end()
    return [*tokens, DeckToken("end", "", stop)]


def _unknown(char: str) -> tuple[str, str]:
    if char == "'":
        return (
            "A quote stands inside the expression.",
            "Separate the strings by a blank; is one of them not closed?",
        )
    if char.isalpha() and char != char.upper():
        return say("“{char}” is a small letter.", char=char), say(
            "FORMAC has capitals only: “{capital}”.", capital=char.upper()
        )
    shown = char if char.isprintable() else f"U+{ord(char):04X}"
    return say(
        "“{shown}” has no meaning in a FORMAC expression.", shown=shown
    ), "Use letters, digits, + - * / **."
