"""Factors that all terms of a written sum have, in front of a bracket."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from lagr_gui.algebra.coefficients import common_power, times
from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.keys import content
from lagr_gui.expression import Expression, Number, Power, Product, Sum, Symbol, symbols
from lagr_gui.expression.rows import as_product, as_sum, factors_in, is_negative

Attributed = tuple[Expression, tuple[str, ...]]
"""An additive term, and the items that it comes from."""


def in_common(terms: list[Attributed]) -> list[Attributed]:
    """One product where all terms have a factor in common."""
    product = taken_out([tree for tree, _ in terms])
    if product is None:
        return terms
    return [(product, tuple(dict.fromkeys(key for _, keys in terms for key in keys)))]


def taken_out(trees: Sequence[Expression]) -> Expression | None:
    """The product that a sum is by its common factors; None where it is no shorter."""
    if len(trees) < 2:
        return None
    terms = [factors_of(tree) for tree in trees]
    common = terms[0][1]
    for _, powers in terms[1:]:
        common = {
            base: common_power(e, powers[base]) for base, e in common.items() if base in powers
        }
    common = {base: e for base, e in common.items() if e}
    numbers = [number.value for number, _ in terms]
    scales = {Fraction(1), _scale([number for number, _ in terms])}
    if all(number < 0 for number in numbers):
        scales = {-scale for scale in scales}
    if not common and not _is_shorter(scales, terms):
        return None
    candidates = [_product(scale, common, terms) for scale in sorted(scales)]
    best = min(candidates, key=operation_count)
    return best if operation_count(best) < operation_count(Sum(tuple(trees))) else None


def _scale(numbers: Sequence[Number]) -> Fraction:
    """What is taken out: of decimals a number that stands there, and none where one is whole."""
    sizes = [abs(number.value) for number in numbers]
    scale = content(sizes)
    is_whole = any(size.denominator == 1 for size in sizes)
    split = any(number.decimal for number in numbers) and (is_whole or scale not in sizes)
    return Fraction(1) if split else scale


Allowed = Callable[[Expression], bool]
"""Whether a factor may be taken out of some of the terms."""

MOST = 40
"""Longer sums are not grouped."""


def is_steady(base: Expression) -> bool:
    """Whether it is a bracket without velocities."""
    return isinstance(base, Sum) and not any(symbol.order for symbol in symbols(base))


def grouped(trees: Sequence[Expression], allowed: Allowed = is_steady) -> list[Expression]:
    """A sum in which terms with a factor in common are one product, where that is shorter.

    (a + b) u + c v + (a + b) w is (a + b) (u + w) + c v, also within brackets.  The factor that
    saves most is taken first, if it is one that is `allowed`.
    """
    if len(trees) > MOST:
        return list(trees)
    grouping = _Grouping(allowed)
    left = [grouping.add(_within(tree, allowed)) for tree in trees]
    while best := max(grouping.products(left), key=lambda found: found[0], default=None):
        gain, numbers, product = best
        if gain <= 0:
            break
        place = left.index(numbers[0])
        left = [number for number in left if number not in numbers]
        left.insert(place, grouping.add(_within(product, allowed)))
    return [grouping.terms[number] for number in left]


class _Grouping:
    """The terms of a sum by number, also those that products took the place of.

    What several of them are as a product is looked for once.
    """

    def __init__(self, allowed: Allowed) -> None:
        self.terms: list[Expression] = []
        self._allowed = allowed
        self._bases: dict[Expression, int] = {}
        # of each term its factors by number, and whether they stand above the line
        self._factors: list[dict[int, bool]] = []
        self._found: dict[tuple[int, ...], tuple[int, Expression] | None] = {}

    def add(self, tree: Expression) -> int:
        """The number of a term more."""
        powers, bases = factors_of(tree)[1], self._bases
        self.terms.append(tree)
        self._factors.append(
            {
                bases.setdefault(base, len(bases)): power > 0
                for base, power in powers.items()
                if self._allowed(base)
            }
        )
        return len(self.terms) - 1

    def products(self, left: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...], Expression]]:
        """What is gained by one product, the numbers of its terms, and the product."""
        for base in dict.fromkeys(base for number in left for base in self._factors[number]):
            numbers = tuple([number for number in left if self._factors[number].get(base)])
            if numbers not in self._found:
                self._found[numbers] = self._product([self.terms[number] for number in numbers])
            if (found := self._found[numbers]) is not None:
                gain, product = found
                yield gain, numbers, product

    @staticmethod
    def _product(terms: Sequence[Expression]) -> tuple[int, Expression] | None:
        product = taken_out(terms)
        if product is None:
            return None
        return operation_count(Sum(tuple(terms))) - operation_count(product), product


def _within(tree: Expression, allowed: Allowed) -> Expression:
    """A product with its brackets grouped."""
    factors = factors_in(tree)
    parts = [_bracket(f, allowed) if isinstance(f, Sum) else f for f in factors]
    return parts[0] if len(parts) == 1 else times(Product(tuple(parts[:-1])), parts[-1])


def _bracket(tree: Sum, allowed: Allowed) -> Expression:
    """The terms of a bracket, a positive one first."""
    terms = grouped(tree.terms, allowed)
    terms.insert(0, terms.pop(next((i for i, t in enumerate(terms) if not is_negative(t)), 0)))
    return as_sum(terms)


def _is_shorter(
    scales: Collection[Fraction], terms: Sequence[tuple[Number, dict[Expression, int]]]
) -> bool:
    """Whether a sum is shorter where a number is taken out; what it multiplies stays the same."""
    light: list[tuple[Number, dict[Expression, int]]] = [
        (number, {Symbol(f"{place}"): e for place, e in enumerate(powers.values())})
        for number, powers in terms
    ]
    written_out = operation_count(Sum(tuple(product_of(*term) for term in light)))
    return any(operation_count(_product(scale, {}, light)) < written_out for scale in scales)


def factors_of(tree: Expression) -> tuple[Number, dict[Expression, int]]:
    """The number before a product, and the powers of what it multiplies."""
    number, powers = Number(Fraction(1)), dict[Expression, int]()
    for factor in factors_in(tree):
        match factor:
            case Number(value, decimal):
                number = Number(number.value * value, number.decimal or decimal)
            case Power(base, Number(exponent)) if exponent.denominator == 1:
                powers[base] = powers.get(base, 0) + int(exponent)
            case _:
                powers[factor] = powers.get(factor, 0) + 1
    return number, powers


def _product(
    scale: Fraction,
    common: dict[Expression, int],
    terms: Sequence[tuple[Number, dict[Expression, int]]],
) -> Expression:
    inner = (
        product_of(
            number.alike(number.value / scale),
            {base: e - common.get(base, 0) for base, e in powers.items()},
        )
        for number, powers in terms
    )
    before = Number(scale, any(number.decimal for number, _ in terms))
    return times(product_of(before, common), Sum(tuple(inner)))


def product_of(number: Number, powers: Mapping[Expression, int]) -> Expression:
    """The product of a number and powers."""
    factors = [
        base if e == 1 else Power(base, Number(Fraction(e))) for base, e in powers.items() if e
    ]
    if number.value != 1 or not factors:
        factors.insert(0, number)
    return as_product(factors)
