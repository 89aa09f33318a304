"""The shortest of equal arrangements of a sum over trigonometric factors.

Looked at are, besides the sums of `forms`: squares of sines or of cosines, angle by angle;
products of powers of sums (FLINT factors them); and sums of such products, gathered by one
parameter after the other, as the masses of bodies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import comb
from typing import TYPE_CHECKING

from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.factoring import (
    Factored,
    Factoring,
    Term,
    Written,
    factor_of,
    groups_of,
    terms_of,
)
from lagr_gui.algebra.ring import Sort
from lagr_gui.algebra.trigonometry import Groups
from lagr_gui.expression import Expression, Sum

if TYPE_CHECKING:
    from lagr_gui.algebra.algebra import Algebra

MOST_SQUARES = 3
"""Of so many angles all choices between sines and cosines are tried; of more, one after another."""

MOST_TERMS = 30
"""Longer sums are not tried to be factored."""

MOST_GATHERED = 16
"""Nor are more terms with one parameter."""


@dataclass(frozen=True)
class Piece:
    """One additive term: how it is written, and the terms that it consists of."""

    tree: Expression
    members: Groups


def choices(groups: Groups) -> Iterator[tuple[int, ...]]:
    """The angles of which cos² shall stand in the place of 1 − sin²: what is worth a trial."""
    angles = sorted({i for factor in groups for i, _, s in factor.powers if s > 1})
    if len(angles) <= MOST_SQUARES:
        for choice in product((False, True), repeat=len(angles)):
            yield tuple(angle for angle, chosen in zip(angles, choice, strict=True) if chosen)
        return
    taken: tuple[int, ...] = ()
    for angle in angles:
        if _count(with_cosines(groups, (*taken, angle))) < _count(with_cosines(groups, taken)):
            taken = *taken, angle
    yield from {(), taken}


def with_cosines(groups: Groups, angles: Sequence[int]) -> Groups:
    """The same sum with 1 − cos² in the place of sin² of some angles."""
    return reduce(_with_cosines, angles, groups)


def _count(groups: Groups) -> int:
    return sum(map(len, groups.values()))


def _with_cosines(groups: Groups, angle: int) -> Groups:
    """sin² of one angle as 1 − cos²."""
    found: Groups = {}
    for factor, coefficient in groups.items():
        own = {i: (c, s) for i, c, s in factor.powers}
        c, s = own.get(angle, (0, 0))
        half = s // 2
        for k in range(half + 1):  # (1 − cos²)^half
            weight = comb(half, k) * (-1) ** k
            powers = own | {angle: (c + 2 * k, s % 2)}
            target = found.setdefault(factor_of(powers), {})
            for monomial, number in coefficient.items():
                target[monomial] = target.get(monomial, 0) + weight * number
    cleaned = {f: {m: n for m, n in own.items() if n} for f, own in found.items()}
    return {factor: own for factor, own in cleaned.items() if own}


class Arranger:
    """Writes sums of products of powers; `written` writes what is no product."""

    def __init__(self, algebra: Algebra, written: Written) -> None:
        self.algebra, self._products = algebra, Factoring(algebra, written)

    def pieces(self, groups: Groups) -> list[Piece] | None:
        """The shortest sum of products that was found; None where nothing can be taken out."""
        if not 2 <= _count(groups) <= MOST_TERMS:
            return None
        terms = list(terms_of(groups))
        whole = self._products.factored(terms)
        found = [[Piece(self._products.tree(whole), groups)]] if whole is not None else []
        if gathered := self.gathered(groups):
            found.append(gathered)
        return min(found, key=length, default=None)

    def gathered(self, groups: Groups) -> list[Piece]:
        """Terms with a parameter in common as products, the greatest gain first; then the rest."""
        terms = list(terms_of(groups))
        found: list[tuple[int, Piece]] = []
        known: dict[tuple[int, int], tuple[int, Factored] | None] = {}
        while (best := self._best(terms, known)) is not None:
            index, part, product = best
            found.append(
                (self.algebra.rank(index), Piece(self._products.tree(product), groups_of(part)))
            )
            terms = [term for term in terms if not _has(term, index)]
        if not found:
            return []
        in_order = sorted(found, key=lambda entry: entry[0])
        singles = [Piece(self._products.monomial(*term), groups_of([term])) for term in terms]
        return [*singles, *(piece for _, piece in in_order)]

    def _best(
        self, terms: list[Term], known: dict[tuple[int, int], tuple[int, Factored] | None]
    ) -> tuple[int, list[Term], Factored] | None:
        """The parameter whose terms become most shorter as a product.

        Of equal gains that of more terms is greater: what is left of them may be gathered too.
        Terms are only taken away, so that as many with a parameter are the same: `known` tells
        how much shorter they become.
        """
        best: tuple[int, list[Term], Factored] | None = None
        most = (0, 0)
        for index, part in self._by_parameter(terms):
            if not 2 <= len(part) <= MOST_GATHERED:
                continue
            if (key := (index, len(part))) not in known:
                known[key] = self._gain(index, part)
            if (gain := known[key]) is not None and gain[0] > 0 and (gain[0], len(part)) > most:
                most, best = (gain[0], len(part)), (index, part, gain[1])
        return best

    def _gain(self, index: int, part: list[Term]) -> tuple[int, Factored] | None:
        """How much shorter terms are as a product, and that; None where they are none.

        A parameter stays with its square: l² + r² − 2 l r cos φ, not r² + l (l − 2 r cos φ).
        """
        product = self._products.factored(part)
        if product is None or any(_has(term, index) for own, _ in product.sums for term in own):
            return None
        gain = self._products.sum_length(part) - self._products.product_length(product)
        return gain, product

    def _by_parameter(self, terms: list[Term]) -> list[tuple[int, list[Term]]]:
        """The terms with each parameter above the line, in reading order of the parameters."""
        generators = self.algebra.ring.generators
        found: dict[int, list[Term]] = {}
        for term in terms:
            for name, angle in term[0]:
                if not name:
                    found.setdefault(angle[0][0], []).append(term)
        parameters = [index for index in found if generators[index].sort is Sort.SYMBOL]
        return [(index, found[index]) for index in sorted(parameters, key=self.algebra.rank)]


def _has(term: Term, index: int) -> bool:
    """Whether a generator is above the line of a term."""
    return ("", ((index, 1),)) in term[0]


def length(pieces: list[Piece]) -> int:
    """The operations of a sum of pieces."""
    return operation_count(Sum(tuple(piece.tree for piece in pieces)))
