"""Spatial systems: surfaces in the light of the sun over a grid, with true hidden surfaces."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor

from lagr_gui.arrays import Array
from lagr_gui.gui.panes.animation.casting import Caster, Stage, colors_of
from lagr_gui.gui.panes.animation.fittings import add_fittings
from lagr_gui.gui.panes.animation.ink import at, mixed, pen, polygon
from lagr_gui.gui.panes.animation.painter import Painter, gravity_place
from lagr_gui.gui.panes.animation.toothed import add_teeth
from lagr_gui.scenery.camera import upward
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.planes import Plane

DARK = 90
"""Bodies of less lightness (of 255) have light marks."""
LIT = 0.55
"""How much of the colour of emphasis a body takes that is selected or lit up."""
NAMED = 5.0
"""Pixels of a direction that are seen, for it to have its name."""
LOW, WIDE, HIGH, EDGE = 0.1, 52.0, 16.0, 16.0
"""From so flat above the ground its scale cannot be read; pixels between numbers, and to the edge
of the picture."""
CORNER = np.array([34.0, -34.0])
"""Where the directions are, from the lower left corner of the picture (pixels)."""
SHADES = (0.16, 0.45)
"""How dark shadows are on light and on dark paper."""
_caster = Caster()


def draw_spatial(picture: Painter) -> None:
    """Grid, planes and trails; over them all surfaces; point masses where they can be seen."""
    draw_grid(picture)
    for plane in picture.scene.planes:
        draw_plane(picture, plane)
    picture.trails()
    scene, camera = picture.scene, picture.camera
    shade = SHADES[picture.theme.dark]
    stage = Stage(scene, picture.now, camera, picture.size, shade)
    bodies = {f.index: _color(picture, f) for f in scene.figures}
    add_fittings(picture, stage)
    add_teeth(picture, stage, bodies)
    _caster.draw(picture.painter, stage, colors_of(scene.figures, bodies, _mark))
    for figure in scene.figures:
        x = picture.now.x[figure.number]
        if figure.solid is None and not _caster.hides(x, picture.flat(x), 0.02 * scene.size):
            picture.dot(figure)
    draw_axes(picture)


def _color(picture: Painter, figure: Figure) -> QColor:
    """The colour of a body; it tells of being selected or lit up."""
    color, key = picture.look.body(figure), f"body:{figure.number}"
    if key in picture.look.warm:
        return mixed(color, picture.theme.color("warm"), LIT)
    if key in picture.look.selected:
        return mixed(color, picture.theme.color("accent"), LIT)
    if key in picture.look.faulty:
        return mixed(color, picture.theme.color("error"), LIT)
    return color


def _mark(color: QColor) -> QColor:
    light = color.lightness() < DARK
    return mixed(color, QColor("white" if light else "black"), 0.4)


def draw_grid(picture: Painter) -> None:
    """A floor of squares below the mechanism, with a round side length, and a scale on it."""
    scene, camera = picture.scene, picture.camera
    up = upward(scene.gravity)
    axes = [axis for axis in np.eye(3) if not axis @ up]
    points = scene.extent
    side = grid_side(scene.span)
    picture.painter.setPen(pen(picture.theme.color("grid"), 1.0))
    taken: list[Array] = []
    first, second = (_reach(points @ axis, side) for axis in axes)
    for across, along, reach, places in (
        (axes[0], axes[1], second, first),
        (axes[1], axes[0], first, second),
    ):
        ticks = np.arange(places[0], places[1] + side / 2, side)
        lines = (
            ticks[:, None, None] * across
            + np.array(reach)[None, :, None] * along
            + scene.floor * up
        )
        for a, b in picture.flat(lines):
            picture.painter.drawLine(at(a), at(b))
        if picture.options.ticks and camera.towards @ up > LOW:
            near = int(np.argmax(camera.depth(lines).mean(axis=0)))
            _numbers(picture, ticks, lines[:, [1 - near, near]], side, taken)


def _numbers(picture: Painter, ticks: Array, lines: Array, side: float, taken: list[Array]) -> None:
    """Numbers (m) where the lines (n, 2, 3) of a grid leave the picture, as many as have room.

    Places that are taken are not written upon.
    """
    part = np.linspace(0, 1, 41)[:, None]
    flat = picture.flat(lines[:, None, 0] + part * (lines[:, None, 1] - lines[:, None, 0]))
    edge = np.array([WIDE / 2, EDGE])
    low, high = edge, np.array(picture.size) - edge
    inside = np.all((flat > low) & (flat < high), axis=2)
    painter = picture.painter
    painter.save()
    font = painter.font()
    font.setPointSizeF(0.85 * font.pointSizeF())
    painter.setFont(font)
    painter.setPen(picture.theme.color("muted"))
    for tick, way, seen in zip(ticks.tolist(), flat, inside, strict=True):
        if not seen.any():
            continue
        place = way[np.flatnonzero(seen)[-1]]
        if not has_room(place, picture.size, taken):
            continue
        text = f"{round(tick / side) * side:.10g} m"
        box = QRectF(float(place[0]) - 40, float(place[1]) + 2, 80, 14)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        taken.append(place)
    painter.restore()


def has_room(place: Array, size: tuple[float, float], taken: Sequence[Array]) -> bool:
    """Whether a number can stand at a place (2,): clear of others, and of the arrows in corners."""
    corners = _corner(size), gravity_place(size)
    return not any(
        abs(place[0] - other[0]) < WIDE and abs(place[1] - other[1]) < high
        for others, high in ((taken, HIGH), (corners, WIDE))
        for other in others
    )


def draw_plane(picture: Painter, plane: Plane) -> None:
    """A wall or floor, so thin in colour that what is behind it is seen."""
    now, theme = picture.now, picture.theme
    fill = QColor(theme.color("ground"))
    fill.setAlphaF(0.55)
    picture.painter.setBrush(fill)
    usual = mixed(theme.color("node_line"), theme.color("paper"), 0.35)
    picture.painter.setPen(picture.look.edge(f"element:{plane.element}", usual))
    corners = now.x[plane.body] + plane.corners @ now.R[plane.body].T
    picture.painter.drawPolygon(polygon(picture.flat(corners)))


def grid_side(span: float) -> float:
    """1, 2 or 5 times a power of ten: about a sixth of the span (m)."""
    power = 10.0 ** floor(log10(span / 6))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= span / 6 * (1 - 1e-9))


def _reach(values: Array, side: float) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    return side * (floor(low / side) - 1), side * (ceil(high / side) + 1)


def _corner(size: tuple[float, float]) -> Array:
    """Where the directions are drawn from."""
    return CORNER + np.array([0.0, size[1]])


def draw_axes(picture: Painter) -> None:
    """The directions x, y, z in the lower left corner."""
    corner = _corner(picture.size)
    camera = picture.camera
    for name, axis, role in zip("xyz", np.eye(3), ("error", "good", "accent"), strict=True):
        tip = corner + 22 * np.array([axis @ camera.right, -(axis @ camera.up)])
        picture.painter.setPen(pen(picture.theme.color(role), 1.6))
        picture.painter.drawLine(at(corner), at(tip))
        if np.hypot(*(tip - corner)) > NAMED:  # the others are written where this one points
            picture.painter.drawText(at(tip + 0.25 * (tip - corner) + (-3.0, 4.0)), name)
