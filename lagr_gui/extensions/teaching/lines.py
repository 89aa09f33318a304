"""Lines of a derivation: what stands in them, by which rule, and what they use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lagr_gui.expression import Expression
from lagr_gui.foundation.message import Message
from lagr_gui.foundation.showing import Shown
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.typesetting import Formula


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a line is about: its name as typed, and as it is set."""

    plain: str
    formula: Formula


@dataclass(frozen=True, slots=True)
class Identity:
    """What two expressions have in common: they are equal, whatever their angles are."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class DerivedLine:
    """One line: `left` = `right`, which is got by a `rule` from the lines that it `uses`.

    Without a left side it goes on from the line before it; that of an equation of motion is a tree.
    `sources` are keys of the items it speaks of, such as ``body:1``.  Terms of `cancelled` drop out
    when it is summed up; `identities` of sines and cosines are used, left = right.
    What `is_main` stands in a brief derivation, too.
    """

    number: str
    left: Quantity | Expression | None
    right: Expression
    rule: Message
    uses: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    cancelled: tuple[Expression, ...] = ()
    identities: tuple[Identity, ...] = ()
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a title, with sentences before and behind them.

    A `statement` is the formula into which the lines are put.
    """

    number: int
    title: Message
    lines: tuple[DerivedLine, ...]
    before: tuple[Message, ...] = ()
    behind: tuple[Message, ...] = ()
    statement: Quantity | None = None


@dataclass(frozen=True)
class Derivation(Shown):
    """The way from the drawing to the equations of motion; the sheet has where it ends."""

    title: str
    formalism: str
    depth: str
    sections: tuple[Section, ...]
    sheet: Sheet = field(repr=False)

    @property
    def lines(self) -> Iterator[DerivedLine]:
        """All lines in their order."""
        for section in self.sections:
            yield from section.lines
