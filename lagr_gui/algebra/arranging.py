"""The shortest of equal arrangements of a sum over trigonometric factors.

Looked at are, besides the sums of `forms`: squares of sines or of cosines, angle by angle;
products of powers of sums (FLINT factors them); and sums of such products, gathered by one
parameter after the other, as the masses of bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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


Taken = tuple[int, list[Term], Factored]
"""A parameter, the terms that have it, and their product."""

Gain = tuple[int, int, list[Term], Factored]
"""By how many operations terms with a parameter become shorter, and what is taken."""

Gains = dict[tuple[int, tuple[int, ...]], tuple[int, Factored] | None]
"""How much shorter terms with a parameter become, and their product."""

Choice = Callable[[list[Gain]], Taken]
"""Takes one of several parameters."""


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
        """Terms with a parameter in common as products, then the rest.

        Parameters are taken in reading order, masses first, or the greatest gain first.
        """
        terms = list(terms_of(groups))
        known: Gains = {}
        ways = [self._gathered(terms, choose, known) for choose in (_first, _greatest)]
        found, rest = min(ways, key=lambda way: self._length(*way))
        if not found:
            return []
        in_order = sorted(found, key=lambda entry: self.algebra.rank(entry[0]))
        singles = [Piece(self._products.monomial(*term), groups_of([term])) for term in rest]
        products = (
            Piece(self._products.tree(product), groups_of(part)) for _, part, product in in_order
        )
        return [*singles, *products]

    def _gathered(
        self, terms: list[Term], choose: Choice, known: Gains
    ) -> tuple[list[Taken], list[Term]]:
        """What is taken together, and the other terms."""
        found: list[Taken] = []
        while gains := self._gains(terms, known):
            found.append(choose(gains))
            terms = [term for term in terms if not _has(term, found[-1][0])]
        return found, terms

    def _length(self, found: list[Taken], rest: list[Term]) -> int:
        products = (1 + self._products.product_length(product) for _, _, product in found)
        return self._products.sum_length(rest) + sum(products)

    def _gains(self, terms: list[Term], known: Gains) -> list[Gain]:
        """The parameters whose terms become shorter as a product, in reading order.

        Terms are only taken away, so that those with a parameter are the same where they are as
        many, and all others are.
        """
        gains: list[Gain] = []
        for index, part in self._by_parameter(terms):
            if not 2 <= len(part) <= MOST_GATHERED:
                continue
            key = index, tuple(map(id, part))
            if key not in known:
                known[key] = self._gain(index, part)
            if (gain := known[key]) is not None and gain[0] > 0:
                gains.append((gain[0], index, part, gain[1]))
        return gains

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


def _first(gains: list[Gain]) -> Taken:
    """The first parameter."""
    return gains[0][1:]


def _greatest(gains: list[Gain]) -> Taken:
    """The parameter whose terms become most shorter.

    Of equal gains that of more terms is greater: what is left of them may be gathered too.
    """
    return max(gains, key=lambda own: (own[0], len(own[2])))[1:]


def _has(term: Term, index: int) -> bool:
    """Whether a generator is above the line of a term."""
    return ("", ((index, 1),)) in term[0]


def length(pieces: list[Piece]) -> int:
    """The operations of a sum of pieces."""
    return operation_count(Sum(tuple(piece.tree for piece in pieces)))
