"""Surfaces of solids as triangles, in the axes of a body."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.libraries import library

Places = NDArray[np.int64]
"""Whole numbers that tell places in rows."""

ROUND = 32
"""Corners of a circle."""
FINE = 12
"""Corners of the circle around a thin bar."""
OVERLAP = 2e-3
"""Solids that share this part of their volume are only rounded."""
SHARP = 0.8
"""The cosine between two faces below which there is an edge between them."""
EDGE = 1e-9
"""How far beside a triangle, in its own lengths, it is met still."""


@dataclass(frozen=True, eq=False)
class SolidSurface:
    """Corners (v, 3) with outward unit normals (v, 3), triangles (t, 3) against the clock.

    Where it is `open` both sides of it are seen.
    """

    corners: Array
    normals: Array
    triangles: Places
    open: bool = False

    def moved(self, R: Array, at: Array) -> SolidSurface:
        """The same turned by a map (3, 3), then shifted (3,)."""
        return SolidSurface(self.corners @ R.T + at, self.normals @ R.T, self.triangles, self.open)


NO_SURFACE = SolidSurface(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3), np.int64))


def joined(surfaces: Iterable[SolidSurface]) -> SolidSurface:
    """Several as one."""
    several = [s for s in surfaces if len(s.triangles)]
    if not several:
        return NO_SURFACE
    starts = np.cumsum([0, *(len(s.corners) for s in several[:-1])])
    return SolidSurface(
        np.concatenate([s.corners for s in several]),
        np.concatenate([s.normals for s in several]),
        np.concatenate([s.triangles + at for s, at in zip(several, starts, strict=True)]),
        any(s.open for s in several),
    )


def from_triangles(corners: Array, triangles: Places, open: bool = False) -> SolidSurface:
    """A surface by corners and triangles alone: smooth where its faces hardly turn."""
    triangles = np.asarray(triangles, np.int64)
    faces = corners[triangles]
    across = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    flat = _unit(across)
    one, other = _pairs(triangles.ravel())
    alike = np.einsum("ij,ij->i", flat[one // 3], flat[other // 3]) > SHARP
    normals = np.zeros((triangles.size, 3))
    np.add.at(normals, one[alike], across[other[alike] // 3])
    indices = np.arange(triangles.size).reshape(-1, 3)
    return SolidSurface(faces.reshape(-1, 3), _unit(normals), indices, open)


def _pairs(places: Places) -> tuple[Places, Places]:
    """All pairs of entries that are equal, each with itself too: their places."""
    order = np.argsort(places, kind="stable")
    counts = np.bincount(places)
    many = counts[places[order]]
    starts = np.cumsum(counts) - counts
    first = np.repeat(starts[places[order]], many)
    within = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many)
    return np.repeat(order, many), order[first + within]


def box(size: Array) -> SolidSurface:
    """A box with three edges (m) about its middle."""
    parts: list[SolidSurface] = []
    for axis in range(3):
        first, second = (axis + 1) % 3, (axis + 2) % 3
        for side in (-1.0, 1.0):
            corners = np.zeros((4, 3))
            corners[:, axis] = side
            corners[:, first] = side * np.array([-1, 1, 1, -1])
            corners[:, second] = [-1, -1, 1, 1]
            normals = np.zeros((4, 3))
            normals[:, axis] = side
            triangles = np.array([[0, 1, 2], [0, 2, 3]])
            parts.append(SolidSurface(corners * size / 2, normals, triangles))
    return joined(parts)


Ring = tuple[float, float, float, float]
"""Radius and height of a ring, and its normal outwards and upwards."""


def turned(bands: Sequence[Sequence[Ring]], around: int = ROUND) -> SolidSurface:
    """What is round about z: each band is smooth, with rings from the lowest outwards and up."""
    angles = np.arange(around) * 2 * pi / around
    out = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    parts: list[SolidSurface] = []
    for band in bands:
        corners = [np.column_stack([r * out, np.full(around, z)]) for r, z, _, _ in band]
        normals = [np.column_stack([n * out, np.full(around, u)]) for _, _, n, u in band]
        here = np.arange(around)
        there = (here + 1) % around
        triangles: list[Places] = []
        for ring in range(len(band) - 1):
            low, high = ring * around, (ring + 1) * around
            if band[ring][0] > 0:
                triangles.append(np.stack([low + here, low + there, high + there], axis=1))
            if band[ring + 1][0] > 0:
                triangles.append(np.stack([low + here, high + there, high + here], axis=1))
        faces = np.concatenate(triangles)
        parts.append(SolidSurface(np.concatenate(corners), _unit(np.concatenate(normals)), faces))
    return joined(parts)


Bands = list[list[Ring]]
"""What is `turned`: from the lowest ring outwards and up."""


def cylinder_bands(radius: float, length: float, inner: float = 0.0) -> Bands:
    """Those of a cylinder about its middle; with an inner radius of a tube."""
    h = length / 2
    bands: Bands = [
        [(inner, -h, 0.0, -1.0), (radius, -h, 0.0, -1.0)],
        [(radius, -h, 1.0, 0.0), (radius, h, 1.0, 0.0)],
        [(radius, h, 0.0, 1.0), (inner, h, 0.0, 1.0)],
    ]
    if inner > 0:
        bands.append([(inner, h, -1.0, 0.0), (inner, -h, -1.0, 0.0)])
    return bands


def cone_bands(radius: float, length: float) -> Bands:
    """Those of a cone with its base at z = 0."""
    base = [(0.0, 0.0, 0.0, -1.0), (radius, 0.0, 0.0, -1.0)]
    return [base, [(radius, 0.0, length, radius), (0.0, length, length, radius)]]


def capsule_bands(radius: float, length: float, around: int = ROUND) -> Bands:
    """Those of a cylinder with half a ball on each end; of no length of a ball."""
    rings: list[Ring] = []
    for polar in np.linspace(-pi / 2, 0, around // 4 + 1):
        c, s = float(np.cos(polar)), float(np.sin(polar))
        rings.append((radius * c if polar > -pi / 2 else 0.0, radius * s - length / 2, c, s))
    upper = [(r, -z, n, -u) for r, z, n, u in rings[::-1]]
    return [[*rings, *(upper if length > 0 else upper[1:])]]


def cylinder(radius: float, length: float, around: int = ROUND) -> SolidSurface:
    """A cylinder along z about its middle."""
    return turned(cylinder_bands(radius, length), around)


def capsule(radius: float, length: float) -> SolidSurface:
    """A cylinder along z with half a ball on each end; of no length a ball."""
    return turned(capsule_bands(radius, length))


def ring(radius: float, thick: float, around: int = 2 * ROUND) -> SolidSurface:
    """A torus about z: `radius` is that of the middle of the tube, `thick` that of the tube."""
    angles = np.linspace(-pi, pi, FINE + 1)
    band = [
        (
            radius + thick * float(np.cos(a)),
            thick * float(np.sin(a)),
            float(np.cos(a)),
            float(np.sin(a)),
        )
        for a in angles
    ]
    return turned([band], around)


def along(points: Array, radius: float, around: int = FINE) -> SolidSurface:
    """A round bar through points (n, 3), with ends."""
    steps = np.diff(points, axis=0)
    points = points[np.concatenate([[True], np.linalg.norm(steps, axis=1) > 1e-12])]
    if len(points) < 2:
        return NO_SURFACE
    ahead = _unit(np.diff(points, axis=0))
    tangents = _unit(np.concatenate([ahead[:1], ahead[:-1] + ahead[1:], ahead[-1:]]))
    across = _carried(tangents)
    third = np.cross(tangents, across)
    angles = np.arange(around) * 2 * pi / around
    spokes = (
        np.cos(angles)[None, :, None] * across[:, None]
        + np.sin(angles)[None, :, None] * third[:, None]
    )
    corners = points[:, None] + radius * spokes
    n = len(points)
    here = np.arange(around)
    there = (here + 1) % around
    starts = (np.arange(n - 1) * around)[:, None]
    side = np.concatenate(
        [
            np.stack([starts + here, starts + there, starts + around + there], -1).reshape(-1, 3),
            np.stack([starts + here, starts + around + there, starts + around + here], -1).reshape(
                -1, 3
            ),
        ]
    )
    body = SolidSurface(corners.reshape(-1, 3), spokes.reshape(-1, 3), side)
    fan = np.stack([np.zeros(around - 2, int), here[1:-1], here[2:]], axis=1)
    ends = (
        SolidSurface(corners[0], np.repeat(-tangents[:1], around, 0), fan[:, ::-1]),
        SolidSurface(corners[-1], np.repeat(tangents[-1:], around, 0), fan),
    )
    return joined([body, *ends])


def coil(a: Array, b: Array, radius: float, wire: float, turns: int) -> SolidSurface:
    """A helical spring from a to b (3,), with straight ends."""
    span = b - a
    length = float(np.linalg.norm(span))
    if length < 1e-12:
        return NO_SURFACE
    z = span / length
    x = _carried(z[None])[0]
    y = np.cross(z, x)
    lead = min(0.12 * length, 2 * radius)
    t = np.linspace(0, 1, 12 * turns + 1)
    angle = 2 * pi * turns * t
    # Its first and last turn grow out of the axis.
    wide = radius * np.clip(np.minimum(t, 1 - t) * turns * 2, 0, 1)
    way = lead + t * (length - 2 * lead)
    points = (
        a
        + way[:, None] * z
        + (wide * np.cos(angle))[:, None] * x
        + (wide * np.sin(angle))[:, None] * y
    )
    return along(np.concatenate([a[None], points, b[None]]), wire, around=6)


def plate(corners: Array, thickness: float) -> SolidSurface:
    """A polygon (n, 2) that goes round against the clock, thick along z."""
    solid = library("manifold3d").CrossSection([np.asarray(corners, float)]).extrude(thickness)
    mesh = solid.translate((0.0, 0.0, -thickness / 2)).to_mesh()
    return from_triangles(np.array(mesh.vert_properties[:, :3], float), mesh.tri_verts)


def without(solid: SolidSurface, holes: Sequence[SolidSurface]) -> SolidSurface:
    """A closed surface with what closed others take away."""
    left = _filled(solid)
    for hole in holes:
        left = left - _filled(hole)
    mesh = left.to_mesh()
    return from_triangles(np.array(mesh.vert_properties[:, :3], float), mesh.tri_verts)


def adds_up(solids: Sequence[SolidSurface], holes: Sequence[SolidSurface]) -> bool:
    """Whether closed solids do not overlap and holes lie within them, apart from each other."""
    parts = library("manifold3d")
    Manifold, OpType = parts.Manifold, parts.OpType
    full, taken = [_filled(s) for s in solids], [_filled(h) for h in holes]
    wanted = sum(s.volume() for s in full) - sum(h.volume() for h in taken)
    whole = Manifold.batch_boolean(
        [Manifold.batch_boolean(full, OpType.Add), *taken], OpType.Subtract
    )
    return abs(whole.volume() - wanted) <= OVERLAP * sum(s.volume() for s in full)


def seen_along(surface: SolidSurface, towards: Array) -> list[Array]:
    """The outline of a surface that is looked at from a direction (3,): loops (n, 3) across it.

    Loops go round against the clock about what is covered, and the other way about what is not.
    One that is not closed has the outline of its convex hull.
    """
    parts = library("manifold3d")
    first = _carried(towards[None])[0]
    second: Array = np.asarray(np.cross(towards, first), np.float64)
    basis = np.stack([first, second, towards])
    seen = surface.moved(basis, np.zeros(3))
    filled = _filled(seen)
    if filled.status() != parts.Error.NoError or filled.is_empty():
        filled = parts.Manifold.hull_points(seen.corners)
    loops = (np.array(loop, float) for loop in filled.project().to_polygons())
    return [loop @ basis[:2] for loop in loops]


def first_met(surface: SolidSurface, start: Array, way: Array) -> float | None:
    """How far along `way` (3,) from `start` a surface is met last: what the viewer there sees.

    T. Möller, B. Trumbore: Fast, minimum storage ray/triangle intersection (1997).
    """
    faces = surface.corners[surface.triangles]
    u, v = faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]
    across = np.cross(way, v)
    area = np.einsum("ij,ij->i", u, across)
    seen = np.abs(area) > 1e-12 * np.maximum(np.einsum("ij,ij->i", u, u), 1e-300)
    inverse = 1 / np.where(seen, area, 1.0)
    apart = start - faces[:, 0]
    a = np.einsum("ij,ij->i", apart, across) * inverse
    turned = np.cross(apart, u)
    b = (turned @ way) * inverse
    met = seen & (a >= -EDGE) & (b >= -EDGE) & (a + b <= 1 + EDGE)
    if not met.any():
        return None
    return float((np.einsum("ij,ij->i", v, turned) * inverse)[met].max())


def _filled(surface: SolidSurface) -> Any:
    parts = library("manifold3d")
    mesh = parts.Mesh(surface.corners.astype(np.float32), surface.triangles.astype(np.uint32))
    mesh.merge()
    return parts.Manifold(mesh)


def _carried(tangents: Array) -> Array:
    """Unit vectors (n, 3) across tangents that turn no more than these do."""
    first = np.eye(3)[int(np.argmin(np.abs(tangents[0])))]
    normals = np.empty_like(tangents)
    for index, tangent in enumerate(tangents):
        first = first - (first @ tangent) * tangent
        first = first / max(float(np.linalg.norm(first)), 1e-12)
        normals[index] = first
    return normals


def _unit(vectors: Array) -> Array:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-300)
