"""The convex solids that stand for bodies, as polygons in body axes."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

ROUND = 28
"""Corners of a circle."""


@dataclass(frozen=True, eq=False)
class Solid:
    """Corners (v, 3), faces as rows of corner indices, outward unit normals (faces, 3).

    `radius` is that of a ball that is drawn as a circle; 0 for all others.
    """

    corners: Array
    faces: tuple[tuple[int, ...], ...]
    normals: Array
    radius: float = 0.0


def solid(form: str, size: Array, axis: str) -> Solid | None:
    """The solid of a form with three lengths in body axes (m); None for a point."""
    size = np.maximum(np.abs(size), 1e-9)
    match form:
        case "point":
            return None
        case "sphere":
            return _ball(size)
        case "box":
            return box(size)
        case _:
            return cylinder(size, "xyz".index(axis))


def box(size: Array) -> Solid:
    """A box with three edges (m) about its centre."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    faces = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    normals = np.array([[-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1]], float)
    return Solid(signs * size / 2, faces, normals)


def cylinder(size: Array, axis: int) -> Solid:
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
    return Solid(corners, (*sides, *lids), normals)


def _ball(size: Array, rings: int = 8) -> Solid:
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
    return Solid(corners, faces, normals, float(size[0]) / 2 if even else 0.0)


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
