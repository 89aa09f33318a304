"""A look at a plane of a body, as it stands, in which one draws."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from PySide6.QtCore import QPointF

from lagr_gui.editing.sketch.plane import Flat
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.scenery.camera import Camera, upward

PLANES = ("xy", "xz", "yz")


@dataclass(frozen=True, eq=False)
class BodyCamera(Camera):
    """A look at a plane of a body; `origin` (3,) and `axes` (3, 3), as columns, are its frame."""

    origin: Array = field(default_factory=lambda: np.zeros(3))
    axes: Array = field(default_factory=lambda: np.eye(3))


def body_camera(plane: str, motion: Motion, body: int, centre: Array, gravity: Array) -> BodyCamera:
    """A look at the plane (``xy`` …) of a body whose centre of mass is at `centre` (3,) in it.

    What is most upward in the plane is upwards.
    """
    R = motion.R[body][0]
    first, second = R[:, "xyz".index(plane[0])], R[:, "xyz".index(plane[1])]
    against = upward(gravity)
    choices = [(second, first), (first, second), (-second, first), (-first, second)]
    up, right = max(choices, key=lambda pair: round(float(pair[0] @ against), 6))
    towards = np.asarray(np.cross(right, up), dtype=np.float64)
    origin = motion.x[body][0] - R @ centre
    return BodyCamera(right, up, towards, origin, origin=origin, axes=R)


def level(camera: Camera) -> Camera:
    """The same look from the frame in whose plane it is drawn: places count from its origin."""
    if isinstance(camera, BodyCamera):
        return replace(camera, centre=camera.centre - camera.origin)
    return camera


def carried(camera: Camera, to: Camera) -> Camera:
    """A look in another direction with the same place of the plane in the middle."""
    middle = level(camera).centre
    x, y = float(middle @ camera.right), float(middle @ camera.up)
    origin = to.origin if isinstance(to, BodyCamera) else np.zeros(3)
    return replace(to, centre=origin + x * to.right + y * to.up, scale=camera.scale)


def pixel_at(camera: Camera, size: tuple[float, float], at: Flat) -> QPointF:
    """The pixel at a place of the plane that a camera looks at."""
    look = level(camera)
    x, y = look.project(at[0] * look.right + at[1] * look.up, size)
    return QPointF(float(x), float(y))
