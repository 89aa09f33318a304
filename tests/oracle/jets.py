"""Numbers with their exact first and second derivatives by some variables."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

Number = "float | Jet"


class Jet:
    """A value with gradient (n,) and Hessian (n, n)."""

    __slots__ = ("H", "d", "v")

    def __init__(self, v: float, d: np.ndarray, H: np.ndarray) -> None:
        self.v, self.d, self.H = v, d, H

    def __add__(self, other):
        if isinstance(other, Jet):
            return Jet(self.v + other.v, self.d + other.d, self.H + other.H)
        return Jet(self.v + other, self.d, self.H)

    __radd__ = __add__

    def __neg__(self):
        return Jet(-self.v, -self.d, -self.H)

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        if not isinstance(other, Jet):
            return Jet(self.v * other, self.d * other, self.H * other)
        mixed = np.outer(self.d, other.d)
        H = self.v * other.H + other.v * self.H + mixed + mixed.T
        return Jet(self.v * other.v, self.v * other.d + other.v * self.d, H)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self * reciprocal(other)

    def __rtruediv__(self, other):
        return reciprocal(self) * other


def variables(values: np.ndarray) -> list[Jet]:
    """The variables themselves, at these values (n,)."""
    n = len(values)
    return [Jet(float(v), row, np.zeros((n, n))) for v, row in zip(values, np.eye(n), strict=True)]


def value(x) -> float:
    """The value without derivatives."""
    return x.v if isinstance(x, Jet) else float(x)


def derivatives(x, n: int) -> tuple[float, np.ndarray, np.ndarray]:
    """Value, gradient (n,) and Hessian (n, n), also of what is constant."""
    if isinstance(x, Jet):
        return x.v, x.d, x.H
    return float(x), np.zeros(n), np.zeros((n, n))


def chain(x, f: float, first: float, second: float):
    """f(x) whose value and derivatives at x are known."""
    if not isinstance(x, Jet):
        return f
    return Jet(f, first * x.d, first * x.H + second * np.outer(x.d, x.d))


def reciprocal(x):
    """1/x"""
    v = value(x)
    return chain(x, 1 / v, -1 / v**2, 2 / v**3)


def power(x, p):
    """x^p; whole exponents take any base."""
    if isinstance(p, Jet):
        return FUNCTIONS["exp"](p * FUNCTIONS["log"](x))
    v = value(x)
    first = p * v ** (p - 1) if p != 0 else 0.0
    second = p * (p - 1) * v ** (p - 2) if p not in (0, 1) else 0.0
    return chain(x, v**p, first, second)


def arctangent(y, x):
    """The angle of the point (x, y)."""
    b, a = value(y), value(x)
    if not isinstance(y, Jet) and not isinstance(x, Jet):
        return math.atan2(b, a)
    # Near the point it is a fixed angle and the arctangent of a quotient.
    part = FUNCTIONS["atan"](y / x) if abs(a) > abs(b) else -FUNCTIONS["atan"](x / y)
    return part + (math.atan2(b, a) - value(part))


def _known(f: Callable[[float], float], slopes: Callable[[float], tuple[float, float]]):
    def function(x):
        v = value(x)
        if not isinstance(x, Jet):
            return f(v)
        return chain(x, f(v), *slopes(v))

    return function


def _tangent(v: float) -> tuple[float, float]:
    s = 1 + math.tan(v) ** 2
    return s, 2 * math.tan(v) * s


def _area_tangent(v: float) -> tuple[float, float]:
    s = 1 - math.tanh(v) ** 2
    return s, -2 * math.tanh(v) * s


def _logarithm(base: float):
    return lambda v: (1 / (v * math.log(base)), -1 / (v**2 * math.log(base)))


def _root(v: float) -> tuple[float, float]:
    return 0.5 / math.sqrt(v), -0.25 / v**1.5


def _sign(v: float) -> float:
    return float((v > 0) - (v < 0))


def _bell(v: float) -> tuple[float, float]:
    first = 2 / math.sqrt(math.pi) * math.exp(-v * v)
    return first, -2 * v * first


FUNCTIONS: dict[str, Callable] = {
    "sin": _known(math.sin, lambda v: (math.cos(v), -math.sin(v))),
    "cos": _known(math.cos, lambda v: (-math.sin(v), -math.cos(v))),
    "tan": _known(math.tan, _tangent),
    "asin": _known(math.asin, lambda v: ((1 - v * v) ** -0.5, v * (1 - v * v) ** -1.5)),
    "acos": _known(math.acos, lambda v: (-((1 - v * v) ** -0.5), -v * (1 - v * v) ** -1.5)),
    "atan": _known(math.atan, lambda v: (1 / (1 + v * v), -2 * v / (1 + v * v) ** 2)),
    "sinh": _known(math.sinh, lambda v: (math.cosh(v), math.sinh(v))),
    "cosh": _known(math.cosh, lambda v: (math.sinh(v), math.cosh(v))),
    "tanh": _known(math.tanh, _area_tangent),
    "asinh": _known(math.asinh, lambda v: ((1 + v * v) ** -0.5, -v * (1 + v * v) ** -1.5)),
    "acosh": _known(math.acosh, lambda v: ((v * v - 1) ** -0.5, -v * (v * v - 1) ** -1.5)),
    "atanh": _known(math.atanh, lambda v: (1 / (1 - v * v), 2 * v / (1 - v * v) ** 2)),
    "exp": _known(math.exp, lambda v: (math.exp(v), math.exp(v))),
    "log": _known(math.log, _logarithm(math.e)),
    "log10": _known(math.log10, _logarithm(10)),
    "log2": _known(math.log2, _logarithm(2)),
    "sqrt": _known(math.sqrt, _root),
    "erf": _known(math.erf, _bell),
    "abs": _known(abs, lambda v: (_sign(v), 0.0)),
    "sign": _known(_sign, lambda v: (0.0, 0.0)),
    "atan2": arctangent,
    "min": lambda a, b: a if value(a) <= value(b) else b,
    "max": lambda a, b: a if value(a) >= value(b) else b,
}
