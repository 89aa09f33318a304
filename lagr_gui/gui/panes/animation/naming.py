"""Draws the name that is pointed at over the picture: arrows, points, arcs, dimension lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.ink import at, mixed, pen, polygon
from lagr_gui.gui.panes.animation.named import UNITS, Instance, Named, arc, instances, round_number
from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.gui.words import tr
from lagr_gui.scenery import symbols

UNIT = 54.0
"""Length of a vector of length 1, pixels."""
CIRCLE = 20.0
ARC = 36.0
"""Radii of the sign of a turn and of the arc of an angle, pixels."""
END_ON = 7.0
"""Radius of the sign of a vector that points at the viewer or away."""
ASIDE = 18.0
"""How far a dimension line lies beside what it measures, pixels."""
WIDTH, HALO = 2.2, 5.0
EDGE = 8.0


class NamePainter:
    """Draws one name over a picture."""

    def __init__(self, picture: Painter, named: Named) -> None:
        self.picture, self.named, self.painter = picture, named, picture.painter
        self.ink = mixed(picture.theme.color("warm"), picture.theme.color("text"), 0.3)

    def draw(self) -> None:
        """The name at all its places, and the scale; or that it has no picture."""
        drawn = self.named.drawn
        if drawn is None:
            self._tell_nothing()
            return
        for instance in instances(drawn, self.picture.now.mixed):
            _STROKES[drawn.kind](self, instance)
        if drawn.kind in UNITS and self.named.top > 0:
            self._tell_scale(UNITS[drawn.kind], drawn.kind in ("turn", "swing", "torque"))

    # --- what is drawn ---------------------------------------------------------------------

    def _point(self, item: Instance) -> None:
        self._arrow(*self._flat(np.zeros(3), item.values), thin=True)
        self._dot(item.values)

    def _way(self, item: Instance) -> None:
        self._vector(item.place[0], item.values)

    def _direction(self, item: Instance) -> None:
        size = float(np.linalg.norm(item.values))
        self._vector(item.place[0], item.values * (self._metres(UNIT) / size if size else 0.0))

    def _axis(self, item: Instance) -> None:
        along = item.values * self._metres(UNIT) / max(float(np.linalg.norm(item.values)), 1e-300)
        self._dashed(item.place[0] - 1.6 * along, item.place[0] + 1.6 * along)
        self._vector(item.place[0], along)

    def _axes(self, item: Instance) -> None:
        columns = item.values.reshape(3, 3).T * self._metres(UNIT)
        for column, letter in zip(columns, "xyz", strict=True):
            a, b = self._flat(item.place[0], item.place[0] + column)
            if np.hypot(*(b - a)) < END_ON:
                self._end_on(a, column)
            else:
                self._arrow(a, b)
            self._write(b + 10 * symbols.frame(a, b)[1] - np.array([3.0, -4.0]), letter)
        self._label(self._flat(item.place[0])[0] + np.array([-16.0, 16.0]))

    def _body(self, item: Instance) -> None:
        self._centre(item.place[0])

    def _centre(self, place: Array) -> None:
        spot = at(self._flat(place)[0])
        self.painter.setPen(pen(self.picture.theme.color("paper"), HALO))
        self.painter.setBrush(self.picture.theme.color("paper"))
        self.painter.drawEllipse(spot, 8.0, 8.0)
        self.painter.setPen(pen(self.ink, WIDTH))
        self.painter.drawEllipse(spot, 8.0, 8.0)
        self.painter.setBrush(self.ink)
        box = QRectF(spot.x() - 8, spot.y() - 8, 16, 16)
        for start in (0, 180):
            self.painter.drawPie(box, 16 * start, 16 * 90)
        self._label(np.array([spot.x() + 16.0, spot.y() - 12.0]))

    def _moment(self, item: Instance) -> None:
        start, centre = item.place
        self._arrow(*self._flat(start, centre))
        self._centre(centre)
        self._say(tr("from its point to the centre of mass"))

    def _scaled(self, item: Instance) -> None:
        self._vector(item.place[0], item.values * self.named.scale(self.picture.scene))

    def _turning(self, item: Instance) -> None:
        """A curved arrow where one looks along the axis, otherwise a straight one along it."""
        size = float(np.linalg.norm(item.values))
        towards = float(item.values @ self.picture.camera.towards)
        if not size or abs(towards) < 0.94 * size:
            self._scaled(item)
            return
        (middle,) = self._flat(item.place[0])
        sweep = 2 * pi * size / self._full * (1 if towards > 0 else -1)
        phi = np.linspace(0.0, sweep, 40)[:, None] + 0.25 * pi
        way = middle + CIRCLE * np.hstack([np.cos(phi), -np.sin(phi)])
        self._stroke(way)
        self._stroke(symbols.arrow(way[-4], way[-1]))
        self._label(middle + 1.5 * CIRCLE * np.array([cos(0.25 * pi), -sin(0.25 * pi)]))

    @property
    def _full(self) -> float:
        """What a full circle stands for."""
        return round_number(self.named.top) * 2.5

    def _angle(self, item: Instance) -> None:
        point, axis, arm = item.place
        radius = self._metres(ARC)
        way = arc(point, axis, arm, float(item.values[0]), radius)
        for end in (way[0], way[-1]):
            self._dashed(point, point + 1.5 * (end - point))
        flat = self.picture.flat(way)
        self._stroke(flat)
        length = float(np.hypot(*np.diff(flat, axis=0).T).sum())
        if length > 9:
            before = max(len(flat) - 4, 0)
            self._stroke(symbols.arrow(flat[before], flat[-1]))
        middle, centre = flat[len(flat) // 2], self._flat(point)[0]
        self._label(middle + 14 * symbols.frame(centre, middle)[1])

    def _length(self, item: Instance) -> None:
        self._measure(item.place[0], item.place[1])

    def _shift(self, item: Instance) -> None:
        end, along = item.place
        self._measure(end - item.values[0] * along, end)

    def _measure(self, start: Array, end: Array) -> None:
        """A dimension line beside what it measures."""
        a, b = self._flat(start, end)
        length, _, across = symbols.frame(a, b)
        side = ASIDE * (across if across[1] < 0 else -across)
        for point in (a, b):
            self._stroke(np.stack([point + 0.2 * side, point + 1.3 * side]), thin=True)
        a, b = a + side, b + side
        if length > 16:
            self._stroke(symbols.arrow(b, a))
            self._stroke(symbols.arrow(a, b))
        self._stroke(np.stack([a, b]), thin=True)
        self._label((a + b) / 2 + 0.8 * side)

    # --- how -------------------------------------------------------------------------------

    def _vector(self, start: Array, vector: Array) -> None:
        """An arrow with its label; a circle where it points at the viewer or away."""
        a, b = self._flat(start, start + vector)
        length = float(np.hypot(*(b - a)))
        if length > END_ON:
            self._arrow(a, b)
            self._label(b + 14 * symbols.frame(a, b)[1])
        elif float(np.linalg.norm(vector)) * self.picture.camera.scale > END_ON:
            self._end_on(a, vector)
            self._label(a + np.array([16.0, -14.0]))
        else:
            self._dot(start)

    def _end_on(self, spot: Array, vector: Array) -> None:
        """⊙ for a vector towards the viewer, ⊗ for one away from there."""
        painter = self.painter
        painter.setPen(pen(self.ink, WIDTH))
        painter.setBrush(self.picture.theme.color("paper"))
        painter.drawEllipse(at(spot), END_ON, END_ON)
        if vector @ self.picture.camera.towards > 0:
            painter.setBrush(self.ink)
            painter.drawEllipse(at(spot), 2.0, 2.0)
            return
        for stroke in (np.array([1.0, 1.0]), np.array([1.0, -1.0])):
            reach = END_ON / 2**0.5 * stroke
            painter.drawLine(at(spot - reach), at(spot + reach))

    def _arrow(self, a: Array, b: Array, thin: bool = False) -> None:
        if np.hypot(*(b - a)) > 3:
            self._stroke(np.stack([a, b]), thin)
            self._stroke(symbols.arrow(a, b, 9.0))

    def _dot(self, place: Array) -> None:
        (spot,) = self._flat(place)
        self.painter.setPen(pen(self.picture.theme.color("paper"), 2.0))
        self.painter.setBrush(self.ink)
        self.painter.drawEllipse(at(spot), 5.0, 5.0)
        self._label(spot + np.array([12.0, -14.0]))

    def _stroke(self, way: Array, thin: bool = False) -> None:
        """A line that can be seen on any ground."""
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for color, width in ((self.picture.theme.color("paper"), HALO), (self.ink, WIDTH)):
            self.painter.setPen(pen(color, width * (0.6 if thin else 1.0)))
            self.painter.drawPolyline(polygon(way))

    def _dashed(self, start: Array, end: Array) -> None:
        self.painter.setPen(pen(self.ink, 1.0, Qt.PenStyle.DashLine))
        self.painter.drawLine(*map(at, self._flat(start, end)))

    def _flat(self, *points: Array) -> Array:
        return self.picture.flat(np.stack(points))

    def _metres(self, pixels: float) -> float:
        return pixels / self.picture.camera.scale

    # --- words -----------------------------------------------------------------------------

    def _label(self, middle: Array) -> None:
        """The name about a point, within the picture."""
        label = self.named.label
        if label is None:
            return
        width, height = self.picture.size
        box = QRectF(0, 0, label.width, label.height)
        x = min(max(float(middle[0]), EDGE + box.width() / 2), width - EDGE - box.width() / 2)
        y = min(max(float(middle[1]), EDGE + box.height() / 2), height - EDGE - box.height() / 2)
        box.moveCenter(QPointF(x, y))
        self._backed(box)
        label.paint(self.painter, box.topLeft())

    def _backed(self, box: QRectF) -> None:
        paper = self.picture.theme.color("paper")
        paper.setAlpha(200)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(paper)
        self.painter.drawRoundedRect(box.adjusted(-3, -2, 3, 2), 3, 3)

    def _write(self, spot: Array, text: str) -> None:
        self.painter.setPen(self.ink)
        self.painter.drawText(at(spot), text)

    def _say(self, text: str, before: float = 0.0) -> QPointF:
        """Words in the lower right corner; where what stands `before` them has room."""
        metrics = self.painter.fontMetrics()
        width, height = self.picture.size
        spot = QPointF(width - EDGE - metrics.horizontalAdvance(text), height - EDGE - 3)
        self._backed(QRectF(metrics.boundingRect(text)).translated(spot))
        self.painter.setPen(self.picture.theme.color("muted"))
        self.painter.drawText(spot, text)
        return spot - QPointF(before + 6, metrics.ascent() / 2)

    def _tell_scale(self, unit: str, turns: bool) -> None:
        """How long a round number is, or what a full circle stands for."""
        number = round_number(self.named.top)
        if turns and self.picture.scene.motion.planar:
            self._say(tr("full circle: {n} {unit}").format(n=f"{self._full:g}", unit=unit))
            return
        length = number * self.named.scale(self.picture.scene) * self.picture.camera.scale
        spot = self._say(f"{number:g} {unit}", length)
        self._stroke(np.array([[spot.x(), spot.y()], [spot.x() + length, spot.y()]]))

    def _tell_nothing(self) -> None:
        label = self.named.label
        if label is None:
            return
        spot = self._say(tr("has no picture"), label.width) - QPointF(0, label.height / 2)
        self._backed(QRectF(spot.x(), spot.y(), label.width, label.height))
        label.paint(self.painter, spot)


_STROKES: Mapping[str, Callable[[NamePainter, Instance], None]] = {
    "point": NamePainter._point,
    "way": NamePainter._way,
    "direction": NamePainter._direction,
    "axis": NamePainter._axis,
    "axes": NamePainter._axes,
    "centre": NamePainter._body,
    "moment": NamePainter._moment,
    "length": NamePainter._length,
    "shift": NamePainter._shift,
    "angle": NamePainter._angle,
    **dict.fromkeys(("velocity", "acceleration", "force"), NamePainter._scaled),
    **dict.fromkeys(("turn", "swing", "torque"), NamePainter._turning),
}
"""How each kind is drawn: functions and not methods, so that no painter outlives its picture."""
