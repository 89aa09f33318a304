"""Terms as pieces, broken within their brackets where they are long."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from lagr_gui.algebra import operation_count
from lagr_gui.expression import Expression, Product, Sum
from lagr_gui.expression.rows import as_product
from lagr_gui.gui.panes.equations.structured_rows import SPACE
from lagr_gui.gui.typesetting import Piece
from lagr_gui.typesetting import TYPST, Typst, formula
from lagr_gui.typesetting.formula import Formula, boxes, small_fractions

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Term

LONG = 140
"""Formulas of more characters are broken within their brackets."""


class _Every(Collection[str]):
    """All names: each can be pointed at."""

    def __contains__(self, name: object) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


EVERY = Typst(_Every())
"""Sets formulas whose names can all be pointed at."""


def with_names(tree: Expression) -> str:
    """A tree as it is set, with names that can be pointed at."""
    return EVERY.written(small_fractions(formula(tree)))


def pieces_of(terms: Sequence[Term]) -> Iterable[Piece]:
    """Terms one after the other, each in parts where it is long."""
    for index, term in enumerate(terms):
        parts = broken(term.tree)
        sign, first = ("-", parts[0][1:]) if parts[0].startswith("-") else ("+", parts[0])
        if index:
            yield Piece(f"{sign} {SPACE} {first}", index)
        else:
            yield Piece(parts[0], index)
        for part in parts[1:]:
            yield Piece(part, index)


def broken(tree: Expression) -> list[str]:
    """The formula, in pieces where it is long."""
    return _parts(tree)[0]


Parts = tuple[list[str], float]
"""Pieces, and how high (em) the highest of what they show is."""


def _parts(tree: Expression) -> Parts:
    if operation_count(tree) <= LONG and len(TYPST.written(shown := formula(tree))) <= LONG:
        return _whole(shown)
    match tree:
        case Sum():
            return _summands(tree)
        case Product(factors) if sums := [own for own in factors if isinstance(own, Sum)]:
            return _around(tree, max(sums, key=lambda part: len(part.terms)))
        case _:
            return _whole(formula(tree))


def _whole(formula: Formula) -> Parts:
    """A formula in one piece."""
    shown = small_fractions(formula)
    sizes = [SIZES.get(box.kind, 1.0) for box in boxes(shown)]
    return [EVERY.written(shown)], max(sizes, default=1.0)


def _summands(tree: Sum) -> Parts:
    parts, height = list[str](), 1.0
    for place, term in enumerate(tree.terms):
        inner, size = _parts(term)
        if place and not inner[0].startswith("-"):
            inner[0] = f"+ {SPACE} {inner[0]}"
        elif place:
            inner[0] = f"- {SPACE} {inner[0][1:]}"
        parts, height = [*parts, *inner], max(height, size)
    return parts, height


def _around(tree: Product, bracket: Sum) -> Parts:
    """Factors before the bracket, its summands, factors behind."""
    at = tree.factors.index(bracket)
    inner, height = _summands(bracket)
    opened, closed = _grown(height)
    inner[0] = f"{opened} {inner[0]}"
    inner[-1] = f"{inner[-1]} {closed}"
    before, behind = tree.factors[:at], tree.factors[at + 1 :]
    if before:
        (front,), size = _whole(formula(as_product(before)))
        height = max(height, size)
        if front == "-1":
            front = "-"
        inner[0] = f"{front} thin {inner[0]}"
    if behind:
        (back,), size = _whole(formula(as_product(behind)))
        height = max(height, size)
        inner[-1] = f"{inner[-1]} thin {back}"
    return inner, max(height, SIZES["brackets"])


SIZES = {"fraction": 2.2, "table": 2.2, "small fraction": 1.35, "root": 1.35, "brackets": 1.2}
"""How high (em) brackets are around what has such a box."""


def _grown(size: float) -> tuple[str, str]:
    """Brackets as high as what stands between them, though on other lines and in other pieces."""
    if size == 1.0:
        return '"("', '")"'
    return rf"lr(size: #{size}em, \()", rf"lr(size: #{size}em, \))"
