"""Which combinations of quantities vanish: exact arithmetic at one place of a finite field.

Every symbol has a fixed number modulo a prime of 127 bits, every sine and cosine a point of the
circle there, everything else that is no rational operation a number of its own.  What vanishes
identically vanishes there; what does not would do so by chance once in 10³⁶ cases.  Nothing is
rounded, and no tolerance decides.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import blake2b

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol

PRIME = 2**127 - 1

_QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Place:
    """Numbers modulo `PRIME` of scalar trees; equal trees have equal numbers."""

    def __init__(self) -> None:
        self._known: dict[Expression, int] = {}
        self._circle: dict[Expression, tuple[int, int]] = {}

    def value(self, tree: Expression) -> int:
        """The number of a tree."""
        if tree not in self._known:
            self._known[tree] = self._value(tree)
        return self._known[tree]

    def know(self, symbol: Symbol, value: tuple[int, ...]) -> None:
        """What a name stands for; those of vectors have no value by themselves."""
        if len(value) == 1:
            self._known[symbol] = value[0]

    def know_angle(self, symbol: Symbol, angle: Expression) -> None:
        """A name of an angle."""
        self._known[symbol], self._circle[symbol] = self.value(angle), self.circle(angle)

    def circle(self, angle: Expression) -> tuple[int, int]:
        """Cosine and sine of an angle; those of sums follow by the addition theorems."""
        if angle not in self._circle:
            self._circle[angle] = self._turned(angle)
        return self._circle[angle]

    def _value(self, tree: Expression) -> int:
        match tree:
            case Number(value):
                return modulo(value)
            case Sum(terms):
                return sum(map(self.value, terms)) % PRIME
            case Product(factors):
                product = 1
                for factor in factors:
                    product = product * self.value(factor) % PRIME
                return product
            case Power(base, Number(exponent)) if exponent.denominator == 1 and self.value(base):
                return pow(self.value(base), exponent.numerator, PRIME)
            case Call("cos", (angle,), orders) if not any(orders):
                return self.circle(angle)[0]
            case Call("sin", (angle,), orders) if not any(orders):
                return self.circle(angle)[1]
            case _:
                return _drawn("value", tree)

    def _turned(self, angle: Expression) -> tuple[int, int]:
        match angle:
            case Number(value) if value == 0:
                return 1, 0
            case Sum(terms):
                point = 1, 0
                for term in terms:
                    point = _joined(point, self.circle(term))
                return point
            case Product((Number(factor), *rest)) if rest and factor.denominator == 1:
                inner = rest[0] if len(rest) == 1 else Product(tuple(rest))
                return _multiple(self.circle(inner), factor.numerator)
            case Product((Number(factor), Call("pi", ()))) if factor.denominator == 2:
                return _QUARTERS[factor.numerator % 4]
            case Call("pi", ()):
                return -1, 0
            case _:
                return _on_circle(_drawn("angle", angle))


def modulo(value: Fraction | int) -> int:
    """A rational number in the field."""
    value = Fraction(value)
    return value.numerator * pow(value.denominator, -1, PRIME) % PRIME


def _drawn(what: str, tree: Expression) -> int:
    """A number that looks as if it were drawn by lot, and is always the same for a tree."""
    text = f"{what} {tree!r}".encode()
    return int.from_bytes(blake2b(text, digest_size=16).digest(), "big") % PRIME


def _on_circle(t: int) -> tuple[int, int]:
    """(1 − t²)/(1 + t²), 2t/(1 + t²)"""
    inverse = pow(1 + t * t, -1, PRIME)
    return (1 - t * t) * inverse % PRIME, 2 * t * inverse % PRIME


def _joined(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return (a[0] * b[0] - a[1] * b[1]) % PRIME, (a[0] * b[1] + a[1] * b[0]) % PRIME


def _multiple(point: tuple[int, int], times: int) -> tuple[int, int]:
    if times < 0:
        point, times = (point[0], -point[1]), -times
    power = 1, 0
    while times:  # by squaring: a user may write any factor
        if times & 1:
            power = _joined(power, point)
        point, times = _joined(point, point), times >> 1
    return power
