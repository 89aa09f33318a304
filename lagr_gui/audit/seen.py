"""A body as it is seen from another one."""

from __future__ import annotations

from typing import Any

import numpy as np

from lagr_gui.audit.bodies import Bodies
from lagr_gui.audit.forces import ForceEffect, StatedBinding
from lagr_gui.audit.jets import Array, Jet, apply, cross, dot, matmul, product, shifted, transposed


class Seen:
    """A body as it is seen from another one, in the axes of that ground."""

    def __init__(self, element: Any, bodies: Bodies) -> None:
        """Of the element its name, its body and its ground are asked for."""
        self.bodies, self.element = bodies, element
        self.body, self.ground = bodies.frames[element.body], bodies.frames[element.ground]
        self.back = transposed(self.ground.R)
        self.R = matmul(self.back, self.body.R)

    def point(self, local: Jet) -> Jet:
        """A point of the body from the ground's origin."""
        return apply(self.back, self.body.point(local) - self.ground.x)

    def slip(self, centre: Jet, arm: Jet) -> Jet:
        """The velocity of the point of the body that is at centre + arm."""
        W = matmul(shifted(self.R), transposed(self.R))
        return shifted(centre) + apply(W, arm)

    def binding(self, direction: Array, at: Array, value: Jet, order: int) -> StatedBinding:
        """A condition that pushes the body along a direction of the ground, and the ground back."""
        G = self.ground
        binding = StatedBinding(f"element:{self.element.name}")
        place = self.press(binding, np.broadcast_to(direction, at.shape), at)
        size = self.body.pull + G.pull + (self.body.bend + G.bend) * self._reach(place)
        speeds = np.sum((self.body.x[1] - G.x[1]) ** 2, axis=-1)
        rates = np.sqrt(np.sum(self.body.R[1] ** 2, axis=(-1, -2)) * speeds)
        return binding.states(value, order, size + rates)

    def press(self, effect: ForceEffect, force: Array, at: Array) -> Array:
        """Push the body by a force (n, 3) of the ground, and the ground back; where that is."""
        G = self.ground
        turned = np.einsum("nij,nj->ni", G.R[0], force)
        place = G.x[0] + np.einsum("nij,nj->ni", G.R[0], at)
        effect.push(self.bodies, self.element.body, turned, place)
        effect.push(self.bodies, self.element.ground, -turned, place)
        return place

    def _reach(self, place: Array) -> Array:
        return sum(
            np.sqrt(np.sum((place - frame.x[0]) ** 2, axis=-1))
            for frame in (self.body, self.ground)
        )  # type: ignore[return-value]

    def slips(self, centre: Jet, arm: Jet, along: Jet, n: Jet) -> list[StatedBinding]:
        """The velocities of the touching point along a direction across n, and across both."""
        slip, touch = self.slip(centre, arm), (centre + arm)[0]
        ways = along, product(n, along, cross)
        return [self.binding(way[0], touch, dot(slip, way), 1) for way in ways]


def times(factor: Jet, vector: Jet) -> Jet:
    """A scalar times a vector."""
    return product(factor, vector, lambda s, v: s[..., None] * v)


def level(n: Array) -> Array:
    """The direction (3,) across a unit vector, in the plane of x and y."""
    x, y, _ = n
    along = np.array([-y, x, 0.0]) if x or y else np.array([1.0, 0.0, 0.0])
    return along / np.sqrt(along @ along)


FLAT = 1e-12
"""A disc touches its plane nowhere in particular where the square of its lean is smaller."""


def foot_of(a: Jet, n: Jet, r: Jet) -> tuple[Jet, Jet]:
    """Lean |n × a| of a disc with the axis a, and the arm from its centre to where it touches."""
    level = product(n, a, cross)
    square = dot(level, level)
    square[0] = np.where(square[0] > FLAT, square[0], np.nan)
    lean, inverse = root_of(square)
    fall = product(a, level, cross)  # n − (n·a) a, without cancelling
    return lean, -times(product(r, inverse), fall)


def root_of(square: Jet) -> tuple[Jet, Jet]:
    """The root of a square, and 1 over it."""
    root = np.sqrt(square[0])
    rate = square[1] / (2 * root)
    length = np.stack([root, rate, (square[2] / 2 - rate**2) / root])
    return length, np.stack([1 / root, -rate / root**2, (2 * rate**2 / root - length[2]) / root**2])
