"""From surfaces of bodies, springs and bars to one picture: light, shadow, hidden surfaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from lagr_gui.arrays import Array
from lagr_gui.drawing.filling import LEVELS
from lagr_gui.drawing.raster import Raster
from lagr_gui.drawing.surfaces import Places, SolidSurface
from lagr_gui.gui.panes.animation.ink import mixed
from lagr_gui.scenery.camera import Camera, upward
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.scene import Instant, Scene

SUN = np.array([0.35, 1.0, 0.22])
"""Toward the light: along the first axis of the ground, upwards, along the second."""
AMBIENT, SUNLIGHT, LAMP = 0.30, 0.45, 0.30
"""Light from everywhere, from the sun, and from the viewer."""


@dataclass(frozen=True, eq=False)
class Cast:
    """All surfaces of the figures of a scene, one after the other.

    `slices` tell the corners of each figure, `paints` (figure, colour name) the colours, of which
    each triangle has the place in `colors`.
    """

    corners: Array
    normals: Array
    triangles: Places
    colors: Places
    sided: Places
    slices: tuple[slice, ...]
    paints: tuple[tuple[int, str], ...]


@lru_cache(maxsize=4)
def cast_of(figures: tuple[Figure, ...]) -> Cast:
    """The surfaces of figures; the same as long as the figures are."""
    corners: list[Array] = []
    normals: list[Array] = []
    triangles: list[Places] = []
    colors: list[Places] = []
    sided: list[Places] = []
    slices: list[slice] = []
    paints: dict[tuple[int, str], int] = {}
    start = 0
    for index, figure in enumerate(figures):
        first = start
        for part in figure.painted:
            surface = part.surface
            corners.append(surface.corners)
            normals.append(surface.normals)
            triangles.append(surface.triangles + start)
            place = paints.setdefault((index, part.color), len(paints))
            colors.append(np.full(len(surface.triangles), place))
            sided.append(np.full(len(surface.triangles), int(surface.open)))
            start += len(surface.corners)
        slices.append(slice(first, start))
    return Cast(
        np.concatenate([np.zeros((0, 3)), *corners]),
        np.concatenate([np.zeros((0, 3)), *normals]),
        np.concatenate([np.zeros((0, 3), np.int64), *triangles]),
        np.concatenate([np.zeros(0, np.int64), *colors]),
        np.concatenate([np.zeros(0, np.int64), *sided]),
        tuple(slices),
        tuple(paints),
    )


@dataclass
class Stage:
    """What is drawn in one picture; surfaces in space axes are added to those of the figures.

    `shade` is how dark shadows are.
    """

    scene: Scene
    now: Instant
    camera: Camera
    size: tuple[float, float]
    shade: float = 0.16
    loose: list[tuple[SolidSurface, QColor]] = field(default_factory=list)

    def add(self, surface: SolidSurface, color: QColor) -> None:
        """A surface in space axes."""
        if len(surface.triangles):
            self.loose.append((surface, color))


class Caster:
    """Draws stages, one after the other."""

    def __init__(self) -> None:
        self._raster = Raster()
        self._camera: Camera | None = None
        self._fine = 1.0

    def draw(
        self, painter: QPainter, stage: Stage, colors: Mapping[tuple[int, str], QColor]
    ) -> None:
        """The whole stage; `colors` are those of the figures, by their places and names."""
        width, height = (max(round(length), 1) for length in stage.size)
        fine = painter.device().devicePixelRatioF()
        wide, high = round(fine * width), round(fine * height)
        raster, self._camera = self._raster, stage.camera
        self._fine = fine
        raster.begin(wide, high)
        space, normals, triangles, places, sided, used = _gathered(stage, colors)
        size = float(width), float(height)
        pixels = fine * stage.camera.project(space, size)
        table = np.stack([_ramp(color.rgb()) for color in used] + [_shade(stage.shade)])
        if (ground := _shadow(stage, space)) is not None:
            raster.shade(fine * stage.camera.project(ground, size), triangles, sided, len(used))
        near = stage.camera.nearness(space)
        light = _light(stage, normals, sided, triangles)
        raster.draw(pixels, near, light, triangles, places, sided)
        image = raster.picture(table)
        seen = QImage(image.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32_Premultiplied)
        seen.setDevicePixelRatio(fine)
        painter.drawImage(QPointF(0, 0), seen)

    def hides(self, point: Array, pixel: Array, lift: float) -> bool:
        """Whether a point of space, brought nearer by `lift` (m), is behind what was drawn."""
        assert self._camera is not None
        near = self._camera.nearness(point + lift * self._camera.toward(point))
        return self._raster.nearest(self._fine * pixel) > float(near)


def _shadow(stage: Stage, space: Array) -> Array | None:
    """Where the shadows of points lie on the ground; None where one does not see it from above."""
    up = upward(stage.scene.gravity)
    if stage.camera.towards @ up < 0.02:
        return None
    height = np.maximum(space @ up - stage.scene.floor, 0.0)
    sun = _sun(up)
    return space - height[:, None] * (sun / (sun @ up))


def _gathered(
    stage: Stage, colors: Mapping[tuple[int, str], QColor]
) -> tuple[Array, Array, Places, Places, Places, list[QColor]]:
    """Corners and normals in space, triangles with the places of their colours, these colours."""
    figures = stage.scene.figures
    cast = cast_of(figures)
    space, normals = np.empty_like(cast.corners), np.empty_like(cast.normals)
    for figure, part in zip(figures, cast.slices, strict=True):
        R, x = stage.now.R[figure.number], stage.now.x[figure.number]
        space[part] = cast.corners[part] @ R.T + x
        normals[part] = cast.normals[part] @ R.T
    used = [colors[paint] for paint in cast.paints]
    if not stage.loose:
        return space, normals, cast.triangles, cast.colors, cast.sided, used
    starts = np.cumsum([len(space), *(len(s.corners) for s, _ in stage.loose[:-1])])
    several = [s for s, _ in stage.loose]
    first = len(used)
    lengths = [len(s.triangles) for s in several]
    return (
        np.concatenate([space, *(s.corners for s in several)]),
        np.concatenate([normals, *(s.normals for s in several)]),
        np.concatenate(
            [cast.triangles, *(s.triangles + at for s, at in zip(several, starts, strict=True))]
        ),
        np.concatenate([cast.colors, np.repeat(first + np.arange(len(several)), lengths)]),
        np.concatenate([cast.sided, np.repeat([int(s.open) for s in several], lengths)]),
        [*used, *(color for _, color in stage.loose)],
    )


def _light(stage: Stage, normals: Array, sided: Places, triangles: Places) -> Array:
    """How much light (0 … 1) falls on corners: the sun's, and some that the viewer brings along."""
    camera = stage.camera
    sun = normals @ _sun(upward(stage.scene.gravity))
    lamp = normals @ camera.towards
    if sided.any():  # of an open surface both sides are seen
        both = np.unique(triangles[sided > 0])
        turn = np.where(lamp[both] < 0, -1.0, 1.0)
        sun[both] *= turn
        lamp[both] *= turn
    return AMBIENT + SUNLIGHT * np.maximum(sun, 0) + LAMP * np.maximum(lamp, 0)


