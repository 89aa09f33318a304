"""What lies under the pointer in the sketch."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF

from lagr_gui.editing.sketch import BodyPlaces, Flat
from lagr_gui.editing.sketch.anchors import distance
from lagr_gui.editing.sketch.contacts import numbers, off_line, walls
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.panes.animation.grasping import Size, grasped
from lagr_gui.gui.sketch.loads import load_at
from lagr_gui.gui.sketch.pictures import picture_at, pictures_of
from lagr_gui.gui.sketch.seen import SketchSeen
from lagr_gui.gui.sketch.written import WrittenValue, written_at
from lagr_gui.model import Model
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.scene import Scene
from lagr_gui.scenery.strokes import SceneSight

JOINT, LINE, NEAR = 9.0, 7.0, 7.0
"""So near (pixels) a joint, a line and a mark are hit."""
EDGE = 40
"""What is nearer (pixels) to the edge of the view is brought into its middle."""


def item_at(scene: Scene, camera: Camera, size: Size, at: Array) -> str:
    """The key of the item under a pixel (2,): joints before lines before bodies; else empty."""
    now = scene.at(scene.motion.t[0])
    joints = [
        (float(np.hypot(*(camera.project(point, size) - at))), f"joint:{name}")
        for name, point in now.joints.items()
    ]
    sight = SceneSight(scene, now, camera, size)
    lines = [(_off(sight.way(line).whole, at), f"element:{line.name}") for line in scene.lines]
    lines += [
        (min(_off(sight.flat(way), at) for way in sight.torsion(torsion)), torsion.key)
        for torsion in scene.torsions
    ]
    for found, near in ((joints, JOINT), (lines, LINE)):
        distance, key = min(found, default=(np.inf, ""))
        if distance <= near:
            return key
    hit = grasped(scene, now, camera, size, at)
    return f"body:{hit.body}" if hit is not None else ""


def key_under(sketch: SketchSeen, position: QPointF) -> str:
    """The key of the item under a pixel; empty for none.

    What is written comes first, then joints, loads, lines, bodies, marks and pictures.
    """
    stand, camera, size = sketch.stand, sketch.camera, sketch.size_
    if stand is None or camera is None:
        return ""
    entry = written_at(sketch.written, position)
    if entry is not None and entry.key:
        return entry.key
    pixel = np.array([position.x(), position.y()])
    found = item_at(stand.scene, camera, size, pixel)
    if not found.startswith("joint:") and (load := load_at(stand, camera, size, pixel)):
        return load.key
    if found or not sketch.planar:
        return found
    at, places = sketch.flat(position), stand.places(camera)
    if mark := mark_at(sketch.session.model, places, at, NEAR / camera.scale):
        return mark
    index = picture_at(pictures_of(sketch.session), at)
    return "" if index is None else f"mark:pictures.{index}"


def looking_at(scene: Scene, camera: Camera, size: Size, key: str) -> Camera:
    """The camera with an item in view; the same one where it is seen, or is not drawn."""
    sort, _, name = key.partition(":")
    now = scene.at(scene.motion.t[0])
    if sort == "body":
        point = now.x.get(int(name))
    else:
        about = {torsion.name: now.joints[torsion.joint] for torsion in scene.torsions}
        found = {"joint": now.joints, "element": {**now.lines, **about}}.get(sort, {}).get(name)
        point = None if found is None else np.reshape(found, (-1, 3)).mean(axis=0)
    if point is None:
        return camera
    place, edge = camera.project(point, size), EDGE
    inside = all(edge <= at <= most - edge for at, most in zip(place, size, strict=True))
    return camera if inside else replace(camera, centre=point)


def mark_at(model: Model, places: BodyPlaces, at: Flat, near: float) -> str:
    """The key of the point with a name or of the wall near a place of the plane; else empty."""
    for index, mark in enumerate(model.sketch.points):
        with suppress(LagrError, ArithmeticError, ValueError, KeyError):
            if distance(places.at(mark.body, numbers(mark.point, places)), at) <= near:
                return f"mark:points.{index}"
    known = walls(model, places).items()
    found = [(off_line(at, *ends), index) for index, ends in known]
    off, index = min(found, default=(np.inf, 0))
    return f"mark:walls.{index}" if off <= near else ""


def _off(points: Array, at: Array) -> float:
    """The distance of a pixel from a chain of lines (k, 2)."""
    distances = [float(np.hypot(*(points[0] - at)))]
    for a, b in itertools.pairwise(points):
        way = b - a
        length = float(way @ way)
        part = float(np.clip((at - a) @ way / length, 0, 1)) if length > 0 else 0.0
        distances.append(float(np.hypot(*(a + part * way - at))))
    return min(distances)


def first_length(
    written: Collection[WrittenValue], selected: Collection[str]
) -> WrittenValue | None:
    """The first length of a body that is selected."""
    lengths = (entry for entry in written if entry.sort == "length")
    return next((entry for entry in lengths if f"body:{entry.body}" in selected), None)
