"""Contacts of two shapes, stated a second time: balls, corners, rims on planes, balls on blocks.

Distances are those of the centre of a ball from the nearest point of what it meets.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product as combined
from typing import Any, NamedTuple

import numpy as np

from lagr_gui.audit.bodies import Bodies
from lagr_gui.audit.forces import ForceEffect, StatedBinding
from lagr_gui.audit.jets import Jet, apply, chained, constant, cross, dot, product, scalar
from lagr_gui.audit.seen import Seen, foot_of, level, times
from lagr_gui.audit.values import Values

TINY = 1e-60
"""A length that is none, with a square that is a number."""
POLE = (2, 3, 6)
"""Seven times a direction along the axes of a block; opposite to it directions across jump."""


class _Pair(NamedTuple):
    """The body that is seen from its ground."""

    name: str
    body: int
    ground: int


class _Touch(NamedTuple):
    """A gap, the normal that points from the ground to the body, and where both touch.

    `along` is the first direction across the normal.
    """

    seen: Seen
    gap: Jet
    normal: Jet
    centre: Jet
    arm: Jet
    along: Jet


def bindings_of(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    """What each point of contact must not do."""
    for touch in _touches(element, bodies):
        place = (touch.centre + touch.arm)[0]
        yield touch.seen.binding(-touch.normal[0], place, -touch.gap, 2)


def pressed(element: Any, bodies: Bodies) -> ForceEffect:
    """k δⁿ (1 + c δ̇) where something is sunk in by δ, never less than 0."""
    values, effect = bodies.values, ForceEffect(f"element:{element.name}")
    k, n, c = (
        stiffness_of(element, values),
        *map(values.number, (element.exponent, element.damping)),
    )
    power = np.zeros_like(values.states.t)
    for touch in _touches(element, bodies):
        depth, closing = -touch.gap[0], -touch.gap[1]
        force = k * np.maximum(depth, 0.0) ** n * np.maximum(1 + c * closing, 0.0)
        touch.seen.press(effect, touch.normal[0] * force[:, None], (touch.centre + touch.arm)[0])
        power = power + force * closing
    effect.power = power
    return effect


def stiffness_of(element: Any, values: Values) -> float:
    """k as it is given, or Hertz's for balls that have a common radius."""
    if (modulus := values.number(element.modulus)) == 0:
        return values.number(element.stiffness)
    sides = (_Side(element, letter) for letter in "ab")
    curvature = sum(1 / values.number(s.radius) for s in sides if s.shape != "plane")
    return 4 / 3 * modulus / np.sqrt(curvature)


def slips_of(element: Any, bodies: Bodies) -> list[StatedBinding]:
    """Two velocities of slip of each of them."""
    return [
        slip
        for touch in _touches(element, bodies)
        for slip in touch.seen.slips(touch.centre, touch.arm, touch.along, touch.normal)
    ]


def _touches(element: Any, bodies: Bodies) -> Iterator[_Touch]:
    a, b = (_Side(element, letter) for letter in "ab")
    if "plane" in (a.shape, b.shape):
        other, plane = (b, a) if a.shape == "plane" else (a, b)
        return _on_plane(other, plane, bodies)
    ball, block = (a, b) if a.shape == "ball" else (b, a)
    return iter([_on_block(ball, block, bodies)])


class _Side:
    """The fields of one side of a contact."""

    def __init__(self, element: Any, letter: str) -> None:
        self.name, self.shape = element.name, getattr(element, f"shape_{letter}")
        self.body: int = getattr(element, f"body_{letter}")
        self.point = getattr(element, f"point_{letter}")
        self.axis = getattr(element, f"axis_{letter}")
        self.radius = getattr(element, f"radius_{letter}")
        self.length = getattr(element, f"length_{letter}")
        self.half = getattr(element, f"half_{letter}")
        self.corners = getattr(element, f"corners_{letter}")

    def ends(self, values: Values) -> list[Jet]:
        """From its point to the points of a shape that reach farthest."""
        if self.shape == "box":
            sides = [(1.0, -1.0) if values.number(half) else (1.0,) for half in self.half]
            half = values.vector(self.half)
            return [half * np.array(signs) for signs in combined(*sides)]
        if self.shape == "outline":
            return [values.vector(corner) for corner in self.corners]
        if self.shape in ("capsule", "cylinder"):
            arm = times(values.scalar(self.length) / 2, values.direction(self.axis))
            return [arm, -arm]
        return [constant(np.zeros(3))]


