"""Square roots and signs: √(u²) is |u| = σ u with the sign σ of u, for which σ² = 1."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from flint import fmpq, fmpq_mpoly, fmpz

from lagr_gui.algebra.canonical import Canonical, CanonicalCarrier, to_fraction
from lagr_gui.algebra.keys import content, is_negative, key, terms
from lagr_gui.algebra.ring import Generator, Sort
from lagr_gui.algebra.trigonometry import Factor, Groups, is_wide, product_form, read_groups
from lagr_gui.expression import Symbol
from lagr_gui.foundation.interruption import whole
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import OutOfDomain, Problem

SMALL = 1000
"""Primes below this are found in any number."""

FACTORED = 128
"""Bits of a number of which all primes are found: that takes some hundredths of a second."""


class Roots:
    """Makes roots and absolute values of an algebra."""

    def __init__(self, algebra: CanonicalCarrier) -> None:
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
        return self.sign(value) * value if value.A or value.B else value

    def sign(self, value: Canonical) -> Canonical:
        """The sign σ of a value, as a product of those of its factors; 0 of zero."""
        if value.D is not None:
            return self.sign(value.numerator) * self.sign(value.D)
        if value.constant is not None:
            return self.algebra.number((value.constant > 0) - (value.constant < 0))
        if value.A and value.B:
            return self._own_sign(value, is_negative(value))
        A, B, shift = value.lifted()
        content, factors = (A or B).factor()
        result = self.algebra.number(1 if content > 0 else -1)
        rest = self._one()
        for factor, power in factors:
            if self._turns(factor):
                rest = rest * factor ** int(power)
            elif power % 2:
                result = result * self._plain_sign(factor)
        for index, s in enumerate(shift):
            if s % 2 and not self._is_angle(index):
                result = result * self._plain_sign(self.algebra.ring.context.gen(index))
        inner = tuple(s if self._is_angle(i) else 0 for i, s in enumerate(shift))
        zero = self.algebra.ring.constant(0)
        left = self._made(zero, rest, inner) if B else self._made(rest, zero, inner)
        if left.constant == 1:
            return result
        if all(any(self._is_angle(i) for i, _ in monomial) for monomial, *_ in terms(left)):
            left = left * Fraction(1, 2)  # z + 1/z is 2 cos
        if (clear := _dominated(left)) is not None:
            return result * clear
        # i (z − 1/z) is −2 sin
        return result * self._own_sign(left, is_negative(left) != bool(left.B))

    def _own_sign(self, value: Canonical, turned: bool) -> Canonical:
        """The sign of a value as one generator, which is named after its negative where turned."""
        return -self._atom(Sort.SIGN, -value) if turned else self._atom(Sort.SIGN, value)

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
        if left.constant == 1:
            return result
        square = _square_part(left)
        return result * square * self._atom(Sort.ROOT, left * Fraction(1, square**2))

    def _perfect(self, value: Canonical) -> Canonical | None:
        """|f| where the value is a number times f²."""
        found = self.square_of(value)
        return None if found is None else self.absolute(found[1]) * self._number(found[0])

    def square_of(self, value: Canonical) -> tuple[Fraction, Canonical] | None:
        """A positive number and f, where the value is the number times f²; None where it is not.

        The value has no denominator, and no part that is odd in the angles.
        """
        A, zero, shift = value.lifted()
        if 1 in {power % 2 for power in (*shift, *A.degrees())}:
            return None
        content, factors = A.factor_squarefree()
        if any(power % 2 for _, power in factors):
            return None
        f = self._one()
        for factor, power in factors:
            f = f * factor ** int(power // 2)
        half = tuple(s // 2 for s in shift)
        number = to_fraction(content)
        mirrored = self._mirrored(f, half)
        if mirrored == f and number > 0:
            return number, Canonical(self.algebra, f, zero, half)
        if mirrored == -f and number < 0:
            return -number, Canonical(self.algebra, zero, f, half)
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
        return self._plain_sign(factor) * self._value(factor)

    def _plain_sign(self, factor: fmpq_mpoly) -> Canonical:
        """The sign of a polynomial without angles."""
        if self._is_positive(factor):
            return self.algebra.one
        value = self._value(factor)
        if len(factor) == 1 and self._is_sign(factor):
            return value
        return self._own_sign(value, is_negative(value))

    def _is_sign(self, factor: fmpq_mpoly) -> bool:
        """Whether a monomial is a sign."""
        (exponents,) = factor.monoms()
        used = [i for i, e in enumerate(exponents) if e]
        return [self.algebra.ring.generators[i].sort for i in used] == [Sort.SIGN]

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
        """Whether all terms are known not to be negative."""
        generators = self.algebra.ring.generators
        return all(c > 0 for c in factor.coeffs()) and all(
            power % 2 == 0 or self._is_known(generator)
            for exponents in factor.monoms()
            for power, generator in zip(exponents, generators, strict=False)
        )

    def _is_known(self, generator: Generator) -> bool:
        """Whether a generator is known not to be negative."""
        if generator.sort in (Sort.EXPONENTIAL, Sort.ROOT) or generator.key == ("pi", ()):
            return True
        symbol = generator.key
        steady = isinstance(symbol, Symbol) and symbol.order == 0
        return steady and symbol.name in self.algebra.positive

    def _number(self, value: Fraction) -> Canonical:
        """√ of a rational number as a product of roots of primes."""
        if value < 0:
            raise OutOfDomain(
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
        name = (sort, key(base))
        index = self.algebra.ring.index.get(name)
        if index is None:
            index = self._entered(Generator(sort, name, base=base))
        return self.algebra.generator(index)

    @whole
    def _entered(self, generator: Generator) -> int:
        index = self.algebra.ring.add(generator)
        self.algebra.roots.append(index)
        return index

    def _made(self, A: fmpq_mpoly, B: fmpq_mpoly, shift: tuple[int, ...]) -> Canonical:
        """A value of parts that may be older than the present generators."""
        ring = self.algebra.ring
        return Canonical(self.algebra, ring.lift(A), ring.lift(B), ring.widen(shift))

    def _value(self, polynomial: fmpq_mpoly) -> Canonical:
        ring = self.algebra.ring
        return Canonical(self.algebra, ring.lift(polynomial), ring.constant(0), (0,) * ring.width)

    def _one(self) -> fmpq_mpoly:
        return self.algebra.ring.constant(1)

    def _turns(self, factor: fmpq_mpoly) -> bool:
        return any(degree and self._is_angle(i) for i, degree in enumerate(factor.degrees()))

    def _is_angle(self, index: int) -> bool:
        return self.algebra.ring.is_angle(index)


def _factors(whole: int) -> list[tuple[int, int]]:
    """Prime factors with their powers; of a large number what remains after small ones is one.

    To find the primes of numbers with many digits could take for ever; only roots of numbers that
    share such a prime are then not recognised as multiples of each other.
    """
    factors: list[tuple[int, int]] = []
    for factor, power in fmpz(whole).factor(SMALL):
        rest = int(factor)
        if rest.bit_length() <= FACTORED:
            factors += [(int(prime), int(n) * int(power)) for prime, n in factor.factor()]
        elif (root := math.isqrt(rest)) ** 2 == rest:
            factors.append((root, 2 * int(power)))
        else:
            factors.append((rest, int(power)))
    return factors


def _dominated(value: Canonical) -> int | None:
    """The sign of a number with sines and cosines that cannot outweigh it, as of 3 + cos x."""
    steady, swinging = Fraction(0), Fraction(0)
    for monomial, a, b in terms(value):
        if any(value.algebra.ring.generators[i].sort is not Sort.ANGLE for i, _ in monomial):
            return None
        if monomial:
            swinging += sum(abs(to_fraction(fmpq(part))) for part in (a, b))
        else:
            steady = to_fraction(fmpq(a))
    if abs(steady) <= swinging:
        return None
    return 1 if steady > 0 else -1


def _primitive(polynomial: fmpq_mpoly) -> tuple[fmpq_mpoly, Fraction]:
    """A polynomial with whole coefficients without common divisor, and what was taken out."""
    taken = content(to_fraction(c) for c in polynomial.coeffs())
    return polynomial * fmpq(taken.denominator, taken.numerator), taken


def _square_part(value: Canonical) -> int:
    """The largest number whose square divides a value as it is written with sines and cosines.

    Of cos 2x alone that is looked for as it is, and as 1 − 2 sin² x.
    """
    groups, algebra = read_groups(value), value.algebra
    steps = _steps(groups)
    origins = {index: algebra.ring.origins.get(index, (index, 1))[1] for index in steps}
    halves = {i: k // 2 if k % (2 * origins[i]) == 0 else k for i, k in steps.items()}
    return max(_square_of(_coarse(groups, divisors), algebra) for divisors in (steps, halves))


def _square_of(groups: Groups, algebra: CanonicalCarrier) -> int:
    if is_wide(groups):  # nobody writes these as products
        return 1
    products = product_form(groups, algebra)
    taken = content(number for coefficient in products.values() for number in coefficient.values())
    whole = taken.numerator if taken.denominator == 1 else 1
    return math.prod(factor ** (power // 2) for factor, power in _factors(whole))


def _steps(groups: Groups) -> dict[int, int]:
    """The largest parts of angles whose multiples are all that occurs of them."""
    steps: dict[int, int] = {}
    for factor in groups:
        for index, multiple in factor.angle:
            steps[index] = math.gcd(steps.get(index, 0), multiple)
    return steps


def _coarse(groups: Groups, steps: Mapping[int, int]) -> Groups:
    """The same sum in multiples of these parts, as where no finer angles were made."""
    return {
        Factor(factor.function, tuple((i, k // steps[i]) for i, k in factor.angle)): coefficient
        for factor, coefficient in groups.items()
    }
