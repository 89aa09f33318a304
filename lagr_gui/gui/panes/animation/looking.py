"""From where space is seen: directions by name, in perspective, with a body or along its path."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, degrees

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.scenery.camera import Camera, orbit_camera, upward
from lagr_gui.scenery.scene import Scene

EYE = 2.0
"""In perspective the eye is so many times as far away as what is seen is large."""
BEHIND, AHEAD = 20.0, 0.03
"""Elevation (degrees) from behind a body; the part of the motion whose way tells the direction."""


def angles_of(name: str, up: Array) -> tuple[float, float]:
    """Azimuth and elevation (degrees) of a direction: x, or what is left of it, to the right."""
    front = 0.0 if up[1] else -90.0
    return {
        "front": (front, 0.0),
        "side": (front + 90.0, 0.0),
        "top": (front, 90.0),
        "isometric": (front + 45.0, 35.264),
    }[name]


def in_perspective(camera: Camera, extent: Array) -> Camera:
    """The same direction with the eye not far from points (n, 3)."""
    size = float(np.linalg.norm(np.ptp(extent, axis=0)))
    return replace(camera, distance=EYE * size) if size > 0 else camera


def place_at(scene: Scene, body: int, t: float) -> Array:
    """Where the centre of mass of a body is (3,)."""
    way = scene.motion.x[body]
    return np.array([np.interp(t, scene.motion.t, column) for column in way.T])


def from_behind(camera: Camera, scene: Scene, body: int, t: float) -> Camera:
    """The camera turned so that a body goes away from the viewer; as it was where it rests."""
    times, up = scene.motion.t, upward(scene.gravity)
    step = AHEAD * float(times[-1] - times[0])
    way = place_at(scene, body, t + step) - place_at(scene, body, t - step)
    way = way - (way @ up) * up
    if float(np.linalg.norm(way)) < 1e-3 * scene.size:
        return camera
    level = orbit_camera(0.0, 0.0, up)
    azimuth = degrees(atan2(float(-way @ level.right), float(-way @ level.towards)))
    turned = orbit_camera(azimuth, BEHIND, up)
    return replace(camera, right=turned.right, up=turned.up, towards=turned.towards)