def _on_plane(other: _Side, plane: _Side, bodies: Bodies) -> Iterator[_Touch]:
    seen, values = Seen(_Pair(other.name, other.body, plane.body), bodies), bodies.values
    n, foot = values.direction(plane.axis), values.point(plane.body, plane.point)
    middle, r = values.point(other.body, other.point), values.scalar(other.radius)
    if other.shape == "box":
        r = 0 * r
    lean, arm = constant(1.0), -times(r, n)
    if other.shape in ("disc", "cylinder"):
        lean, arm = foot_of(apply(seen.R, values.direction(other.axis)), n, r)
    for end in other.ends(values):
        centre = seen.point(middle + end)
        gap = dot(centre - foot, n) - product(r, lean)
        yield _Touch(seen, gap, n, centre, arm, constant(level(n[0, 0])))


def _on_block(ball: _Side, block: _Side, bodies: Bodies) -> _Touch:
    """A ball on a ball, a capsule, a box: along the way from the nearest point of the block."""
    seen, values = Seen(_Pair(ball.name, ball.body, block.body), bodies), bodies.values
    centre = seen.point(values.point(ball.body, ball.point))
    way, axes = centre - values.point(block.body, block.point), np.eye(3)
    radii = values.scalar(ball.radius)
    match block.shape:
        case "box":
            half = values.vector(block.half)
            way = way - np.where(np.abs(way[0]) < half[0], way, np.sign(way[0]) * half)
        case "capsule":
            a, half = values.direction(block.axis), values.scalar(block.length) / 2
            axes = np.array([level(a[0, 0]), cross(a[0, 0], level(a[0, 0])), a[0, 0]])
            along = dot(way, a)
            foot = np.where(np.abs(along[0]) < half[0], along, np.sign(along[0]) * half)
            way, radii = way - times(foot, a), radii + values.scalar(block.radius)
        case "outline":
            a = values.direction(block.axis)[0, 0]
            axes = np.array([level(a), cross(a, level(a)), a])
            corners = np.array([values.vector(corner)[0, 0] for corner in block.corners])
            way, radii = _off_outline(way, a, corners), radii + values.scalar(block.radius)
        case _:
            radii = radii + values.scalar(block.radius)
    distance, n = _parted(way)
    arm = -times(values.scalar(ball.radius), n)
    return _Touch(seen, distance - radii, n, centre, arm, _across(n, axes))


def _off_outline(way: Jet, axis: np.ndarray, corners: np.ndarray) -> Jet:
    """The way to a point from what of a convex plate is nearest to it.

    Of a plate without a point above it that is one of its sides or corners.
    """
    across = dot(way, constant(axis))
    found, least = times(across, constant(axis)), np.full(way.shape[1], np.inf)
    within = np.ones(way.shape[1], bool)
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        length = np.sqrt((end - start) @ (end - start))
        along = (end - start) / length
        past = dot(way - constant(start), constant(along))
        off = way - constant(start)
        foot = np.where(past[0] < 0, 0.0, np.where(past[0] > length, constant(length), past))
        off = off - times(foot, constant(along))
        within &= scalar(off[0], np.cross(along, axis)) <= 0
        far = scalar(off[0], off[0])
        found = np.where((far < least)[..., None], off, found)
        least = np.minimum(far, least)
    return np.where(within[..., None], times(across, constant(axis)), found)


def _parted(way: Jet) -> tuple[Jet, Jet]:
    """The length of a vector, and the direction along it; within a block, where it is 0, any."""
    within = dot(way, way)[0] == 0
    way = np.where(within[..., None], constant(np.array([0.0, 0.0, TINY])), way)
    square = dot(way, way)
    root = np.sqrt(square[0])
    length = chained(square, root, 1 / (2 * root), -1 / (4 * root**3))
    inverse = chained(square, 1 / root, -1 / (2 * root**3), 3 / (4 * root**5))
    return length, times(inverse, way)


def _across(n: Jet, axes: np.ndarray) -> Jet:
    """A direction across a normal: (3, −6, 2)/7 as it is turned by what turns POLE into n."""
    pole, start = (constant(np.array(entries) / 7 @ axes) for entries in (POLE, (3, -6, 2)))
    pitch = constant(1.0) + dot(pole, n)
    inverse = chained(pitch, 1 / pitch[0], -1 / pitch[0] ** 2, 2 / pitch[0] ** 3)
    return start - times(product(dot(start, n), inverse), pole + n)
