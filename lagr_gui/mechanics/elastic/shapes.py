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
from numpy.typing import NDArray

from lagr_gui.arithmetic import FloatCarrier, evaluate
from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol
from lagr_gui.mechanics.laws import slope_of

Array = NDArray[np.float64]
XI = Symbol("xi")
"""The place on the beam, s/L."""


@dataclass(frozen=True)
class Profile:
    """A function on 0 ≤ ξ ≤ 1: values (n,) at places (n,), and its tree where it has one."""

    at: Callable[[Array], Array]
    tree: Expression | None = None


@dataclass(frozen=True)
class Shape:
    """A shape function u with u′ and u″ (derivatives by ξ)."""

    u: Profile
    slope: Profile
    curvature: Profile


def profile(tree: Expression) -> Profile:
    """The function that a tree in ξ stands for; its values raise LagrError where it has none."""
    carrier = FloatCarrier()

    def at(xi: Array) -> Array:
        return np.array([evaluate(tree, carrier, {XI: float(x)}.__getitem__) for x in xi])

    return Profile(at, tree)


def shape(tree: Expression) -> Shape:
    """The shape function that a tree in ξ stands for."""
    slope = slope_of(tree, XI)
    return Shape(profile(tree), profile(slope), profile(slope_of(slope, XI)))


def polynomials(ends: str, count: int) -> list[Shape]:
    """The simplest polynomials that hold what the ends ask of deflection and slope.

    Where both ends are free they are Legendre's, which neither move nor turn the beam.
    """
    return [shape(_polynomial(ends, i)) for i in range(1, count + 1)]


def _polynomial(ends: str, i: int) -> Expression:
    if ends == "free-free":
        n = i + 1
        signed = [(-1) ** (n + k) * math.comb(n, k) * math.comb(n + k, k) for k in range(n + 1)]
        terms = [Product((_number(c), _power(XI, k))) for k, c in enumerate(signed)]
        return Sum(tuple(terms))
    root, tip = {
        "clamped-free": (2, 0),
        "pinned-pinned": (1, 1),
        "clamped-clamped": (2, 2),
        "clamped-pinned": (2, 1),
    }[ends]
    rest = Sum((_number(1), Product((_number(-1), XI))))
    return Product((_power(XI, root + i - 1), _power(rest, tip)))


def _number(value: int) -> Number:
    return Number(Fraction(value))


def _power(base: Expression, exponent: int) -> Expression:
    return Power(base, _number(exponent)) if exponent else _number(1)


def eigenfunctions(ends: str, count: int) -> list[Shape]:
    """The natural modes of a uniform beam, sin iπξ or such that ∫u² dξ = 1.

    The latter are cosh λξ ∓ cos λξ − σ (sinh λξ ∓ sin λξ).
    """
    if ends == "pinned-pinned":
        sines = [Product((_number(i), Call("pi", ()), XI)) for i in range(1, count + 1)]
        return [shape(Call("sin", (argument,))) for argument in sines]
    return [_natural(ends, _root(ends, i)) for i in range(1, count + 1)]


def wave_number(ends: str, i: int) -> float:
    """λᵢ of the i-th natural mode: its frequency is λᵢ² √(EI/(ρA L⁴))."""
    return math.pi * i if ends == "pinned-pinned" else _root(ends, i)


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


def _natural(ends: str, x: float) -> Shape:
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
    return Shape(u, slope, curvature)


def _wave(x: float, factors: Sequence[float], order: int) -> Profile:
    """The derivative of an order of a natural mode."""
    a, b, c, d = factors
    for _ in range(order):
        a, b, c, d = x * b, -x * a, -x * c, x * d

    def at(xi: Array) -> Array:
        waves = a * np.cos(x * xi) + b * np.sin(x * xi)
        return waves + c * np.exp(-x * xi) + d * np.exp(x * (xi - 1))

    return Profile(at)
