"""What lies under the pointer in the sketch."""

from __future__ import annotations

import itertools

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.gui.panes.animation.camera import Camera
from lagr_gui.gui.panes.animation.grasping import Size, grasped
from lagr_gui.gui.panes.animation.scene import Scene

JOINT, LINE = 9.0, 7.0
"""So near (pixels) a joint and a line are hit."""


def item_at(scene: Scene, camera: Camera, size: Size, at: Array) -> str:
    """The key of the item under a pixel (2,): joints before lines before bodies; else empty."""
    now = scene.at(scene.motion.t[0])
    joints = [
        (float(np.hypot(*(camera.project(point, size) - at))), f"joint:{name}")
        for name, point in now.joints.items()
    ]
    lines = [
        (_off(camera.project(points, size), at), f"element:{name}")
        for name, points in now.lines.items()
    ]
    for found, near in ((joints, JOINT), (lines, LINE)):
        distance, key = min(found, default=(np.inf, ""))
        if distance <= near:
            return key
    hit = grasped(scene, now, camera, size, at)
    return f"body:{hit.body}" if hit is not None else ""


def _off(points: Array, at: Array) -> float:
    """The distance of a pixel from a chain of lines (k, 2)."""
    distances = [float(np.hypot(*(points[0] - at)))]
    for a, b in itertools.pairwise(points):
        way = b - a
        length = float(way @ way)
        part = float(np.clip((at - a) @ way / length, 0, 1)) if length > 0 else 0.0
        distances.append(float(np.hypot(*(a + part * way - at))))
    return min(distances)
