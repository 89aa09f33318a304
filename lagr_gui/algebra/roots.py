"""Square roots and absolute values: √(u²) is |u|, never u."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly, fmpz

from lagr_gui.algebra.canonical import Canonical, to_fraction
from lagr_gui.algebra.keys import content, is_negative, key, terms
from lagr_gui.algebra.ring import Generator, Sort
from lagr_gui.expression import Symbol
from lagr_gui.message import say
from lagr_gui.problem import LagrError, Problem

if TYPE_CHECKING:
    from lagr_gui.algebra.algebra import Algebra


SMALL = 1000
"""Primes below this are found in any number."""

FACTORED = 128
"""Bits of a number of which all primes are found: that takes some hundredths of a second."""


class Roots:
    """Makes roots and absolute values of an algebra."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra

    def root(self, value: Canonical) -> Canonical:
        """√value. Raises LagrError for a negative number."""
        if not value.A and not value.B:
            return self.algebra.zero
        if value.D is not None:
            below = value.D
            return self.root(value.numerator * below) / self.absolute(below)
        if value.constant is not None:
            return self._number(value.constant)
        if value.B:
            return self._atom(Sort.ROOT, value)
        perfect = self._perfect(value)
        return perfect if perfect is not None else self._drawn(value)

    def absolute(self, value: Canonical) -> Canonical:
        """|value|"""
        if value.D is not None:
            return self.absolute(value.numerator) / self.absolute(value.D)
        if value.constant is not None:
            return self.algebra.number(abs(value.constant))
        if value.A and value.B:
            return self._atom(Sort.ABSOLUTE, -value if is_negative(value) else value)
        A, B, shift = value.lifted()
        content, factors = (A or B).factor()
        result = self.algebra.number(abs(to_fraction(content)))
        rest = self._one()
        for factor, power in factors:
            if self._turns(factor):
                rest = rest * factor ** int(power)
            elif power % 2 == 0:
                result = result * self._value(factor) ** int(power)
            else:
                result = result * self._plain(factor) * self._value(factor) ** int(power - 1)
        result = result * self._shifted(shift, absolute=True)
        inner = tuple(s if self._is_angle(i) else 0 for i, s in enumerate(shift))
        zero = self.algebra.ring.constant(0)
        left = self._made(zero, rest, inner) if B else self._made(rest, zero, inner)
        if left.constant == 1:
            return result
        if all(any(self._is_angle(i) for i, _ in monomial) for monomial, *_ in terms(left)):
            left, result = left * Fraction(1, 2), result * 2  # z + 1/z is 2 cos
        # i (z − 1/z) is −2 sin
        turned = is_negative(left) != bool(left.B)
        return result * self._atom(Sort.ABSOLUTE, -left if turned else left)

    def _drawn(self, value: Canonical) -> Canonical:
        """√ with all that can be drawn: squares of factors without angles, squares of numbers."""
        A, zero, shift = value.lifted()
        content, factors = A.factor_squarefree()
        inner, result = self._one(), self.algebra.one
        for factor, power in factors:
            if self._turns(factor):
                inner = inner * factor ** int(power)
            else:
                result = result * self._plain(factor) ** int(power // 2)
                inner = inner * factor ** int(power % 2)
        odd = tuple(s if self._is_angle(i) else s % 2 for i, s in enumerate(shift))
        half = tuple(0 if self._is_angle(i) else s // 2 for i, s in enumerate(shift))
        result = result * self._shifted(half, absolute=True)
        up = tuple(0 if self._is_angle(i) else s for i, s in enumerate(odd))
        result = result * self._shifted(up, absolute=True)
        down = tuple(s if self._is_angle(i) else 0 for i, s in enumerate(odd))
        ring = self.algebra.ring
        inner = ring.lift(inner) * ring.monomial(ring.widen(up))
        whole, content_inner = _primitive(inner)
        number = to_fraction(content) * content_inner
        if number < 0:
            number, whole = -number, -whole
        result = result * self._number(number)
        left = self._made(whole, zero, down)
        return result if left.constant == 1 else result * self._atom(Sort.ROOT, left)

    def _perfect(self, value: Canonical) -> Canonical | None:
        """|f| where the value is a number times f²."""
        A, zero, shift = value.lifted()
        content, factors = A.factor_squarefree()
        if any(power % 2 for _, power in factors) or any(s % 2 for s in shift):
            return None
        f = self._one()
        for factor, power in factors:
            f = f * factor ** int(power // 2)
        half = tuple(s // 2 for s in shift)
        number = to_fraction(content)
        mirrored = self._mirrored(f, half)
        if mirrored == f and number > 0:
            return self.absolute(Canonical(self.algebra, f, zero, half)) * self._number(number)
        if mirrored == -f and number < 0:
            return self.absolute(Canonical(self.algebra, zero, f, half)) * self._number(-number)
        return None

    def _mirrored(self, f: fmpq_mpoly, shift: tuple[int, ...]) -> fmpq_mpoly | None:
        """f with the sign of all angles turned, for the shift; None where it does not fit."""
        table = {}
        for exponents, coefficient in f.to_dict().items():
            turned = tuple(
                2 * s - int(e) if self._is_angle(i) else e
                for i, (e, s) in enumerate(zip(exponents, shift, strict=True))
            )
            if min(turned, default=0) < 0:
                return None
            table[turned] = coefficient
        return self.algebra.ring.context.from_dict(table)

    def _plain(self, factor: fmpq_mpoly) -> Canonical:
        """|factor| for a polynomial without angles."""
        value = self._value(factor)
        if len(factor) == 1 and self._is_positive(factor):
            return value
        return self._atom(Sort.ABSOLUTE, -value if is_negative(value) else value)

    def _shifted(self, shift: tuple[int, ...], absolute: bool) -> Canonical:
        """1/Π|xᵢ|^sᵢ over the generators that are no angles."""
        result = self.algebra.one
        for index, s in enumerate(shift):
            if s and not self._is_angle(index):
                x = self.algebra.ring.context.gen(index)
                base = self._value(x) if s % 2 == 0 or not absolute else self._plain(x)
                result = result / base**s
        return result

    def _is_positive(self, factor: fmpq_mpoly) -> bool:
        """Whether a single generator is known not to be negative."""
        (exponents,) = factor.monoms()
        for index, power in enumerate(exponents):
            generator = self.algebra.ring.generators[index]
            if not power or generator.sort in (Sort.EXPONENTIAL, Sort.ROOT, Sort.ABSOLUTE):
                continue
            known = isinstance(generator.key, Symbol) and generator.key.order == 0
            if generator.key != ("pi", ()) and not (
                known and generator.key.name in self.algebra.positive
            ):
                return False
        return True

    def _number(self, value: Fraction) -> Canonical:
        """√ of a rational number as a product of roots of primes."""
        if value < 0:
            raise LagrError(
                Problem(
                    place="Expression",
                    cause=say(
                        "The square root of the negative number {value} is not real.", value=value
                    ),
                    remedy="Correct the radicand.",
                    code="domain",
                )
            )
        whole = value.numerator * value.denominator
        result = self.algebra.number(Fraction(1, value.denominator))
        for factor, power in _factors(whole):
            result = result * factor ** (power // 2)
            if power % 2:
                result = result * self._atom(Sort.ROOT, self.algebra.number(factor))
        return result

    def _atom(self, sort: Sort, base: Canonical) -> Canonical:
        ring = self.algebra.ring
        name = (sort, key(base))
        index = ring.index.get(name)
        if index is None:
            index = ring.add(Generator(sort, name, base=base))
            self.algebra.roots.append(index)
        return self.algebra.generator(index)

    def _made(self, A: fmpq_mpoly, B: fmpq_mpoly, shift: tuple[int, ...]) -> Canonical:
        """A value of parts that may be older than the present generators."""
        ring = self.algebra.ring
        return Canonical(self.algebra, ring.lift(A), ring.lift(B), ring.widen(shift))

    def _value(self, polynomial: fmpq_mpoly) -> Canonical:
        ring = self.algebra.ring
        return Canonical(self.algebra, ring.lift(polynomial), ring.constant(0), (0,) * ring.size)

    def _one(self) -> fmpq_mpoly:
        return self.algebra.ring.constant(1)

    def _turns(self, factor: fmpq_mpoly) -> bool:
        return any(degree and self._is_angle(i) for i, degree in enumerate(factor.degrees()))

    def _is_angle(self, index: int) -> bool:
        return self.algebra.ring.generators[index].sort is Sort.ANGLE


def _factors(whole: int) -> list[tuple[int, int]]:
    """Prime factors with their powers; of a large number what remains after small ones is one.

    To find the primes of numbers with many digits could take for ever; only roots of numbers that
    share such a prime are then not recognised as multiples of each other.
    """
    found: list[tuple[int, int]] = []
    for factor, power in fmpz(whole).factor(SMALL):
        rest = int(factor)
        if rest.bit_length() <= FACTORED:
            found += [(int(prime), int(n) * int(power)) for prime, n in factor.factor()]
        elif (root := math.isqrt(rest)) ** 2 == rest:
            found.append((root, 2 * int(power)))
        else:
            found.append((rest, int(power)))
    return found


def _primitive(polynomial: fmpq_mpoly) -> tuple[fmpq_mpoly, Fraction]:
    """A polynomial with whole coefficients without common divisor, and what was taken out."""
    taken = content(to_fraction(c) for c in polynomial.coeffs())
    return polynomial * fmpq(taken.denominator, taken.numerator), taken
