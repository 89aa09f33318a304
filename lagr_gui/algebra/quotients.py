"""Products and quotients of values, each arranged for itself: p²/(2 m r²) stays a quotient."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

from lagr_gui.algebra.canonical import Canonical, CanonicalCarrier
from lagr_gui.algebra.keys import terms
from lagr_gui.algebra.leading_factors import factors_of, product_of
from lagr_gui.algebra.ring import Sort
from lagr_gui.expression import Call, Expression, Number, Sum, Symbol
from lagr_gui.expression.rows import is_negative, negative

Powers = dict[Expression, int]
ONE = Number(Fraction(1))


def quotient(*factors: tuple[Canonical, int], form: str = "shortest") -> Expression:
    """The product of powers of values.

    Every value is arranged for itself, over one denominator; numbers, and factors that stand above
    and below the line, are cancelled.
    """
    number, powers, decimal = Fraction(1), Powers(), False
    for value, exponent in factors:
        for part, sign in zip(over_one_denominator(value), (1, -1), strict=True):
            before, own = _whole(part.tree(form))
            number *= before.value ** (sign * exponent)
            decimal = decimal or before.decimal
            for base, power in own.items():
                number *= _merge(powers, base, power * sign * exponent)
    if not number:
        return Number(Fraction(0))
    return product_of(Number(number, decimal), _ordered(powers, factors[0][0].algebra))


def _ordered(powers: Powers, algebra: CanonicalCarrier) -> Powers:
    """Single factors in the order of the algebra, then sums, rates, and sines and cosines.

    What stands below the line comes behind what stands above.
    """
    ordered = Powers()
    for sign in (1, -1):
        own = {base: power for base, power in powers.items() if power * sign > 0}
        sums = {base: power for base, power in own.items() if isinstance(base, Sum)}
        single = {base: power for base, power in own.items() if base not in sums}
        turning = {base: power for base, power in single.items() if isinstance(base, Call)}
        rates = {base: power for base, power in single.items() if _is_rate(base)}
        others = {b: power for b, power in single.items() if b not in turning and b not in rates}
        ordered |= _in_rows(others, algebra) | sums | rates | turning
    return ordered


def _is_rate(base: Expression) -> bool:
    return isinstance(base, Symbol) and base.order > 0


def _in_rows(powers: Powers, algebra: CanonicalCarrier) -> Powers:
    """Powers of symbols in the order in which a product has them."""
    rows = factors_of(algebra.expression(product_of(ONE, powers)).tree())[1]
    places = {base: place for place, base in enumerate(rows)}
    return dict(sorted(powers.items(), key=lambda entry: places.get(entry[0], len(places))))


def over_one_denominator(value: Canonical) -> tuple[Canonical, Canonical]:
    """Numerator and denominator, both without negative powers."""
    algebra = value.algebra
    below = algebra.one if value.D is None else value.D
    top, divisor = value.numerator, algebra.one
    powers = [dict(monomial) for monomial, _, _ in terms(top)]
    for index in {i for entries in powers for i in entries}:
        low = min(entries.get(index, 0) for entries in powers)
        if low < 0 and algebra.ring.generators[index].sort is not Sort.ANGLE:
            divisor = divisor * algebra.generator(index) ** -low
    return top * divisor, below * divisor


def _whole(tree: Expression) -> tuple[Number, Powers]:
    """The number before a product, and its factors: of sums the number that divides all terms."""
    number, powers = factors_of(tree)
    value, whole = number.value, Powers()
    for base, power in powers.items():
        scale, rest = _without_content(base)
        value *= scale**power
        value *= _merge(whole, rest, power)
    return Number(value, number.decimal), whole


def _without_content(base: Expression) -> tuple[Fraction, Expression]:
    """The number that all terms of a sum have in common, and the sum without it."""
    if not isinstance(base, Sum):
        return Fraction(1), base
    parts = [_whole(term) for term in base.terms]
    if any(number.decimal for number, _ in parts):
        return Fraction(1), base
    values = [number.value for number, _ in parts]
    below = lcm(*(value.denominator for value in values))
    scale = Fraction(gcd(*(int(value * below) for value in values)), below)
    if all(value < 0 for value in values):
        scale = -scale
    inner = (product_of(number.alike(number.value / scale), own) for number, own in parts)
    return scale, Sum(tuple(inner))


def _merge(powers: Powers, base: Expression, power: int) -> int:
    """Put a power to others; −1 where it is one of the negative of a sum that is there."""
    opposite = _opposite(base)
    if opposite is not None and base not in powers and opposite in powers:
        powers[opposite] += power
        return -1 if power % 2 else 1
    powers[base] = powers.get(base, 0) + power
    return 1


def _opposite(base: Expression) -> Expression | None:
    """The negative of a sum, a positive term first."""
    if not isinstance(base, Sum):
        return None
    turned = [negative(term) for term in base.terms]
    return Sum(tuple(sorted(turned, key=is_negative)))
