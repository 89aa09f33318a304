"""Typeset formulas as rows of boxes, whatever writes them: a dialect spells each box."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

Formula: TypeAlias = "tuple[str | Box, ...]"
"""Boxes side by side; numbers and signs of sums, commas and blanks are texts."""
MatrixEntry = TypeVar("MatrixEntry")
"""An entry of a matrix: a formula, or what it is spelled as."""


@dataclass(frozen=True, slots=True)
class Box:
    """A piece of a formula: what `kind` says, with the formulas, text and number that it needs."""

    kind: str
    parts: tuple[Formula, ...] = ()
    text: str = ""
    order: int = 0


SPACE, THIN, GAP = Box("space"), Box("thin"), Box("gap")
"""Between factors, between units, between entries of a row."""
COMMA = Box("comma")
DOT, TIMES = Box("dot"), Box("times")
QUAD, QQUAD = Box("quad"), Box("qquad")
MINUS = Box("minus")
"""A sign that belongs to what follows it."""
ALIGNED, ROW_END = Box("aligned"), Box("row end")
"""Where rows of a block stand below one another, and where they end."""


def letter(name: str) -> Box:
    """A letter, a Greek one by its name."""
    return Box("letter", text=name)


def upright(text: str) -> Box:
    """Letters that do not lean."""
    return Box("upright", text=text)


def bold(*inner: str | Box) -> Box:
    """In bold type, as vectors are."""
    return Box("bold", (inner,))


def accent(kind: str, inner: Box, order: int = 1) -> Box:
    """Letters with a hat, bars or dots over them."""
    return Box("accent", ((inner,),), kind, order)


def high(base: Box, sign: Box) -> Box:
    """A letter with another one behind and above it, which is a part of its name."""
    return Box("high", ((base,), (sign,)))


def raised(base: Formula, exponent: Formula) -> Box:
    """A power."""
    return Box("raised", (base, exponent))


def fraction(above: Formula, below: Formula) -> Box:
    """A quotient."""
    return Box("fraction", (above, below))


def brackets(inner: Formula) -> Box:
    """Round brackets of fitting size."""
    return Box("brackets", (inner,))


def plain(inner: Formula) -> Box:
    """Round brackets of the size of letters."""
    return Box("plain", (tuple(COMMA if item == ", " else item for item in inner),))


def indexed(base: Box, *indices: str | Box) -> Box:
    """A letter with indices, with commas between them where one is longer than a letter."""
    if not indices:
        return base
    long = any(len(entry if isinstance(entry, str) else entry.text) > 1 for entry in indices)
    return Box("indexed", ((base,), *((index,) for index in indices)), "," * long)


def scientific(mantissa: str, exponent: str) -> Formula:
    """A number with a power of ten, if there is one."""
    if not mantissa[-1].isdigit():  # nan, inf
        return (Box("place", text=mantissa),)
    if not exponent:
        return (mantissa,)
    return (mantissa, " ", DOT, " ", raised(("10",), (str(int(exponent)),)))


def matrix(rows: Sequence[Sequence[Formula]], kind: str = "matrix") -> Box:
    """Formulas in round brackets: a small ``matrix``, or a ``table`` of full size."""
    return Box(kind, tuple(entry for row in rows for entry in row), order=len(rows[0]))


def rows_of(entries: Sequence[MatrixEntry], columns: int) -> list[Sequence[MatrixEntry]]:
    """The entries of a matrix row by row."""
    return [entries[at : at + columns] for at in range(0, len(entries), columns)]


def spelled(latex: str, typst: str) -> Box:
    """A formula that is not made of a tree, as each of two dialects writes it."""
    return Box("spelled", ((latex,), (typst,)), latex)


def joined(separator: Formula, formulas: Sequence[Formula]) -> Formula:
    """Formulas with something between them."""
    first, *rest = formulas or ((),)
    return (*first, *(item for formula in rest for item in (*separator, *formula)))


def signed(formula: Formula) -> Formula:
    """A term that is added to others: + a, - a."""
    return ("- ", *formula[1:]) if formula[:1] == ("-",) else ("+ ", *formula)


def boxes(formula: Formula) -> Iterator[Box]:
    """All boxes of a formula, each before what is in it."""
    for item in formula:
        if isinstance(item, Box):
            yield item
            for part in item.parts:
                yield from boxes(part)


def mapped(formula: Formula, change: Callable[[Box], Formula]) -> Formula:
    """A formula with other boxes, those within a box changed before it."""
    pieces: list[str | Box] = []
    for item in formula:
        if isinstance(item, str):
            pieces.append(item)
        else:
            parts = tuple(mapped(part, change) for part in item.parts)
            pieces += change(item if parts == item.parts else replace(item, parts=parts))
    return tuple(pieces)


# --- brackets and gaps no greater than they need to be ------------------------------------------

_HIGH = ("brackets", "bars", "fraction", "root", "matrix", "table")
"""Around these brackets grow."""


def tight(formula: Formula) -> Formula:
    """A formula with plain brackets around what is not high, no gaps beside those that grow."""
    return mapped(_close(mapped(formula, _plain)), lambda box: (replace_parts(box, _close),))


def replace_parts(box: Box, change: Callable[[Formula], Formula]) -> Box:
    """A box with each of its formulas changed."""
    return replace(box, parts=tuple(map(change, box.parts))) if box.parts else box


def _plain(box: Box) -> Formula:
    if box.kind != "brackets" or any(inner.kind in _HIGH for inner in boxes(box.parts[0])):
        return (box,)
    return (plain(box.parts[0]),)


def _close(formula: Formula) -> Formula:
    """A row with blanks for gaps beside brackets that grow."""
    around = zip((" ", *formula), formula, (*formula[1:], " "), strict=False)
    return tuple(
        " " if item == SPACE and (_begins_high(after) or _ends_high(before)) else item
        for before, item, after in around
    )


def _begins_high(item: str | Box) -> bool:
    if isinstance(item, str):
        return False
    if item.kind in ("raised", "transposed"):
        return _begins_high(next(iter(item.parts[0]), ""))
    return item.kind in ("brackets", "bars", "matrix")


def _ends_high(item: str | Box) -> bool:
    return isinstance(item, Box) and item.kind in ("brackets", "matrix")


def small_fractions(formula: Formula) -> Formula:
    """A formula in which fractions of two numbers are small."""

    def change(box: Box) -> Formula:
        digits = all(len(part) == 1 and str(part[0]).isdigit() for part in box.parts)
        small = box.kind == "fraction" and digits
        return (replace(box, kind="small fraction") if small else box,)

    return mapped(formula, change)
