"""Numbers with their first and second derivative along a curve, at many points at once.

A jet is an array whose first axis holds value, first and second derivative (3, n, …).  Carried
through a formula they give its exact derivatives: along the time those of a motion, along a
coordinate partial ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.expression.arithmetic import FloatCarrier
from lagr_gui.foundation.arrays import Array

Jet = NDArray[np.float64]
"""A scalar (3, n), a vector (3, n, 3) or a matrix (3, n, 3, 3); n may be 1 for constants."""


def constant(value: float | Array) -> Jet:
    """A value (…) that does not change, as a jet (3, 1, …)."""
    fixed = np.asarray(value, float)
    coefficients = np.zeros((3, 1, *fixed.shape))
    coefficients[0, 0] = fixed
    return coefficients


def jet(value: Array, rate: Array, second: Array) -> Jet:
    """The jet of a value with its derivatives."""
    alike = value.shape == rate.shape == second.shape
    shape = value.shape if alike else np.broadcast_shapes(value.shape, rate.shape, second.shape)
    coefficients = np.empty((3, *shape))
    coefficients[0], coefficients[1], coefficients[2] = value, rate, second
    return coefficients


def full(a: Jet, n: int) -> Jet:
    """A jet at n points, also where it is that of a constant."""
    return a if a.shape[1] == n else np.broadcast_to(a, (3, n, *a.shape[2:]))


def is_constant(a: Jet) -> bool:
    """Whether a jet is that of a constant."""
    return a.shape[1] == 1 and not a[1:].any()


def product(a: Jet, b: Jet, multiply: Callable[[Array, Array], Array] = np.multiply) -> Jet:
    """The product of two jets (Leibniz)."""
    if is_constant(a):
        return multiply(a[:1], b)
    if is_constant(b):
        return multiply(a, b[:1])
    result = multiply(a, b[0])
    more = multiply(a[:2], b[1])
    result[1] += more[0]
    result[2] += 2 * more[1] + multiply(a[0], b[2])
    return result


def matmul(a: Jet, b: Jet) -> Jet:
    """The product of matrices."""
    return product(a, b, np.matmul)


def apply(matrix: Jet, vector: Jet) -> Jet:
    """A matrix times a vector."""
    return product(matrix, vector, turned)


def turned(matrix: Array, vector: Array) -> Array:
    """A matrix (…, 3, 3) times a vector (…, 3), without derivatives."""
    return np.matmul(matrix, vector[..., None])[..., 0]


def dot(a: Jet, b: Jet) -> Jet:
    """The scalar product of vectors."""
    return product(a, b, scalar)


def scalar(a: Array, b: Array) -> Array:
    """a · b of vectors (…, 3)."""
    return np.add.reduce(a * b, -1)  # in half the time of einsum, for which they are too short


def transposed(matrix: Jet) -> Jet:
    """The transpose of a matrix."""
    return np.swapaxes(matrix, -1, -2)


def shifted(a: Jet) -> Jet:
    """The rate of a jet as a jet; its second derivative is not known and counts as zero."""
    return jet(a[1], a[2], 0 * a[2])


def stacked(entries: Sequence[Jet]) -> Jet:
    """Jets as the components of one, along a new last axis."""
    coefficients = np.empty((*np.broadcast_shapes(*(e.shape for e in entries)), len(entries)))
    for i, entry in enumerate(entries):
        coefficients[..., i] = entry
    return coefficients


def norm(vector: Array) -> Array:
    """|v| of vectors (…, 3)."""
    return np.sqrt(scalar(vector, vector))


def size(matrix: Array) -> Array:
    """The root of the sum of all squares of matrices (…, 3, 3)."""
    return np.sqrt(np.add.reduce(matrix * matrix, (-2, -1)))


NEXT, AFTER = np.array([1, 2, 0]), np.array([2, 0, 1])
"""The indices that follow each of 0, 1, 2, in a circle."""

BELOW, ABOVE = 3 * AFTER + NEXT, 3 * NEXT + AFTER
"""Where the entries of a skew matrix stand among nine: W₃₂, W₁₃, W₂₁, and those across."""


def spin(rate: Array, matrix: Array) -> Array:
    """The vector of the skew part of Ṙ Rᵀ."""
    W = rate @ np.swapaxes(matrix, -1, -2)
    flat = W.reshape(*W.shape[:-2], 9)
    return (flat.take(BELOW, -1) - flat.take(ABOVE, -1)) / 2


def cross(a: Array, b: Array) -> Array:
    """a × b of vectors (…, 3)."""
    return a.take(NEXT, -1) * b.take(AFTER, -1) - a.take(AFTER, -1) * b.take(NEXT, -1)


def chained(a: Jet, value: Array, first: Array, second: Array) -> Jet:
    """f(a) from f, f′ and f″ at a; a constant stays one also where f′ is infinite."""
    still = a[1] == 0
    rate = np.where(still, 0.0, first * a[1])
    bend = np.where(still, 0.0, second * a[1] ** 2) + np.where(a[2] == 0, 0.0, first * a[2])
    return jet(value, rate, bend)


class JetCarrier:
    """Expressions on jets; `call_user` evaluates a function of the model."""

    def __init__(self, call_user: Callable[[str, Sequence[Jet], tuple[int, ...]], Jet]) -> None:
        self._call_user = call_user

    def number(self, value: Fraction) -> Jet:
        """A constant."""
        return constant(float(value))

    def add(self, terms: Sequence[Jet]) -> Jet:
        """The sum."""
        result = terms[0]
        for term in terms[1:]:
            result = result + term
        return result

    def multiply(self, factors: Sequence[Jet]) -> Jet:
        """The product."""
        result = factors[0]
        for factor in factors[1:]:
            result = product(result, factor)
        return result

    def power(self, base: Jet, exponent: Jet) -> Jet:
        """base ^ exponent."""
        if np.any(exponent[1:]):
            return self.call("exp", [product(exponent, self.call("log", [base], ()))], ())
        p = exponent[0]
        first = np.where(p == 0, 0.0, p * np.power(base[0], p - 1))
        second = np.where(p * (p - 1) == 0, 0.0, p * (p - 1) * np.power(base[0], p - 2))
        return chained(base, np.power(base[0], p), first, second)

    def call(self, function: str, arguments: Sequence[Jet], orders: tuple[int, ...]) -> Jet:
        """A built-in function, or one of the model's."""
        if function in _SMOOTH:
            (a,) = arguments
            return chained(a, *_SMOOTH[function](a[0]))
        if function in _OTHER:
            return _OTHER[function](*arguments)
        if function in _STEPS:
            return _in_steps(function, arguments)
        return self._call_user(function, arguments, orders)


