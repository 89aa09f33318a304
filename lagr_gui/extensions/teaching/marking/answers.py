"""Formulas as people type them: ½ m v², sin² φ, q̇₁, 2 m g l, mgl; they become what `read` reads.

A text is taken apart into factors and signs and put together with all signs written out; nothing
of it is run, and what cannot be told for sure is refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from lagr_gui.expression import BUILTINS, Expression, read
from lagr_gui.expression.decimals import with_points
from lagr_gui.expression.scanner import LONGEST, plain_name
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal

_HIGH = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_PARTS = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_DOTS = {"\u0307": 1, "\u0308": 2}
_PRIMES = {"'": 1, "′": 1, "’": 1, "´": 1, "`": 1, '"': 2, "″": 2}
_SIGNS = {
    **dict.fromkeys("·×⋅∙•∗*", "*"),
    **dict.fromkeys("÷∕/:", "/"),
    **dict.fromkeys("−–—-", "-"),
    **dict.fromkeys("([{", "("),
    **dict.fromkeys(")]}", ")"),
    "+": "+",
    ",": ",",
    "√": "√",
    "^": "^",
    "**": "^",
}
_LETTER = rf"[^\W\d{_HIGH}{_PARTS}]"
_INNER = rf"[^\W{_HIGH}{_PARTS}]"
_TOKEN = re.compile(
    r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    rf"|(?P<part>[{_PARTS}])"
    rf"|(?P<raised>[⁺⁻]?[{_HIGH}]+)"
    rf"|(?P<name>{_LETTER}{_INNER}*(?:[\u0300-\u036f]+(?:[\d₀-₉]|_{_INNER})*)?"
    rf"[{''.join(_PRIMES)}]*)"
    rf"|(?P<sign>\*\*|[{re.escape(''.join(k for k in _SIGNS if len(k) == 1))}])"
)
_GLUED = ("sin", "cos", "tan")
"""Functions that are written without a space before their argument: cosφ."""
_TWO_ARGUMENTS = re.compile(r"\b(atan2|min|max|step|comb)\b")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sign, or a factor as it is read; `apart` tells of a space before it."""

    sort: str
    text: str
    apart: bool

    @property
    def ends(self) -> bool:
        """Whether a factor ends here."""
        return self.sort in ("number", "part", "name", "raised") or self.text == ")"

    @property
    def begins(self) -> bool:
        """Whether a factor begins here."""
        return self.sort in ("number", "part", "name", "call") or self.text in ("(", "√")


