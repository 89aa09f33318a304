"""The floor below a mechanism in space: squares with a round side, and a scale along its edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.ink import at, pen
from lagr_gui.gui.panes.animation.painter import gravity_place
from lagr_gui.gui.theme import Theme
from lagr_gui.scenery.camera import Camera, upward
from lagr_gui.scenery.scene import Scene

LOW, WIDE, HIGH, EDGE = 0.1, 52.0, 16.0, 16.0
"""From so flat above the ground its scale cannot be read; pixels between numbers, and to the edge
of the picture."""
CORNER = np.array([34.0, -34.0])
"""Where the directions are, from the lower left corner of the picture (pixels)."""
Reach = tuple[float, float]
Size = tuple[float, float]


@dataclass(frozen=True)
class FloorGrid:
    """Squares of a `side` at a `height` upwards, between the ends of two axes of space (m).

    Those of a mechanism are equal wherever it is led.
    """

    up: tuple[float, ...]
    height: float
    side: float
    ends: tuple[Reach, Reach]


def grid_of(scene: Scene) -> FloorGrid:
    """Squares below all that a scene holds, and some beside it."""
    up, side = upward(scene.gravity), grid_side(scene.span)
    first, second = (_reach(scene.extent @ axis, side) for axis in _axes(up))
    return FloorGrid(tuple(up.tolist()), scene.floor, side, (first, second))


def draw_grid(
    painter: QPainter, grid: FloorGrid, camera: Camera, size: Size, theme: Theme, ticks: bool
) -> None:
    """The lines, and with `ticks` a scale on them."""
    up, side, (first, second) = np.array(grid.up), grid.side, grid.ends
    axes = _axes(up)
    taken: list[Array] = []
    for across, along, reach, places in (
        (axes[0], axes[1], second, first),
        (axes[1], axes[0], first, second),
    ):
        ticks_at = np.arange(places[0], places[1] + side / 2, side)
        lines = (
            ticks_at[:, None, None] * across
            + np.array(reach)[None, :, None] * along
            + grid.height * up
        )
        painter.setPen(pen(theme.color("grid"), 1.0))
        for a, b in camera.project(lines, size):
            painter.drawLine(at(a), at(b))
        if ticks and camera.towards @ up > LOW:
            near = int(np.argmax(camera.depth(lines).mean(axis=0)))
            texts = [f"{round(tick / side) * side:.10g} m" for tick in ticks_at.tolist()]
            painter.setPen(theme.color("muted"))
            _numbers(painter, texts, _parts(lines[:, [1 - near, near]], camera, size), size, taken)


def _parts(lines: Array, camera: Camera, size: Size) -> Array:
    """Points (n, 41, 2) of lines (n, 2, 3) in the picture, from end to end."""
    part = np.linspace(0, 1, 41)[:, None]
    return camera.project(lines[:, None, 0] + part * (lines[:, None, 1] - lines[:, None, 0]), size)


def _numbers(
    painter: QPainter, texts: Sequence[str], ways: Array, size: Size, taken: list[Array]
) -> None:
    """Numbers where lines leave the picture along their ways (n, k, 2), as many as have room.

    Places that are taken are not written upon.
    """
    edge = np.array([WIDE / 2, EDGE])
    low, high = edge, np.array(size) - edge
    inside = np.all((ways > low) & (ways < high), axis=2)
    painter.save()
    font = painter.font()
    font.setPointSizeF(0.85 * font.pointSizeF())
    painter.setFont(font)
    for text, way, seen in zip(texts, ways, inside, strict=True):
        if not seen.any():
            continue
        place = way[np.flatnonzero(seen)[-1]]
        if not has_room(place, size, taken):
            continue
        box = QRectF(float(place[0]) - 40, float(place[1]) + 2, 80, 14)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        taken.append(place)
    painter.restore()


def has_room(place: Array, size: Size, taken: Sequence[Array]) -> bool:
    """Whether a number can stand at a place (2,): clear of others, and of the arrows in corners."""
    corners = axes_place(size), gravity_place(size)
    return not any(
        abs(place[0] - other[0]) < WIDE and abs(place[1] - other[1]) < high
        for others, high in ((taken, HIGH), (corners, WIDE))
        for other in others
    )


def axes_place(size: Size) -> Array:
    """Where the directions x, y, z are drawn from in a picture (2,), pixels."""
    return CORNER + np.array([0.0, size[1]])


def grid_side(span: float) -> float:
    """1, 2 or 5 times a power of ten: about a sixth of the span (m)."""
    power = 10.0 ** floor(log10(span / 6))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= span / 6 * (1 - 1e-9))


def _axes(up: Array) -> list[Array]:
    """The axes of space that lie in the floor."""
    return [axis for axis in np.eye(3) if not axis @ up]


def _reach(values: Array, side: float) -> Reach:
    low, high = float(values.min()), float(values.max())
    return side * (floor(low / side) - 1), side * (ceil(high / side) + 1)
