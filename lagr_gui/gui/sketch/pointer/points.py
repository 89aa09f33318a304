"""Points of bodies that can be moved: in the plane one looks at, in space by handles."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from lagr_gui.editing.sketch.anchors import SAME, Anchor, all_nearest, anchors
from lagr_gui.editing.sketch.lengths import way_of_point
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat
from lagr_gui.editing.sketch.shapes import facing, is_corner, is_size
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.panes.animation.ink import at
from lagr_gui.gui.sketch.axes import in_space, spatial
from lagr_gui.gui.sketch.planes import BodyCamera
from lagr_gui.gui.sketch.pointer.drawer import REACH, Surface
from lagr_gui.gui.sketch.seen import SketchSeen, pixel_of
from lagr_gui.gui.sketch.stand import Stand, in_order
from lagr_gui.gui.theme import theme
from lagr_gui.scenery.camera import NEAREST, Camera

HALF = 3.5
"""Half a side of a handle, pixels."""
EDGE = 0.1
"""A plane whose normal is seen so short (cosine) is seen edge-on."""
Size = tuple[float, float]


@dataclass(frozen=True, eq=False)
class PointHandle:
    """Points of bodies at one place (3,), those that are written down first; its pixel (2,)."""

    found: list[Anchor]
    place: Array
    pixel: Array


def points_in_plane(surface: Surface, at: Flat) -> list[Anchor]:
    """The points of bodies near a place of the plane, those that can be typed first."""
    ordered = in_order(anchors(surface.model, surface.places))
    return all_nearest([a for a in ordered if a.body or a.path], at, REACH / surface.scale)


def point_handles(
    stand: Stand, camera: Camera, size: Size, selected: Collection[str]
) -> Iterator[PointHandle]:
    """The points that can be moved of the bodies, joints, elements and marks that are selected.

    Where a shape ends beside another one, on the paper, it has none: points come first.
    """
    if not selected:
        return
    points = stand.points
    where = points.at(in_space(stand, camera))
    pixels = camera.project(where, size)
    done, covered = np.zeros((2, len(where)), dtype=bool)
    for index in points.of_selected(selected):
        if done[index] or (covered[index] and is_size(points.anchors[index].path)):
            continue
        here = np.linalg.norm(where - where[index], axis=1) < SAME
        done |= here
        covered |= np.linalg.norm(pixels - pixels[index], axis=1) < REACH
        group = [points.anchors[k] for k in np.flatnonzero(here)]
        yield PointHandle(group, where[index], pixels[index])


def handle_under(sketch: SketchSeen, position: QPointF) -> PointHandle | None:
    """The handle under a pixel; of several the nearest one."""
    stand, camera = sketch.stand, sketch.camera
    if stand is None or camera is None or sketch.planar:
        return None
    if stand.model is not sketch.session.model:
        return None
    pixel = pixel_of(position)
    shown = point_handles(stand, camera, sketch.size_, sketch.session.selection)
    near = [(float(np.hypot(*(handle.pixel - pixel))), handle) for handle in shown]
    off, nearest = min(near, default=(np.inf, None), key=lambda entry: entry[0])
    return nearest if off <= REACH else None


def draw_points(
    painter: QPainter, stand: Stand, camera: Camera, size: Size, selected: Collection[str]
) -> None:
    """Small squares over the mechanism; the tips of axes are round."""
    painter.save()
    painter.setPen(QPen(theme().color("accent"), 2.0))
    painter.setBrush(theme().color("paper"))
    for handle in point_handles(stand, camera, size, selected):
        painter.drawRect(QRectF(-HALF, -HALF, 2 * HALF, 2 * HALF).translated(at(handle.pixel)))
    painter.restore()


def plane_through(stand: Stand, camera: Camera, handle: PointHandle) -> BodyCamera:
    """A look at the plane in which a point in space is moved.

    Of the planes of its body it is that which faces the eye most; what follows from a parameter
    goes its way in a plane through that.  One that is seen edge-on gives way to the plane across
    the view.
    """
    anchor, model, look = handle.found[0], stand.model, spatial(camera)
    places, eye = stand.places(look), camera.toward(handle.place)
    axes, origin, way = places.R[anchor.body], places.x[anchor.body], None
    with suppress(LagrError, ArithmeticError):  # it is told as soon as the point is led
        way = way_of_point(model, lambda changed: stand.elsewhere(changed, look), anchor)
    if way is None:
        normal = int(np.argmax(np.abs(axes.T @ eye)))
        if is_corner(anchor.path):  # it stays in the plane of its plate
            axes, normal = axes @ facing(model, anchor.path, places.values), 2
        right, up = axes[:, (normal + 1) % 3], axes[:, (normal + 2) % 3]
    else:
        across = eye - (eye @ way) * way
        right, up = way, np.cross(across / max(float(np.linalg.norm(across)), EDGE), way)
        if float(np.linalg.norm(across)) < EDGE:
            right, up = camera.right, camera.up
    towards = np.asarray(np.cross(right, up), dtype=np.float64)
    middle = origin + ((handle.place - origin) @ towards) * towards
    frame = places.R[anchor.body]
    return BodyCamera(right, up, towards, middle, camera.scale, origin=middle, axes=frame)


def place_in(look: BodyCamera, camera: Camera, size: Size, position: QPointF) -> Flat | None:
    """The place of a plane under a pixel; None where the plane is not before the eye there."""
    pixel = pixel_of(position)
    start = camera.place(pixel, size, float(camera.depth(look.origin)))
    ray = camera.toward(start)
    steep = float(ray @ look.towards)
    if abs(steep) < SAME:
        return None
    hit = start + float((look.origin - start) @ look.towards) / steep * ray
    if float(camera.depth(hit)) > (1 - NEAREST) * camera.distance:
        return None
    off = hit - look.origin
    return float(off @ look.right), float(off @ look.up)


def seen_in(places: BodyPlaces, anchor: Anchor) -> Anchor:
    """The same point, where it is in another plane."""
    return replace(anchor, at=places.at(anchor.body, places.numbers(anchor.point)))
