"""Numbers of expressions in a finite field, drawn anew for each state and each geometry.

Every symbol has a number, every sine and cosine a point of the circle there, a root a square
root, and everything else that is no rational operation a number of its own.  What holds for such
numbers holds for the expressions, but for one case in 10³⁰.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from flint import fmpz, fmpz_mod_ctx, fq_default_ctx

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, symbols
from lagr_gui.mechanics.vectors import Triple

NARROW, WIDE = 127, 61
"""Bits of the prime p of a field of p numbers, and of one of p² numbers."""

Circle = tuple[Any, Any]
"""Cosine and sine."""


class Unlucky(Exception):
    """A root has no number in this field: another one may have it."""


class Field:
    """One of many fields of p numbers, or if it is `wide` of p², where all of the p are squares."""

    def __init__(self, number: int, wide: bool) -> None:
        self.wide = wide
        self.p = _prime(number, WIDE if wide else NARROW)
        self.context: Any = fq_default_ctx(self.p, 2) if wide else fmpz_mod_ctx(self.p)

    def drawn(self, text: str, anywhere: bool) -> Any:
        """A number that looks as if it were drawn by lot; without `anywhere` one of the p."""
        digest = blake2b(text.encode(), digest_size=40).digest()
        first, second = (int.from_bytes(part, "big") for part in (digest[:20], digest[20:]))
        if self.wide and anywhere:
            return self.context([first % self.p, second % self.p])
        return self.context(first % self.p)

    def root(self, value: Any) -> Any:
        """A square root. Raises Unlucky where there is none."""
        if self.wide:
            if not value.is_square():
                raise Unlucky
            return value.sqrt()
        root = value ** ((self.p + 1) // 4)
        if root * root != value:
            raise Unlucky
        return root

    def parts(self, value: Any) -> list[int]:
        """A number as one or two of the p."""
        if not self.wide:
            return [int(value)]
        parts = [int(part) for part in value.to_list()]
        return parts + [0] * (2 - len(parts))

    def block(self, value: Any) -> list[list[int]]:
        """A number as the matrix that multiplies by it, of which the columns are its parts."""
        if not self.wide:
            return [[int(value)]]
        columns = [self.parts(value), self.parts(value * self.context.gen())]
        return [list(row) for row in zip(*columns, strict=True)]


@lru_cache(maxsize=32)
def _prime(number: int, bits: int) -> int:
    """One of many primes; (p + 1)/4 is whole, so that roots are powers."""
    p = 2**bits - 1
    while number:
        p -= 4
        number -= bool(fmpz(p).is_prime())
    return p


class Draw:
    """The numbers of one state of one geometry; `moving` are time and coordinates.

    What does not depend on `moving` has the same numbers in all states of a geometry.
    """

    def __init__(self, field: Field, state: int, moving: Collection[str]) -> None:
        self.field, self._number = field, field.context
        self.zero, self.one = self._number(0), self._number(1)
        self._state = f"{state} "
        self._moving = frozenset(moving)
        self._known: dict[Expression, Any] = {}
        self._circles: dict[Expression, Circle] = {}

    def value(self, tree: Expression) -> Any:
        """The number of a tree. Raises Unlucky where a root has none."""
        if tree not in self._known:
            self._known[tree] = self._value(tree)
        return self._known[tree]

    def vector(self, trees: Triple[Expression]) -> Triple[Any]:
        """The numbers of three trees."""
        return self.value(trees[0]), self.value(trees[1]), self.value(trees[2])

    def circle(self, angle: Expression) -> Circle:
        """Cosine and sine of an angle; those of sums follow by the addition theorems."""
        if angle not in self._circles:
            self._circles[angle] = self._turned(angle)
        return self._circles[angle]

    def rational(self, value: Fraction | int) -> Any:
        """A rational number."""
        value = Fraction(value)
        return self._number(value.numerator) / self._number(value.denominator)

    def named(self, name: str) -> Any:
        """A number for a name that is no expression, by state."""
        return self.field.drawn(f"{self._state} {name}", anywhere=True)

    def _value(self, tree: Expression) -> Any:
        match tree:
            case Number(value):
                return self.rational(value)
            case Sum(terms):
                return sum((self.value(term) for term in terms), self.zero)
            case Product(factors):
                product = self.one
                for factor in factors:
                    product = product * self.value(factor)
                return product
            case Power(base, Number(exponent)) if exponent.denominator <= 2:
                return self._power(base, exponent)
            case Call("sqrt", (base,)):
                return self._power(base, Fraction(1, 2))
            case Call("cos", (angle,), orders) if not any(orders):
                return self.circle(angle)[0]
            case Call("sin", (angle,), orders) if not any(orders):
                return self.circle(angle)[1]
            case _:
                return self._drawn("value", tree)

    def _power(self, base: Expression, exponent: Fraction) -> Any:
        value = self.value(base)
        if exponent.denominator == 2:
            if self._moves(base):
                return self._drawn("value", Power(base, Number(exponent)))
            value = self.field.root(value)
        if value == self.zero and exponent < 0:
            raise Unlucky
        return value**exponent.numerator

    def _turned(self, angle: Expression) -> Circle:
        turns = _turns(angle)
        if turns is not None and (2 * turns).denominator == 1:
            return self._multiple((self.zero, self.one), int(2 * turns) % 4)
        if turns is not None and (12 * turns).denominator == 1:
            return self._multiple(self._twelfth(), int(12 * turns) % 24)
        match angle:
            case Sum(terms):
                circle = self.one, self.zero
                for term in terms:
                    circle = _joined(circle, self.circle(term))
                return circle
            case Product((Number(factor), *rest)) if rest and factor.denominator == 1:
                inner = rest[0] if len(rest) == 1 else Product(tuple(rest))
                return self._multiple(self.circle(inner), int(factor))
            case _:
                t = self._drawn("angle", angle)
                below = 1 / (self.one + t * t)
                return (self.one - t * t) * below, (t + t) * below

    def _twelfth(self) -> Circle:
        """Cosine and sine of π/12."""
        two, three = (self.field.root(self._number(n)) for n in (2, 3))
        return (two * three + two) / 4, (two * three - two) / 4

    def _multiple(self, point: Circle, times: int) -> Circle:
        if times < 0:
            point, times = (point[0], -point[1]), -times
        circle = self.one, self.zero
        while times:  # by squaring: a user may write any factor
            if times & 1:
                circle = _joined(circle, point)
            point, times = _joined(point, point), times >> 1
        return circle

    def _moves(self, tree: Expression) -> bool:
        return any(s.order or s.name in self._moving for s in symbols(tree))

    def _drawn(self, what: str, tree: Expression) -> Any:
        """A number that looks as if it were drawn by lot, and is always the same for a tree."""
        moves = self._moves(tree)
        return self.field.drawn(f"{self._state * moves}{what} {tree!r}", anywhere=moves)


def _turns(angle: Expression) -> Fraction | None:
    """The rational multiple of π that an angle is; None for any other."""
    match angle:
        case Number(value):
            return value if not value else None
        case Call("pi", ()):
            return Fraction(1)
        case Product(factors):
            numbers = [_rational(factor) for factor in factors]
            rest = [f for f, n in zip(factors, numbers, strict=True) if n is None]
            if len(rest) != 1 or (turns := _turns(rest[0])) is None:
                return None
            for n in numbers:
                turns *= 1 if n is None else n
            return turns
        case _:
            return None


def _rational(tree: Expression) -> Fraction | None:
    match tree:
        case Number(value):
            return value
        case Power(Number(base), Number(exponent)) if exponent.denominator == 1 and base:
            return base**exponent.numerator
        case _:
            return None


def _joined(a: Circle, b: Circle) -> Circle:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]
