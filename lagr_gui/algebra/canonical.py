"""Canonical expressions: trigonometric Laurent polynomials over exact coefficients.

A value is X^(−shift) · (A + iB) / D.  A and B are polynomials over the generators of a ring;
sines and cosines are exponentials z = exp(i·angle), so that equal values have equal
polynomials, and zero is zero.  Values are real: the coefficient of z^−k is the conjugate of
that of z^k.  The denominator D is almost always 1 (monomials are divided by shifting).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import compress, count
from typing import Any, Protocol

from flint import fmpq, fmpq_mpoly

from lagr_gui.algebra.ring import Exponents, Ring, Sort
from lagr_gui.expression import Expression, Number, Spelling, Symbol
from lagr_gui.foundation.problem import LagrError, Problem, TooLong, refusal

MOST_TERMS = 300_000
"""A product that may have more terms than this is not carried out."""


class CanonicalCarrier(Protocol):
    """What values and their parts need of the algebra that they belong to.

    `roots` are the generators that are roots or signs; those who show values fill the tables.
    """

    ring: Ring[Canonical]
    positive: frozenset[str]
    natural: set[Symbol]
    roots: list[int]
    number_counts: dict[tuple[int, int], tuple[int, int, int]]
    factor_trees: dict[Any, Expression]
    factor_places: dict[Any, Any]
    angle_trees: dict[Any, Expression]
    monomial_factors: dict[Any, tuple[Expression, ...]]
    monomial_counts: dict[Any, tuple[int, int, int]]
    factor_counts: dict[Any, tuple[int, int, int]]
    monomial_places: dict[Any, list[tuple[int, int]]]
    factor_products: dict[Any, list[Any]]
    atoms: dict[Any, dict[Any, Any]]
    atom_lengths: dict[Any, int]
    gains: dict[Any, int]
    products: dict[Any, Any]
    arranged: dict[Any, Any]
    brackets: dict[Any, Expression]
    splits: dict[Any, dict[str, Any]]
    coefficients: dict[Any, Any]
    sums: dict[Any, Any]
    factored: dict[Any, Any]
    steady: dict[Any, Any]
    zero: Canonical
    one: Canonical

    @property
    def functions(self) -> Calls: ...
    @property
    def spelling(self) -> Spelling: ...
    def number(self, value: Fraction | int) -> Canonical: ...
    def symbol(self, symbol: Symbol) -> Canonical: ...
    def generator(self, index: int) -> Canonical: ...
    def expression(self, tree: Expression) -> Canonical: ...
    def lift(self, value: Canonical | Fraction | int) -> Canonical: ...
    def add(self, terms: Sequence[Canonical]) -> Canonical: ...
    def multiply(self, factors: Sequence[Canonical]) -> Canonical: ...
    def power(self, base: Canonical, exponent: Canonical) -> Canonical: ...
    def call(
        self, function: str, arguments: Sequence[Canonical], orders: tuple[int, ...] = ()
    ) -> Canonical: ...
    def substituted(
        self,
        value: Canonical,
        symbols: Mapping[Symbol, Expression | Canonical],
        functions: Mapping[str, tuple[tuple[str, ...], Expression]],
    ) -> Canonical: ...
    def number_tree(self, value: Fraction | int) -> Number: ...
    def is_decimal(self, value: Fraction) -> bool: ...
    def shown(self, value: Canonical, form: str) -> Expression: ...
    def rank(self, index: int) -> int: ...
    def is_constant(self, index: int) -> bool: ...
    def is_velocity(self, index: int) -> bool: ...
    def dependents(self, symbol: Symbol) -> tuple[int, ...]: ...
    def slope(self, index: int, symbol: Symbol) -> Canonical: ...
    def raised(
        self, A: fmpq_mpoly, B: fmpq_mpoly, shift: Exponents, top: Exponents
    ) -> tuple[fmpq_mpoly, fmpq_mpoly]: ...
    def reduced(self, A: fmpq_mpoly, B: fmpq_mpoly, shift: Exponents) -> Canonical: ...
    def parted(self, value: Canonical, index: int) -> tuple[Canonical, Canonical]: ...
    def vanishes(self, value: Canonical) -> bool: ...
    def inverse(self, value: Canonical) -> Canonical: ...
    def fraction(self, top: Canonical, below: Canonical) -> Canonical: ...


class Calls(Protocol):
    """What is asked of the functions of an algebra; `angles` and `roots` make theirs."""

    angles: Any
    roots: Any

    def root(self, value: Canonical) -> Canonical: ...
    def opaque(
        self, function: str, arguments: tuple[Canonical, ...], orders: tuple[int, ...] = ()
    ) -> Canonical: ...
    def jumps(self, index: int, symbol: Symbol) -> bool: ...


@dataclass(frozen=True, eq=False)
class Slope:
    """A multiple of a partial derivative: number · ∂value/∂symbol."""

    value: Canonical
    symbol: Symbol
    number: Fraction


class Canonical:
    """An immutable canonical expression."""

    __slots__ = ("A", "B", "D", "__dict__", "algebra", "shift")

    slopes: tuple[Slope, ...] = ()
    """The derivatives of which this is the sum, where that is known."""

    groups: dict[Any, Any] | None = None
    """Room for the sum over angles that was read from A and B."""

    def __init__(
        self,
        algebra: CanonicalCarrier,
        A: fmpq_mpoly,
        B: fmpq_mpoly,
        shift: Exponents,
        D: Canonical | None = None,
    ) -> None:
        self.algebra = algebra
        self.A = A
        self.B = B
        self.shift = shift
        self.D = D

    def lifted(self) -> tuple[fmpq_mpoly, fmpq_mpoly, Exponents]:
        """A, B and shift over the present generators."""
        ring = self.algebra.ring
        if len(self.shift) != ring.width:
            self.__dict__.pop("present", None)
            self.groups = None
            self.A, self.B = ring.lift(self.A), ring.lift(self.B)
            self.shift = ring.widen(self.shift)
        return self.A, self.B, self.shift

    @property
    def is_zero(self) -> bool:
        """Whether the value is zero wherever it is defined."""
        if not self.A and not self.B:
            return True
        return self.algebra.vanishes(self) if self._has_roots else False

    @property
    def _has_roots(self) -> bool:
        return any(self.shift[i] if i < len(self.shift) else 0 for i in self.algebra.roots)

    def __bool__(self) -> bool:
        return not self.is_zero

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, Fraction)):
            other = self.algebra.number(other)
        return isinstance(other, Canonical) and (self - other).is_zero

    __hash__ = None  # type: ignore[assignment]

    def __neg__(self) -> Canonical:
        return Canonical(self.algebra, -self.A, -self.B, self.shift, self.D)

    def __add__(self, other: Canonical | Fraction | int) -> Canonical:
        other = self.algebra.lift(other)
        if self.D is not None or other.D is not None:
            return self._add_fractions(other)
        if not other.A and not other.B:
            return self
        if not self.A and not self.B:
            return other
        A, B, s = self.lifted()
        C, E, t = other.lifted()
        if s != t:
            top = tuple(map(max, s, t))
            A, B = self.algebra.raised(A, B, s, top)
            C, E = self.algebra.raised(C, E, t, top)
            s = top
        return Canonical(self.algebra, A + C if C else A, B + E if E else B, s)

    __radd__ = __add__

    def __sub__(self, other: Canonical | Fraction | int) -> Canonical:
        return self + (-self.algebra.lift(other))

    def __rsub__(self, other: Fraction | int) -> Canonical:
        return (-self) + other

    def __mul__(self, other: Canonical | Fraction | int) -> Canonical:
        if not isinstance(other, Canonical):
            if self.D is None:
                return self._times_number(other)
            other = self.algebra.number(other)
        if self.D is None and not (self.A or self.B):
            return self
        if other.D is None and not (other.A or other.B):
            return other
        A, B, s = self.lifted()
        C, E, t = other.lifted()
        if self.algebra.ring.weight((len(A) + len(B)) * (len(C) + len(E))) > MOST_TERMS:
            raise too_long()
        if not B:
            real, imaginary = A * C, A * E if E else E
        elif not E:
            real, imaginary = A * C, B * C
        else:
            real, imaginary = A * C - B * E, A * E + B * C
        shift = tuple(map(int.__add__, s, t)) if any(s) and any(t) else t if any(t) else s
        product = self.algebra.reduced(real, imaginary, shift)
        if self.D is None and other.D is None:
            return product
        below = self.D if other.D is None else other.D if self.D is None else self.D * other.D
        assert below is not None
        return self.algebra.fraction(product, below)

    __rmul__ = __mul__

    def _times_number(self, number: Fraction | int) -> Canonical:
        if number in (1, -1):
            return self if number == 1 else -self
        factor = fmpq(number.numerator, number.denominator)
        imaginary = self.B * factor if self.B else self.B
        return Canonical(self.algebra, self.A * factor, imaginary, self.shift)

    def __truediv__(self, other: Canonical | Fraction | int) -> Canonical:
        return self * self.algebra.inverse(self.algebra.lift(other))

    def __pow__(self, exponent: int) -> Canonical:
        if exponent < 0:
            return self.algebra.inverse(self) ** (-exponent)
        result, square = self.algebra.one, self
        while exponent:
            if exponent & 1:
                result = result * square
            exponent >>= 1
            if exponent:
                square = square * square
        return result

    def _add_fractions(self, other: Canonical) -> Canonical:
        a, b = self.numerator, other.numerator
        if self.D is not None and other.D is not None and self.D == other.D:
            return self.algebra.fraction(a + b, self.D)
        below = self.D if other.D is None else other.D if self.D is None else self.D * other.D
        left = a if other.D is None else a * other.D
        right = b if self.D is None else b * self.D
        assert below is not None
        return self.algebra.fraction(left + right, below)

    @property
    def length(self) -> int:
        """The number of terms of the numerator, as exponentials."""
        return len(self.A) + len(self.B)

    @property
    def numerator(self) -> Canonical:
        """The value without its denominator."""
        return Canonical(self.algebra, self.A, self.B, self.shift)

    @cached_property
    def present(self) -> frozenset[int]:
        """The generators of the numerator."""
        degrees = [self.shift, *(P.degrees() for P in (self.A, self.B) if P)]
        return frozenset([i for entries in degrees for i in compress(count(), entries)])

    def mentions(self, symbol: Symbol) -> bool:
        """Whether anything that depends on a symbol occurs; where not, the derivative is 0."""
        if self.present.intersection(self.algebra.dependents(symbol)):
            return True
        return self.D is not None and self.D.mentions(symbol)

    def jumps(self, symbol: Symbol) -> bool:
        """Whether a sign or step occurs that changes with a symbol; derivatives tell nothing."""
        if any(self.algebra.functions.jumps(index, symbol) for index in self.present):
            return True
        return self.D is not None and self.D.jumps(symbol)

    def derivative(self, symbol: Symbol) -> Canonical:
        """The partial derivative with respect to a coordinate, velocity, parameter or time."""
        top = self._slope(symbol)
        if self.D is None:
            return top
        below = self.D._slope(symbol)
        return self.algebra.fraction(top * self.D - self.numerator * below, self.D * self.D)

    def _slope(self, symbol: Symbol) -> Canonical:
        algebra = self.algebra
        total = algebra.zero
        self.lifted()
        for index in algebra.dependents(symbol):
            if index not in self.present:
                continue
            partial = self._by_generator(index)
            if partial.A or partial.B:
                slope = algebra.slope(index, symbol)
                if slope.A or slope.B:
                    constant = slope.constant
                    total = total + partial * (slope if constant is None else constant)
        return total

    def _by_generator(self, index: int) -> Canonical:
        """∂/∂xᵢ; for angles i z ∂/∂z, for exponentials e ∂/∂e."""
        algebra = self.algebra
        A, B, shift = self.lifted()
        s = shift[index]
        sort = algebra.ring.generators[index].sort
        if sort in (Sort.ANGLE, Sort.EXPONENTIAL) or s:
            x = algebra.ring.context.gen(index)
            A = x * A.derivative(index) - (A if s == 1 else s * A) if A else A
            B = x * B.derivative(index) - (B if s == 1 else s * B) if B else B
            if sort is Sort.ANGLE:
                return Canonical(algebra, -B, A, shift)
            if sort is Sort.EXPONENTIAL:
                return Canonical(algebra, A, B, shift)
            up = tuple(e + 1 if i == index else e for i, e in enumerate(shift))
            return Canonical(algebra, A, B, up)
        return Canonical(algebra, A.derivative(index), B.derivative(index) if B else B, shift)

    def substitute(
        self,
        symbols: Mapping[Symbol, Expression | Canonical],
        functions: Mapping[str, tuple[tuple[str, ...], Expression]] | None = None,
    ) -> Canonical:
        """The value with symbols and functions replaced.

        A function is replaced by its argument names and an expression in them; its
        derivatives become those of the expression.
        """
        return self.algebra.substituted(self, symbols, functions or {})

    def tree(self, form: str = "shortest") -> Expression:
        """The value as an expression in one of the forms."""
        return self.algebra.shown(self, form)

    @cached_property
    def constant(self) -> Fraction | None:
        """The number that the value is, or None."""
        if self.D is not None or self.B:
            return None
        A, _, shift = self.lifted()
        if not A:
            return Fraction(0)
        if len(A) == 1 and next(iter(A.monoms())) == shift:
            return to_fraction(A.coeffs()[0])
        return None

    def __repr__(self) -> str:
        from lagr_gui.expression import write

        return write(self.tree("multi-angle"))


def to_fraction(value: fmpq) -> Fraction:
    """A rational of flint as Python's."""
    return rational(int(value.p), int(value.q))


@lru_cache(maxsize=4096)
def rational(p: int, q: int) -> Fraction:
    """p/q"""
    return Fraction(p, q)


def too_long() -> TooLong:
    """What is raised where results would be too long to be read, or even to be kept."""
    return TooLong(
        Problem(
            place="Closed form",
            cause="It has so many terms that nobody can read it.",
            remedy="Simulate and evaluate without it: the recursion has no such limit.",
            code="too-long",
        )
    )


def division_by_zero() -> LagrError:
    """What is raised where a denominator vanishes identically."""
    return refusal(
        place="Expression",
        cause="It divides by an expression that is zero.",
        remedy="Correct the divisor, or the special case that makes it vanish.",
        code="division-by-zero",
    )
