"""What a document is made of, whatever sets it: words with formulas, and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lagr_gui.exchange.documents.sketch import DrawnMechanism
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model
from lagr_gui.typesetting.formula import Formula
from lagr_gui.typesetting.words import Text

Rows = Sequence[Sequence[Text]]


@dataclass(frozen=True)
class Paragraph:
    """Words with formulas; notes are small."""

    text: Text
    small: bool = False


@dataclass(frozen=True)
class Heading:
    """A heading, with what it means behind it; on a page with so many lines of what follows."""

    title: Text
    note: Text = ""
    lines: int = 5


@dataclass(frozen=True)
class FormulaBlock:
    """Rows of formulas under a heading, from which they are never parted; beside them a figure.

    They have no heading where what goes before has it.
    """

    title: Text
    note: Text
    rows: Formula
    figure: DrawnMechanism | None = None


@dataclass(frozen=True)
class Table:
    """A table under its heading, with a small note below; a long one may go over pages.

    Its columns are as wide as what they hold; rows that are short stand in parts side by side.
    """

    title: Text
    heads: Sequence[Text]
    rows: Rows
    note: Text = ""


@dataclass(frozen=True)
class Together:
    """Blocks that stand on one page."""

    blocks: Sequence[Block]


@dataclass(frozen=True)
class Drawing:
    """The block diagram of a model that has something to draw."""

    model: Model


@dataclass(frozen=True)
class CurvePlot:
    """Curves (n,) with their names over time t (n,) in s; its height is in mm.

    The numbers at its axes have points, or `commas`.
    """

    t: Array
    curves: Sequence[tuple[Text, Array]]
    height: float
    commas: bool = False


CURVE_POINTS = 300
"""At most about twice so many points of a curve are written."""


def thinned(rows: Array) -> Array:
    """Points (n, m) of curves, no more than are seen."""
    return rows[:: max(1, len(rows) // CURVE_POINTS)]


@dataclass(frozen=True)
class SystemName:
    """The name of a system, one of several in a document."""

    name: str


Block = (
    Paragraph
    | Heading
    | FormulaBlock
    | Table
    | Together
    | Drawing
    | DrawnMechanism
    | CurvePlot
    | SystemName
)
Blocks = Iterable[Block]
