"""Shape functions uᵢ(ξ) of a beam, ξ = s/L from 0 at the root to 1 at the tip.

A function with a tree is integrated exactly where that can be done; one without is known by
its values only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.laws import slope_of

XI = Symbol("xi")
"""The place on the beam, s/L."""


@dataclass(frozen=True)
class Profile:
    """A function on 0 ≤ ξ ≤ 1: values (n,) at places (n,), and its tree where it has one."""

    at: Callable[[Array], Array]
    tree: Expression | None = None


@dataclass(frozen=True)
class ShapeFunction:
    """A shape function u with u′ and u″ (derivatives by ξ)."""

    u: Profile
    slope: Profile
    curvature: Profile


_ENTIRE = {"sin", "cos", "sinh", "cosh", "tanh", "exp"}
"""Functions that have a value everywhere."""


class _Columns:
    """Values at many places at once; a function that has none at one of them raises LagrError."""

    def __init__(self, xi: Array) -> None:
        self.like = np.ones_like(xi)
        self._one = FloatCarrier()

    def number(self, value: Fraction) -> Array:
        return float(value) * self.like

    def add(self, terms: Sequence[Array]) -> Array:
        return np.sum(terms, axis=0)

    def multiply(self, factors: Sequence[Array]) -> Array:
        return np.prod(factors, axis=0)

    def power(self, base: Array, exponent: Array) -> Array:
        if np.all(exponent == exponent[:1]) and exponent[0] in range(30):
            return base ** int(exponent[0])
        return np.array(list(map(self._one.power, base, exponent)))

    def call(self, function: str, arguments: Sequence[Array], orders: tuple[int, ...]) -> Array:
        if function in _ENTIRE and not any(orders):
            return getattr(np, function)(arguments[0])
        if not arguments:
            return self._one.call(function, [], orders) * self.like
        rows = zip(*arguments, strict=True)
        return np.array([self._one.call(function, list(map(float, row)), orders) for row in rows])


def profile(tree: Expression) -> Profile:
    """The function that a tree in ξ stands for; its values raise LagrError where it has none."""

    def at(xi: Array) -> Array:
        return evaluate(tree, _Columns(xi), {XI: xi}.__getitem__)

    return Profile(at, tree)


def shape(tree: Expression) -> ShapeFunction:
    """The shape function that a tree in ξ stands for."""
    slope = slope_of(tree, XI)
    return ShapeFunction(profile(tree), profile(slope), profile(slope_of(slope, XI)))


def polynomials(ends: str, count: int) -> list[ShapeFunction]:
    """Polynomials that hold what the ends ask of deflection and slope: ∫uᵢuⱼ dξ = 0 for i ≠ j.

    They are ξᵃ (1 − ξ)ᵇ times Jacobi's; with a free tip uᵢ(1) = 1.  Where both ends are free
    they are Legendre's from degree 2, which neither move nor turn the beam.
    """
    a, b = _ZEROS[ends]
    first = 2 if ends == "free-free" else 0
    return [shape(_jacobi(a, b, n)) for n in range(first, first + count)]


_ZEROS = {
    "clamped-free": (2, 0),
    "pinned-pinned": (1, 1),
    "clamped-clamped": (2, 2),
    "clamped-pinned": (2, 1),
    "free-free": (0, 0),
}
"""How often the shape functions vanish at root and tip."""


def _jacobi(a: int, b: int, n: int) -> Expression:
    """ξᵃ (1 − ξ)ᵇ P_n^(2b, 2a)(2ξ − 1)"""
    terms: list[Expression] = []
    for k in range(n + 1):
        factor = math.comb(n + 2 * a, n - k) * math.comb(n + 2 * a + 2 * b + k, k)
        terms.append(Product((_number((-1) ** (n + k) * factor), _power(XI, k))))
    rest = Sum((_number(1), Product((_number(-1), XI))))
    return Product((_power(XI, a), _power(rest, b), Sum(tuple(terms))))


def _number(value: int) -> Number:
    return Number(Fraction(value))


def _power(base: Expression, exponent: int) -> Expression:
    return Power(base, _number(exponent)) if exponent else _number(1)


def eigenfunctions(ends: str, count: int) -> list[ShapeFunction]:
    """The natural modes of a uniform beam, sin iπξ or such that ∫u² dξ = 1.

    The latter are cosh λξ ∓ cos λξ − σ (sinh λξ ∓ sin λξ).
    """
    if ends == "pinned-pinned":
        sines = [Product((_number(i), Call("pi", ()), XI)) for i in range(1, count + 1)]
        return [shape(Call("sin", (argument,))) for argument in sines]
    return [_natural(ends, _root(ends, i)) for i in range(1, count + 1)]


def _root(ends: str, i: int) -> float:
    """λ of cos λ cosh λ = ∓1, or of tan λ = tanh λ, by Newton's method."""
    shift = {"clamped-free": -0.5, "clamped-pinned": 0.25}.get(ends, 0.5)
    x = (i + shift) * math.pi
    for _ in range(30):
        c, s, tanh, sech = math.cos(x), math.sin(x), math.tanh(x), 1 / math.cosh(x)
        if ends == "clamped-pinned":
            value, slope = s - tanh * c, c + tanh * s - sech * sech * c
        else:
            sign = 1 if ends == "clamped-free" else -1
            value, slope = c + sign * sech, -s - sign * tanh * sech
        x -= value / slope
    return x


def _natural(ends: str, x: float) -> ShapeFunction:
    """A natural mode, with cosh and sinh as decaying exponentials so that nothing cancels.

    u = a cos λξ + b sin λξ + c e^(−λξ) + d e^(−λ(1−ξ)).
    """
    cosine, sine, decay = math.cos(x), math.sin(x), math.exp(-x)
    sign = 1 if ends == "clamped-free" else -1
    below = (1 - decay**2) / 2 + sign * sine * decay  # (sinh ± sin) e^−λ
    sigma = ((1 + decay**2) / 2 + sign * cosine * decay) / below
    d = (sign * (sine - cosine) - decay) / below / 2
    a = 1.0 if ends == "free-free" else -1.0
    factors = (a, -a * sigma, (1 + sigma) / 2, d)
    u, slope, curvature = (_wave(x, factors, order) for order in range(3))
    return ShapeFunction(u, slope, curvature)


def _wave(x: float, factors: Sequence[float], order: int) -> Profile:
    """The derivative of an order of a natural mode."""
    a, b, c, d = factors
    for _ in range(order):
        a, b, c, d = x * b, -x * a, -x * c, x * d

    def at(xi: Array) -> Array:
        waves = a * np.cos(x * xi) + b * np.sin(x * xi)
        return waves + c * np.exp(-x * xi) + d * np.exp(x * (xi - 1))

    return Profile(at)