def _sqrt(x: Array) -> tuple[Array, Array, Array]:
    root = np.sqrt(x)
    return root, 0.5 / root, -0.25 / (root * x)


def _logarithm(scale: float) -> Callable[[Array], tuple[Array, Array, Array]]:
    return lambda x: (np.log(x) / scale, 1 / (scale * x), -1 / (scale * x * x))


def _tan(x: Array) -> tuple[Array, Array, Array]:
    y = np.tan(x)
    return y, 1 + y * y, 2 * y * (1 + y * y)


def _tanh(x: Array) -> tuple[Array, Array, Array]:
    y = np.tanh(x)
    return y, 1 - y * y, -2 * y * (1 - y * y)


def _erf(x: Array) -> tuple[Array, Array, Array]:
    from scipy.special import erf  # loaded when the first model needs it

    slope = 2 / np.sqrt(np.pi) * np.exp(-x * x)
    return np.asarray(erf(x)), slope, -2 * x * slope


def _inverse(
    function: Callable[[Array], Array], square: Callable[[Array], Array], sign: float, bend: float
) -> Callable[[Array], tuple[Array, Array, Array]]:
    """f with f′ = sign/√s(x) where s′ = 2 bend x."""
    return lambda x: (
        function(x),
        sign / np.sqrt(square(x)),
        -sign * bend * x / square(x) ** 1.5,
    )


def _rational(
    function: Callable[[Array], Array], bend: float
) -> Callable[[Array], tuple[Array, Array, Array]]:
    """f with f′ = 1/(1 + bend x²)."""
    return lambda x: (
        function(x),
        1 / (1 + bend * x * x),
        -2 * bend * x / (1 + bend * x * x) ** 2,
    )


_SMOOTH: Mapping[str, Callable[[Array], tuple[Array, Array, Array]]] = {
    "sin": lambda x: (np.sin(x), np.cos(x), -np.sin(x)),
    "cos": lambda x: (np.cos(x), -np.sin(x), -np.cos(x)),
    "tan": _tan,
    "asin": _inverse(np.arcsin, lambda x: 1 - x * x, 1, -1),
    "acos": _inverse(np.arccos, lambda x: 1 - x * x, -1, -1),
    "atan": _rational(np.arctan, 1),
    "sinh": lambda x: (np.sinh(x), np.cosh(x), np.sinh(x)),
    "cosh": lambda x: (np.cosh(x), np.sinh(x), np.cosh(x)),
    "tanh": _tanh,
    "asinh": _inverse(np.arcsinh, lambda x: 1 + x * x, 1, 1),
    "acosh": _inverse(np.arccosh, lambda x: x * x - 1, 1, 1),
    "atanh": _rational(np.arctanh, -1),
    "exp": lambda x: (np.exp(x), np.exp(x), np.exp(x)),
    "log": _logarithm(1.0),
    "log10": _logarithm(float(np.log(10.0))),
    "log2": _logarithm(float(np.log(2.0))),
    "sqrt": _sqrt,
    "erf": _erf,
    "abs": lambda x: (np.abs(x), np.sign(x), 0 * x),
    "sign": lambda x: (np.sign(x), 0 * x, 0 * x),
}


def _atan2(y: Jet, x: Jet) -> Jet:
    square = x[0] ** 2 + y[0] ** 2
    turn = x[0] * y[1] - y[0] * x[1]
    bend = x[0] * y[2] - y[0] * x[2]
    growth = 2 * (x[0] * x[1] + y[0] * y[1])
    return jet(np.arctan2(y[0], x[0]), turn / square, (bend - turn * growth / square) / square)


def _least(a: Jet, b: Jet) -> Jet:
    return np.where(b[0] < a[0], b, a)  # a, too, where one of them has no value


def _greatest(a: Jet, b: Jet) -> Jet:
    return np.where(b[0] > a[0], b, a)


_OTHER: Mapping[str, Callable[..., Jet]] = {
    "atan2": _atan2,
    "min": _least,
    "max": _greatest,
    "pi": lambda: constant(np.pi),
}
_STEPS = ("step", "fac", "comb")


def _in_steps(function: str, arguments: Sequence[Jet]) -> Jet:
    """A function that is constant wherever it has a derivative."""
    carrier: Any = FloatCarrier()
    rows = np.broadcast_arrays(*(argument[0] for argument in arguments))
    values = [carrier.call(function, [float(v) for v in row], ()) for row in np.transpose(rows)]
    result = np.array(values)
    return jet(result, 0 * result, 0 * result)
