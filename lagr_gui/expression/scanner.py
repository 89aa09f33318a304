"""Splits the text of an expression into tokens, each with its column."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import NoReturn

from lagr_gui.expression.builtins import GREEK
from lagr_gui.expression.units import UNITS
from lagr_gui.foundation.message import phrase, say
from lagr_gui.foundation.problem import refusal

LONGEST = 2000
"""The longest text in characters."""
DIGITS = 40
"""The most digits of a number."""

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SAME = {"·": "*", "×": "*", "÷": "/", "−": "-", "–": "-", "′": "'", "’": "'"}
_TOKEN = re.compile(
    r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<name>[^\W\d]\w*|°)"
    r"|(?P<primes>'+)"
    r"|(?P<orders>\[\d(?:,\d){0,19}\])"
    r"|(?P<sign>\*\*|[-+*/^(),√])"
)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of text: its sort (number, name, primes, orders, sign, end), column from 1."""

    sort: str
    text: str
    column: int


def fail(column: int, cause: str, remedy: str, place: str = "") -> NoReturn:
    """Raise the problem of a mistake at a column."""
    cause = say("Column {column}: {cause}", column=column, cause=phrase(cause))
    raise refusal(place or "Expression", cause, remedy, "expression")


def scan(text: str, place: str = "") -> list[Token]:
    """The tokens of a text, with an end token. Raises LagrError at the first mistake."""
    if len(text) > LONGEST:
        cause = say("the text is longer than {longest} characters.", longest=LONGEST)
        fail(LONGEST, cause, "Divide it into functions.", place)
    tokens: list[Token] = []
    at = 0
    text = "".join(_SAME.get(char, char) for char in text)
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = _TOKEN.match(text, at)
        if match is None:
            shown = text[at] if text[at].isprintable() else f"U+{ord(text[at]):04X}"
            remedy = "Use letters, digits and + - * / ^ ( )."
            fail(at + 1, say("“{shown}” has no meaning here.", shown=shown), remedy, place)
        tokens += _raised_unit(match, at + 1, tokens) or [_token(match, at + 1, place)]
        at = match.end()
    return [*tokens, Token("end", "", len(text) + 1)]


def _raised_unit(match: re.Match[str], column: int, before: list[Token]) -> list[Token]:
    """``m²`` after a number or another unit is m^2; nothing where it is no unit."""
    word = match.group()
    stem = word.rstrip(_RAISED)
    if not before or stem == word or plain_name(stem) not in UNITS:
        return []
    if before[-1].sort not in ("number", "name") and before[-1].text != "/":
        return []
    power = unicodedata.normalize("NFKC", word[len(stem) :])
    at = column + len(stem)
    name = Token("name", plain_name(stem), column)
    return [name, Token("sign", "^", at), Token("number", power, at)]


def _token(match: re.Match[str], column: int, place: str) -> Token:
    sort, text = str(match.lastgroup), match.group()
    if sort in ("number", "orders"):
        if sum(char.isdigit() for char in text) > DIGITS:
            fail(
                column,
                say("the number has more than {digits} digits.", digits=DIGITS),
                "Use fewer digits.",
                place,
            )
        if not text.isascii():
            fail(column, "these digits are not 0 … 9.", "Use the digits 0 … 9.", place)
    if sort == "name":
        for index, char in enumerate(text):
            if char in _RAISED:
                power = unicodedata.normalize("NFKC", char)
                remedy = say("Write ^{power}.", power=power)
                fail(column + index, "raised digits are not read as powers.", remedy, place)
        text = "deg" if text == "°" else plain_name(text)
        if not _NAME.fullmatch(text):
            remedy = "A letter comes first; then Latin or Greek letters, digits and _."
            fail(column, say("“{text}” is not a name.", text=text), remedy, place)
    return Token(sort, "^" if text == "**" else text, column)


def plain_name(name: str) -> str:
    """A name in Latin letters: compatibility forms resolved, Greek letters by their names."""
    return "".join(GREEK.get(char, char) for char in unicodedata.normalize("NFKC", name))
