"""Curves beside a film: drawn once, with a cursor that runs along."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter

from lagr_gui.exchange.svg_curves import limits, tick_texts, ticks
from lagr_gui.expression.letters import pretty
from lagr_gui.expression.units import with_unit
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.ink import pen, polygon
from lagr_gui.gui.theme import Theme

LEFT, RIGHT, TOP, BOTTOM = 66.0, 16.0, 11.0, 30.0
ROW, SIGN = 15.0, 26.0
"""Height of a row of names; width of the line beside a name, with the gap after it."""
MOST = 4
"""Plots below each other; further units stand in the last one."""
LegendPlace = tuple[float, int]
_HEAD = re.compile(r"^(.*?)(?: \(([^()]*)\))?$")


class FilmCurves:
    """Plots by unit in a room of the picture, of `scale` pixels for one of the usual size."""

    def __init__(
        self, t: Array, curves: Mapping[str, Array], room: QRectF, theme: Theme, scale: float
    ) -> None:
        self._t, self._theme = t, theme
        groups: dict[str, dict[str, Array]] = {}
        for head, values in curves.items():
            name, unit = _HEAD.match(head).groups()  # pyright: ignore[reportOptionalMemberAccess]
            group = unit or ""
            if group not in groups and len(groups) == MOST:
                group = list(groups)[-1]
            groups.setdefault(group, {})[pretty(name) if name.isidentifier() else name] = values
        self._plots = list(groups.items())
        height = room.height() / max(len(self._plots), 1)
        width = room.width() - LEFT - RIGHT
        heads = [legend_places(*plot, width + RIGHT) for plot in self._plots]
        tops = [TOP + ROW * (1 + max((row for _, row in places), default=0)) for places in heads]
        self._places = [
            QRectF(LEFT, i * height + top, width, height - top - BOTTOM)
            for i, top in enumerate(tops)
        ]
        size = round(room.width() * scale), round(room.height() * scale)
        self._still = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
        self._still.fill(Qt.GlobalColor.transparent)
        painter = QPainter(self._still)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        self._colors = iter(theme.curves * 50)
        for place, (unit, group), at in zip(self._places, self._plots, heads, strict=True):
            self._plot(painter, place, unit, group, at)
        painter.end()

    def paint(self, painter: QPainter, room: QRectF, t: float) -> None:
        """The curves with the cursor at a time."""
        painter.drawImage(room, self._still)
        painter.setPen(pen(self._theme.color("error"), 1.4))
        for place in self._places:
            x = room.left() + self._x(place, t)
            painter.drawLine(
                QPointF(x, room.top() + place.top()), QPointF(x, room.top() + place.bottom())
            )

    def _x(self, place: QRectF, t: float) -> float:
        first, last = float(self._t[0]), float(self._t[-1])
        return place.left() + place.width() * (t - first) / ((last - first) or 1.0)

    def _plot(
        self,
        painter: QPainter,
        place: QRectF,
        unit: str,
        group: Mapping[str, Array],
        at: Sequence[LegendPlace],
    ) -> None:
        low, high = limits(np.concatenate([*group.values()]))
        painter.setFont(_font())
        self._grid(painter, place, low, high)
        x = np.array([self._x(place, float(t)) for t in self._t])
        for (name, y), (shift, row) in zip(group.items(), at, strict=True):
            color = QColor(next(self._colors))
            painter.setPen(pen(color, 1.6))
            points = np.stack([x, place.bottom() - place.height() * (y - low) / (high - low)], 1)
            points = points[np.isfinite(points).all(axis=1)]
            if len(points) > 1:
                painter.drawPolyline(polygon(points))
            rows = 1 + at[-1][1]
            foot = QPointF(place.left() + shift, place.top() - 9 - ROW * (rows - 1 - row))
            painter.setPen(pen(color, 2.2))
            painter.drawLine(foot - QPointF(0, 4), foot + QPointF(14, -4))
            painter.setPen(self._theme.color("text"))
            painter.drawText(foot + QPointF(18, 0), with_unit(name, unit))

    def _grid(self, painter: QPainter, place: QRectF, low: float, high: float) -> None:
        metrics = QFontMetricsF(painter.font())
        marks = ticks(low, high, 4)
        for value, text in zip(marks, tick_texts(marks), strict=True):
            y = place.bottom() - place.height() * (value - low) / (high - low)
            painter.setPen(pen(self._theme.color("grid"), 1.0))
            painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))
            painter.setPen(self._theme.color("muted"))
            painter.drawText(
                QPointF(place.left() - 6 - metrics.horizontalAdvance(text), y + 4), text
            )
        marks = ticks(float(self._t[0]), float(self._t[-1]), 5)
        for value, text in zip(marks, tick_texts(marks), strict=True):
            x = self._x(place, value)
            painter.setPen(pen(self._theme.color("grid"), 1.0))
            painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()))
            painter.setPen(self._theme.color("muted"))
            half = metrics.horizontalAdvance(text) / 2
            painter.drawText(QPointF(x - half, place.bottom() + 16), text)


def _font() -> QFont:
    font = QFont()
    font.setPixelSize(12)
    return font


def legend_places(unit: str, names: Iterable[str], width: float) -> list[LegendPlace]:
    """How far to the right, and in which row, each name stands above a plot: all of them."""
    metrics, places = QFontMetricsF(_font()), list[LegendPlace]()
    x, row = 0.0, 0
    for name in names:
        wide = metrics.horizontalAdvance(with_unit(name, unit)) + SIGN
        if places and x + wide > width:
            x, row = 0.0, row + 1
        places.append((x, row))
        x += wide
    return places
