"""Sines, cosines and exponentials: arguments split into angles with whole factors."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from lagr_gui.algebra.canonical import Canonical, CanonicalCarrier, to_fraction
from lagr_gui.algebra.keys import Monomial, is_negative, key, terms
from lagr_gui.algebra.ring import Generator, Sort
from lagr_gui.foundation.interruption import whole

Powers = dict[int, int]
"""Generator → whole power."""


class Angles:
    """Makes exponentials of an algebra.

    An argument is a sum of rational multiples of monomials; each monomial has one generator
    exp(scale · monomial), refined when a multiple needs a smaller scale.  An argument that
    is no such sum is one angle as a whole.
    """

    def __init__(self, algebra: CanonicalCarrier) -> None:
        self.algebra = algebra
        self.units: dict[tuple[Sort, object], tuple[int, Fraction]] = {}

    def cosine(self, argument: Canonical) -> Canonical:
        """cos(argument) = (e^iφ + e^−iφ)/2"""
        forth, back = self._unit_circle(argument)
        return (forth + back) * Fraction(1, 2)

    def sine(self, argument: Canonical) -> Canonical:
        """sin(argument) = (e^iφ − e^−iφ)/2i"""
        forth, back = self._unit_circle(argument)
        half = (forth - back) * Fraction(1, 2)
        return Canonical(self.algebra, half.B, -half.A, half.shift)

    def exponential(self, argument: Canonical) -> Canonical:
        """exp(argument) as a product of powers."""
        powers, _ = self._split(argument, Sort.EXPONENTIAL)
        return self._product(powers)

    def circle(self, argument: Canonical) -> Canonical:
        """exp(i argument), a value with an imaginary part."""
        return self._unit_circle(argument)[0]

    def _unit_circle(self, argument: Canonical) -> tuple[Canonical, Canonical]:
        powers, twelfths = self._split(argument, Sort.ANGLE)
        forth = self._product(powers)
        back = self._product({index: -power for index, power in powers.items()})
        if twelfths:
            turn = self._turn(twelfths)
            conjugate = Canonical(self.algebra, turn.A, -turn.B, turn.shift)
            return forth * turn, back * conjugate
        return forth, back

    def _turn(self, twelfths: int) -> Canonical:
        """exp(iπ n/12), made of eighths and twelfths of the circle."""
        algebra, half = self.algebra, Fraction(1, 2)
        odd = twelfths % 2
        root2 = algebra.functions.root(algebra.number(2)) * half if odd else algebra.zero
        root3 = algebra.functions.root(algebra.number(3)) * half
        eighth, sixth = _complex(root2, root2), _complex(root3, algebra.number(half))
        turn = algebra.one
        for _ in range((twelfths - 3 * odd) // 2 % 12):
            turn = turn * sixth
        return turn * eighth if odd else turn

    def _split(self, argument: Canonical, sort: Sort) -> tuple[Powers, int]:
        """Powers of generators, and for angles the multiple of π/12 that is split off."""
        parts = self._monomials(argument)
        if parts is None:
            if sort is Sort.ANGLE and is_negative(argument):  # cos(−φ) and cos φ are of one angle
                return {self._whole(-argument, sort): -1}, 0
            return {self._whole(argument, sort): 1}, 0
        twelfths = 0
        pi = self._pi()
        multiples = []
        for monomial, factor in parts:
            if sort is Sort.ANGLE and monomial == pi and (12 * factor).denominator == 1:
                twelfths = int(12 * factor) % 24
            else:
                multiples.append((monomial, factor))
        units = [self._unit(sort, monomial, factor) for monomial, factor in multiples]
        powers: Powers = {}
        for (monomial, factor), _ in zip(multiples, units, strict=True):
            index, scale = self.units[sort, monomial]
            powers[index] = int(factor / scale)
        return powers, twelfths

    def _monomials(self, argument: Canonical) -> list[tuple[Monomial, Fraction]] | None:
        if argument.D is not None or argument.B:
            return None
        generators = self.algebra.ring.generators
        monomials = []
        for monomial, a, _ in terms(argument):
            if any(generators[i].sort in (Sort.ANGLE, Sort.EXPONENTIAL) for i, _ in monomial):
                return None
            monomials.append((monomial, to_fraction(a)))
        return monomials

    def _pi(self) -> Monomial | None:
        index = self.algebra.ring.index.get(("pi", ()))
        return ((index, 1),) if index is not None else None

    def _unit(self, sort: Sort, monomial: Monomial, factor: Fraction) -> int:
        """The generator of a monomial, with a scale that divides the factor."""
        unit = self.units.get((sort, monomial))
        if unit is not None and (factor / unit[1]).denominator == 1:
            return unit[0]
        return self._finer(sort, monomial, factor, unit)

    @whole
    def _finer(
        self,
        sort: Sort,
        monomial: Monomial,
        factor: Fraction,
        unit: tuple[int, Fraction] | None,
    ) -> int:
        """A generator with a scale that divides the factor, which stands for the known one too."""
        coarse = unit[1] if unit is not None else Fraction(1)
        scale = Fraction(1, lcm(coarse.denominator, factor.denominator))
        base = self._value(monomial) * scale
        new = self._generator(sort, (sort, monomial, scale), base)
        self.units[sort, monomial] = new, scale
        if unit is not None:
            self.algebra.ring.refine(unit[0], new, int(unit[1] / scale))
        return new

    def _whole(self, argument: Canonical, sort: Sort) -> int:
        name = (sort, key(argument))
        index = self.algebra.ring.index.get(name)
        return index if index is not None else self._generator(sort, name, argument)

    def _generator(self, sort: Sort, name: object, base: Canonical) -> int:
        return self.algebra.ring.add(Generator(sort, name, base=base))

    def _value(self, monomial: Monomial) -> Canonical:
        value = self.algebra.one
        for index, exponent in monomial:
            value = value * self.algebra.generator(index) ** exponent
        return value

    def _product(self, powers: Powers) -> Canonical:
        ring = self.algebra.ring
        up, down = [0] * ring.width, [0] * ring.width
        for index, power in powers.items():
            (up if power > 0 else down)[index] = abs(power)
        return Canonical(self.algebra, ring.monomial(tuple(up)), ring.constant(0), tuple(down))


def _complex(real: Canonical, imaginary: Canonical) -> Canonical:
    """real + i imaginary of two values without imaginary parts."""
    A, B, shift = imaginary.lifted()
    return real + Canonical(imaginary.algebra, B, A, shift)
