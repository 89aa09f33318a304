"""What a document is made of, whatever sets it: words and formulas are those of LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lagr_gui.exchange.documents.sketch import DrawnMechanism
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Paragraph:
    """Words with formulas between dollars; notes are small."""

    text: str
    small: bool = False


@dataclass(frozen=True)
class Heading:
    """A heading, with what it means behind it; on a page with so many lines of what follows."""

    title: str
    note: str = ""
    lines: int = 5


@dataclass(frozen=True)
class FormulaBlock:
    """A block of formulas (``align*``) under a heading, from which it is never parted."""

    title: str
    note: str
    block: str


@dataclass(frozen=True)
class Table:
    """A table under its heading; a long one may go over pages.

    `widths` are those of the last columns, as parts of a line, 0 where it is that of the words.
    """

    title: str
    heads: Sequence[str]
    rows: Rows
    widths: Sequence[float] = (0.45,)


@dataclass(frozen=True)
class ColumnTable:
    """A table of short rows, which may stand in two columns side by side.

    Its column `wide` takes what the others leave of the line.
    """

    title: str
    heads: Sequence[str]
    rows: Rows
    wide: int


@dataclass(frozen=True)
class Beside:
    """Tables without headings, side by side."""

    tables: Sequence[Table]


@dataclass(frozen=True)
class Drawing:
    """The block diagram of a model that has something to draw."""

    model: Model


@dataclass(frozen=True)
class CurvePlot:
    """Curves (n,) by their names over time t (n,) in s; its height is in mm."""

    t: Array
    curves: Mapping[str, Array]
    height: float


@dataclass(frozen=True)
class SystemName:
    """The name of a system, one of several in a document."""

    name: str


Block = (
    Paragraph
    | Heading
    | FormulaBlock
    | Table
    | ColumnTable
    | Beside
    | Drawing
    | DrawnMechanism
    | CurvePlot
    | SystemName
)
Blocks = Iterable[Block]
