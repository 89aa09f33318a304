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

from lagr_gui.audit.jets import Array, Jet, constant, cross, full, jet, product, stacked
from lagr_gui.audit.values import TimeCurve, Values

PLACES = 32
"""Gauss's places on a beam, without those for each shape function."""

MORE = 6
"""Gauss's places for each of m shape functions: a wave needs four, a product of two the double."""


@dataclass(frozen=True, eq=False)
class Shapes:
    """uᵢ, uᵢ′, uᵢ″ (m, K) at the places, uᵢ and uᵢ′ (m,) at the tip, hᵢⱼ (m, m, K) and (m, m)."""

    u: Array
    curvature: Array
    tip: Array
    tip_slope: Array
    rise: Array
    tip_rise: Array


@lru_cache(maxsize=64)
def gauss(count: int) -> tuple[Array, Array]:
    """Places and weights (K,) on 0 … 1 for products of `count` shape functions."""
    x, w = leggauss(PLACES + MORE * count)
    return (x + 1) / 2, w / 2


def beam_motion(joint: Any, values: Values, curve: TimeCurve) -> tuple[Jet, Array, Jet]:
    """Angle (3, n) and axis (3,) by which the tip turns, and r(1) (3, n, 3), in joint axes."""
    shapes, L = _shapes(joint, values), values.scalar(joint.length)
    e, n = axes(joint, values)
    q = _amplitudes(joint, curve)
    angle = _over(q @ shapes.tip_slope, L)
    tip = _along(e, L) + _along(n, q @ shapes.tip)
    if joint.foreshortening == "on":
        tip = tip - _along(e, _over(_pairs(q) @ shapes.tip_rise.ravel(), 2 * L))
    return angle, cross(e, n), tip


def profile(joint: Any, values: Values, curve: TimeCurve) -> tuple[Jet, Jet]:
    """r(ξ) at all places, along e and along n, (3, n, K) each."""
    shapes, L = _shapes(joint, values), values.scalar(joint.length)
    xi, _ = gauss(len(joint.coordinates))
    q = _amplitudes(joint, curve)
    along = L[..., None] * xi
    if joint.foreshortening == "on":
        shortened = _pairs(q) @ shapes.rise.reshape(-1, len(xi))
        along = along - _over(shortened, 2 * L)
    return full(along, q.shape[1]), q @ shapes.u


def _pairs(q: Jet) -> Jet:
    """The products qᵢqⱼ (3, n, m²) of amplitudes (3, n, m)."""
    pairs = product(q[..., :, None], q[..., None, :])
    return pairs.reshape(*pairs.shape[:2], -1)


def bending(joint: Any, values: Values) -> tuple[Array, Array, Array]:
    """Elastic and damping force (n, m) on the amplitudes, and the energy (n,)."""
    shapes = _shapes(joint, values)
    L, EI, beta = (
        values.number(getattr(joint, name)) for name in ("length", "stiffness", "damping")
    )
    _, weights = gauss(len(joint.coordinates))
    K = EI / L**3 * (shapes.curvature * weights) @ shapes.curvature.T
    q = _amplitudes(joint, values.motion)
    elastic = -q[0] @ K
    return elastic, -beta * (q[1] @ K), -np.sum(elastic * q[0], axis=1) / 2


def _over(a: Jet, L: Jet) -> Jet:
    """A jet over a constant length."""
    return a / L[0, 0]


def _along(axis: Array, length: Jet) -> Jet:
    return length[..., None] * axis


def axes(joint: Any, values: Values) -> tuple[Array, Array]:
    """e and n (3,) in joint axes."""
    return values.direction(joint.axis)[0, 0], values.direction(joint.across)[0, 0]


