"""The picture of the sketch, in its layers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from lagr_gui.drawing.lengths import vector
from lagr_gui.editing.sketch.lengths import lengths
from lagr_gui.editing.sketch.plane import Flat
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.floor import draw_grid, grid_of
from lagr_gui.gui.panes.animation.ink import Options, SceneLook, at, polygon
from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.gui.sketch.annotations import Annotations
from lagr_gui.gui.sketch.axes import draw_axes
from lagr_gui.gui.sketch.labels import LabelMemory
from lagr_gui.gui.sketch.near_ends import draw_near_ends
from lagr_gui.gui.sketch.pictures import PictureBox, ShownPicture, box_of, draw_frame, draw_picture
from lagr_gui.gui.sketch.planes import level
from lagr_gui.gui.sketch.pointer.points import draw_points
from lagr_gui.gui.sketch.ruler import Ruler
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.sketch.values import WrittenValue
from lagr_gui.gui.theme import Theme, theme
from lagr_gui.model import SketchPoint, Vector
from lagr_gui.model.record import ZERO
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.drawn_marks import walls_of_contacts
from lagr_gui.scenery.load_signs import seen_loads
from lagr_gui.scenery.signs import (
    hatched_areas,
    joint_signs,
    load_signs,
    mark_signs,
    mechanism_signs,
)

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion


Size = tuple[float, float]


class Looks(Protocol):
    """What is lit up."""

    @property
    def selection(self) -> Collection[str]: ...
    @property
    def highlighted(self) -> Collection[str]: ...
    @property
    def motion(self) -> Motion | None: ...


class SketchPaper:
    """Paints the sketch; what lies under the mechanism and stays as one looks is drawn once."""

    def __init__(self) -> None:
        self._ground = QPixmap()
        self._ground_key: tuple[object, ...] = ()
        self.memory = LabelMemory()

    def paint(
        self,
        painter: QPainter,
        stand: Stand,
        camera: Camera,
        size: Size,
        plane: bool,
        looks: Looks,
        pictures: Sequence[ShownPicture] = (),
        faulty: Collection[str] = (),
    ) -> list[WrittenValue]:
        """Pictures, grid, marks, mechanism, paths, measures; the values that are written.

        `plane` tells whether one looks at a plane.
        """
        behind = _behind(pictures, camera, size, plane)
        painter.drawPixmap(0, 0, self._under(painter, stand, camera, size, plane, behind))
        for index, (_, box) in enumerate(behind):
            if f"mark:pictures.{index}" in looks.selection:
                draw_frame(painter, box)
        return draw_mechanism(painter, stand, camera, size, plane, looks, faulty, self.memory)

    def _under(
        self,
        painter: QPainter,
        stand: Stand,
        camera: Camera,
        size: Size,
        plane: bool,
        behind: Sequence[tuple[ShownPicture, PictureBox]],
    ) -> QPixmap:
        """The paper with pictures, the grid of a plane and, in space, the floor."""
        ratio = painter.device().devicePixelRatioF()
        shown = tuple((one.picture, one.content) for one, _ in behind)
        floor = None if stand.scene.motion.planar else grid_of(stand.scene)
        font = painter.font().toString()
        key = (camera, size, plane, theme(), ratio, font, shown, floor)
        if key != self._ground_key:
            self._ground_key = key
            self._ground = QPixmap(round(size[0] * ratio), round(size[1] * ratio))
            self._ground.setDevicePixelRatio(ratio)
            self._ground.fill(theme().color("paper"))
            with QPainter(self._ground) as under:
                under.setFont(painter.font())
                for one, box in behind:
                    draw_picture(under, one, box)
                if plane:
                    Ruler(under, level(camera), size, theme()).draw()
                if floor is not None:
                    under.setRenderHint(QPainter.RenderHint.Antialiasing)
                    draw_grid(under, floor, camera, size, theme(), ticks=not plane)
        return self._ground


def draw_mechanism(
    painter: QPainter,
    stand: Stand,
    camera: Camera,
    size: Size,
    plane: bool,
    looks: Looks,
    faulty: Collection[str] = (),
    memory: LabelMemory | None = None,
) -> list[WrittenValue]:
    """Marks, mechanism, paths, measures; the values that are written."""
    memory = memory or LabelMemory()
    scene = stand.scene
    look = SceneLook(theme(), looks.selection, looks.highlighted, faulty)
    options = Options(trails=False, floor=False)  # the view draws grids below, pictures have none
    picture = Painter(painter, scene, stand.now, camera, size, look, options)

    model, values = stand.model, stand.values
    walled = walls_of_contacts(model, scene.motion, values, scene.planes) if plane else {}
    signs = list(mark_signs(model, picture.sight, values, walled)) if plane else []
    if scene.motion.planar:
        signs += mechanism_signs(picture.sight, walled)

    def draw(picture: Painter) -> None:
        picture.play(signs)
        if not scene.motion.planar:
            from lagr_gui.gui.panes.animation.spatial import draw_spatial  # late: compiled

            draw_spatial(picture)

    picture.draw(draw)
    if not scene.motion.planar:
        picture.play(joint_signs(picture.sight, stand.whole.joints))
    draw_paths(painter, paths(stand, looks.motion), camera, size, theme())
    loads = list(seen_loads(stand.loads, stand.newtons, picture.sight))
    picture.play(sign for load in loads for sign in load_signs(load))
    if not (plane and scene.motion.planar):
        draw_axes(painter, stand, camera, size, looks.selection)
        if not plane:
            draw_points(painter, stand, camera, size, looks.selection)
        return []
    painter.save()
    places = stand.places(camera)
    notes = Annotations(painter, stand, places, picture.sight, theme(), looks.selection, memory)
    for area in hatched_areas(signs):
        notes.labels.drawn(area)
    notes.coordinates()
    notes.stops()
    notes.loads(loads)
    notes.lengths(lengths(stand.model, places, notes.chosen))
    notes.measures()
    written = notes.write()
    draw_near_ends(painter, stand, camera, size)
    painter.restore()
    return written


def draw_pictures(
    painter: QPainter, pictures: Sequence[ShownPicture], camera: Camera, size: Size, plane: bool
) -> None:
    """The pictures behind the mechanism."""
    for one, box in _behind(pictures, camera, size, plane):
        draw_picture(painter, one, box)


def _behind(
    pictures: Sequence[ShownPicture], camera: Camera, size: Size, plane: bool
) -> list[tuple[ShownPicture, PictureBox]]:
    """Pictures with the places at which they are seen: in a plane alone."""
    pixel = partial(_pixel, level(camera), size)
    return [(one, box_of(one, pixel)) for one in pictures if plane]


def _pixel(camera: Camera, size: Size, at: Flat) -> QPointF:
    x, y = camera.project(at[0] * camera.right + at[1] * camera.up, size)
    return QPointF(float(x), float(y))


def paths(stand: Stand, motion: Motion | None) -> dict[str, tuple[Array, Array]]:
    """The paths of points along the motion that is shown, and where they are now."""
    values, start = stand.values, stand.scene.motion
    centres = {body.number: body.centre for body in stand.model.bodies}
    traces: dict[str, tuple[Array, Array]] = {}
    for mark in stand.model.sketch.points:
        if not (mark.body or mark.traced):
            continue  # a pivot
        centre = centres.get(mark.body, ZERO)
        here = path_of(mark, centre, start, values)
        trace = path_of(mark, centre, (motion if mark.traced else None) or start, values)
        if here is not None and trace is not None:
            traces[mark.name] = trace, here[0]
    return traces


# --- Points that have names, with their paths along the motion that is shown -------------------

MOST = 1500
"""Points of a path that are drawn."""
DOT = 4.0
"""Radius of the point itself, pixels."""


def path_of(
    mark: SketchPoint, centre: Vector, motion: Motion, values: Mapping[str, float]
) -> Array | None:
    """The places (n, 3) of a point along a motion; None where its body is not in it.

    The point is given from the origin of the body, from which its centre of mass lies at `centre`.
    """
    from_origin, middle = vector(mark.point, values), vector(centre, values)
    if from_origin is None or middle is None or mark.body not in motion.x:
        return None
    step = max(1, len(motion.t) // MOST)
    x, R = motion.x[mark.body][::step], motion.R[mark.body][::step]
    return np.asarray(x + R @ (from_origin - middle))


def draw_paths(
    painter: QPainter,
    traces: Mapping[str, tuple[Array, Array]],
    camera: Camera,
    size: Size,
    theme: Theme,
) -> None:
    """Each path (n, 3) as a thin line, and its point (3,) as a ring with its name."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for name, (path, point) in traces.items():
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("accent"), 1.0))
        painter.drawPolyline(polygon(camera.project(path, size)))
        place = at(camera.project(point, size))
        painter.setPen(QPen(theme.color("error"), 1.6))
        painter.setBrush(theme.color("paper"))
        painter.drawEllipse(place, DOT, DOT)
        painter.drawText(place + QPointF(7, -7), name)
