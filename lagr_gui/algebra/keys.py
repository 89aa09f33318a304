"""Hashable names of canonical values, and their sign."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from lagr_gui.algebra.canonical import Canonical, rational
from lagr_gui.algebra.ring import Monomial


def terms(value: Canonical) -> list[tuple[Monomial, Any, Any]]:
    """The terms of a numerator: monomial and the coefficients in A and B, in a fixed order."""
    A, B, shift = value.lifted()
    real, imaginary = A.to_dict(), B.to_dict()
    rows = []
    for exponents in sorted({*real, *imaginary}):
        monomial = tuple(
            (i, int(e) - s) for i, (e, s) in enumerate(zip(exponents, shift, strict=True)) if e != s
        )
        rows.append((monomial, real.get(exponents, 0), imaginary.get(exponents, 0)))
    return rows


def _lasting(value: Canonical) -> list[tuple[tuple[tuple[int, Fraction], ...], Any, Any]]:
    """The terms in an order and with exponents that stay when an angle is refined."""
    origins = value.algebra.ring.origins

    def name(index: int, exponent: int) -> tuple[int, Fraction]:
        origin, factor = origins.get(index, (index, 1))
        return origin, Fraction(exponent, factor)

    rows = [(tuple(sorted(name(i, e) for i, e in m)), a, b) for m, a, b in terms(value)]
    return sorted(rows, key=lambda term: term[0])


def key(value: Canonical) -> Any:
    """A name that equal values of one algebra share."""
    lasting = tuple((m, str(a), str(b)) for m, a, b in _lasting(value))
    return lasting, (key(value.D) if value.D is not None else None)


def content(coefficients: Iterable[Fraction]) -> Fraction:
    """The largest positive number whose multiples all coefficients are."""
    fractions = list(coefficients)
    below = lcm(*[c.denominator for c in fractions])
    if below == 1:
        return rational(gcd(*[c.numerator for c in fractions]), 1)
    return Fraction(gcd(*[c.numerator * (below // c.denominator) for c in fractions]), below)


def is_negative(value: Canonical) -> bool:
    """A choice between a value and its negative: exactly one of the two is negative."""
    for _, a, b in reversed(_lasting(value)):
        if a or b:
            return a < 0 if a else b < 0
    return False
