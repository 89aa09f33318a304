"""What lies under the pointer in the sketch."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.gui.panes.animation.camera import Camera
from lagr_gui.gui.panes.animation.grasping import Size, grasped
from lagr_gui.gui.panes.animation.scene import Scene

JOINT, LINE = 9.0, 7.0
"""So near (pixels) a joint and a line are hit."""
EDGE = 40
"""What is nearer (pixels) to the edge of the view is brought into its middle."""


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


def looking_at(scene: Scene, camera: Camera, size: Size, key: str) -> Camera:
    """The camera with an item in view; the same one where it is seen, or is not drawn."""
    sort, _, name = key.partition(":")
    now = scene.at(scene.motion.t[0])
    if sort == "body":
        point = now.x.get(int(name))
    else:
        found = {"joint": now.joints, "element": now.lines}.get(sort, {}).get(name)
        point = None if found is None else np.reshape(found, (-1, 3)).mean(axis=0)
    if point is None:
        return camera
    place, edge = camera.project(point, size), EDGE
    inside = all(edge <= at <= most - edge for at, most in zip(place, size, strict=True))
    return camera if inside else replace(camera, centre=point)


def _off(points: Array, at: Array) -> float:
    """The distance of a pixel from a chain of lines (k, 2)."""
    distances = [float(np.hypot(*(points[0] - at)))]
    for a, b in itertools.pairwise(points):
        way = b - a
        length = float(way @ way)
        part = float(np.clip((at - a) @ way / length, 0, 1)) if length > 0 else 0.0
        distances.append(float(np.hypot(*(a + part * way - at))))
    return min(distances)
