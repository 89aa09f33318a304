"""What a bushing exerts, stated a second time: by the vector of Gibbs, as forces and moments.

g = vee(R − Rᵀ)/(1 + tr R) of R = R_aᵀ R_b is n tan θ/2, its rate ½ (ω + ω × g + g (g·ω)) with ω of
the second body over the first in axes of the latter; θₖ = 2 arctan gₖ in the axes of the frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np

from lagr_gui.audit.bodies import Bodies
from lagr_gui.audit.jets import (
    Array,
    Jet,
    apply,
    chained,
    dot,
    full,
    jet,
    matmul,
    product,
    stacked,
    transposed,
    turned,
)


class Effect(Protocol):
    """What takes forces and moments on bodies, energy and power."""

    energy: Jet | None
    power: Array | None

    def push(self, bodies: Bodies, body: int, F: Array, at: Array) -> None: ...

    def turn(self, bodies: Bodies, body: int, M: Array) -> None: ...


TURN = 2 * np.pi


def bushing(element: Any, bodies: Bodies, effect: Effect) -> None:
    """Force and moment of a bushing, its energy and the power that it takes."""
    values, n = bodies.values, len(bodies.values.states.t)
    first, second = bodies.frames[element.body_a], bodies.frames[element.body_b]
    P = second.point(values.point(element.body_b, element.point_b))
    way = P - first.point(values.point(element.body_a, element.point_a))
    z, x = _direction(bodies, element.normal), _direction(bodies, element.along)
    axes = np.stack([x, np.cross(z, x), z])
    inward = transposed(first.R)
    s = _seen(axes, apply(inward, full(way, n)))
    R = full(matmul(inward, second.R), n)
    omega = turned(inward[0] * np.ones((n, 1, 1)), second.omega - first.omega)
    g = _gibbs(R)
    theta = _seen(axes, g)
    theta = stacked([_double_arctan(theta[..., k]) for k in range(3)])
    for k in range(3):
        theta[0, :, k] += TURN * _turns(element, bodies, axes[k], theta[0, :, k])
    spins = _slopes(axes, g[0])
    rates = np.einsum("nki,ni->nk", spins, omega)
    force, stored, taken = _law(element, values, n, s, s[1], ("c", "k", "preload"))
    moment, more, lost = _law(element, values, n, theta, rates, ("c_turn", "k_turn", "premoment"))
    F = turned(first.R[0] * np.ones((n, 1, 1)), force @ axes)
    M = turned(first.R[0] * np.ones((n, 1, 1)), np.einsum("nki,nk->ni", spins, moment))
    effect.push(bodies, element.body_a, -F, P[0])
    effect.push(bodies, element.body_b, F, P[0])
    effect.turn(bodies, element.body_a, -M)
    effect.turn(bodies, element.body_b, M)
    effect.energy, effect.power = stored + more, taken + lost


def _direction(bodies: Bodies, field: Any) -> Array:
    """A direction (3,) that is the same in all states."""
    return bodies.values.direction(field)[0].reshape(-1, 3)[0]


def _seen(axes: Array, vector: Jet) -> Jet:
    """The components of a vector along axes (3, 3)."""
    return vector @ axes.T


def _gibbs(R: Jet) -> Jet:
    """n tan θ/2"""
    trace = R[..., 0, 0] + R[..., 1, 1] + R[..., 2, 2]
    trace[0] += 1
    inverse = chained(trace, 1 / trace[0], -1 / trace[0] ** 2, 2 / trace[0] ** 3)
    pairs = ((2, 1), (0, 2), (1, 0))
    return stacked([product(R[..., i, j] - R[..., j, i], inverse) for i, j in pairs])


def _double_arctan(g: Jet) -> Jet:
    square = 1 + g[0] ** 2
    return chained(g, 2 * np.arctan(g[0]), 2 / square, -4 * g[0] / square**2)


def _slopes(axes: Array, g: Array) -> Array:
    """Along which vectors (n, 3, 3) ω turns about each axis: θₖ′ = wₖ·ω."""
    grown = np.eye(3) + np.einsum("ni,nj->nij", g, g)
    grown[:, [2, 0, 1], [1, 2, 0]] -= g
    grown[:, [1, 2, 0], [2, 0, 1]] += g
    along = np.einsum("ki,nij->nkj", axes, grown)
    return along / (1 + (g @ axes.T)[:, :, None] ** 2)


def _law(
    element: Any, values: Any, n: int, x: Jet, rate: Array, names: tuple[str, str, str]
) -> tuple[Array, Jet, Array]:
    """F₀ − c x − k x′ (n, 3), the energy c x²/2 − F₀ x, and the power k x′²."""
    c, k, F0 = (full(values.vector(getattr(element, name)), n) for name in names)
    half = product(x, x) / 2
    energy = dot(c, half) - dot(F0, x)
    stored = jet(energy[0], energy[1], 0 * energy[0])
    return F0[0] - c[0] * x[0] - k[0] * rate, stored, np.sum(k[0] * rate**2, axis=-1)


def _turns(element: Any, bodies: Bodies, axis: Array, theta: Array) -> Array | float:
    """How many whole turns are in the angles of the joints between, where these are about it."""
    q = bodies.values.motion.q
    told: dict[str, float] = {}
    for body, sign in ((element.body_b, 1.0), (element.body_a, -1.0)):
        for name, along in _hinges(bodies, body, axis):
            told[name] = told.get(name, 0.0) + sign * along
    whole = sum((along * q[name][0] for name, along in told.items()), 0 * theta)
    turns = np.round((whole - theta) / TURN)
    return turns if np.allclose(whole - theta, TURN * turns, rtol=0, atol=1e-6) else 0.0


def _hinges(bodies: Bodies, body: int, axis: Array) -> Iterator[tuple[str, float]]:
    """The angles of the joints from body 0 to a body, with the cosines of their axes."""
    hung = {link.outer: link for link in bodies.links}
    while body:
        link = hung[body]
        joint: Any = bodies.values.fields.joints[link.joint]
        if joint.kind in ("revolute", "screw", "cylindrical", "planar"):
            field = joint.normal if joint.kind == "planar" else joint.axis
            cosine = float(_direction(bodies, field) @ axis)
            angle = joint.coordinates[0 if joint.kind in ("revolute", "screw") else -1]
            yield angle, link.sign * round(cosine)
        body = link.inner
