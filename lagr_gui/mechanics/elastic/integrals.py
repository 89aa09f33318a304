"""Integrals of products of functions over 0 ≤ ξ ≤ 1: exactly, or by Gauss's quadrature."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

import numpy as np

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.algebra.integral import DefiniteIntegral, antiderivative
from lagr_gui.expression import Expression, Number, Product, substitute, symbols
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.elastic.shapes import XI, Array, Profile

ROUNDING = 1e-14
"""What is smaller than this, beside what it was summed from, is zero."""
MOST = 64
"""Places of a quadrature, more than which no smooth shape function needs."""
_PANELS, _EACH = 16, 24


@lru_cache(maxsize=MOST)
def gauss(count: int) -> tuple[Array, Array]:
    """Places (n,) and weights (n,) of Gauss's quadrature on 0 ≤ ξ ≤ 1."""
    x, w = np.polynomial.legendre.leggauss(count)
    return (x + 1) / 2, w / 2


@lru_cache(maxsize=1)
def _fine() -> tuple[Array, Array]:
    """A quadrature over panels, finer than any that is used."""
    x, w = gauss(_EACH)
    starts = np.arange(_PANELS)[:, None]
    return ((starts + x) / _PANELS).ravel(), np.tile(w / _PANELS, _PANELS)


def numbers(profiles: Sequence[Profile]) -> Array:
    """All integrals ∫ φ_α φ_β dξ (n, n) as floating point numbers."""
    return _products(profiles, *_fine())


def _products(profiles: Sequence[Profile], xi: Array, weights: Array) -> Array:
    values = np.array([profile.at(xi) for profile in profiles]).reshape(len(profiles), len(xi))
    return (values * weights) @ values.T


def fewest(profiles: Sequence[Profile]) -> tuple[Array, Array] | None:
    """The quadrature of fewest places that gives ∫ φ_α φ_β dξ to 12 digits; None where none does.

    It is compared with a finer one over panels.
    """
    wanted = numbers(profiles)
    size = np.sqrt(np.diag(wanted))
    for count in range(1, MOST + 1):
        products = _products(profiles, *gauss(count))
        if np.all(np.abs(products - wanted) <= 100 * ROUNDING * np.outer(size, size)):
            return gauss(count)
    return None


def depend(profiles: Sequence[Profile]) -> bool:
    """Whether functions are linearly dependent."""
    gram = numbers(profiles)
    size = np.sqrt(np.diag(gram))
    if not np.all(size > 0):
        return True
    return len(gram) > 0 and bool(np.linalg.eigvalsh(gram / np.outer(size, size))[0] < ROUNDING)


def integrals(profiles: Sequence[Profile]) -> dict[tuple[int, int], Expression]:
    """∫ φ_α φ_β dξ, those different from zero: exact where both functions allow it."""
    quadrature = numbers(profiles)
    size = np.sqrt(np.diag(quadrature))
    algebra = Algebra()
    values = _values(profiles, algebra)
    definite = DefiniteIntegral(algebra, XI, 0, 1)
    trees: dict[tuple[int, int], Expression] = {}
    for i in range(len(profiles)):
        for j in range(i + 1):
            scale = float(size[i] * size[j])
            value = _exact(definite, (values[i], values[j]), float(quadrature[i, j]), scale)
            value = decimal(float(quadrature[i, j]), scale) if value is None else value
            if value != Number(Fraction(0)):
                trees[i, j] = trees[j, i] = value
    return trees


def _values(profiles: Sequence[Profile], algebra: Algebra) -> list[Canonical | None]:
    """The trees in one algebra; None where there is none, or none that it takes."""

    def value(tree: Expression) -> Canonical | None:
        try:
            return algebra.expression(tree)
        except LagrError:
            return None

    return [None if profile.tree is None else value(profile.tree) for profile in profiles]


def _exact(
    definite: DefiniteIntegral,
    factors: tuple[Canonical | None, Canonical | None],
    quadrature: float,
    scale: float,
) -> Expression | None:
    """The integral from an antiderivative that agrees with the quadrature."""
    first, second = factors
    if first is None or second is None:
        return None
    try:
        integral = definite.of(first * second)
        value = None if integral is None else integral.tree()
        number = evaluate(value, FloatCarrier(), {}.__getitem__) if value is not None else None
    except LagrError:
        return None
    return value if number is not None and abs(number - quadrature) <= 1e-11 * scale else None


def _put(value: Canonical, xi: int) -> Canonical:
    return value.substitute({XI: Number(Fraction(xi))})


def rising(first: Profile, second: Profile) -> Profile:
    """∫₀^ξ φ ψ dη as a function of ξ.

    Its values are those of a quadrature: in an expanded tree terms cancel.
    """
    tree = None
    if first.tree is not None and second.tree is not None:
        algebra = Algebra()
        primitive = antiderivative(algebra.expression(Product((first.tree, second.tree))), XI)
        if primitive is not None:
            tree = (primitive - _put(primitive, 0)).tree("multi-angle")

    def at(xi: Array) -> Array:
        x, w = gauss(40)
        places = np.outer(xi, x).ravel()
        values = (first.at(places) * second.at(places)).reshape(len(xi), -1)
        return xi * (values @ w)

    return Profile(at, tree)


def at_tip(function: Profile) -> Expression:
    """The value at ξ = 1."""
    if function.tree is not None:
        tip = substitute(function.tree, {XI: Number(Fraction(1))})
        return Algebra().expression(tip).tree()
    return decimal(float(function.at(np.ones(1))[0]))


def decimal(value: float, scale: float = 1.0) -> Number:
    """A number to 15 digits, as it is written in equations."""
    if abs(value) <= ROUNDING * scale:
        return Number(Fraction(0))
    return Number(Fraction(Decimal(f"{value:.15g}")))


def is_function_of_place(tree: Expression) -> bool:
    """Whether a tree holds no symbol but ξ."""
    return symbols(tree) <= {XI}
