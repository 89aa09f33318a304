"""From surfaces of bodies, springs and bars to one picture: light, shadow, hidden surfaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from lagr_gui.drawing.bodies.filling import LEVELS
from lagr_gui.drawing.bodies.raster import Raster
from lagr_gui.drawing.bodies.surfaces import Places, SolidSurface
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.ink import mixed
from lagr_gui.scenery.camera import Camera, upward
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.scene import Instant, Scene

SUN = np.array([0.35, 1.0, 0.22])
"""Toward the light: along the first axis of the ground, upwards, along the second."""
AMBIENT, SUNLIGHT, LAMP = 0.30, 0.45, 0.30
"""Light from everywhere, from the sun, and from the viewer."""


@dataclass(frozen=True, eq=False)
class CarriedSurface:
    """A surface that a body carries, in its axes about a joint or, without one, about its centre
    of mass."""

    surface: SolidSurface
    body: int
    joint: str = ""


@dataclass(frozen=True, eq=False)
class AlikeSurfaces:
    """Surfaces with equally many corners (n, k, 3), which are turned together.

    `parts` (n,) tell which ones, `rows` the places of their corners among all.
    """

    parts: Places
    rows: slice
    corners: Array
    normals: Array


@dataclass(frozen=True, eq=False)
class Cast:
    """All surfaces that bodies carry, with `count` corners; figures come first, then fittings.

    `paints` (figure, colour name) are the colours of figures; each fitting has one after them.
    Each triangle has the place of its colour in `colors`.
    """

    parts: tuple[CarriedSurface, ...]
    alike: tuple[AlikeSurfaces, ...]
    count: int
    triangles: Places
    colors: Places
    sided: Places
    paints: tuple[tuple[int, str], ...]

    def at(self, now: Instant) -> tuple[Array, Array]:
        """Corners and normals (n, 3) in space."""
        R = np.array([now.R[part.body] for part in self.parts])
        places = (now.joints[p.joint] if p.joint else now.x[p.body] for p in self.parts)
        x = np.array([*places])
        space, normals = np.empty((2, self.count, 3))
        for several in self.alike:
            turn, shift = R[several.parts].swapaxes(1, 2), x[several.parts, None]
            space[several.rows] = (several.corners @ turn + shift).reshape(-1, 3)
            normals[several.rows] = (several.normals @ turn).reshape(-1, 3)
        return space, normals


@lru_cache(maxsize=4)
def cast_of(figures: tuple[Figure, ...], fittings: tuple[CarriedSurface, ...]) -> Cast:
    """The surfaces of figures and fittings; the same as long as these are."""
    parts, colors = list[CarriedSurface](), list[int]()
    paints: dict[tuple[int, str], int] = {}
    for index, figure in enumerate(figures):
        for part in figure.painted:
            parts.append(CarriedSurface(part.surface, figure.number))
            colors.append(paints.setdefault((index, part.color), len(paints)))
    parts += fittings
    colors += range(len(paints), len(paints) + len(fittings))
    starts, alike, count = np.zeros(len(parts), np.int64), list[AlikeSurfaces](), 0
    corners = np.array([len(part.surface.corners) for part in parts], np.int64)
    for many in np.unique(corners).tolist():
        several = np.flatnonzero(corners == many)
        rows = slice(count, count + many * len(several))
        starts[several] = count + many * np.arange(len(several))
        surfaces = [parts[place].surface for place in several]
        alike.append(
            AlikeSurfaces(
                several,
                rows,
                np.array([surface.corners for surface in surfaces]),
                np.array([surface.normals for surface in surfaces]),
            )
        )
        count = rows.stop
    triangles = [part.surface.triangles + at for part, at in zip(parts, starts, strict=True)]
    counts = [len(faces) for faces in triangles]
    return Cast(
        tuple(parts),
        tuple(alike),
        count,
        np.concatenate([np.zeros((0, 3), np.int64), *triangles]),
        np.repeat(np.array(colors, np.int64), counts),
        np.repeat(np.array([int(part.surface.open) for part in parts], np.int64), counts),
        tuple(paints),
    )


@dataclass
class Stage:
    """What is drawn in one picture; surfaces in space axes are added to those of the figures.

    `shade` is how dark shadows are, `fittings` are carried by bodies as the figures are.
    """

    scene: Scene
    now: Instant
    camera: Camera
    size: tuple[float, float]
    shade: float = 0.16
    fittings: tuple[CarriedSurface, ...] = ()
    tints: tuple[QColor, ...] = ()
    """The colours of the fittings."""
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
    cast = cast_of(stage.scene.figures, stage.fittings)
    space, normals = cast.at(stage.now)
    used = [*(colors[paint] for paint in cast.paints), *stage.tints]
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
    colors = np.array([[255, c.red(), c.green(), c.blue()] for c in stops], float)
    levels = np.linspace(0, 1, LEVELS)
    parts = [np.interp(levels, (0.0, 0.42, 0.72, 1.0), column) for column in colors.T]
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
    colors: dict[tuple[int, str], QColor] = {}
    for index, figure in enumerate(figures):
        for part in figure.painted:
            color = QColor(part.color) if part.color not in ("", "mark") else QColor()
            usual = mark(body[index]) if part.color == "mark" else body[index]
            colors[index, part.color] = color if color.isValid() else usual
    return colors
