"""Textbook symbols as painter paths and tinted glyphs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from math import atan2, cos, degrees, hypot, sin

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from lagr_gui.drawing import DrawnShape, Look
from lagr_gui.drawing.boxes import Segment, distance, segments
from lagr_gui.drawing.geometry import GLYPH, Point
from lagr_gui.drawing.seats import cut_place
from lagr_gui.foundation.resource import resource_path

_LOW = re.compile(r"_(\w+)")
COILS, COIL, AMPLITUDE = 4, 13.0, 9.0

HOP = 5.0
"""Radius of the arc with which a line leaps over another one."""

At = Callable[[float, float], QPointF]
"""From the distance along and across the symbol to the drawing."""
_Symbol = Callable[[QPainterPath, At, float], None]


def draw_glyph(painter: QPainter, name: str, color: QColor, centre: QPointF, scale: float) -> None:
    """A glyph of the resources, in a colour, about a point."""
    width, height = GLYPH[0] * scale, GLYPH[1] * scale
    box = QRectF(centre.x() - width / 2, centre.y() - height / 2, width, height)
    _renderer(name, color.name()).render(painter, box)


def formula_runs(text: str) -> list[tuple[str, bool]]:
    """The parts of a text like θ_R in order, and whether each is a subscript."""
    parts = _LOW.split(text)
    return [(part, place % 2 == 1) for place, part in enumerate(parts) if part]


def draw_formula(painter: QPainter, box: QRectF, side: Qt.AlignmentFlag, text: str) -> None:
    """A text on one line in a box, its subscripts lowered; cut off with … where it is too long."""
    usual = QFont(painter.font())
    runs, widths = _set(usual, text)
    if sum(widths) > box.width():
        elided = QFontMetricsF(usual).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, elided)
        return
    centred = side == Qt.AlignmentFlag.AlignHCenter
    x = box.left() + (box.width() - sum(widths)) / 2 * centred
    metrics = QFontMetricsF(usual)
    line = box.center().y() + (metrics.ascent() - metrics.descent()) / 2
    for (part, font), width in zip(runs, widths, strict=True):
        painter.setFont(font)
        painter.drawText(QPointF(x, line + (0 if font is usual else 0.2 * metrics.ascent())), part)
        x += width
    painter.setFont(usual)


def _set(usual: QFont, text: str) -> tuple[list[tuple[str, QFont]], list[float]]:
    """The parts of a text with their fonts, and the widths of them."""
    low = QFont(usual)
    low.setPixelSize(max(round(0.75 * usual.pixelSize()), 7))
    runs = [(part, low if lowered else usual) for part, lowered in formula_runs(text)]
    return runs, [QFontMetricsF(font).horizontalAdvance(part) for part, font in runs]


@cache
def _renderer(name: str, color: str) -> QSvgRenderer:
    text = resource_path(f"glyphs/{name}.svg").read_text("utf-8")
    return QSvgRenderer(QByteArray(text.replace("currentColor", color).encode()))


def wire_path(shape: DrawnShape, look: Look) -> QPainterPath:
    """The line of an edge, with arcs over other lines; its symbol where it is a part of it."""
    symbol = _IN_LINE.get(look.glyph) if look.in_line else None
    path = QPainterPath(QPointF(*shape.line[0]))
    for number, piece in enumerate(segments(shape.line)):
        if symbol is not None and number == shape.host:
            _with_symbol(path, piece, shape, look, symbol)
        else:
            _hopping(path, piece, shape.hops)
    return path


def _with_symbol(
    path: QPainterPath, piece: Segment, shape: DrawnShape, look: Look, symbol: _Symbol
) -> None:
    (x, y), (ax, ay), (bx, by) = shape.centre, *piece
    span = hypot(bx - ax, by - ay) or 1.0
    used = min(look.symbol[0] - 4, span)
    c, s = (bx - ax) / span, (by - ay) / span

    def at(along: float, across: float) -> QPointF:
        forth = along - used / 2
        return QPointF(x + forth * c - across * s, y + forth * s + across * c)

    begin, end = at(0, 0), at(used, 0)
    _hopping(path, (piece[0], (begin.x(), begin.y())), shape.hops)
    symbol(path, at, used)
    _hopping(path, ((end.x(), end.y()), piece[1]), shape.hops)


def _hopping(path: QPainterPath, piece: Segment, hops: Sequence[Point]) -> None:
    """A piece of a line with an arc over each line that it crosses."""
    (ax, ay), (bx, by) = piece
    span = hypot(bx - ax, by - ay)
    mine = [point for point in hops if distance(point, piece) < 0.01]
    turn = atan2(by - ay, bx - ax)
    for x, y in sorted(mine, key=lambda point: hypot(point[0] - ax, point[1] - ay)):
        far = hypot(x - ax, y - ay)
        radius = min(HOP, far, span - far)
        box = QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
        upwards = (
            -180.0 if cos(turn) > 0.01 or (abs(cos(turn)) <= 0.01 and sin(turn) < 0) else 180.0
        )
        path.arcTo(box, 180 - degrees(turn), upwards)
    path.lineTo(bx, by)


def cut_path(shape: DrawnShape) -> QPainterPath:
    """Two slanted strokes across a line, before its symbol."""
    (ax, ay), (bx, by) = segments(shape.line)[shape.host]
    turn = atan2(by - ay, bx - ax)
    x, y = cut_place(shape.centre, shape.symbol, turn)
    path = QPainterPath()
    for along in (-3.0, 3.0):
        for across, begin in ((-8.0, True), (8.0, False)):
            forth = along - across * 0.4
            point = QPointF(
                x + forth * cos(turn) - across * sin(turn),
                y + forth * sin(turn) + across * cos(turn),
            )
            path.moveTo(point) if begin else path.lineTo(point)
    return path


def _zigzag(path: QPainterPath, at: At, used: float) -> None:
    corners = 2 * COILS
    step = used / corners
    for corner in range(corners):
        path.lineTo(at((corner + 0.5) * step, AMPLITUDE if corner % 2 else -AMPLITUDE))
    path.lineTo(at(used, 0))


def _cup(path: QPainterPath, at: At, used: float) -> None:
    w = 10.0
    path.moveTo(at(used * 0.9, -w))
    path.lineTo(at(0, -w))
    path.lineTo(at(0, w))
    path.lineTo(at(used * 0.9, w))
    path.moveTo(at(used * 0.5, -0.7 * w))
    path.lineTo(at(used * 0.5, 0.7 * w))
    path.moveTo(at(used * 0.5, 0))
    path.lineTo(at(used, 0))


def _jaws(path: QPainterPath, at: At, used: float) -> None:
    w = 10.0
    path.moveTo(at(used * 0.9, -w))
    path.lineTo(at(0, -w))
    path.lineTo(at(0, w))
    path.lineTo(at(used * 0.9, w))
    for side in (-1, 1):
        corners = [(0.4, 2), (0.8, 2), (0.8, w), (0.4, w), (0.4, 2)]
        path.addPolygon(QPolygonF([at(used * x, side * y) for x, y in corners]))
    path.moveTo(at(used * 0.2, 0))
    path.lineTo(at(used, 0))


_IN_LINE = {"spring": _zigzag, "dashpot": _cup, "lagr_damper": _cup, "line_friction": _jaws}
"""Glyphs that a line takes as its own form."""
