"""What a pointer takes hold of in the picture, and where it is in space."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.gui.panes.animation.camera import Camera
from lagr_gui.gui.panes.animation.painter import DOT
from lagr_gui.gui.panes.animation.scene import Figure, Instant, Scene
from lagr_gui.gui.panes.animation.shapes import Solid

NEAR = 6.0
"""So near to a dot or a bar (pixels) it is taken hold of."""

Size = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Grasped:
    """A point of a body, in its axes (3,), and the depth of the plane in which the hand moves."""

    body: int
    point: Array
    depth: float


def grasped(scene: Scene, now: Instant, camera: Camera, size: Size, at: Array) -> Grasped | None:
    """What lies nearest to the viewer under a pixel (2,), if a body does."""
    found = [hit for figure in scene.figures if (hit := _on(scene, now, camera, size, at, figure))]
    found += _on_bars(scene, now, camera, size, at) if not found else []
    if not found:
        return None
    body, place = max(found, key=lambda hit: float(camera.depth(hit[1])))
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
    x, y = (at[0] - size[0] / 2) / camera.scale, (size[1] / 2 - at[1]) / camera.scale
    return camera.centre + x * camera.right + y * camera.up + depth * camera.towards


def _at_depth(camera: Camera, place: Array, depth: float) -> Array:
    return place + (depth - float(camera.depth(place))) * camera.towards


def _on(
    scene: Scene, now: Instant, camera: Camera, size: Size, at: Array, figure: Figure
) -> tuple[int, Array] | None:
    """The body and the point of space where a pixel meets its figure."""
    if figure.number not in now.x:
        return None
    x, R, solid = now.x[figure.number], now.R[figure.number], figure.solid
    if solid is None:
        near = float(np.hypot(*(camera.project(x, size) - at))) <= DOT + NEAR
        return (figure.number, x) if near else None
    ray = place_of(camera, at, size, float(camera.depth(x)))
    place = _on_ball(camera, x, solid, ray) if solid.radius else _on_faces(camera, x, R, solid, ray)
    return None if place is None else (figure.number, place)


def _on_ball(camera: Camera, x: Array, solid: Solid, ray: Array) -> Array | None:
    off = float(np.linalg.norm(ray - x))
    if off > solid.radius:
        return None
    return ray + float(np.sqrt(solid.radius**2 - off**2)) * camera.towards


def _on_faces(camera: Camera, x: Array, R: Array, solid: Solid, ray: Array) -> Array | None:
    """Where a line of sight enters a convex solid: behind all faces that look at the viewer."""
    normals = solid.normals @ R.T
    anchors = x + solid.corners[[face[0] for face in solid.faces]] @ R.T
    seen = normals @ camera.towards
    above = np.einsum("ij,ij->i", normals, anchors - ray)
    if np.any((np.abs(seen) < 1e-9) & (above < 0)):
        return None
    front, back = seen >= 1e-9, seen <= -1e-9
    if not front.any() or not back.any():
        return None
    first = float(np.min(above[front] / seen[front]))
    last = float(np.max(above[back] / seen[back]))
    return ray + first * camera.towards if first >= last else None


def _on_bars(
    scene: Scene, now: Instant, camera: Camera, size: Size, at: Array
) -> list[tuple[int, Array]]:
    """Bodies whose thin bars to joints lie near a pixel, and the points on them."""
    found: list[tuple[int, Array]] = []
    for link in scene.links:
        ends = np.stack([now.x[link.body], now.joints[link.joint]])
        a, b = camera.project(ends, size)
        length = float((b - a) @ (b - a))
        part = float(np.clip((at - a) @ (b - a) / length, 0, 1)) if length > 0 else 0.0
        if float(np.hypot(*(a + part * (b - a) - at))) <= NEAR:
            found.append((link.body, ends[0] + part * (ends[1] - ends[0])))
    return found
