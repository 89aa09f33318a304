"""What the terms of an expression come to before they cancel, with those of its derivatives.

A value, slope or rate that is far below its bound is made of rounding (running error analysis:
Higham, Accuracy and Stability of Numerical Algorithms, section 3.3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lagr_gui.audit.jets import Jet, JetCarrier, constant, is_constant, jet


@dataclass(frozen=True, slots=True, eq=False)
class BoundedJet:
    """A jet, and what the terms (3, n) of value, first and second derivative come to."""

    jet: Jet
    bound: Jet


def unbroken(jet: Jet) -> BoundedJet:
    """A jet in which nothing cancels."""
    return BoundedJet(jet, np.abs(jet))


class BoundCarrier:
    """Expressions on jets with bounds."""

    def __init__(self, jets: JetCarrier) -> None:
        self._jets = jets

    def number(self, value: Fraction) -> BoundedJet:
        """A constant."""
        return unbroken(constant(float(value)))

    def add(self, terms: Sequence[BoundedJet]) -> BoundedJet:
        """The sum."""
        jets, bounds = [term.jet for term in terms], [term.bound for term in terms]
        return BoundedJet(self._jets.add(jets), self._jets.add(bounds))

    def multiply(self, factors: Sequence[BoundedJet]) -> BoundedJet:
        """The product."""
        jets, bounds = [factor.jet for factor in factors], [factor.bound for factor in factors]
        return BoundedJet(self._jets.multiply(jets), self._jets.multiply(bounds))

    def power(self, base: BoundedJet, exponent: BoundedJet) -> BoundedJet:
        """base ^ exponent."""
        if is_constant(exponent.jet):
            return _through(lambda a: self._jets.power(a, exponent.jet), [base])
        return _through(self._jets.power, [base, exponent])

    def call(
        self, function: str, arguments: Sequence[BoundedJet], orders: tuple[int, ...]
    ) -> BoundedJet:
        """A built-in function, or one of the model's."""
        return _through(lambda *a: self._jets.call(function, a, orders), arguments)


def _through(function: Callable[..., Jet], arguments: Sequence[BoundedJet]) -> BoundedJet:
    """A function of jets; its partial derivatives tell what the terms of arguments come to."""
    whole = function(*(argument.jet for argument in arguments))
    value, rate, second = np.abs(whole)
    terms = [value, 0 * value, 0 * value]
    for place, argument in enumerate(arguments):
        lines = [jet(a.jet[0], 0 * a.jet[0], 0 * a.jet[0]) for a in arguments]
        lines[place][1] = 1.0
        _, slope, bend = np.abs(function(*lines))
        size, speed, curve = argument.bound
        terms[0] = terms[0] + slope * size
        terms[1] = terms[1] + slope * speed + bend * size * speed
        terms[2] = terms[2] + slope * curve + bend * speed**2
    bounds = (
        np.maximum(np.where(np.isfinite(t), t, 0.0), k)
        for t, k in zip(terms, (value, rate, second), strict=True)
    )
    return BoundedJet(whole, jet(*bounds))
