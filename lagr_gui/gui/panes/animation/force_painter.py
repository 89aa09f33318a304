"""Draws force arrows over a picture, their scales, and the value of the one pointed at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.force_arrows import (
    KINDS,
    ForceArrow,
    ForceArrows,
    Kind,
    legend_number,
)
from lagr_gui.gui.panes.animation.ink import at, pen, polygon
from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.gui.words import tr
from lagr_gui.scenery import symbols

LEAST = 3.0
"""Shorter arrows (pixels) are not drawn."""
NEAR = 6.0
"""So near (pixels) the pointer means an arrow."""
EDGE = 8.0
OPENING = 1.0
"""What the circle of a moment leaves open, rad."""
WIDTH, HEAD = 2.0, 9.0
AXIS = 1.5
"""Length of the double arrow of a moment in space, in radii of its circle."""
SWATCH = 16.0
_ROLES: Mapping[Kind, int] = {
    "weights": 7,
    "springs": 1,
    "loads": 3,
    "joints": 0,
    "moments": 5,
    "drives": 2,
    "contacts": 4,
    "inertia": 6,
}
"""Which of the colours of curves, that all readers can tell apart, each kind has."""


@dataclass(eq=False)
class ForceLayer:
    """What is chosen to be drawn; remembers where the arrows of the last picture are.

    `words` stand in the place of arrows that are not there yet.
    """

    arrows: ForceArrows | None = None
    kinds: frozenset[Kind] = frozenset()
    gains: dict[bool, float] = field(default_factory=lambda: {False: 1.0, True: 1.0})
    """By which factor arrows are larger than usual: forces (False), moments (True)."""
    words: str = ""
    pointed: ForceArrow | None = None
    drawn: list[tuple[ForceArrow, Array]] = field(default_factory=list)

    def point(self, place: Array) -> bool:
        """Take the arrow near a place (pixel) as pointed at; whether it is another."""
        near = [(symbols.distance(way, place), arrow) for arrow, way in self.drawn]
        distance, nearest = min(near, key=lambda pair: pair[0], default=(NEAR, None))
        nearest = nearest if distance < NEAR else None
        changed, self.pointed = nearest is not self.pointed, nearest
        return changed

    def draw(self, picture: Painter) -> None:
        """All arrows of the kinds chosen at the instant of a picture."""
        self.drawn = []
        if self.arrows is None:
            if self.kinds and self.words:
                _Corner(picture).say(self.words)
            return
        shown = self.arrows.shown(self.kinds)
        if not shown:
            return
        scales = {
            turns: self.gains[turns] * self.arrows.scale(self.kinds, turns, picture.scene)
            for turns in (False, True)
        }
        values = picture.now.mixed(np.stack([a.values for a in shown], axis=1))
        points = picture.now.mixed(np.stack([a.points for a in shown], axis=1))
        tips = picture.flat(points + scales[False] * values)
        starts = picture.flat(points)
        for i, arrow in enumerate(shown):
            if not np.isfinite(values[i]).all():
                continue
            if arrow.turns:
                way = _circle(picture, points[i], values[i], scales[True])
            else:
                way = np.stack([starts[i], tips[i]])
            if way is not None and float(np.abs(np.ptp(way, axis=0)).sum()) > LEAST:
                self.drawn.append((arrow, way))
                _stroke(picture, arrow, way, arrow is self.pointed)
                if arrow.turns and not picture.scene.motion.planar:
                    axis = AXIS * scales[True] * values[i]
                    _double(picture, arrow, picture.flat(np.stack([points[i], points[i] + axis])))
        self._legend(picture, scales)
        self._tell(picture, shown, values)

    def _legend(self, picture: Painter, scales: Mapping[bool, float]) -> None:
        """Scales, and which colour is what."""
        assert self.arrows is not None
        corner = _Corner(picture)
        for turns, unit in ((True, "N m"), (False, "N")):
            number = legend_number(self.arrows.top(self.kinds, turns))
            length = number * scales[turns] * picture.camera.scale
            if number and length > LEAST:
                corner.scale(f"{number:g} {unit}", length, turns)
        there = {arrow.kind for arrow in self.arrows.shown(self.kinds)}
        for kind, words in reversed(KINDS.items()):
            if kind in there:
                corner.kind(tr(words), _color(picture, kind))

    def _tell(self, picture: Painter, shown: list[ForceArrow], values: Array) -> None:
        """Name and value at the arrow that is pointed at."""
        arrow = self.pointed
        way = next((way for drawn, way in self.drawn if drawn is arrow), None)
        if arrow is None or way is None:
            return
        value = values[shown.index(arrow)]
        names = {f.number: f"{f.number} {f.name}".strip() for f in picture.scene.figures}
        source = arrow.source.partition(":")[2]
        name = tr(KINDS[arrow.kind]) if arrow.source.startswith("body:") else source
        size = f"{np.linalg.norm(value):.4g} {arrow.unit}"
        words = tr("{name} on body {body}: {size}").format(
            name=name, body=names.get(arrow.body, arrow.body), size=size
        )
        parts = ", ".join(f"{part:.4g}" for part in _unsigned_zeros(value))
        letter = "M" if arrow.turns else "F"
        _label(picture, way[-1], [words, f"{letter} = ({parts}) {arrow.unit}"])


def _unsigned_zeros(value: Array) -> Array:
    """Without the parts that are rounding beside the others."""
    return np.where(np.abs(value) < 1e-9 * np.abs(value).max(initial=0.0), 0.0, value)


def _color(picture: Painter, kind: Kind) -> QColor:
    return QColor(picture.theme.curves[_ROLES[kind]])


def _circle(picture: Painter, point: Array, moment: Array, scale: float) -> Array | None:
    """The open circle (n, 2) of a moment about its axis, right-handed."""
    size = float(np.linalg.norm(moment))
    if size * scale * picture.camera.scale < LEAST:
        return None
    axis = moment / size
    up = picture.camera.up - (picture.camera.up @ axis) * axis
    if np.linalg.norm(up) < 0.1:
        up = picture.camera.right - (picture.camera.right @ axis) * axis
    up = up / np.linalg.norm(up)
    phi = np.linspace(OPENING / 2, 2 * np.pi - OPENING / 2, 32)[:, None] - np.pi
    ring = np.cos(phi) * up + np.sin(phi) * np.cross(axis, up)
    return picture.flat(point + size * scale * ring)


def _stroke(picture: Painter, arrow: ForceArrow, way: Array, strong: bool) -> None:
    painter = picture.painter
    color = _color(picture, arrow.kind)
    style = Qt.PenStyle.DashLine if arrow.kind == "inertia" else Qt.PenStyle.SolidLine
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if strong:
        painter.setPen(pen(picture.theme.color("warm"), 3 * WIDTH))
        painter.drawPolyline(polygon(way))
    painter.setPen(pen(color, WIDTH, style))
    painter.drawPolyline(polygon(way))
    length = float(np.hypot(*np.diff(way, axis=0).T).sum())
    before = way[-4] if len(way) > 4 else way[0]
    painter.setPen(pen(color, 1.0))
    painter.setBrush(color)
    painter.drawPolygon(polygon(symbols.arrow(before, way[-1], min(HEAD, 0.7 * length))))


def _double(picture: Painter, arrow: ForceArrow, ends: Array) -> None:
    """The double arrow along the axis of a moment, by which one knows it from the edge too."""
    a, b = ends
    length, along, _ = symbols.frame(a, b)
    if length < 2 * LEAST:
        return
    head = min(0.6 * HEAD, 0.4 * length)
    picture.painter.setPen(pen(_color(picture, arrow.kind), 0.7 * WIDTH))
    picture.painter.setBrush(Qt.BrushStyle.NoBrush)
    picture.painter.drawLine(at(a), at(b))
    for tip in (b, b - head * along):
        picture.painter.drawPolyline(polygon(symbols.arrow(a, tip, head)))


def _label(picture: Painter, tip: Array, lines: list[str]) -> None:
    """Lines of text beside a tip, within the picture."""
    painter, metrics = picture.painter, picture.painter.fontMetrics()
    width = max(metrics.horizontalAdvance(line) for line in lines)
    height = metrics.height() * len(lines)
    x = min(max(float(tip[0]) + 12, EDGE), picture.size[0] - EDGE - width)
    y = min(max(float(tip[1]) - 8 - height, EDGE), picture.size[1] - EDGE - height)
    _backed(picture, QRectF(x, y, width, height))
    painter.setPen(picture.theme.color("text"))
    for number, line in enumerate(lines):
        painter.drawText(QPointF(x, y + metrics.ascent() + number * metrics.height()), line)


def _backed(picture: Painter, box: QRectF) -> None:
    paper = picture.theme.color("paper")
    paper.setAlpha(215)
    picture.painter.setPen(Qt.PenStyle.NoPen)
    picture.painter.setBrush(paper)
    picture.painter.drawRoundedRect(box.adjusted(-4, -2, 4, 2), 3, 3)


class _Corner:
    """Writes lines from the lower right corner upwards."""

    def __init__(self, picture: Painter) -> None:
        self.picture, self.painter = picture, picture.painter
        self.bottom = picture.size[1] - EDGE

    def say(self, text: str, before: float = 0.0, after: float = 0.0) -> QPointF:
        """A line of text; the place where what stands `before` it ends."""
        metrics = self.painter.fontMetrics()
        width = metrics.horizontalAdvance(text) + after
        spot = QPointF(self.picture.size[0] - EDGE - width, self.bottom - metrics.descent())
        top = self.bottom - metrics.height()
        room = QRectF(spot.x() - before - 6, top, width + before + 6, metrics.height())
        _backed(self.picture, room)
        self.painter.setPen(self.picture.theme.color("muted"))
        self.painter.drawText(spot, text)
        self.bottom = top - 3
        return QPointF(spot.x() - 8, spot.y() - metrics.ascent() / 2 + 1)

    def scale(self, text: str, length: float, turns: bool) -> None:
        """How long an arrow is, or which radius a circle has, that stands for a round number."""
        end = self.say(text, length)
        self.painter.setPen(pen(self.picture.theme.color("text"), WIDTH))
        start = QPointF(end.x() - length, end.y())
        if turns:
            for place in (start, end):
                self.painter.drawLine(place - QPointF(0, 3), place + QPointF(0, 3))
        self.painter.drawLine(start, end)
        if not turns:
            a, b = np.array([start.x(), start.y()]), np.array([end.x(), end.y()])
            self.painter.drawPolyline(polygon(symbols.arrow(a, b, 6.0)))

    def kind(self, text: str, color: QColor) -> None:
        """What a colour means."""
        end = self.say(text, after=SWATCH + 6).y()
        right = self.picture.size[0] - EDGE
        self.painter.setPen(pen(color, 3.0))
        self.painter.drawLine(QPointF(right - SWATCH, end), QPointF(right, end))