def _sun(up: Array) -> Array:
    first = np.roll(np.abs(up), 1)
    sun = SUN[0] * first + SUN[1] * up + SUN[2] * np.cross(up, first)
    return sun / np.linalg.norm(sun)


@lru_cache(maxsize=256)
def _ramp(rgb: int) -> Places:
    """64 shades (alpha, red, green, blue) of a colour, from dark to light."""
    color = QColor(rgb)
    stops = [color.darker(320), color.darker(150), color, mixed(color, QColor("white"), 0.45)]
    known = np.array([[255, c.red(), c.green(), c.blue()] for c in stops], float)
    levels = np.linspace(0, 1, LEVELS)
    parts = [np.interp(levels, (0.0, 0.42, 0.72, 1.0), column) for column in known.T]
    return np.stack(parts, axis=1).round().astype(np.int64)


@lru_cache(maxsize=4)
def _shade(part: float) -> Places:
    """Black that hides a part of what is below it."""
    shade = np.zeros((LEVELS, 4), np.int64)
    shade[:, 0] = round(255 * part)
    return shade


def colors_of(
    figures: Sequence[Figure], body: Mapping[int, QColor], mark: Callable[[QColor], QColor]
) -> dict[tuple[int, str], QColor]:
    """The colours of all surfaces of figures, by their places; `mark` gives that of their marks."""
    found: dict[tuple[int, str], QColor] = {}
    for index, figure in enumerate(figures):
        for part in figure.painted:
            own = QColor(part.color) if part.color not in ("", "mark") else QColor()
            usual = mark(body[index]) if part.color == "mark" else body[index]
            found[index, part.color] = own if own.isValid() else usual
    return found
