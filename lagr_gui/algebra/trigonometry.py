"""From exponentials to sines and cosines: multi-angle factors and products."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any

from lagr_gui.algebra.canonical import Canonical, CanonicalCarrier
from lagr_gui.algebra.coefficients import Coefficient, times
from lagr_gui.algebra.keys import Monomial, terms
from lagr_gui.algebra.ring import Sort, read_monomial, read_number, written_terms
from lagr_gui.expression import Call, Expression, Number, Power

WIDEST = 32
"""Product form is not tried where one multi-angle factor has more products than this."""
MOST = 3000
"""Nor where the whole value would have more terms than this."""

Powers = tuple[tuple[Monomial, int, int], ...]
"""Angles with the powers of their cosine and sine."""

Parts = tuple[tuple[Monomial, int], ...]
"""An angle as a sum of others with whole factors."""

Splitting = Callable[[Monomial], Parts]
"""Says of which angles the sines and cosines of an angle are made in products."""


@dataclass(frozen=True, slots=True)
class Factor:
    """A trigonometric factor: ``cos`` or ``sin`` of `angle`, or a product of `powers`.

    Without angle and powers it is 1 (and false).
    """

    function: str = ""
    angle: Monomial = ()
    powers: Powers = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.function, self.angle, self.powers)))

    def __hash__(self) -> int:
        return self._hash  # factors are looked up far more often than they are made

    def __bool__(self) -> bool:
        return bool(self.angle or self.powers)

    def tree(self, algebra: CanonicalCarrier) -> Expression | None:
        """The factor as a tree; None for 1."""
        if not self:
            return None
        tree = algebra.factor_trees.get(self)
        if tree is None:
            tree = algebra.factor_trees[self] = self._tree(algebra)
        return tree

    def _tree(self, algebra: CanonicalCarrier) -> Expression:
        if self.angle:
            return Call(self.function, (_argument(self.angle, algebra),))
        tree: Expression = Number(Fraction(1))
        for angle, cosines, sines in self.powers:
            argument = _argument(angle, algebra)
            for name, power in (("sin", sines), ("cos", cosines)):
                if power:
                    call: Expression = Call(name, (argument,))
                    factor = call if power == 1 else Power(call, Number(Fraction(power)))
                    tree = (
                        times(factor, tree) if tree == Number(Fraction(1)) else times(tree, factor)
                    )
        return tree


def _argument(angle: Monomial, algebra: CanonicalCarrier) -> Expression:
    tree = algebra.angle_trees.get(angle)
    if tree is None:
        tree = algebra.angle_trees[angle] = _sum_of_angles(angle, algebra)
    return tree


def _sum_of_angles(angle: Monomial, algebra: CanonicalCarrier) -> Expression:
    """The argument; over one line where there is anything below it: 2 (q₁ + 4 q₂)/L."""
    total = algebra.zero
    for index, multiple in angle:
        base = algebra.ring.generators[index].base
        assert base is not None
        total = total + base * multiple
    divided = any(total.shift) and any(
        e < 0 for monomial, _, _ in terms(total) for _, e in monomial
    )
    return total.tree("shortest" if divided else "multi-angle")


REMEMBERED = 50_000
"""As many monomials with the same angles are remembered."""

NO_ANGLE = Factor()


@lru_cache(maxsize=REMEMBERED)
def of_angle(function: str, angle: Monomial) -> Factor:
    """cos or sin of an angle; many sums have the same."""
    return Factor(function, angle)


@lru_cache(maxsize=REMEMBERED)
def of_powers(powers: Powers) -> Factor:
    """A product of powers of cosines and sines."""
    return Factor(powers=powers) if powers else NO_ANGLE


Groups = dict[Factor, Coefficient]
"""A value as a sum over trigonometric factors."""


def read_groups(value: Canonical) -> Groups:
    """Coefficients of cos(k·q) and sin(k·q).

    (a + ib) z^k and its conjugate make 2a cos(k·q) − 2b sin(k·q); of the two only that is
    looked at whose first angle in reading order has a positive multiple.
    """
    algebra = value.algebra
    A, B, shift = value.lifted()
    used = sorted(value.present)
    generators = algebra.ring.generators
    angles = [(i, shift[i]) for i in used if generators[i].sort is Sort.ANGLE]
    angles.sort(key=lambda entry: algebra.rank(entry[0]))
    below = tuple((i, shift[i]) for i in used if shift[i] and not algebra.ring.is_angle(i))
    split = algebra.splits.setdefault((tuple(angles), below), Splits(angles, below))
    groups: Groups = {}
    for polynomial, function, sign in ((A, "cos", 2), (B, "sin", -2)):
        by_angle: dict[Monomial, Coefficient] = {}
        for number, monomial in written_terms(polynomial):
            angle, rest = split[monomial]
            if not angle:
                by_angle.setdefault(angle, {})[rest] = read_number(number)
            elif angle[0][1] > 0:
                by_angle.setdefault(angle, {})[rest] = read_number(number, sign)
        for angle, coefficient in by_angle.items():
            groups[of_angle(function, angle) if angle else NO_ANGLE] = coefficient
    return groups


class Splits(dict[str, tuple[Monomial, Monomial]]):
    """Written monomials, each as that of the angles in reading order and that of the others.

    `angles` and the others `below` the line are shifted.
    """

    def __init__(self, angles: list[tuple[int, int]], below: Monomial) -> None:
        super().__init__()
        self._angles, self._below = angles, below

    def __missing__(self, text: str) -> tuple[Monomial, Monomial]:
        powers = read_monomial(text)
        angle = tuple([(i, k) for i, s in self._angles if (k := powers.pop(i, 0) - s)])
        for i, s in self._below:
            powers[i] = powers.get(i, 0) - s
        split = angle, tuple(sorted((i, e) for i, e in powers.items() if e))
        if len(self) < REMEMBERED:
            self[text] = split
        return split


def gains_from_products(groups: Groups) -> bool:
    """Whether the product form can be shorter at all.

    It cannot where no two factors have the same angles and no angle occurs multiply: then
    every factor becomes several products, and none of them meet.
    """
    seen: set[tuple[int, ...]] = set()
    for factor in groups:
        for _, k in factor.angle:
            if not -1 <= k <= 1:
                return True
        if len(factor.angle) > 1:
            angles = tuple(i for i, _ in factor.angle)
            if angles in seen:
                return True
            seen.add(angles)
    return False


def ordered(groups: Groups, algebra: CanonicalCarrier) -> Groups:
    """The groups in reading order."""
    places = algebra.factor_places
    for factor in groups:
        if factor not in places:
            places[factor] = _place(factor, algebra)
    return dict(sorted(groups.items(), key=lambda item: places[item[0]]))


def _place(factor: Factor, algebra: CanonicalCarrier) -> Any:
    rank = algebra.rank
    size = sum(abs(e) for _, e in factor.angle) + sum(c + s for _, c, s in factor.powers)
    angles = sorted((rank(i), e) for i, e in factor.angle)
    powers = [([(rank(i), e) for i, e in angle], -c, -s) for angle, c, s in factor.powers]
    return size, angles, powers, factor.function


def single(angle: Monomial) -> Parts:
    """Products over the angles that are generators."""
    return tuple([(((index, 1),), multiple) for index, multiple in angle])


def is_wide(groups: Groups, split: Splitting = single) -> bool:
    """Whether the product form would be very long."""
    sizes = [prod(abs(e) + 1 for _, e in split(factor.angle)) for factor in groups]
    total = sum(size * len(part) for size, part in zip(sizes, groups.values(), strict=True))
    return max(sizes, default=0) > WIDEST or total > MOST


def product_form(groups: Groups, algebra: CanonicalCarrier, split: Splitting = single) -> Groups:
    """Coefficients of products of powers, from those of multiple angles."""
    result: Groups = {}
    for factor, coefficient in groups.items():
        for product, weight in _products(factor.function, split(factor.angle), algebra):
            target = result.setdefault(product, {})
            for monomial, amount in coefficient.items():
                left = target.get(monomial, 0) + weight * amount
                if left:
                    target[monomial] = left
                else:
                    target.pop(monomial, None)
    return {factor: coefficient for factor, coefficient in result.items() if coefficient}


def _products(function: str, parts: Parts, algebra: CanonicalCarrier) -> list[tuple[Factor, int]]:
    """cos or sin of a sum of angles as products with cosines at most linear."""
    products = algebra.factor_products.get((function, parts))
    if products is None:
        pair: tuple[dict[Powers, int], dict[Powers, int]] = ({(): 1}, {})
        for angle, multiple in sorted(parts, key=lambda part: algebra.rank(part[0][0][0])):
            pair = _turned(pair, _circle(angle, multiple))
        weights = pair[0] if function != "sin" else pair[1]
        products = [(of_powers(powers), weight) for powers, weight in weights.items()]
        algebra.factor_products[function, parts] = products
    return products


Complex = tuple[dict[Powers, int], dict[Powers, int]]


def _turned(a: Complex, b: Complex) -> Complex:
    return (
        _plus(_times(a[0], b[0]), _times(a[1], b[1]), -1),
        _plus(_times(a[0], b[1]), _times(a[1], b[0]), 1),
    )


def _times(a: dict[Powers, int], b: dict[Powers, int]) -> dict[Powers, int]:
    return {(*p, *q): x * y for p, x in a.items() for q, y in b.items()}


def _plus(a: dict[Powers, int], b: dict[Powers, int], sign: int) -> dict[Powers, int]:
    result = dict(a)
    for powers, weight in b.items():
        result[powers] = result.get(powers, 0) + sign * weight
    return {powers: weight for powers, weight in result.items() if weight}


def _circle(angle: Monomial, multiple: int) -> Complex:
    """cos(kθ) and sin(kθ) of one angle as polynomials, cos² replaced by 1 − sin²."""
    c: dict[tuple[int, int], int] = {(0, 0): 1}
    s: dict[tuple[int, int], int] = {}
    for _ in range(abs(multiple)):
        c, s = (
            _reduced([(1, 0, 1, c), (0, 1, -1, s)]),
            _reduced([(1, 0, 1, s), (0, 1, 1, c)]),
        )
    sign = 1 if multiple > 0 else -1
    return (
        {_named(angle, powers): w for powers, w in c.items()},
        {_named(angle, powers): sign * w for powers, w in s.items()},
    )


def _named(angle: Monomial, powers: tuple[int, int]) -> Powers:
    return ((angle, *powers),) if any(powers) else ()


def _reduced(
    parts: list[tuple[int, int, int, dict[tuple[int, int], int]]],
) -> dict[tuple[int, int], int]:
    """Σ sign · cos^c sin^s · polynomial with cos² replaced by 1 − sin²."""
    result: dict[tuple[int, int], int] = {}
    for c, s, sign, polynomial in parts:
        for (p, q), weight in polynomial.items():
            entries = [((p + c, q + s), sign * weight)]
            if p + c == 2:
                entries = [((0, q + s), sign * weight), ((0, q + s + 2), -sign * weight)]
            for powers, amount in entries:
                result[powers] = result.get(powers, 0) + amount
    return {powers: weight for powers, weight in result.items() if weight}
