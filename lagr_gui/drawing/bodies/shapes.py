"""The convex solids that stand for bodies, as polygons in body axes.

Round ones have marks: without them nobody could see them turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import pi

import numpy as np

from lagr_gui.drawing.bodies.beads import bead
from lagr_gui.drawing.bodies.surfaces import SolidSurface
from lagr_gui.foundation.arrays import Array

ROUND = 28
"""Corners of a circle."""
SPOKES = 9
REFLECTOR = 0.65
"""Where between hub and tyre the reflector of a wheel is."""


@dataclass(frozen=True, eq=False)
class Mark:
    """Lines (m, 2, 3) on the surface of a solid, with the outward normals there (m, 3)."""

    lines: Array
    normals: Array


NO_MARK = Mark(np.zeros((0, 2, 3)), np.zeros((0, 3)))


@dataclass(frozen=True, eq=False)
class BodyForm:
    """Corners (v, 3), faces as rows of corner indices, outward unit normals (faces, 3).

    `radius` is that of a ball that is drawn as a circle; 0 for all others.  Of a wheel only
    tyre and spokes are seen: it is `open`.  A body that is `composed` has a surface instead of
    faces.
    """

    corners: Array
    faces: tuple[tuple[int, ...], ...]
    normals: Array
    radius: float = 0.0
    mark: Mark = NO_MARK
    open: bool = False
    composed: SolidSurface | None = None

    @cached_property
    def reach(self) -> tuple[Array, Array]:
        """The least and the greatest coordinates (3,)."""
        return self.corners.min(axis=0), self.corners.max(axis=0)


def solid(form: str, size: Array, axis: str) -> BodyForm | None:
    """The solid of a form with three lengths in body axes (m); None for a point."""
    size = np.maximum(np.abs(size), 1e-9)
    match form:
        case "point" | "frame" | "composed":
            return None
        case "sphere":
            return _ball(size)
        case "box":
            return box(size)
        case "bead":
            return composed_solid(bead(size, "xyz".index(axis)))
        case "wheel":
            return wheel(size, "xyz".index(axis))
        case _:
            return cylinder(size, "xyz".index(axis))


def composed_solid(surface: SolidSurface) -> BodyForm:
    """What a body of solids reaches; it has no faces of its own."""
    return BodyForm(surface.corners, (), np.zeros((0, 3)), composed=surface)


def box(size: Array) -> BodyForm:
    """A box with three edges (m) about its centre."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    faces = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    normals = np.array([[-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1]], float)
    return BodyForm(signs * size / 2, faces, normals)


def cylinder(size: Array, axis: int) -> BodyForm:
    """A cylinder along a body axis; the two other lengths are its diameters."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    angles = np.arange(ROUND) * 2 * pi / ROUND
    rim = np.zeros((ROUND, 3))
    rim[:, first] = np.cos(angles) * size[first] / 2
    rim[:, second] = np.sin(angles) * size[second] / 2
    end = np.zeros(3)
    end[axis] = size[axis] / 2
    corners = np.concatenate([rim - end, rim + end])
    following = [(i + 1) % ROUND for i in range(ROUND)]
    sides = [(i, k, ROUND + k, ROUND + i) for i, k in enumerate(following)]
    lids = (tuple(reversed(range(ROUND))), tuple(range(ROUND, 2 * ROUND)))
    normals = np.zeros((ROUND + 2, 3))
    half = angles + pi / ROUND
    normals[:ROUND, first] = np.cos(half) / size[first]
    normals[:ROUND, second] = np.sin(half) / size[second]
    normals[ROUND, axis], normals[ROUND + 1, axis] = -1.0, 1.0
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return BodyForm(corners, (*sides, *lids), normals, mark=_radius(size, axis))


def wheel(size: Array, axis: int) -> BodyForm:
    """A wheel that turns about a body axis: the outline of a cylinder, a tyre and spokes."""
    outline_ = cylinder(size, axis)
    turned = [_radius(size, axis, 2 * pi * n / SPOKES, lids=(0.0,)) for n in range(SPOKES)]
    spokes = np.concatenate([mark.lines for mark in turned])
    rim = np.zeros((ROUND, 3))
    rim[:] = outline_.corners[:ROUND]
    rim[:, axis] = 0.0
    tyre = np.stack([rim, np.roll(rim, -1, axis=0)], axis=1)
    reflector = REFLECTOR * spokes[:2, 1][None]  # tells one spoke from the others
    lines = np.concatenate([tyre, spokes, reflector])
    mark = Mark(lines, np.zeros((len(lines), 3)))
    return BodyForm(outline_.corners, outline_.faces, outline_.normals, mark=mark, open=True)


def _radius(size: Array, axis: int, angle: float = 0.0, lids: tuple[float, ...] = (-1, 1)) -> Mark:
    """A radius on each lid of a cylinder and the line between their ends."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    out, along = np.zeros(3), np.eye(3)[axis]
    out[first], out[second] = np.cos(angle) * size[first] / 2, np.sin(angle) * size[second] / 2
    ends = [side * along * size[axis] / 2 for side in lids]
    lines = [(end, end + out) for end in ends]
    normals = [side * along for side in lids]
    if len(ends) > 1:
        lines.append((ends[0] + out, ends[-1] + out))
        normals.append(out / np.linalg.norm(out))
    return Mark(np.array(lines), np.array(normals))


def _circles(size: Array) -> Mark:
    """The circle of a ball across each body axis, in pieces."""
    angles = np.arange(ROUND + 1) * 2 * pi / ROUND
    way = np.zeros((3, ROUND + 1, 3))
    for axis in range(3):
        way[axis, :, (axis + 1) % 3] = np.cos(angles)
        way[axis, :, (axis + 2) % 3] = np.sin(angles)
    lines = np.stack([way[:, :-1], way[:, 1:]], axis=2).reshape(-1, 2, 3)
    normals = lines.mean(axis=1) / size
    return Mark(lines * size / 2, normals / np.linalg.norm(normals, axis=1, keepdims=True))


def _ball(size: Array, rings: int = 8) -> BodyForm:
    """A ball with three diameters, as rings of quadrilaterals."""
    polar = np.linspace(0, pi, rings + 1)
    around = np.arange(ROUND) * 2 * pi / ROUND
    unit = np.array(
        [[np.sin(p) * np.cos(a), np.sin(p) * np.sin(a), np.cos(p)] for p in polar for a in around]
    )
    faces = tuple(
        (r * ROUND + i, (r + 1) * ROUND + i, (r + 1) * ROUND + k, r * ROUND + k)
        for r in range(rings)
        for i, k in ((i, (i + 1) % ROUND) for i in range(ROUND))
    )
    corners = unit * size / 2
    normals = np.array([unit[list(face)].mean(axis=0) for face in faces]) / size
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    even = float(np.ptp(size)) <= 1e-6 * float(size.max())
    radius = float(size[0]) / 2 if even else 0.0
    return BodyForm(corners, faces, normals, radius, _circles(size))


def outline(points: Array) -> Array:
    """The corners (m, 2) of the convex hull of points (n, 2), in order around it."""
    ordered = sorted({(float(x), float(y)) for x, y in points})
    if len(ordered) < 3:
        return np.array(ordered)
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return np.array(lower[:-1] + upper[:-1])


def _chain(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    chain: list[tuple[float, float]] = []
    for x, y in points:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2], chain[-1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain
