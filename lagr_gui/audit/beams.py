"""Elastic beams, stated a second time: shape functions, motion of the tip, mass along the axis.

r(ξ) = e (L ξ − qᵢqⱼ hᵢⱼ(ξ)/(2L)) + n qᵢuᵢ(ξ) of docs/elastic-bodies.md; integrals over the beam
are sums over Gauss's places, the same for all shape functions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial
from numpy.polynomial.legendre import leggauss
from scipy.optimize import brentq
from scipy.special import jacobi

from lagr_gui.audit.jets import Array, Jet, constant, jet, product, stacked
from lagr_gui.audit.values import Curve, NotCovered, Values
from lagr_gui.message import say

PLACES = 40
"""Gauss's places: they integrate polynomials of degree 79, and ten waves, to rounding."""

LARGEST_WAVE = 14.0
"""Wave numbers up to which differences of hyperbolic functions keep ten digits."""


@dataclass(frozen=True, eq=False)
class Shapes:
    """uᵢ, uᵢ′, uᵢ″ (m, K) at the places, uᵢ and uᵢ′ (m,) at the tip, hᵢⱼ (m, m, K) and (m, m)."""

    u: Array
    curvature: Array
    tip: Array
    tip_slope: Array
    rise: Array
    tip_rise: Array


def gauss(end: float = 1.0) -> tuple[Array, Array]:
    """Places and weights (K,) on 0 … end."""
    x, w = leggauss(PLACES)
    return end * (x + 1) / 2, end * w / 2


def beam_motion(joint: Any, values: Values, curve: Curve) -> tuple[Jet, Array, Jet]:
    """Angle (3, n) and axis (3,) by which the tip turns, and r(1) (3, n, 3), in joint axes."""
    shapes, L = _shapes(joint, values), values.scalar(joint.length)
    e, n = _axes(joint, values)
    q = _amplitudes(joint, curve)
    angle = _over(np.tensordot(q, shapes.tip_slope, (-1, 0)), L)
    tip = _along(e, L) + _along(n, np.tensordot(q, shapes.tip, (-1, 0)))
    if joint.foreshortening == "on":
        pair = product(q[..., :, None], q[..., None, :])
        tip = tip - _along(e, _over(np.tensordot(pair, shapes.tip_rise, 2), 2 * L))
    return angle, np.cross(e, n), tip


def points(joint: Any, values: Values, curve: Curve) -> Jet:
    """r(ξ) (3, n, K, 3) at all places, in joint axes."""
    shapes, L = _shapes(joint, values), values.scalar(joint.length)
    e, n = _axes(joint, values)
    xi, _ = gauss()
    q = _amplitudes(joint, curve)
    along = L[..., None] * xi
    if joint.foreshortening == "on":
        pair = product(q[..., :, None], q[..., None, :])
        shortened = np.tensordot(pair, shapes.rise, ([-2, -1], [0, 1]))
        along = along - shortened / (2 * L[0, 0])
    return _along(e, along) + _along(n, np.tensordot(q, shapes.u, (-1, 0)))


def bending(joint: Any, values: Values) -> tuple[Array, Array, Array]:
    """Elastic and damping force (n, m) on the amplitudes, and the energy (n,)."""
    shapes = _shapes(joint, values)
    L, EI, beta = (
        float(values.scalar(getattr(joint, name))[0, 0])
        for name in ("length", "stiffness", "damping")
    )
    _, weights = gauss()
    K = EI / L**3 * np.einsum("ik,jk,k->ij", shapes.curvature, shapes.curvature, weights)
    q = _amplitudes(joint, values.motion)
    energy = 0.5 * np.einsum("ni,ij,nj->n", q[0], K, q[0])
    return -q[0] @ K, -beta * (q[1] @ K), energy


def _over(a: Jet, L: Jet) -> Jet:
    """A jet over a constant length."""
    return a / L[0, 0]


def _along(axis: Array, length: Jet) -> Jet:
    return length[..., None] * axis


def _axes(joint: Any, values: Values) -> tuple[Array, Array]:
    return values.direction(joint.axis)[0, 0], values.direction(joint.across)[0, 0]


def _amplitudes(joint: Any, curve: Curve) -> Jet:
    n = len(curve.time[0])
    if not joint.coordinates:
        return np.zeros((3, n, 0))
    return stacked([curve.q[name] for name in joint.coordinates])


def _shapes(joint: Any, values: Values) -> Shapes:
    count = len(joint.coordinates)
    if joint.ends == "own":
        return _tabulated(lambda xi: _own(joint, values, xi), count)
    return _standard(joint.ends, joint.functions, count)


@lru_cache(maxsize=64)
def _standard(ends: str, sort: str, count: int) -> Shapes:
    make = _polynomials if sort == "polynomials" else _modes
    return _tabulated(lambda xi: make(ends, count, xi), count)


