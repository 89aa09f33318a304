"""Terms as pieces, broken within their brackets where they are long."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from lagr_gui.expression import Expression, Product, Sum
from lagr_gui.gui.panes.equations.structured_rows import SPACE
from lagr_gui.gui.typesetting import Piece
from lagr_gui.typesetting import Typst, formula, typst
from lagr_gui.typesetting.formula import boxes, small_fractions

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
    whole = with_names(tree)
    if len(typst(tree)) <= LONG:
        return [whole]
    if isinstance(tree, Sum):
        return _summands(tree)
    if isinstance(tree, Product):
        sums = [factor for factor in tree.factors if isinstance(factor, Sum)]
        if sums:
            return _around(tree, max(sums, key=lambda part: len(part.terms)))
    return [whole]


def _summands(tree: Sum) -> list[str]:
    parts: list[str] = []
    for place, term in enumerate(tree.terms):
        inner = broken(term)
        if place and not inner[0].startswith("-"):
            inner[0] = f"+ {SPACE} {inner[0]}"
        elif place:
            inner[0] = f"- {SPACE} {inner[0][1:]}"
        parts += inner
    return parts


def _around(tree: Product, bracket: Sum) -> list[str]:
    """Factors before the bracket, its summands, factors behind."""
    at = tree.factors.index(bracket)
    inner, opened, closed = _summands(bracket), *_grown(bracket)
    inner[0] = f"{opened} {inner[0]}"
    inner[-1] = f"{inner[-1]} {closed}"
    before, behind = tree.factors[:at], tree.factors[at + 1 :]
    if before:
        front = with_names(before[0] if len(before) == 1 else Product(before))
        if front == "-1":
            front = "-"
        inner[0] = f"{front} thin {inner[0]}"
    if behind:
        back = with_names(behind[0] if len(behind) == 1 else Product(behind))
        inner[-1] = f"{inner[-1]} thin {back}"
    return inner


SIZES = {"fraction": 2.2, "table": 2.2, "small fraction": 1.35, "root": 1.35, "brackets": 1.2}
"""How high (em) brackets are around what has such a box."""


def _grown(bracket: Sum) -> tuple[str, str]:
    """Brackets as high as what stands between them, though on other lines and in other pieces."""
    within = boxes(small_fractions(formula(bracket)))
    size = max((SIZES.get(box.kind, 1.0) for box in within), default=1.0)
    if size == 1.0:
        return '"("', '")"'
    return rf"lr(size: #{size}em, \()", rf"lr(size: #{size}em, \))"
