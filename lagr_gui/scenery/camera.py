"""How space is seen from any direction, in parallel or in perspective, in pixels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, inf, isfinite, radians, sin

import numpy as np

from lagr_gui.foundation.arrays import Array

LEAST_SCALE, GREATEST_SCALE = 1e-6, 1e9
"""Pixels per metre: from planets to molecules."""
NEAREST = 0.05
"""What is nearer to the eye than this part of its distance is seen as if it were there."""


@dataclass(frozen=True, eq=False)
class Camera:
    """Unit vectors (3,) to the right, upwards and towards the viewer, in space axes.

    `centre` (3,) lies in the middle of the picture, where `scale` is in pixels per metre.  The eye
    is at a `distance` from there (m), far away in a parallel projection.
    """

    right: Array
    up: Array
    towards: Array
    centre: Array
    scale: float = 100.0
    distance: float = inf

    def project(self, points: Array, size: tuple[float, float]) -> Array:
        """Pixels (…, 2) of points (…, 3) in a picture of width and height; y downwards."""
        shifted = np.asarray(points) - self.centre
        if not isfinite(self.distance):
            return shifted @ self._flat + np.array(size) / 2
        scale = self.scale * self.growth(shifted @ self.towards)
        x = size[0] / 2 + scale * (shifted @ self.right)
        y = size[1] / 2 - scale * (shifted @ self.up)
        return np.stack([x, y], axis=-1)

    @cached_property
    def _flat(self) -> Array:
        """The map (3, 2) of vectors of space into the picture in a parallel projection."""
        return self.scale * np.column_stack([self.right, -self.up])

    def growth(self, depth: Array) -> Array | float:
        """How much larger than at the centre things are seen at a depth (m); none is at the eye."""
        if not isfinite(self.distance):
            return 1.0
        return 1 / np.maximum(1 - np.asarray(depth) / self.distance, NEAREST)

    def nearness(self, points: Array) -> Array:
        """What grows towards the viewer and is linear over flat things in the picture."""
        depth = self.depth(points)
        return np.asarray(self.growth(depth) if isfinite(self.distance) else depth)

    def place(self, at: Array, size: tuple[float, float], depth: float) -> Array:
        """The point of space (3,) under a pixel (2,), at a depth (m)."""
        scale = self.scale * float(self.growth(np.asarray(depth)))
        x, y = (at[0] - size[0] / 2) / scale, (size[1] / 2 - at[1]) / scale
        return self.centre + x * self.right + y * self.up + depth * self.towards

    def toward(self, point: Array) -> Array:
        """The unit vector (3,) from a point to the eye."""
        if not isfinite(self.distance):
            return self.towards
        way = self.centre + self.distance * self.towards - point
        return way / max(float(np.linalg.norm(way)), 1e-300)

    def depth(self, points: Array) -> Array:
        """How near to the viewer points (…, 3) are, m."""
        return (np.asarray(points) - self.centre) @ self.towards

    def fitted(self, points: Array, size: tuple[float, float], margin: float = 46.0) -> Camera:
        """The same direction, with points (n, 3) well inside a picture of width and height."""
        x, y = points @ self.right, points @ self.up
        depth = points @ self.towards
        middle = [(part.min() + part.max()) / 2 for part in (x, y, depth)]
        centre = middle[0] * self.right + middle[1] * self.up + middle[2] * self.towards
        width, height = (max(length - 2 * margin, 0.4 * length, 10.0) for length in size)
        spans = float(np.ptp(x)), float(np.ptp(y))
        scales = [room / span for room, span in zip((width, height), spans, strict=True) if span]
        fitted = replace(self, centre=centre, scale=_limited(min(scales, default=200.0)))
        return fitted if not isfinite(self.distance) else fitted._with_all(points, (width, height))

    def _with_all(self, points: Array, room: tuple[float, float]) -> Camera:
        """The same in perspective, in which what is near is larger and the middle is elsewhere."""
        camera = self
        for _ in range(3):
            flat = (camera.project(points, (0.0, 0.0))) / camera.scale
            low, high = flat.min(axis=0), flat.max(axis=0)
            middle = (low + high) / 2
            centre = camera.centre + middle[0] * camera.right - middle[1] * camera.up
            spans = high - low
            scales = [r / span for r, span in zip(room, spans, strict=True) if span > 0]
            camera = replace(camera, centre=centre, scale=_limited(min(scales, default=200.0)))
        return camera

    def beside(self, width: float) -> Camera:
        """The same with its middle right of what takes so many pixels on the left."""
        return replace(self, centre=self.centre - width / 2 / self.scale * self.right)

    def zoomed(self, factor: float, at: tuple[float, float], size: tuple[float, float]) -> Camera:
        """Larger by a factor; the point under the pixel `at` stays where it is."""
        scale = _limited(self.scale * factor)
        dx, dy = at[0] - size[0] / 2, size[1] / 2 - at[1]
        shift = 1 / self.scale - 1 / scale
        centre = self.centre + shift * (dx * self.right + dy * self.up)
        return replace(self, scale=scale, centre=centre)

    def panned(self, dx: float, dy: float) -> Camera:
        """The picture moved by pixels to the right and downwards."""
        shift = (-dx * self.right + dy * self.up) / self.scale
        return replace(self, centre=self.centre + shift)


def upward(gravity: Array) -> Array:
    """The coordinate direction (3,) that is most opposite to gravity; y without gravity."""
    axis = int(np.argmax(np.abs(gravity)))
    up = np.zeros(3)
    if gravity[axis] == 0:
        up[1] = 1.0
    else:
        up[axis] = -np.sign(gravity[axis])
    return up


def plane_camera(plane: str, gravity: Array) -> Camera:
    """A look at a coordinate plane (``xy``, ``xz``, ``yz``): gravity downwards, the other
    axis to the right."""
    axes: Array = np.eye(3)
    first, second = axes["xyz".index(plane[0])], axes["xyz".index(plane[1])]
    up = upward(gravity)
    if not up @ first and not up @ second:
        up = second
    right = second if up @ first else first
    towards = np.asarray(np.cross(right, up), dtype=np.float64)
    return Camera(right, up, towards, np.zeros(3))


def orbit_camera(azimuth: float, elevation: float, up: Array) -> Camera:
    """A look from an angle (degrees) around and above the plane across `up`."""
    first = np.roll(up, 1)
    if up.sum() < 0:
        first = -first
    second = np.cross(up, first)
    a, e = radians(azimuth), radians(elevation)
    outward = cos(a) * first + sin(a) * second
    towards = cos(e) * outward + sin(e) * up
    right = -sin(a) * first + cos(a) * second
    return Camera(right, np.cross(towards, right), towards, np.zeros(3))


def _limited(scale: float) -> float:
    return min(max(scale, LEAST_SCALE), GREATEST_SCALE)