def _tabulated(at: Any, count: int) -> Shapes:
    """What is needed of functions that `at` gives as jets in ξ (3, m, K) at places (K,)."""
    if not count:
        none = np.zeros((0, PLACES))
        flat = np.zeros((0, 0, PLACES))
        return Shapes(none, none, np.zeros(0), np.zeros(0), flat, np.zeros((0, 0)))
    xi, _ = gauss()
    here, tip = at(xi), at(np.ones(1))
    rise = np.stack([_rise(at, end) for end in xi], axis=-1)
    return Shapes(here[0], here[2], tip[0, :, 0], tip[1, :, 0], rise, _rise(at, 1.0))


def _rise(at: Any, end: float) -> Array:
    """∫₀^ξ uᵢ′uⱼ′ dη (m, m)."""
    eta, weights = gauss(end)
    slope = at(eta)[1]
    return np.einsum("ik,jk,k->ij", slope, slope, weights)


def _own(joint: Any, values: Values, xi: Array) -> Jet:
    """uᵢ is the deflection for qᵢ = 1 and all others 0."""
    place = jet(xi, np.ones_like(xi), 0 * xi)
    found: list[Jet] = []
    for name in joint.coordinates:
        unit = {other: constant(float(other == name)) for other in values.coordinates}
        curve = Curve(constant(0.0), unit, unit)
        one = values.scalar(joint.deflection, curve, xi=place)
        found.append(np.broadcast_to(one, (3, len(xi))))
    return np.stack(found, axis=1)


_ZEROS = {
    "clamped-free": (2, 0, 0),
    "pinned-pinned": (1, 1, 0),
    "clamped-clamped": (2, 2, 0),
    "clamped-pinned": (2, 1, 0),
    "free-free": (0, 0, 2),
}
"""Zeros at root and tip, and the first degree of Jacobi's polynomials."""


def _polynomials(ends: str, count: int, xi: Array) -> Jet:
    a, b, first = _ZEROS[ends]
    x = Polynomial([0.0, 1.0])
    found: list[Array] = []
    for n in range(first, first + count):
        factors = np.asarray(jacobi(n, 2 * b, 2 * a).coef, float)[::-1]
        u: Any = x**a * (1 - x) ** b * Polynomial(factors)(2 * x - 1)
        found.append(np.stack([u(xi), u.deriv(1)(xi), u.deriv(2)(xi)]))
    return np.stack(found, axis=1)


def _modes(ends: str, count: int, xi: Array) -> Jet:
    """Natural modes cosh λξ ∓ cos λξ − σ (sinh λξ ∓ sin λξ), or sines."""
    found: list[Array] = []
    for i in range(1, count + 1):
        if ends == "pinned-pinned":
            w = i * np.pi
            sine, cosine = np.sin(w * xi), np.cos(w * xi)
            found.append(np.stack([sine, w * cosine, -w * w * sine]))
            continue
        w = _wave_number(ends, i)
        if w > LARGEST_WAVE:
            raise NotCovered(say("the natural mode number {i} of a beam", i=i))
        found.append(_mode(ends, w, xi))
    return np.stack(found, axis=1)


def _mode(ends: str, w: float, xi: Array) -> Array:
    sign = 1.0 if ends == "free-free" else -1.0
    tip = 1.0 if ends == "clamped-free" else -1.0
    sigma = (np.cosh(w) + tip * np.cos(w)) / (np.sinh(w) + tip * np.sin(w))
    ch, sh, c, s = np.cosh(w * xi), np.sinh(w * xi), np.cos(w * xi), np.sin(w * xi)
    u = ch + sign * c - sigma * (sh + sign * s)
    slope = w * (sh - sign * s - sigma * (ch + sign * c))
    bend = w * w * (ch - sign * c - sigma * (sh - sign * s))
    return np.stack([u, slope, bend])


def _wave_number(ends: str, i: int) -> float:
    """The i-th root of cos λ cosh λ = ∓1, or of tan λ = tanh λ."""
    if ends == "clamped-free":
        low, high = (i - 1) * np.pi, i * np.pi

        def gap(w: float) -> float:
            return np.cos(w) + 1 / np.cosh(w)

    elif ends == "clamped-pinned":
        low, high = i * np.pi, (i + 0.5) * np.pi

        def gap(w: float) -> float:
            return np.sin(w) - np.tanh(w) * np.cos(w)

    else:
        low, high = i * np.pi, (i + 1) * np.pi

        def gap(w: float) -> float:
            return np.cos(w) - 1 / np.cosh(w)

    found: Any = brentq(gap, low + 1e-9, high, xtol=1e-15)
    return float(found)
