"""Squares of sums with angles in a value: m₃ (l₂ cos q₂ + l₃ cos(q₂ + q₃))²."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lagr_gui.algebra.canonical import Canonical
from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.leading_factors import factors_of, product_of
from lagr_gui.algebra.roots import Roots
from lagr_gui.expression import Expression, Number, Power, Symbol
from lagr_gui.expression.rows import as_product, as_sum, terms_in

TWO = Number(Fraction(2))
LEAST, MOST = 3, 60
"""Coefficients with so many terms are looked at."""


def square_terms(value: Canonical) -> list[Expression] | None:
    """The terms of a value with squares of sums; None where it has none, or is no longer without.

    Looked at is what stands before each parameter, or before squares of velocities.
    """
    if value.D is not None or value.B or value.length < LEAST:
        return None
    pieces: list[Expression] = []
    rest, top = value, Numerator(value)
    for atom in list(_atoms(value)):
        coefficient = _coefficient(rest, atom) if top.may_have_square(atom) else None
        if coefficient is None or not LEAST <= coefficient.length <= MOST:
            continue
        tree = _square(coefficient)
        if tree is not None:
            pieces.append(_times(atom, tree))
            rest = rest - value.algebra.expression(atom) * coefficient
            top = Numerator(rest)
    if not pieces:
        return None
    trees = pieces if rest.is_zero else [*terms_in(rest.tree()), *pieces]
    return trees if operation_count(as_sum(trees)) < operation_count(value.tree()) else None


def _atoms(value: Canonical) -> Iterator[Expression]:
    """The squares of velocities in a value; where there are none, its parameters."""
    algebra = value.algebra
    keys = {i: algebra.ring.generators[i].key for i in value.present}
    symbols = {i: key for i, key in keys.items() if isinstance(key, Symbol)}
    rates = [i for i, key in symbols.items() if key.order == 1]
    indices = rates or filter(algebra.is_constant, symbols)
    for index in sorted(indices, key=algebra.rank):
        yield Power(symbols[index], TWO) if rates else symbols[index]


class Numerator:
    """A numerator of which it is asked atom by atom whether a square may stand before it."""

    def __init__(self, value: Canonical) -> None:
        self._index = value.algebra.ring.index
        self._A, _, self._shift = value.lifted()
        self._degrees = self._A.degrees()

    def may_have_square(self, atom: Expression) -> bool:
        """Whether the first term of what stands before an atom may be one of a square f²."""
        symbol, power = _power(atom)
        index, shift = self._index[symbol], self._shift
        if shift[index] or self._degrees[index] != power:
            return False
        slope = self._A.derivative(index)
        if len(slope) < LEAST:
            return False
        first = slope.monomial(0)
        beside = (*first[:index], 0, *first[index + 1 :])
        return 1 not in [(e - s) % 2 for e, s in zip(beside, shift, strict=True) if e != s]


def _power(atom: Expression) -> tuple[Symbol, int]:
    """The symbol of an atom, and its power."""
    symbol, power = (atom.base, 2) if isinstance(atom, Power) else (atom, 1)
    assert isinstance(symbol, Symbol)
    return symbol, power


def _coefficient(value: Canonical, atom: Expression) -> Canonical | None:
    """What stands before an atom, where that stands in no other way in the value."""
    symbol, power = _power(atom)
    found = value.derivative(symbol)
    if power == 2:
        found = found.derivative(symbol) * Fraction(1, 2)
    return found if found.derivative(symbol).is_zero else None


def _square(value: Canonical) -> Expression | None:
    """number · f² as it is written; None where f is no sum with angles: others are products."""
    if value.D is not None or value.B or not _turns(value):
        return None
    found = Roots(value.algebra).square_of(value)
    if found is None or found[1].length < 2:
        return None
    scale, f = found
    number, powers = factors_of(f.tree())
    total = Number(scale * number.value**2, number.decimal)
    return product_of(total, {base: 2 * exponent for base, exponent in powers.items()})


def _turns(value: Canonical) -> bool:
    """Whether an angle stands in a value, which has its mirror image then: e^iq and e^−iq."""
    A, _, shift = value.lifted()
    above = [i for i, (power, s) in enumerate(zip(A.degrees(), shift, strict=True)) if power > s]
    return any(map(value.algebra.ring.is_angle, above))


def _times(atom: Expression, tree: Expression) -> Expression:
    number, powers = factors_of(as_product((atom, tree)))
    return product_of(number, powers)
