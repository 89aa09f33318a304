"""What a pointer takes hold of in the picture, and where it is in space."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.drawing.bodies.surfaces import first_met
from lagr_gui.foundation.arrays import Array
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.scene import Instant, Scene
from lagr_gui.scenery.signs import DOT
from lagr_gui.scenery.symbols import nearest_part

NEAR = 6.0
"""So near to a dot or a bar (pixels) it is taken hold of."""


Size = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Grasped:
    """A point of a body, in its axes (3,), and the depth of the plane in which the hand moves."""

    body: int
    point: Array
    depth: float


@dataclass(frozen=True, eq=False)
class GraspedBeam:
    """A point of a beam, named by its joint, at the part ξ of its length: (ξ, 0, 0)."""

    body: str
    point: Array
    depth: float


def held_place(now: Instant, held: Grasped | GraspedBeam) -> Array:
    """Where in space (3,) is what is held."""
    if isinstance(held, Grasped):
        return now.x[held.body] + now.R[held.body] @ held.point
    points = now.beams[held.body]
    along = np.linspace(0.0, 1.0, len(points))
    return np.array([np.interp(held.point[0], along, axis) for axis in points.T])


def grasped_beam(
    scene: Scene, now: Instant, camera: Camera, size: Size, at: Array
) -> GraspedBeam | None:
    """The beam that lies nearest to a pixel (2,), if one is near."""
    best: tuple[float, GraspedBeam] | None = None
    for name, points in now.beams.items():
        seen = camera.project(points, size)
        part, far = _nearest_on(seen, at)
        if far <= NEAR and (best is None or far < best[0]):
            held = GraspedBeam(name, np.array([part, 0.0, 0.0]), 0.0)
            depth = float(camera.depth(held_place(now, held)))
            best = far, GraspedBeam(name, held.point, depth)
    return best[1] if best else None


def _nearest_on(points: Array, at: Array) -> tuple[float, float]:
    """The part of the way along a polyline (n, 2) that is nearest to a point, and how far it is."""
    a, along = points[:-1], np.diff(points, axis=0)
    square = np.einsum("ij,ij->i", along, along)
    reached = np.einsum("ij,ij->i", at - a, along) / np.where(square > 0, square, 1.0)
    part = np.clip(reached, 0.0, 1.0)
    far = np.hypot(*(a + part[:, None] * along - at).T)
    best = int(np.argmin(far))
    return (best + float(part[best])) / len(along), float(far[best])


def grasped(scene: Scene, now: Instant, camera: Camera, size: Size, at: Array) -> Grasped | None:
    """What lies nearest to the viewer under a pixel (2,), if a body does."""
    hits = [hit for figure in scene.figures if (hit := _on(scene, now, camera, size, at, figure))]
    hits += _on_bars(scene, now, camera, size, at) if not hits else []
    if not hits:
        return None
    body, place = max(hits, key=lambda hit: float(camera.depth(hit[1])))
    if scene.motion.planar:
        place = _at_depth(camera, place, float(camera.depth(now.x[body])))
    point = now.R[body].T @ (place - now.x[body])
    return Grasped(body, point, float(camera.depth(place)))


def bodies_under(scene: Scene, now: Instant, camera: Camera, size: Size, at: Array) -> list[int]:
    """All bodies under a pixel (2,), those that are drawn last first."""
    hits = [_on(scene, now, camera, size, at, figure) for figure in scene.figures]
    bodies = [hit[0] for hit in hits if hit is not None]
    return bodies[::-1] or [body for body, _ in _on_bars(scene, now, camera, size, at)]


def place_of(camera: Camera, at: Array, size: Size, depth: float) -> Array:
    """The point of space (3,) under a pixel (2,), at a depth."""
    return camera.place(at, size, depth)


def _at_depth(camera: Camera, place: Array, depth: float) -> Array:
    return place + (depth - float(camera.depth(place))) * camera.towards


def _on(
    scene: Scene, now: Instant, camera: Camera, size: Size, at: Array, figure: Figure
) -> tuple[int, Array] | None:
    """The body and the point of space where a pixel meets its figure."""
    if figure.number not in now.x:
        return None
    x, R = now.x[figure.number], now.R[figure.number]
    if figure.solid is None:
        near = float(np.hypot(*(camera.project(x, size) - at))) <= DOT + NEAR
        return (figure.number, x) if near else None
    start = camera.place(at, size, float(camera.depth(x)))
    way = camera.toward(start)
    radius = figure.solid.radius
    if radius:
        far = _on_ball(start - x, way, radius)
    else:
        far = first_met(figure.outline, R.T @ (start - x), R.T @ way)
    return None if far is None else (figure.number, start + far * way)


def _on_ball(start: Array, way: Array, radius: float) -> float | None:
    """How far along a unit vector a ball about the origin is met last."""
    middle = float(start @ way)
    inside = radius**2 - float(start @ start) + middle**2
    return None if inside < 0 else float(np.sqrt(inside)) - middle


def _on_bars(
    scene: Scene, now: Instant, camera: Camera, size: Size, at: Array
) -> list[tuple[int, Array]]:
    """Bodies whose thin bars to joints lie near a pixel, and the points on them."""
    hits: list[tuple[int, Array]] = []
    for link in scene.links:
        ends = np.stack([now.x[link.body], now.joints[link.joint]])
        a, b = camera.project(ends, size)
        part = nearest_part(a, b, at)
        if float(np.hypot(*(a + part * (b - a) - at))) <= NEAR:
            hits.append((link.body, ends[0] + part * (ends[1] - ends[0])))
    return hits
