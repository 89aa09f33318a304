"""What a page of formulas is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter


class RowFigure(Protocol):
    """A small drawing that stands among rows, beside those above it where they leave room."""

    @property
    def width(self) -> float:
        """Pixels."""
        ...

    @property
    def height(self) -> float:
        """Pixels."""
        ...

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Draw it into a box of this size."""


@dataclass(frozen=True, slots=True)
class TermSource:
    """The one item that a term comes from: its key and its name.

    It has a `color` of its own (``#rrggbb``), or that at a `place` among those of all items.
    """

    key: str
    place: int
    name: str
    color: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a formula that is never broken; pieces of one term light up together."""

    formula: str
    term: int = -1


@dataclass(frozen=True, slots=True)
class TermFault:
    """What is wrong with a term, and what a click on it leads to."""

    text: str
    leads: object = None


@dataclass(frozen=True, slots=True)
class Aside:
    """Words at the right of a row, and the labels of rows that they lead to."""

    words: str
    leads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A result: what stands left of the equals sign, the pieces, the formula's number.

    `sources` are the item keys by term; `title` makes the row a heading, with words `beside` it,
    `text` one of lines of words, `figure` a drawing; `origin` is what the row shows, `about` what
    it says of the sheet.  Terms that are `faded` are seen through a veil.  A row stands `level`
    steps to the right; `unfolded` tells whether what belongs to it stands below, None where there
    is nothing; `faults` are by term.  Terms that come from `one` item each are underlined in its
    colour; in a `listed` row they stand one below the other, with the names of their items.

    A row may have a `label` at its left, by which others lead to it, and words `aside`; terms that
    are `struck` drop out; the row that is `spoken_of` stands out.
    """

    head: str = ""
    pieces: tuple[Piece, ...] = ()
    number: str = ""
    sources: tuple[tuple[str, ...], ...] = ()
    title: str = ""
    origin: object = None
    faded: frozenset[int] = frozenset()
    about: object = None
    text: tuple[str, ...] = ()
    level: int = 0
    unfolded: bool | None = None
    faults: tuple[tuple[int, TermFault], ...] = ()
    beside: str = ""
    figure: RowFigure | None = None
    one: tuple[TermSource | None, ...] = ()
    listed: bool = False
    label: str = ""
    aside: Aside | None = None
    struck: frozenset[int] = frozenset()
    spoken_of: bool = False

    def source(self, term: int) -> TermSource | None:
        """The one item that a term comes from, where that is told."""
        return self.one[term] if 0 <= term < len(self.one) else None

    def fault(self, term: int) -> TermFault | None:
        """What is wrong with a term; None of the others."""
        return dict(self.faults).get(term)