class Reader:
    """Reads answers in which these names, and functions, may occur."""

    def __init__(self, names: Collection[str], functions: Collection[str]) -> None:
        self.functions = frozenset({*BUILTINS, *functions})
        self.names = frozenset(names) - self.functions
        self._spellings: Mapping[str, str] = {name.replace("_", ""): name for name in self.names}

    @staticmethod
    def name(text: str) -> str:
        """A name by itself in Latin letters."""
        return plain_name(unicodedata.normalize("NFC", text.strip()))

    def tree(self, text: str) -> Expression:
        """The expression that a text means. Raises LagrError for one that has no clear meaning."""
        plain = self.plain(text)
        try:
            return read(plain, functions=self.functions)
        except LagrError as error:
            cause = error.problems[0].cause
            place = say("Answer, read as “{plain}”", plain=plain[:200])
            raise refusal(place, cause, error.problems[0].remedy, "answer") from None

    def plain(self, text: str) -> str:
        """The same with all signs written out, as `read` reads it."""
        if len(text) > LONGEST:
            cause = say("The text is longer than {longest} characters.", longest=LONGEST)
            refuse(cause, "Write it more briefly.")
        text = with_points(text)
        if not _TWO_ARGUMENTS.search(text):
            text = re.sub(r"(?<=\d),(?=\d)", ".", text)
        pieces = self._with_brackets([*self._pieces(unicodedata.normalize("NFD", text))])
        return "".join(_joined(pieces))

    def _pieces(self, text: str) -> Iterator[_Piece]:
        at, apart = 0, False
        while at < len(text):
            if text[at].isspace():
                at, apart = at + 1, True
                continue
            match = _TOKEN.match(text, at)
            if match is None:
                cause = say("“{shown}” has no meaning here.", shown=text[at])
                refuse(cause, "Use letters, digits and + - * / ^ ( ).")
            yield from self._of(str(match.lastgroup), match.group(), apart)
            at, apart = match.end(), False

    def _of(self, sort: str, text: str, apart: bool) -> Iterator[_Piece]:
        match sort:
            case "part":
                value = Fraction(unicodedata.numeric(text)).limit_denominator(8)
                yield _Piece(sort, f"({value})", apart)
            case "raised":
                power = unicodedata.normalize("NFKC", text).replace("−", "-")
                yield _Piece(sort, f"^({power})", apart)
            case "sign":
                yield _Piece(sort, _SIGNS[text], apart)
            case "name":
                yield from self._named(text, apart)
            case _:
                yield _Piece(sort, text, apart)

    def _named(self, text: str, apart: bool) -> Iterator[_Piece]:
        order = sum(_DOTS.get(char, 0) + _PRIMES.get(char, 0) for char in text)
        bare = "".join(char for char in text if char not in _DOTS and char not in _PRIMES)
        name = self.name(bare)
        for suffix, dots in (("_ddot", 2), ("_dot", 1)):
            if name.endswith(suffix) and name not in self.names:
                name, order = name.removesuffix(suffix), order + dots
        known = self._spelled(name)
        if not known and name in self.functions:
            yield _Piece("call", name + "'" * order, apart)
            return
        *several, last = [known] if known else self._split(name) or [name]
        for one in several:
            yield _Piece("call" if one in _GLUED else "name", one, apart)
        yield _Piece("name", last + "'" * order, apart)

    def _spelled(self, name: str) -> str:
        """A known name, with or without its low lines; "" for others."""
        if name in self.names or name == "pi":
            return name
        return self._spellings.get(name.replace("_", ""), "")

    def _split(self, name: str) -> list[str]:
        """mgl as m, g, l, where that can be meant in one way only."""
        ways: list[list[list[str]]] = [[[]]]
        for end in range(1, len(name) + 1):
            found = [
                [*way, known]
                for start in range(max(0, end - 12), end)
                if (known := self._spelled(part := name[start:end]) or (part in _GLUED and part))
                for way in ways[start]
            ]
            ways.append(found[:2])
        only = ways[-1][0] if len(ways[-1]) == 1 else []
        return [] if only and only[-1] in _GLUED else only

    def _with_brackets(self, pieces: Sequence[_Piece]) -> list[_Piece]:
        """sin² φ as (sin(φ))²: the argument of a function in brackets, its power behind them."""
        made: list[_Piece] = []
        at = 0
        while at < len(pieces):
            piece = pieces[at]
            if piece.sort != "call":
                made.append(piece)
                at += 1
                continue
            power, at = _power(pieces, at + 1)
            argument, at = self._argument(pieces, at, piece.text)
            inner = "".join(_joined(self._with_brackets(argument)))
            call = f"({piece.text}({inner})){power}"
            made.append(_Piece("name", call, piece.apart))
        return made

    def _argument(
        self, pieces: Sequence[_Piece], at: int, function: str
    ) -> tuple[Sequence[_Piece], int]:
        """What a function is of, and the place behind it."""
        if at < len(pieces) and pieces[at].text == "(":
            end = _closing(pieces, at)
            return pieces[at + 1 : end], end + 1
        end = at + (at < len(pieces) and pieces[at].sort in ("number", "part"))
        if end < len(pieces) and pieces[end].sort == "name":
            end += 1
        beside = end < len(pieces) and pieces[end].text in ("+", "-", "/") and not pieces[end].apart
        if end == at or beside:
            cause = say("What “{function}” is of cannot be told.", function=function)
            refuse(cause, say("Write brackets: {function}(…).", function=function))
        return pieces[at:end], end


def refuse(cause: str, remedy: str) -> NoReturn:
    """Raise the problem of an answer that cannot be read."""
    raise refusal(say("Answer"), cause, remedy, "answer")


def _power(pieces: Sequence[_Piece], at: int) -> tuple[str, int]:
    """The power between a function and its argument: ² or ^2."""
    if at < len(pieces) and pieces[at].sort == "raised":
        return pieces[at].text, at + 1
    if at + 1 < len(pieces) and pieces[at].text == "^" and pieces[at + 1].sort == "number":
        return f"^{pieces[at + 1].text}", at + 2
    return "", at


def _closing(pieces: Sequence[_Piece], at: int) -> int:
    depth = 0
    for place in range(at, len(pieces)):
        depth += {"(": 1, ")": -1}.get(pieces[place].text, 0)
        if depth == 0:
            return place
    refuse(say("A bracket is not closed."), "Close the bracket.")


def _joined(pieces: Sequence[_Piece]) -> Iterator[str]:
    """The texts, with * between factors that stand side by side."""
    for place, piece in enumerate(pieces):
        before = pieces[place - 1] if place else None
        if before is not None and before.ends and piece.begins:
            _check_divisor(pieces, place)
            if before.sort == piece.sort == "number":
                yield " "
            else:
                yield "*"
        yield piece.text


def _check_divisor(pieces: Sequence[_Piece], place: int) -> None:
    """Refuse a/2b: it may be a/2·b, or a/(2b); 1/2 m, and ½ as 1/2 in front, are clear."""
    if pieces[place].apart or place < 2 or pieces[place - 2].text != "/":
        return
    front = pieces[place - 3] if place > 2 else None
    is_number = front is not None and front.sort == "number" and pieces[place - 1].sort == "number"
    if is_number and (place == 3 or not pieces[place - 4].ends):
        return
    cause = say("What “/” divides by cannot be told.")
    refuse(cause, "Write brackets, or a space before what is not below the line.")
