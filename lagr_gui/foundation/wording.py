"""Texts of users: what they may hold, and what keeps them out of templates.

A text of a user stands in files of many languages, most of which end a comment or a name with a
line.  So a `Wording` cannot be put into a template: the writers of a language, of its comments and
its texts, ask it for its lines, which hold nothing that ends a line or turns its direction.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NoReturn

_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""What steers devices, ends lines, turns the direction of a text, or is no character."""
_BLANK = re.compile("[\t-\r\x1c-\x1e\x85\u2028\u2029]")
"""What ends lines or moves to a column."""


def is_plain(text: str, also: str = "") -> bool:
    """Whether a text is one line without control characters, but for those of `also`."""
    if text.isascii() and text.isprintable():
        return True
    return all(character in also for character in _CONTROL.findall(text))


def blanked(text: str) -> str:
    """A text with a space in place of each end of a line and each tabulator."""
    return _BLANK.sub(" ", text)


class Wording:
    """Words for readers with texts of users in them, which no template takes.

    Formatting it, or making a `str` of it, raises TypeError; what is added to it is part of it.
    """

    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text

    @property
    def lines(self) -> list[str]:
        """Its lines, each of which can be printed."""
        return ["".join(map(_visible, line)) for line in self._text.splitlines()]

    @property
    def line(self) -> str:
        """All of it in one line, which can be printed."""
        return " ".join(" ".join(self.lines).split())

    def __add__(self, other: str | Wording) -> Wording:
        return Wording(self._text + _opened(other))

    def __radd__(self, other: str) -> Wording:
        return Wording(other + self._text)

    def __bool__(self) -> bool:
        return bool(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wording) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"Wording({self._text!r})"

    def __str__(self) -> NoReturn:
        raise TypeError("a text of a user is written by a writer of its language")

    def __format__(self, _: str) -> NoReturn:
        raise TypeError("a text of a user is written by a writer of its language")


NO_WORDING = Wording()
"""None at all."""


def joined_wording(parts: Iterable[str | Wording], between: str = "") -> Wording:
    """Several in a row."""
    return Wording(between.join(map(_opened, parts)))


def _opened(text: str | Wording) -> str:
    return text._text if isinstance(text, Wording) else text  # pyright: ignore[reportPrivateUsage]


def _visible(sign: str) -> str:
    return sign if sign.isprintable() else " "


MOST_LETTERS = 60
"""Characters of the name of a model."""


def identifier(title: Wording) -> str:
    """A title as a name in C."""
    plain = unicodedata.normalize("NFKD", title.line).encode("ascii", "ignore").decode()
    name = re.sub(r"[^A-Za-z0-9_]+", "_", plain).strip("_")[:MOST_LETTERS]
    return name if name and name[0].isalpha() else f"model_{name}".rstrip("_")
