"""What a page of formulas is made of."""

from __future__ import annotations

from dataclasses import dataclass


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
class Row:
    """A result: what stands left of the equals sign, the pieces, the formula's number.

    `sources` are the item keys by term; `title` makes the row a heading, `text` one of lines of
    words; `origin` is what the row shows, `about` what it says of the sheet.  Terms that are
    `faded` are seen through a veil.  A row stands `level` steps to the right; `unfolded` tells
    whether what belongs to it stands below, None where there is nothing; `faults` are by term.
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

    def fault(self, term: int) -> TermFault | None:
        """What is wrong with a term; None of the others."""
        return dict(self.faults).get(term)
