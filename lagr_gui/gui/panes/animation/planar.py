"""Planar systems, drawn in layers like a textbook figure."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath

from lagr_gui.drawing.bodies.surfaces import SolidSurface, seen_along
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.ink import at, mixed, pen, polygon
from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.gui.panes.animation.toothed import draw_cables, draw_teeth
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.ground import Ground
from lagr_gui.scenery.planes import Plane
from lagr_gui.scenery.strokes import SLIDER, HatchedLine


def draw_planar(picture: Painter) -> None:
    """Tracks, trails, springs, bodies, bearings, links, joints: each over the one before."""
    scene, theme = picture.scene, picture.theme
    colors = {f.number: picture.look.body(f) for f in scene.figures}
    for plane in scene.planes:
        if plane.element not in picture.walled:
            draw_plane(picture, plane)
    for ground in scene.grounds:
        if ground.sort == "track":
            draw_ground(picture, ground)
    for key, hoop in scene.curves:
        picture.painter.setPen(picture.look.edge(key, theme.color("node_line")))
        way = picture.now.x[hoop.body] + hoop.points @ picture.now.R[hoop.body].T
        picture.painter.drawPolyline(polygon(picture.flat(way)))
    picture.trails()
    under, over = picture.sight.layers()
    for line in under:
        picture.line(line)
    for figure in scene.figures:
        draw_teeth(picture, figure)
        draw_body(picture, figure)
    for line in over:
        picture.line(line)
    for ground in scene.grounds:
        if ground.sort != "track":  # what holds a wide body would not be seen under it
            draw_ground(picture, ground)
    draw_cables(picture)
    for name in picture.now.beams:
        picture.beam(name)
    for link in scene.links:
        picture.link(link, colors.get(link.body, theme.color("muted")))
    for torsion in scene.torsions:
        picture.torsion(torsion)
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
        painter.drawEllipse(at(picture.sight.centres[figure.number]), r, r)
    elif not solid.open:
        painter.drawPolygon(polygon(picture.sight.outline(figure)))
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
    centre = at(picture.sight.centres[figure.number])
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
    support = picture.sight.support(ground)
    if support is None:
        return
    painter = picture.painter
    painter.setPen(pen(picture.theme.color("node_line"), 1.4))
    if support.foot is not None:
        painter.setBrush(picture.theme.color("ground"))
        painter.drawPolygon(polygon(support.foot))
    hatched(picture, support.line)
    if support.rail is not None:
        painter.drawLine(*map(at, support.rail))
    if support.slider is not None:
        _slider(picture, ground.joint, support.slider)


def draw_plane(picture: Painter, plane: Plane) -> None:
    """A wall or floor as a line, hatched behind; nothing where it lies in the picture."""
    line = picture.sight.plane(plane)
    if line is not None:
        usual = picture.theme.color("node_line")
        picture.painter.setPen(picture.look.edge(f"element:{plane.element}", usual))
        hatched(picture, line)


def _slider(picture: Painter, joint: str, along: Array) -> None:
    painter = picture.painter
    length, height = SLIDER
    painter.save()
    painter.translate(at(picture.sight.joints[joint]))
    painter.rotate(degrees(atan2(along[1], along[0])))
    painter.setBrush(picture.theme.color("paper"))
    painter.setPen(picture.look.edge(f"joint:{joint}", picture.theme.color("text")))
    painter.drawRect(QRectF(-length / 2, -height / 2, length, height))
    painter.drawLine(QPointF(-6, 0), QPointF(6, 0))
    painter.restore()


def hatched(picture: Painter, line: HatchedLine | None) -> None:
    """A line with hatching behind it, where it is seen."""
    if line is None:
        return
    picture.hatched.append(line)
    picture.painter.setBrush(Qt.BrushStyle.NoBrush)
    picture.painter.drawLine(*map(at, line.ends))
    color = mixed(picture.theme.color("node_line"), picture.theme.color("paper"), 0.35)
    picture.painter.setPen(pen(color, 1.0))
    picture.painter.drawLines([at(end) for end in line.hatching.reshape(-1, 2)])
    picture.painter.setPen(pen(picture.theme.color("node_line"), 1.4))
