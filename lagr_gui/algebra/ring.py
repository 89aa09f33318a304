"""The generators of canonical expressions and the polynomial ring over them.

Generators are symbols, exponentials z = exp(i·angle) and e = exp(argument), roots, signs,
calls of other functions, and names for roots in what is shown.  New generators are appended as
expressions need them; the ring has room for some of them ahead, and only polynomials of a narrower
one are lifted when they meet wider ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from fractions import Fraction
from functools import lru_cache
from typing import Any, Generic, TypeVar

from flint import Ordering, fmpq_mpoly, fmpq_mpoly_ctx

from lagr_gui.expression import Expression, Symbol
from lagr_gui.foundation.interruption import whole

Value = TypeVar("Value")
"""What generators are made of: canonical values."""
Exponents = tuple[int, ...]


class Sort(Enum):
    """What a generator is."""

    SYMBOL = auto()
    ANGLE = auto()
    EXPONENTIAL = auto()
    ROOT = auto()
    SIGN = auto()
    NAME = auto()
    CALL = auto()


@dataclass
class Generator(Generic[Value]):
    """One generator.

    `base` is the angle, the argument of the exponential, the radicand, what the sign is of or
    the square of what is named;
    `arguments` are those of a call; `tree` shows the generator.
    """

    sort: Sort
    key: Any
    tree: Expression | None = None
    base: Value | None = None
    arguments: tuple[Value, ...] = ()
    orders: tuple[int, ...] = ()
    slopes: dict[Symbol, Value] = field(default_factory=dict)


Monomial = tuple[tuple[int, int], ...]
"""Generators with their exponents, those different from zero."""

ROOM = 16
"""The generators for which a ring has room at least."""
USUAL = 64
"""Generators up to which the memory of a polynomial is counted by its terms alone."""


class Ring(Generic[Value]):
    """A growing list of generators with the polynomial context over them.

    The context has room for `width` generators, at first for those that are `expected`: a
    polynomial is lifted only when that has grown.

    `aliases` tells of angles that were refined: z_old = z_new^factor; `origins` tells of
    the new ones, from which angle they come: z_new = z_origin^(1/factor).
    """

    def __init__(self, expected: int = 0) -> None:
        self.generators: list[Generator[Value]] = []
        self.sorts: set[Sort] = set()
        self.index: dict[Any, int] = {}
        self.aliases: dict[int, tuple[int, int]] = {}
        self.origins: dict[int, tuple[int, int]] = {}
        self.width = 0
        self.context: fmpq_mpoly_ctx
        self._widened(max(expected, ROOM))

    @property
    def size(self) -> int:
        """The number of generators."""
        return len(self.generators)

    def weight(self, terms: int) -> int:
        """How many terms of a usual ring take as much memory: each has all exponents.

        Room for generators that are only expected does not count.
        """
        return terms * max(self.size, USUAL) // USUAL

    def is_angle(self, index: int) -> bool:
        """Whether there is a generator of this index, and it is an angle."""
        return index < self.size and self.generators[index].sort is Sort.ANGLE

    @whole
    def add(self, generator: Generator[Value]) -> int:
        """Append a generator and return its index."""
        self.generators.append(generator)
        self.sorts.add(generator.sort)
        self.index[generator.key] = self.size - 1
        if self.size > self.width:
            self._widened(self.width * 3 // 2)
        return self.size - 1

    def _widened(self, width: int) -> None:
        self.width = width
        names = tuple(f"x{i}" for i in range(width))
        self.context = fmpq_mpoly_ctx.get(names, Ordering.lex)

    @whole
    def refine(self, old: int, new: int, factor: int) -> None:
        """Let z_new^factor stand for z_old from now on."""
        origin, before = self.origins.get(old, (old, 1))
        self.aliases[old] = new, factor
        self.origins[new] = origin, before * factor
        self._widened(self.width + 1)  # polynomials with the old one are lifted

    def lift(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """A polynomial of an older ring in the present one."""
        context = polynomial.context()
        if context is self.context:
            return polynomial
        if not self.aliases:
            return polynomial.project_to_context(self.context)
        return self.context.from_dict({self.widen(m): c for m, c in polynomial.to_dict().items()})

    def widen(self, exponents: Exponents) -> Exponents:
        """Exponents over the present width; refined angles go over to the finer ones."""
        wide = exponents + (0,) * (self.width - len(exponents))
        if not any(wide[old] for old in self.aliases):
            return wide
        entries = list(wide)
        for old, (new, factor) in self.aliases.items():
            entries[new] += factor * entries[old]
            entries[old] = 0
        return tuple(entries)

    def monomial(self, exponents: Exponents) -> fmpq_mpoly:
        """Π xᵢ^eᵢ for exponents ≥ 0."""
        return self.context.from_dict({exponents: 1})

    def constant(self, value: Any) -> fmpq_mpoly:
        """A constant polynomial."""
        return self.context.constant(value)


def written_terms(polynomial: fmpq_mpoly) -> Iterator[tuple[str, str]]:
    """The terms of a polynomial as texts: number and monomial, to be read by `read_number` …

    FLINT makes an object of every exponent that it hands out, also of those that are zero; to
    read its texts, of which many are equal, takes half of the time or less.  The library never
    gives them back (python-flint 0.9): some kilobytes per sheet, a megabyte of the longest.
    """
    if polynomial:
        for term in str(polynomial).replace(" - ", " + -").split(" + "):
            at = term.find("x")
            yield (term, "") if at < 0 else (term[:at], term[at:])


Amount = Any
"""A rational number: an `int`, with which Python calculates much faster, or a fraction."""


@lru_cache(maxsize=4096)
def amount(p: int, q: int) -> Amount:
    """p/q"""
    return p // q if p % q == 0 else Fraction(p, q)


@lru_cache(maxsize=4096)
def read_number(text: str, factor: int = 1) -> Amount:
    """The number of a term, times a factor: “3/4*”, “-”, “” for 1."""
    bare = text.removesuffix("*")
    number = Fraction(f"{bare}1" if bare in ("", "-") else bare) * factor
    return amount(number.numerator, number.denominator)


def read_monomial(text: str) -> dict[int, int]:
    """The exponents of a monomial of a term: 1 of 2 and 3 of 5 in “x2*x5^3”."""
    return dict(map(_read_power, text.split("*"))) if text else {}


@lru_cache(maxsize=4096)
def _read_power(text: str) -> tuple[int, int]:
    index, _, exponent = text[1:].partition("^")
    return int(index), int(exponent or 1)


def by_powers(A: fmpq_mpoly, B: fmpq_mpoly, index: int) -> dict[int, tuple[fmpq_mpoly, fmpq_mpoly]]:
    """The coefficients of the powers of one generator."""
    coefficients: dict[int, tuple[fmpq_mpoly, fmpq_mpoly]] = {}
    x = A.context().gen(index)
    for power in range(max(_degree(A, index), _degree(B, index)), 0, -1):
        highest = _leading(A, index, power), _leading(B, index, power)
        if any(highest):
            coefficients[power] = highest
            A, B = (whole - x**power * part for whole, part in zip((A, B), highest, strict=True))
    if A or B:
        coefficients[0] = A, B
    return coefficients


def _degree(polynomial: fmpq_mpoly, index: int) -> int:
    return int(polynomial.degrees()[index]) if polynomial else 0


def _leading(polynomial: fmpq_mpoly, index: int, power: int) -> fmpq_mpoly:
    """The coefficient of a power of a generator, where there is no higher one."""
    for number in range(power, 0, -1):
        if not polynomial:
            break
        polynomial = polynomial.derivative(index) / number
    return polynomial
