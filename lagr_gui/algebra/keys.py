"""Hashable names of canonical values, and their sign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lagr_gui.algebra.canonical import Canonical

Monomial = tuple[tuple[int, int], ...]
"""Generators with their exponents, those different from zero."""


def terms(value: Canonical) -> list[tuple[Monomial, Any, Any]]:
    """The terms of a numerator: monomial and the coefficients in A and B, in a fixed order."""
    A, B, shift = value.lifted()
    real, imaginary = A.to_dict(), B.to_dict()
    found = []
    for exponents in sorted({*real, *imaginary}):
        monomial = tuple(
            (i, int(e) - s) for i, (e, s) in enumerate(zip(exponents, shift, strict=True)) if e != s
        )
        found.append((monomial, real.get(exponents, 0), imaginary.get(exponents, 0)))
    return found


def key(value: Canonical) -> Any:
    """A name that equal values share (of one algebra, as long as no angle is refined)."""
    own = tuple((m, str(a), str(b)) for m, a, b in sorted(terms(value), key=lambda t: t[0]))
    return own, (key(value.D) if value.D is not None else None)


def is_negative(value: Canonical) -> bool:
    """A choice between a value and its negative: exactly one of the two is negative."""
    ordered = sorted(terms(value), key=lambda term: term[0], reverse=True)
    for _, a, b in ordered:
        if a or b:
            return a < 0 if a else b < 0
    return False