def _amplitudes(joint: Any, curve: TimeCurve) -> Jet:
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
    xi, weights = gauss(count)
    if not count:
        none = np.zeros((0, len(xi)))
        flat = np.zeros((0, 0, len(xi)))
        return Shapes(none, none, np.zeros(0), np.zeros(0), flat, np.zeros((0, 0)))
    here, tip = at(xi), at(np.ones(1))
    ends = np.append(xi, 1.0)
    slopes = at(np.outer(ends, xi).ravel())[1].reshape(count, len(ends), len(xi))
    # ∫₀^ξ uᵢ′uⱼ′ dη by places on 0 … ξ
    rise = np.einsum("iek,jek,k,e->ije", slopes, slopes, weights, ends, optimize=True)
    return Shapes(here[0], here[2], tip[0, :, 0], tip[1, :, 0], rise[..., :-1], rise[..., -1])


def _own(joint: Any, values: Values, xi: Array) -> Jet:
    """uᵢ is the deflection for qᵢ = 1 and all others 0."""
    place = jet(xi, np.ones_like(xi), 0 * xi)
    jets: list[Jet] = []
    for name in joint.coordinates:
        unit = {other: constant(float(other == name)) for other in values.coordinates}
        curve = TimeCurve(constant(0.0), unit, unit, {})
        one = values.scalar(joint.deflection, curve, xi=place)
        jets.append(np.broadcast_to(one, (3, len(xi))))
    return np.stack(jets, axis=1)


_ZEROS = {
    "clamped-free": (2, 0, 0),
    "pinned-pinned": (1, 1, 0),
    "clamped-clamped": (2, 2, 0),
    "clamped-pinned": (2, 1, 0),
    "free-free": (0, 0, 2),
}
"""Zeros at root and tip, and the first degree of Jacobi's polynomials."""


def _polynomials(ends: str, count: int, xi: Array) -> Jet:
    from scipy.special import jacobi  # loaded when the first beam needs it

    a, b, first = _ZEROS[ends]
    x = Polynomial([0.0, 1.0])
    polynomials: list[Array] = []
    for n in range(first, first + count):
        factors = np.asarray(jacobi(n, 2 * b, 2 * a).coef, float)[::-1]
        u: Any = x**a * (1 - x) ** b * Polynomial(factors)(2 * x - 1)
        polynomials.append(np.stack([u(xi), u.deriv(1)(xi), u.deriv(2)(xi)]))
    return np.stack(polynomials, axis=1)


def _modes(ends: str, count: int, xi: Array) -> Jet:
    """Natural modes cosh λξ ∓ cos λξ − σ (sinh λξ ∓ sin λξ), or sines."""
    modes: list[Array] = []
    for i in range(1, count + 1):
        if ends == "pinned-pinned":
            w = i * np.pi
            sine, cosine = np.sin(w * xi), np.cos(w * xi)
            modes.append(np.stack([sine, w * cosine, -w * w * sine]))
            continue
        modes.append(_mode(ends, _wave_number(ends, i), xi))
    return np.stack(modes, axis=1)


def _mode(ends: str, w: float, xi: Array) -> Array:
    """Natural mode; cosh λξ − σ sinh λξ is ½(1 + σ)e^(−λξ) + ½(1 − σ)e^(λξ), 1 − σ by itself."""
    sign = 1.0 if ends == "free-free" else -1.0
    tip = 1.0 if ends == "clamped-free" else -1.0
    far = np.exp(-w)
    half = (1 - far**2) / 2 + tip * np.sin(w) * far  # (sinh λ ± sin λ) e^−λ
    rest = (tip * (np.sin(w) - np.cos(w)) - far) / half  # (1 − σ) e^λ
    sigma = 1 - rest * far
    near, growing = (1 + sigma) / 2 * np.exp(-w * xi), rest / 2 * np.exp(w * (xi - 1))
    c, s = sign * np.cos(w * xi), sign * np.sin(w * xi)
    u = near + growing + c - sigma * s
    slope = w * (growing - near - s - sigma * c)
    bend = w * w * (near + growing - c + sigma * s)
    return np.stack([u, slope, bend])


def _wave_number(ends: str, i: int) -> float:
    """The i-th root of cos λ cosh λ = ∓1, or of tan λ = tanh λ."""
    from scipy.optimize import brentq  # loaded when the first beam needs it

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

    root: Any = brentq(gap, low + 1e-9, high, xtol=1e-15)
    return float(root)
