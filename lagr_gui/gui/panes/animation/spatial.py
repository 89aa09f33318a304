"""Spatial systems: shaded solids over a grid, the farther ones first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import permutations
from math import ceil, floor, log10

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QRadialGradient

from lagr_gui.arrays import Array
from lagr_gui.gui.panes.animation.camera import upward
from lagr_gui.gui.panes.animation.ink import at, mixed, pen, polygon
from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.gui.panes.animation.planes import Plane
from lagr_gui.gui.panes.animation.scene import Figure
from lagr_gui.gui.panes.animation.shapes import Solid

Piece = tuple[float, Callable[[], None]]
DARK = 90
"""Bodies of less lightness (of 255) have light marks."""

_TOUCH = 0.04
"""Solids may go so far into each other, in parts of the span, and count as touching."""

_EDGE_ON = 0.02
"""The cosine between a face and the viewer up to which the face is not seen."""


def draw_spatial(picture: Painter) -> None:
    """Grid, trails, then everything by depth; joints lie a little before their bodies."""
    draw_grid(picture)
    for plane in picture.scene.planes:
        draw_plane(picture, plane)
    picture.trails()
    for _, draw in sorted(_pieces(picture), key=lambda piece: piece[0]):
        draw()
    draw_axes(picture)


def _pieces(picture: Painter) -> list[Piece]:
    scene, now, camera = picture.scene, picture.now, picture.camera
    lift = 0.02 * scene.span
    colors = {f.number: picture.look.body(f).darker(115) for f in scene.figures}

    def depth(*points: Array) -> float:
        return float(np.mean([camera.depth(point) for point in points]))

    middles = {f.number: depth(now.x[f.number]) for f in scene.figures}
    depths = _lifted(middles, _solids(picture), camera.towards, scene.span)
    pieces: list[Piece] = [
        (depths[f.number], lambda f=f: draw_solid(picture, f)) for f in scene.figures
    ]
    pieces += [
        (
            depth(now.x[k.body], now.joints[k.joint]),
            lambda k=k: picture.link(k, colors.get(k.body, picture.theme.color("muted"))),
        )
        for k in scene.links
    ]
    pieces += [
        (depth(*now.lines[line.name]), lambda line=line: picture.line(line)) for line in scene.lines
    ]
    pieces += [(depth(*line), lambda n=name: picture.beam(n)) for name, line in now.beams.items()]
    pieces += [
        (depth(now.joints[name]) + lift, lambda n=name, k=kind: picture.hinge(n, k))
        for name, kind in scene.hinges.items()
    ]
    pieces += [
        (depth(now.joints[c.joint]) + lift, lambda c=c: picture.cross(c)) for c in scene.crosses
    ]
    pieces += [
        (depth(point) - lift, lambda p=point: _anchor(picture, p))
        for point in (
            now.x[g.body] + now.R[g.body] @ g.point for g in scene.grounds if g.sort != "track"
        )
    ]
    for ground in scene.grounds:
        if ground.sort == "track":
            x, R = now.x[ground.body], now.R[ground.body]
            ends = [x + R @ (ground.point + end * ground.toward) for end in ground.ends]
            pieces.append((depth(*ends) - lift, lambda e=ends: _rail(picture, np.stack(e))))
    return pieces


def _solids(picture: Painter) -> dict[int, _Posed]:
    """What can hide something, as it lies in space."""
    found: dict[int, _Posed] = {}
    for figure in picture.scene.figures:
        solid, x, R = figure.solid, picture.now.x[figure.number], picture.now.R[figure.number]
        if solid is not None and not solid.open:
            corners = x[None] if solid.radius else x + solid.corners @ R.T
            found[figure.number] = _Posed(corners, solid.normals @ R.T, solid.radius)
    return found


def draw_solid(picture: Painter, figure: Figure) -> None:
    """The faces that look at the viewer; a convex solid needs no sorting."""
    solid = figure.solid
    if solid is None:
        picture.dot(figure)
        return
    x, R = picture.now.x[figure.number], picture.now.R[figure.number]
    if solid.radius:
        _ball(picture, figure, x, solid.radius)
    elif not solid.open:
        _faces(picture, figure, solid, x, R)
    color = picture.look.body(figure)
    light = (solid.open and picture.theme.dark) or color.lightness() < DARK
    picture.marks(figure, mixed(color, QColor("white" if light else "black"), 0.55))


def _faces(picture: Painter, figure: Figure, solid: Solid, x: Array, R: Array) -> None:
    camera, painter = picture.camera, picture.painter
    corners = picture.flat(x + solid.corners @ R.T).tolist()
    normals = solid.normals @ R.T
    seen = normals @ camera.towards
    light = 0.5 * camera.towards + 0.75 * camera.up - 0.35 * camera.right
    shades = _shades(picture, figure)
    levels = np.clip((normals @ light) * 0.5 + 0.5, 0, 1) * (len(shades) - 1)
    emphasised = _emphasis(picture, figure)
    for index in np.flatnonzero(seen > 1e-6).tolist():
        color = shades[round(float(levels[index]))]
        painter.setBrush(color)
        painter.setPen(emphasised or color)
        painter.drawPolygon([QPointF(*corners[corner]) for corner in solid.faces[index]])


def _shades(picture: Painter, figure: Figure) -> list[QColor]:
    """Twelve colours of a body from shade to light."""
    color = picture.look.body(figure)
    dark, light = color.darker(165), mixed(color, QColor("white"), 0.45)
    return [mixed(dark, light, part / 11) for part in range(12)]


def _emphasis(picture: Painter, figure: Figure) -> QColor | None:
    key = f"body:{figure.number}"
    if key in picture.look.warm:
        return picture.theme.color("warm")
    return picture.theme.color("accent") if key in picture.look.selected else None


def _ball(picture: Painter, figure: Figure, x: Array, radius: float) -> None:
    shades = _shades(picture, figure)
    centre, r = at(picture.flat(x)), radius * picture.camera.scale
    gradient = QRadialGradient(centre - QPointF(0.3 * r, 0.4 * r), 1.3 * r)
    gradient.setColorAt(0, shades[-1])
    gradient.setColorAt(1, shades[2])
    picture.painter.setPen(_emphasis(picture, figure) or QColor(shades[1]))
    picture.painter.setBrush(gradient)
    picture.painter.drawEllipse(centre, r, r)


def _anchor(picture: Painter, point: Array) -> None:
    """Where something holds on to body 0."""
    centre = at(picture.flat(point))
    picture.painter.setPen(Qt.PenStyle.NoPen)
    picture.painter.setBrush(picture.theme.color("node_line"))
    picture.painter.drawRect(QRectF(centre.x() - 7, centre.y() - 7, 14, 14))


def _rail(picture: Painter, ends: Array) -> None:
    a, b = picture.flat(ends)
    picture.painter.setPen(pen(picture.theme.color("node_line"), 2.0))
    picture.painter.drawLine(at(a), at(b))


def draw_grid(picture: Painter) -> None:
    """A floor of squares below the mechanism, with a round side length."""
    scene = picture.scene
    up = upward(scene.gravity)
    axes = [axis for axis in np.eye(3) if not axis @ up]
    points = scene.extent
    floor_level = float((points @ up).min())
    side = grid_side(scene.span)
    picture.painter.setPen(pen(picture.theme.color("grid"), 1.0))
    first, second = (_reach(points @ axis, side) for axis in axes)
    for across, along, reach, places in (
        (axes[0], axes[1], second, first),
        (axes[1], axes[0], first, second),
    ):
        for place in np.arange(places[0], places[1] + side / 2, side):
            ends = [place * across + end * along + floor_level * up for end in reach]
            a, b = picture.flat(np.stack(ends))
            picture.painter.drawLine(at(a), at(b))


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


def draw_axes(picture: Painter) -> None:
    """The directions x, y, z in the lower left corner."""
    corner = np.array([34.0, picture.size[1] - 34.0])
    camera = picture.camera
    for name, axis, role in zip("xyz", np.eye(3), ("error", "good", "accent"), strict=True):
        tip = corner + 22 * np.array([axis @ camera.right, -(axis @ camera.up)])
        picture.painter.setPen(pen(picture.theme.color(role), 1.6))
        picture.painter.drawLine(at(corner), at(tip))
        picture.painter.drawText(at(tip + 0.25 * (tip - corner) + (-3.0, 4.0)), name)


@dataclass(frozen=True, eq=False)
class _Posed:
    """A solid in space: corners (v, 3), or the middle (1, 3) of a ball with its radius; outward
    normals (f, 3) of its faces.
    """

    corners: Array
    normals: Array
    radius: float = 0.0

    def beyond(self, other: _Posed, towards: Array, touch: float) -> bool:
        """Whether it lies wholly on the outer side of a face of another that is seen."""
        seen = other.normals[other.normals @ towards > _EDGE_ON]
        if not len(seen):
            return False
        levels = (other.corners @ seen.T).max(axis=0) + other.radius
        return bool(((self.corners @ seen.T).min(axis=0) - self.radius > levels - touch).any())


def _lifted(
    depths: Mapping[int, float], solids: Mapping[int, _Posed], towards: Array, span: float
) -> dict[int, float]:
    """Depths (m) by which solids are drawn one after the other: what can hide none comes later.

    The farther ones are drawn first; a ball on a table is drawn after the table although the
    middle of the table may be nearer.
    """
    found = dict(depths)
    touch = _TOUCH * span
    over = [
        (a, b)
        for a, b in permutations(solids, 2)
        if solids[b].beyond(solids[a], towards, touch)
        and not solids[a].beyond(solids[b], towards, touch)
    ]
    for _ in solids:
        late = [(a, b) for a, b in over if found[b] <= found[a]]
        for a, b in late:
            found[b] = max(found[b], found[a] + 1e-3 * span)
        if not late:
            break
    return found
