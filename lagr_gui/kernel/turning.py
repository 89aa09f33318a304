"""Sine and cosine of an angle together: one set of formulas for floats and for vectors of LLVM.

They are fdlibm's, less than one unit of the last place wrong.  Every sum and product is rounded by
itself, so that all programs find the same bits: in Python, quick and optimised, single and in
lanes, on every processor.  Where angles are large, infinite or no numbers the C library is asked.
"""

from __future__ import annotations

import math
from typing import Protocol, Self, TypeVar

FAR = 4e5
"""From here on three parts of π/2 leave too few digits of what is left of some angles."""

_PER_QUARTER = 6.36619772367581382433e-01
_SHIFT = 1.5 * 2.0**52
"""A sum with it has no room for what is behind the point: it ends in a whole number's bits."""

# π/2 in parts, the first ones of 33 bits, and the polynomials of fdlibm's k_sin.c and k_cos.c.
_PARTS = (1.57079632673412561417e00, 6.07710050630396597660e-11, 2.02226624879595063154e-21)
_S = (
    -1.66666666666666324348e-01,
    8.33333333332248946124e-03,
    -1.98412698298579493134e-04,
    2.75573137070700676789e-06,
    -2.50507602534068634195e-08,
    1.58969099521155010221e-10,
)
_C = (
    4.16666666666666019037e-02,
    -1.38888888888741095749e-03,
    2.48015872894767294178e-05,
    -2.75573143513906633035e-07,
    2.08757232129817482790e-09,
    -1.13596475577881948265e-11,
)


class _Number(Protocol):
    """A float, or a value of a function that is written."""

    def __add__(self, other: Self | float, /) -> Self: ...
    def __sub__(self, other: Self | float, /) -> Self: ...
    def __rsub__(self, other: float, /) -> Self: ...
    def __mul__(self, other: Self | float, /) -> Self: ...


_N = TypeVar("_N", bound=_Number)


def near(x: _N) -> tuple[_N, _N, _N]:
    """Sine and cosine of what is left of x without quarters of a turn; these, shifted.

    Sums are arranged so that few must wait for one another.
    """
    shifted = x * _PER_QUARTER + _SHIFT
    quarters = shifted - _SHIFT
    t = x - quarters * _PARTS[0]
    w = quarters * _PARTS[1]
    r = t - w
    rest = quarters * _PARTS[2]
    about = r - rest  # known before a, and near enough for all but the first terms
    w = rest - ((t - r) - w)
    a = r - w
    b = (r - a) - w  # a + b is left
    q = about * about
    q2 = q * q
    inner = (q * _S[2] + _S[1]) + q2 * ((q * _S[4] + _S[3]) + q2 * _S[5])
    z = a * a
    v = z * a
    sine = a - ((z * (b * 0.5 - v * inner) - b) - v * _S[0])
    power = q2 * ((q * _C[1] + _C[0]) + q2 * ((q * _C[3] + _C[2]) + q2 * (q * _C[5] + _C[4])))
    half = z * 0.5
    w = 1.0 - half
    cosine = w + (((1.0 - w) - half) + (power - a * b))
    return sine, cosine, shifted


def sine(x: float) -> float:
    """The sine of a float; `ValueError` for infinities."""
    return _turned(x, 0) if abs(x) < FAR else math.sin(x)


def cosine(x: float) -> float:
    """The cosine of a float; `ValueError` for infinities."""
    return _turned(x, 1) if abs(x) < FAR else math.cos(x)


def _turned(x: float, more: int) -> float:
    """The sine of an angle and so many quarters of a turn."""
    *both, shifted = near(x)
    quarters = int(shifted - _SHIFT) + more
    value = both[quarters & 1]
    return -value if quarters & 2 else value
