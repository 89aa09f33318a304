"""Planar systems, drawn in layers like a textbook figure."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath

from lagr_gui.arrays import Array
from lagr_gui.drawing.shapes import outline
from lagr_gui.drawing.surfaces import SolidSurface, seen_along
from lagr_gui.gui.panes.animation import symbols
from lagr_gui.gui.panes.animation.figures import Figure
from lagr_gui.gui.panes.animation.ground import Ground
from lagr_gui.gui.panes.animation.ink import at, mixed, pen, polygon
from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.gui.panes.animation.planes import Plane
from lagr_gui.gui.panes.animation.toothed import draw_cables, draw_teeth

ASIDE = 0.5
"""The sine of the angle of view from which on a plane is seen as a line."""


def draw_planar(picture: Painter) -> None:
    """Ground, trails, springs, bodies, links, joints: each over the one before."""
    scene, theme = picture.scene, picture.theme
    colors = {f.number: picture.look.body(f) for f in scene.figures}
    for plane in scene.planes:
        draw_plane(picture, plane)
    for ground in scene.grounds:
        draw_ground(picture, ground)
    for name, hoop in scene.wires.hoops.items():
        picture.painter.setPen(picture.look.edge(f"joint:{name}", theme.color("node_line")))
        way = picture.now.x[hoop.body] + hoop.points @ picture.now.R[hoop.body].T
        picture.painter.drawPolyline(polygon(picture.flat(way)))
    picture.trails()
    for line in scene.lines:
        picture.line(line)
    for figure in scene.figures:
        draw_teeth(picture, figure)
        draw_body(picture, figure)
    draw_cables(picture)
    for name in picture.now.beams:
        picture.beam(name)
    for link in scene.links:
        picture.link(link, colors.get(link.body, theme.color("muted")))
    for name, kind in scene.hinges.items():
        picture.hinge(name, kind)
    for cross in scene.crosses:
        picture.cross(cross)
    for figure in scene.figures:
        if figure.solid is None:
            picture.dot(figure)
        else:
            draw_centre(picture, figure)


def draw_body(picture: Painter, figure: Figure) -> None:
    """The outline of a body, softly filled."""
    solid, now = figure.solid, picture.now
    if solid is None:
        return
    color = picture.look.body(figure)
    painter = picture.painter
    x, R = now.x[figure.number], now.R[figure.number]
    if solid.composed is not None:
        _draw_solids(picture, figure, x, R)
        return
    painter.setPen(picture.look.edge(f"body:{figure.number}", color))
    painter.setBrush(mixed(color, picture.theme.color("paper"), 0.72))
    if solid.radius:
        r = solid.radius * picture.camera.scale
        painter.drawEllipse(at(picture.flat(x)), r, r)
    elif not solid.open:
        painter.drawPolygon(polygon(outline(picture.flat(x + solid.corners @ R.T))))
    picture.marks(figure, color)


def _draw_solids(picture: Painter, figure: Figure, x: Array, R: Array) -> None:
    """The outlines of solids, each in its colour."""
    towards = tuple(np.round(R.T @ picture.camera.towards, 9).tolist())
    for part in figure.painted:
        own = QColor(part.color) if part.color else QColor()
        color = own if own.isValid() else picture.look.body(figure)
        path = QPainterPath()
        for loop in _loops(part.surface, towards):
            path.addPolygon(polygon(picture.flat(x + loop @ R.T)))
            path.closeSubpath()
        picture.painter.setPen(picture.look.edge(f"body:{figure.number}", color))
        picture.painter.setBrush(mixed(color, picture.theme.color("paper"), 0.72))
        picture.painter.drawPath(path)


@lru_cache(maxsize=256)
def _loops(surface: SolidSurface, towards: tuple[float, ...]) -> list[Array]:
    """The outline of a surface, in the axes of its body."""
    return seen_along(surface, np.array(towards))


def draw_centre(picture: Painter, figure: Figure) -> None:
    """The sign of a centre of mass: a circle with two dark quadrants that turn along."""
    now, camera, painter = picture.now, picture.camera, picture.painter
    R = now.R[figure.number]
    column = int(np.argmax(np.abs(camera.right)))
    direction = R[:, column]
    angle = degrees(atan2(float(direction @ camera.up), float(direction @ camera.right)))
    centre = at(picture.flat(now.x[figure.number]))
    frame = QRectF(centre.x() - 4, centre.y() - 4, 8, 8)
    ink = picture.theme.color("text")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(picture.theme.color("paper"))
    painter.drawEllipse(frame)
    painter.setBrush(ink)
    for start in (angle, angle + 180):
        painter.drawPie(frame, round(16 * start), 16 * 90)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(ink, 1.0))
    painter.drawEllipse(frame)


def draw_ground(picture: Painter, ground: Ground) -> None:
    """A bearing, a wall or a track, hatched on the side of body 0."""
    now = picture.now
    if ground.body not in now.x:
        return
    x, R = now.x[ground.body], now.R[ground.body]
    point = x + R @ ground.point
    if ground.sort == "track":
        _track(picture, ground, point, R @ ground.toward)
        return
    here, beyond = picture.flat(np.stack([point, point + R @ ground.toward]))
    _, along, across = symbols.frame(here, beyond)
    if not np.any(ground.toward):
        along, across = np.array([-1.0, 0.0]), np.array([0.0, 1.0])
    picture.painter.setPen(pen(picture.theme.color("node_line"), 1.4))
    if ground.sort == "bearing":
        foot = here - 13 * along
        side = 9 * across
        picture.painter.setBrush(picture.theme.color("ground"))
        picture.painter.drawPolygon(polygon(np.array([here, foot + side, foot - side])))
        hatched(picture, foot - 16 * across, foot + 16 * across, along)
    else:
        hatched(picture, here - 15 * across, here + 15 * across, along)


def draw_plane(picture: Painter, plane: Plane) -> None:
    """A wall or floor as a line, hatched behind; nothing where it lies in the picture."""
    now, camera = picture.now, picture.camera
    away = now.R[plane.body] @ plane.normal
    seen = np.array([away @ camera.right, -(away @ camera.up)])
    if np.hypot(*seen) < ASIDE:
        return
    corners = picture.flat(now.x[plane.body] + plane.corners @ now.R[plane.body].T)
    along = corners @ np.array([-seen[1], seen[0]])
    first, last = corners[np.argmin(along)], corners[np.argmax(along)]
    usual = picture.theme.color("node_line")
    picture.painter.setPen(picture.look.edge(f"element:{plane.element}", usual))
    hatched(picture, first, last, seen)


def _track(picture: Painter, ground: Ground, point: Array, along: Array) -> None:
    """The line a slider runs along, somewhat longer than its reach, and the slider.

    On the ground it lies under the body, so that springs along it can be seen.
    """
    low, high = ground.ends
    spare = 40 / picture.camera.scale
    reach = [point + (low - spare) * along, point + (high + spare) * along]
    a, b = picture.flat(np.stack(reach))
    picture.painter.setPen(pen(picture.theme.color("node_line"), 1.4))
    if ground.joint in picture.scene.wires:
        picture.painter.drawLine(at(a), at(b))
        return
    if ground.body == 0:
        _, way, across = symbols.frame(a, b)
        down = across if across[1] > 0 or (across[1] == 0 and across[0] > 0) else -across
        half, under = _size(picture, ground, way, down)
        hatched(picture, a - half * way + under * down, b + half * way + under * down, -down)
        if under:
            return
    else:
        picture.painter.drawLine(at(a), at(b))
    _slider(picture, ground.joint, b - a)


def _size(picture: Painter, ground: Ground, along: Array, down: Array) -> tuple[float, float]:
    """How far the body on a track extends along it and below it from its joint, in pixels."""
    figure = next((f for f in picture.scene.figures if f.number == ground.rider), None)
    if figure is None or figure.solid is None:
        return 0.0, 0.0
    now = picture.now
    corners = now.x[ground.rider] + figure.solid.corners @ now.R[ground.rider].T
    apart = picture.flat(corners) - picture.flat(now.joints[ground.joint])
    return float(np.abs(apart @ along).max()), max(float((apart @ down).max()), 0.0)


def _slider(picture: Painter, joint: str, along: Array) -> None:
    painter = picture.painter
    painter.save()
    painter.translate(at(picture.flat(picture.now.joints[joint])))
    painter.rotate(degrees(atan2(along[1], along[0])))
    painter.setBrush(picture.theme.color("paper"))
    painter.setPen(picture.look.edge(f"joint:{joint}", picture.theme.color("text")))
    painter.drawRect(QRectF(-11, -6, 22, 12))
    painter.drawLine(QPointF(-6, 0), QPointF(6, 0))
    painter.restore()


def hatched(picture: Painter, a: Array, b: Array, away: Array) -> None:
    """A line with hatching on the side opposite to `away` (2,)."""
    _, _, across = symbols.frame(a, b)
    side = -1.0 if across @ away > 0 else 1.0
    picture.painter.setBrush(Qt.BrushStyle.NoBrush)
    picture.painter.drawLine(at(a), at(b))
    color = mixed(picture.theme.color("node_line"), picture.theme.color("paper"), 0.35)
    picture.painter.setPen(pen(color, 1.0))
    for start, end in symbols.hatching(a, b, side):
        picture.painter.drawLine(at(start), at(end))
    picture.painter.setPen(pen(picture.theme.color("node_line"), 1.4))
