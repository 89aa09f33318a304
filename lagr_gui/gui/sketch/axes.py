"""Axes of joints in space: arrows at the joints that are selected, turned by their tips."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from lagr_gui.editing.sketch.axes import axis_fields, axis_in_space
from lagr_gui.editing.sketch.plane import BodyPlaces
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.panes.animation.ink import at, polygon
from lagr_gui.gui.sketch.seen import SketchSeen, pixel_of
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.sketch.values import WrittenValue
from lagr_gui.gui.theme import theme
from lagr_gui.model import Joint
from lagr_gui.scenery import symbols
from lagr_gui.scenery.camera import Camera

LENGTH, GRIP = 84.0, 5.0
"""Of an arrow that lies across the view, and the radius of its handle, pixels."""
Size = tuple[float, float]


@dataclass(frozen=True, eq=False)
class AxisArrow:
    """An axis of a joint: through a `centre` (3,), `way` (3,) long in m; its tip in pixels (2,)."""

    joint: Joint
    field: str
    centre: Array
    way: Array
    tip: Array

    @property
    def entry(self) -> WrittenValue:
        """What is typed there."""
        box = QRectF(QPointF(float(self.tip[0]), float(self.tip[1])), QPointF(*self.tip + 1))
        return WrittenValue(box, "axis", self.joint.name, field=self.field)


def in_space(stand: Stand, camera: Camera) -> BodyPlaces:
    """Where bodies stand in space, also where one looks at a plane of a body."""
    return stand.places(spatial(camera))


def spatial(camera: Camera) -> Camera:
    """The same look from space, not from the frame of a body."""
    return Camera(*(getattr(camera, entry.name) for entry in fields(Camera)))


def typed_in(entry: WrittenValue, camera: Camera) -> Camera:
    """The look in which a value is typed: that of space for a load, given in axes of space."""
    return spatial(camera) if entry.sort == "load" else camera


def axis_arrows(
    stand: Stand, camera: Camera, size: Size, selected: Collection[str]
) -> Iterator[AxisArrow]:
    """The axes of the joints in space that are selected, or hold a body that is."""
    if stand.scene.motion.planar:
        return
    places = in_space(stand, camera)
    for joint in stand.model.joints:
        is_drawable = joint.name in stand.scene.motion.joints and joint.child in places.R
        held = f"body:{joint.child or joint.parent}", f"joint:{joint.name}"
        if not is_drawable or not set(held) & set(selected):
            continue
        centre = stand.scene.motion.joints[joint.name][0]
        length = LENGTH / (camera.scale * float(camera.growth(camera.depth(centre))))
        for field in axis_fields(joint):
            with suppress(LagrError, ArithmeticError, ValueError):  # the problems tell of it
                way = length * axis_in_space(places, joint, field)
                yield AxisArrow(joint, field, centre, way, camera.project(centre + way, size))


def draw_axes(
    painter: QPainter,
    stand: Stand,
    camera: Camera,
    size: Size,
    selected: Collection[str],
) -> None:
    """Arrows over the mechanism, with handles at their tips."""
    painter.save()
    for arrow in axis_arrows(stand, camera, size, selected):
        foot, centre = (camera.project(arrow.centre - k * arrow.way, size) for k in (0.4, 0.0))
        painter.setPen(QPen(theme().color("accent"), 1.6, Qt.PenStyle.DashDotLine))
        painter.drawLine(at(foot), at(centre))
        painter.setPen(QPen(theme().color("accent"), 2.0))
        painter.drawLine(at(centre), at(arrow.tip))
        if float(np.hypot(*(arrow.tip - centre))) > 2 * GRIP:
            beyond = arrow.tip + 2 * GRIP * (arrow.tip - centre) / np.hypot(*(arrow.tip - centre))
            painter.drawPolyline(polygon(symbols.arrow(centre, beyond)))
        painter.setBrush(theme().color("paper"))
        painter.drawEllipse(at(arrow.tip), GRIP, GRIP)
        painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.restore()


def arrow_at(sketch: SketchSeen, position: QPointF, reach: float) -> AxisArrow | None:
    """The axis whose tip is under a pixel."""
    stand, camera = sketch.stand, sketch.camera
    if stand is None or camera is None or stand.model is not sketch.session.model:
        return None
    pixel = pixel_of(position)
    shown = axis_arrows(stand, camera, sketch.size_, sketch.session.selection)
    near = ((float(np.hypot(*(arrow.tip - pixel))), arrow) for arrow in shown)
    off, nearest = min(near, default=(reach, None), key=lambda entry: entry[0])
    return nearest if off <= reach else None


def direction_under(arrow: AxisArrow, camera: Camera, size: Size, pixel: Array) -> Array:
    """The direction (3,) in which the tip of an arrow that keeps its length is under a pixel.

    Of two it is that on the side, towards the eye or away from it, on which the arrow is; beyond
    the reach of the arrow that which comes nearest.
    """
    depth, length = float(camera.depth(arrow.centre)), float(np.linalg.norm(arrow.way))
    near, far = (camera.place(pixel, size, depth - k) for k in (0.0, length))
    along = (near - far) / np.linalg.norm(near - far)
    off = near - arrow.centre
    off = off - (off @ along) * along
    rest = float(arrow.way @ arrow.way - off @ off)
    side = 1.0 if arrow.way @ along >= 0 else -1.0
    way = off + side * np.sqrt(max(rest, 0.0)) * along
    return way / np.linalg.norm(way)
