"""Generalised forces as one reads them: by body and element, in one order, equal ones added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from lagr_gui.algebra import (
    TERMS,
    Attributed,
    attributed_terms,
    factors_of,
    product_of,
    separate_terms,
    upright,
)
from lagr_gui.expression import Expression, Number
from lagr_gui.mechanics.closed import Closed, Parts
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.by_source import spread
from lagr_gui.mechanics.sheets.sheet import Term

WEIGHT, SPRING, DAMPER, LOAD = range(4)
"""Where forces stand: weights, then springs, dampers, drives and other loads."""


class ForceTerms:
    """Terms of the generalised forces of one system."""

    def __init__(self, closed: Closed) -> None:
        reading = closed.reading
        self._springs, self._dampers = closed.U_parts.keys(), closed.D_parts.keys()
        self.heavy = frozenset(entry.key for entry in (*reading.bodies, *reading.beams))
        """The items that have a weight."""

    def terms(self, show: Show, parts: Parts) -> tuple[Term, ...]:
        """The terms of a sum in their order."""
        return self.in_order(show.terms(parts, self.split))

    def terms_apart(self, show: Show, parts: Parts) -> tuple[Term, ...]:
        """The same with each source for itself in all forms."""
        return self.in_order(show.terms(parts, self.apart))

    def split(self, parts: Parts, form: str) -> list[Attributed]:
        """Forces by source; those of springs and dampers keep their minus: −c (r − l₀)."""
        if form != TERMS:
            return attributed_terms(parts, form)
        restoring = (self._springs | self._dampers) - self.heavy
        terms = (
            (tree if restoring.issuperset(keys) else upright(tree), keys)
            for tree, keys in attributed_terms(parts, form)
        )
        return list(self._added(spread(terms)))

    def apart(self, parts: Parts, form: str) -> list[Attributed]:
        """The same with each source for itself in all forms."""
        return (self.split if form == TERMS else separate_terms)(parts, form)

    def in_order(self, terms: Iterable[Term]) -> tuple[Term, ...]:
        """Forces or energies: weights, then springs, dampers, drives and other loads."""
        return tuple(sorted(terms, key=lambda term: self._place(term.sources)))

    def _place(self, keys: Iterable[str]) -> int:
        return min(map(self._kind, keys), default=LOAD)

    def _kind(self, key: str) -> int:
        if key in self.heavy:
            return WEIGHT
        return SPRING if key in self._springs else DAMPER if key in self._dampers else LOAD

    def _added(self, terms: Iterable[Attributed]) -> Iterator[Attributed]:
        """−2 m g l sin φ of two bodies alike: terms of one kind that differ in a number as one."""
        alike: dict[object, list[Attributed]] = {}
        for tree, keys in terms:
            powers = frozenset(factors_of(tree)[1].items())
            alike.setdefault((self._place(keys), powers), []).append((tree, keys))
        for own in alike.values():
            if len(own) == 1:
                yield own[0]
            elif (total := _sum(tree for tree, _ in own)) is not None:
                yield total, tuple(dict.fromkeys(key for _, keys in own for key in keys))


def _sum(trees: Iterable[Expression]) -> Expression | None:
    """The sum of products that differ in their numbers; None where it is 0."""
    numbers, powers = zip(*map(factors_of, trees), strict=True)
    total = sum((number.value for number in numbers), Fraction(0))
    decimal = any(number.decimal for number in numbers)
    return product_of(Number(total, decimal), powers[0]) if total else None
