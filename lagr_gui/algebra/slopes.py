"""Derivatives of sums over sines and cosines, without reading their polynomials.

Many results are sums of derivatives of a few others.  To differentiate what was read takes a
small part of the time that it takes to read a polynomial.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from lagr_gui.algebra.canonical import Canonical
from lagr_gui.algebra.coefficients import Coefficient
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.ring import Amount, Sort, amount
from lagr_gui.algebra.trigonometry import Factor, Groups, of_angle, read_groups
from lagr_gui.expression import Symbol

MANY = 100
"""The order of more terms decides nothing: no products are looked for in them."""


@dataclass(frozen=True)
class _Rates:
    """∂ of the angles in a value, and the generator that the symbol is, if it occurs itself."""

    angles: Mapping[int, Amount]
    own: int | None


def multi_angle(value: Canonical) -> Groups:
    """Coefficients of cos(k·q) and sin(k·q), from the derivatives that a value is the sum of."""
    slopes = value.slopes
    if not slopes:
        return _known(value)
    summed: Groups = {}
    for slope in slopes:
        rates = _rates(slope.value, slope.symbol)
        if rates is None:
            return read_groups(value)
        _add_slope(summed, _known(slope.value), rates, slope.number)
    groups = {factor: coefficient for factor, coefficient in summed.items() if coefficient}
    return groups if sum(map(len, groups.values())) > MANY else _as_written(groups)


def _as_written(groups: Groups) -> Groups:
    """The sum in the order in which it would have been read: it decides among equals."""
    used = {i for coefficient in groups.values() for monomial in coefficient for i, _ in monomial}
    used |= {i for factor in groups for i, _ in factor.angle}
    columns = {index: column for column, index in enumerate(sorted(used))}
    places: dict[tuple[Factor, Monomial], list[int]] = {}
    for factor, coefficient in groups.items():
        for monomial in coefficient:
            powers = places[factor, monomial] = [0] * len(columns)
            for index, e in (*monomial, *factor.angle):
                powers[columns[index]] = -e
    ordered: Groups = {}
    for factor, monomial in sorted(places, key=lambda t: (t[0].function == "sin", places[t])):
        ordered.setdefault(factor, {})[monomial] = groups[factor][monomial]
    return ordered


def _known(value: Canonical) -> Groups:
    """The groups of a value, kept with it: much else is made of them."""
    value.lifted()
    if value.groups is None:
        value.groups = read_groups(value)
    return value.groups


def _rates(value: Canonical, symbol: Symbol) -> _Rates | None:
    """How what occurs in a value depends on a symbol; None where that is more than one sees."""
    algebra = value.algebra
    if value.D is not None:
        return None
    value.lifted()
    angles: dict[int, Amount] = {}
    symbol_index = None
    for index in algebra.dependents(symbol):
        if index not in value.present:
            continue
        generator = algebra.ring.generators[index]
        if generator.sort is Sort.SYMBOL:
            symbol_index = index
        elif generator.sort is Sort.ANGLE:
            rate = algebra.slope(index, symbol).constant
            if rate is None:
                return None
            if rate:
                angles[index] = amount(rate.numerator, rate.denominator)
        else:
            return None
    return _Rates(angles, symbol_index)


def _add_slope(total: Groups, groups: Groups, rates: _Rates, number: Fraction) -> None:
    """Add a multiple of the derivative of a sum."""
    angles, own = rates.angles, rates.own
    p, q = number.numerator, number.denominator
    for factor, coefficient in groups.items():
        speed = sum([e * angles[i] for i, e in factor.angle if i in angles])
        if speed:
            function, turn = ("sin", -speed) if factor.function == "cos" else ("cos", speed)
            target = total.setdefault(of_angle(function, factor.angle), {})
            _add(target, coefficient.items(), p * turn.numerator, q * turn.denominator)
        if own is not None and (lower := _lowered(coefficient, own)):
            _add(total.setdefault(factor, {}), lower, p, q)


def _lowered(coefficient: Coefficient, index: int) -> list[tuple[Monomial, Amount]]:
    """The derivative of a coefficient by a generator."""
    terms: list[tuple[Monomial, Amount]] = []
    for monomial, number in coefficient.items():
        powers = dict(monomial)
        if e := powers.get(index, 0):
            powers[index] -= 1
            lower = tuple(sorted((i, e) for i, e in powers.items() if e))
            terms.append((lower, e * number))
    return terms


def _add(target: Coefficient, terms: Iterable[tuple[Monomial, Amount]], p: int, q: int) -> None:
    """Add p/q times a sum of monomials."""
    if not target:
        target.update({m: amount(n.numerator * p, n.denominator * q) for m, n in terms})
        return
    for monomial, number in terms:
        term = amount(number.numerator * p, number.denominator * q)
        if monomial in target:
            term = target.pop(monomial) + term
            term = amount(term.numerator, term.denominator)
        if term:
            target[monomial] = term
