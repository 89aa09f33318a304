"""Interval arithmetic: bounds of values and slopes, for many intervals at once.

Moore, Kearfott, Cloud: Introduction to Interval Analysis, SIAM 2009.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from lagr_gui.kernel import operations as op

Pair = tuple[Any, Any]
"""The lower and the upper bounds (n,) of something on n intervals."""

EPS = 4 * np.finfo(float).eps
"""By how much of themselves bounds are widened: library functions round to a few last places."""

erf = np.vectorize(math.erf, otypes=[float])


def wide(x: Pair) -> Pair:
    low, high = x
    return low - EPS * np.abs(low), high + EPS * np.abs(high)


def plus(x: Pair, y: Pair) -> Pair:
    return x[0] + y[0], x[1] + y[1]


def minus(x: Pair, y: Pair) -> Pair:
    return x[0] - y[1], x[1] - y[0]


def times(x: Pair, y: Pair) -> Pair:
    if type(x[0]) is float and x[0] == x[1]:
        x, y = y, x
    if type(y[0]) is float and y[0] == y[1]:
        ends = x[0] * y[0], x[1] * y[0]
        return ends if y[0] >= 0 else (ends[1], ends[0])
    a, b, c, d = x[0] * y[0], x[0] * y[1], x[1] * y[0], x[1] * y[1]
    low = np.fmin(np.fmin(a, b), np.fmin(c, d))  # nan is 0 times an infinite bound
    return low, np.fmax(np.fmax(a, b), np.fmax(c, d))


def square(x: Pair) -> Pair:
    a, b = np.abs(x[0]), np.abs(x[1])
    holds_zero = (x[0] <= 0) & (x[1] >= 0)
    return np.where(holds_zero, 0.0, np.minimum(a, b)) ** 2, np.maximum(a, b) ** 2


def _inverse(x: Pair) -> Pair:
    holds_zero = (x[0] <= 0) & (x[1] >= 0)
    return np.where(holds_zero, -np.inf, 1 / x[1]), np.where(holds_zero, np.inf, 1 / x[0])


def _product(x: Pair, dx: Pair, y: Pair, dy: Pair) -> tuple[Pair, Pair]:
    return times(x, y), plus(times(dx, y), times(x, dy))


def _quotient(x: Pair, dx: Pair, y: Pair, dy: Pair) -> tuple[Pair, Pair]:
    part = _inverse(y)
    products = times(x, part)
    return products, times(minus(dx, times(products, dy)), part)


def _power(x: Pair, dx: Pair, y: Pair, dy: Pair) -> tuple[Pair, Pair]:
    """x^y = exp(y log x); of a negative base, as whole exponents allow it, by corners."""
    if type(y[0]) is float and y[0] == y[1]:
        exponent = y[0]
        value, rise = _constant_power(x, exponent), _constant_power(x, exponent - 1)
        return value, times(times((exponent, exponent), rise), dx)
    logarithm, of_base = _growing(np.log, lambda x: 1 / x)(x)
    low, high = times(y, logarithm)
    value = np.exp(low), np.exp(high)
    slope = plus(times(dy, logarithm), times(y, times(of_base, dx)))
    return value, times(value, slope)


def _constant_power(x: Pair, exponent: float) -> Pair:
    ends = np.array(np.broadcast_arrays(*(np.power(end, exponent) for end in x)))
    holds_zero = (x[0] <= 0) & (x[1] >= 0)
    least = np.where(holds_zero, 0.0, np.inf) if exponent > 0 else np.full(ends.shape[1:], np.inf)
    most = np.where(holds_zero & (exponent < 0), np.inf, -np.inf)
    if exponent < 0 and exponent == int(exponent) and exponent % 2:
        least = np.where(holds_zero, -np.inf, least)
    low = np.fmin(np.fmin(ends[0], ends[1]), least)
    return low, np.fmax(np.fmax(ends[0], ends[1]), np.fmax(most, np.where(holds_zero, 0.0, most)))


def _angle(x: Pair, dx: Pair, y: Pair, dy: Pair) -> tuple[Pair, Pair]:
    """The angle of (y, x), as atan2(x, y) has it, between two zeros of x."""
    corners = np.array(np.broadcast_arrays(*(np.arctan2(a, b) for a in x for b in y)))
    radius = plus(square(x), square(y))
    slope = times(minus(times(y, dx), times(x, dy)), _inverse(radius))
    return (corners.min(axis=0), corners.max(axis=0)), slope


OF_TWO: Mapping[int, Callable[[Pair, Pair, Pair, Pair], tuple[Pair, Pair]]] = {
    op.ADD: lambda x, dx, y, dy: (plus(x, y), plus(dx, dy)),
    op.SUBTRACT: lambda x, dx, y, dy: (minus(x, y), minus(dx, dy)),
    op.MULTIPLY: _product,
    op.DIVIDE: _quotient,
    op.POWER: _power,
    op.ATAN2: _angle,
}
"""Value and slope of each operation with two operands, of their values and slopes."""


Single = Callable[[Pair], tuple[Pair, Pair]]


def _growing(
    function: Callable[[Any], Any],
    slope: Callable[[Any], Any],
    domain: tuple[float, float] = (-np.inf, np.inf),
    peak: float | None = None,
) -> Single:
    """A function that grows in its domain.

    Its slope is largest at a `peak` and falls on both sides, or else is monotonic.
    """

    def bounds(x: Pair) -> tuple[Pair, Pair]:
        low, high = (np.clip(end, *domain) for end in x)
        ends = slope(low), slope(high)
        most = np.maximum(*ends)
        if peak is not None:
            most = np.where((low <= peak) & (peak <= high), slope(peak), most)
        return (function(low), function(high)), (np.minimum(*ends), most)

    return bounds


def _negative(single: Single) -> Single:
    def bounds(x: Pair) -> tuple[Pair, Pair]:
        (low, high), (least, most) = single(x)
        return (-high, -low), (-most, -least)

    return bounds


def _even(x: Pair) -> tuple[Pair, Pair]:
    """cosh, whose slope grows."""
    a, b = np.abs(x[0]), np.abs(x[1])
    holds_zero = (x[0] <= 0) & (x[1] >= 0)
    least = np.where(holds_zero, 0.0, np.minimum(a, b))
    return (np.cosh(least), np.cosh(np.maximum(a, b))), (np.sinh(x[0]), np.sinh(x[1]))


def _sine(x: Pair) -> Pair:
    low, high = x
    ends = np.sin(low), np.sin(high)

    def holds(place: float) -> Any:
        return np.ceil((low - place) / (2 * np.pi)) * 2 * np.pi + place <= high

    least = np.where(holds(-np.pi / 2), -1.0, np.minimum(*ends))
    return least, np.where(holds(np.pi / 2), 1.0, np.maximum(*ends))


def _cosine(x: Pair) -> Pair:
    return _sine((x[0] + np.pi / 2, x[1] + np.pi / 2))


def _tangent(x: Pair) -> tuple[Pair, Pair]:
    pole = np.ceil((x[0] - np.pi / 2) / np.pi) * np.pi + np.pi / 2 <= x[1]
    low = np.where(pole, -np.inf, np.tan(x[0]))
    high = np.where(pole, np.inf, np.tan(x[1]))
    return (low, high), plus((1.0, 1.0), square((low, high)))


_INVERSE_SINE = _growing(np.arcsin, lambda x: 1 / np.sqrt(1 - x * x), (-1.0, 1.0))


def _arc_sine(x: Pair) -> tuple[Pair, Pair]:
    """Its slope is least at 0."""
    value, (low, high) = _INVERSE_SINE(x)
    return value, (np.where((x[0] <= 0) & (x[1] >= 0), 1.0, low), high)


def _logarithm(function: Callable[[Any], Any], base: float) -> Single:
    return _growing(function, lambda x: 1 / (x * base), (0.0, np.inf))


def _area_tangent(x: Pair) -> tuple[Pair, Pair]:
    """Its slope is least at 0."""
    value, (low, high) = _growing(np.arctanh, lambda x: 1 / (1 - x * x), (-1.0, 1.0))(x)
    return value, (np.where((x[0] <= 0) & (x[1] >= 0), 1.0, low), high)


OF_ONE: Mapping[int, Single] = {
    op.NEGATE: lambda x: ((-x[1], -x[0]), (-1.0, -1.0)),
    op.SIN: lambda x: (_sine(x), _cosine(x)),
    op.COS: lambda x: (_cosine(x), (-(s := _sine(x))[1], -s[0])),
    op.TAN: _tangent,
    op.ASIN: _arc_sine,
    op.ACOS: lambda x: (
        (np.arccos(np.clip(x[1], -1, 1)), np.arccos(np.clip(x[0], -1, 1))),
        _negative(_arc_sine)(x)[1],
    ),
    op.ATAN: _growing(np.arctan, lambda x: 1 / (1 + x * x), peak=0.0),
    op.SINH: lambda x: ((np.sinh(x[0]), np.sinh(x[1])), _even(x)[0]),
    op.COSH: _even,
    op.TANH: _growing(np.tanh, lambda x: 1 / np.cosh(x) ** 2, peak=0.0),
    op.ASINH: _growing(np.arcsinh, lambda x: 1 / np.sqrt(1 + x * x), peak=0.0),
    op.ACOSH: _growing(np.arccosh, lambda x: 1 / np.sqrt(x * x - 1), (1.0, np.inf)),
    op.ATANH: _area_tangent,
    op.EXP: _growing(np.exp, np.exp),
    op.LOG: _logarithm(np.log, 1.0),
    op.LOG10: _logarithm(np.log10, math.log(10.0)),
    op.LOG2: _logarithm(np.log2, math.log(2.0)),
    op.SQRT: _growing(np.sqrt, lambda x: 0.5 / np.sqrt(x), (0.0, np.inf)),
    op.ERF: _growing(erf, lambda x: 2 / math.sqrt(math.pi) * np.exp(-x * x), peak=0.0),
}
"""Value and slope of each operation with one operand."""
