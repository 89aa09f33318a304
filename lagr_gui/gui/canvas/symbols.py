"""Textbook symbols as painter paths and tinted glyphs."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from math import atan2, cos, hypot, sin

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath
from PySide6.QtSvg import QSvgRenderer

from lagr_gui.gui.canvas.geometry import Point
from lagr_gui.resource import resource_path

GLYPH = (48.0, 32.0)
_LOW = re.compile(r"_(\w+)")
COILS, COIL, AMPLITUDE = 4, 13.0, 9.0

At = Callable[[float, float], QPointF]
"""From the distance along and across the symbol to the drawing."""


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
    usual, low = QFont(painter.font()), QFont(painter.font())
    low.setPixelSize(max(round(0.75 * usual.pixelSize()), 7))
    runs = [(part, low if lowered else usual) for part, lowered in formula_runs(text)]
    widths = [QFontMetricsF(font).horizontalAdvance(part) for part, font in runs]
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
        painter.drawText(QPointF(x, line + (0.2 * metrics.ascent() if font is low else 0)), part)
        x += width
    painter.setFont(usual)


@cache
def _renderer(name: str, color: str) -> QSvgRenderer:
    text = resource_path(f"glyphs/{name}.svg").read_text("utf-8")
    return QSvgRenderer(QByteArray(text.replace("currentColor", color).encode()))


def spring_path(line: tuple[Point, ...]) -> QPainterPath:
    """A route whose middle part is a zigzag."""
    return _with_symbol(line, COILS * COIL, _zigzag)


def dashpot_path(line: tuple[Point, ...]) -> QPainterPath:
    """A route whose middle part is a cup with a piston."""
    return _with_symbol(line, 34.0, _cup)


def plain_path(line: tuple[Point, ...]) -> QPainterPath:
    """A route."""
    path = QPainterPath(QPointF(*line[0]))
    for point in line[1:]:
        path.lineTo(*point)
    return path


def cut_path(line: tuple[Point, ...]) -> QPainterPath:
    """Two slanted strokes across the first part of a line, near its start."""
    a, b = line[0], line[-1]
    span = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    angle = atan2(b[1] - a[1], b[0] - a[0])
    path = QPainterPath()
    for along in (0.2 * span, 0.2 * span + 6):
        for across, begin in ((-8.0, True), (8.0, False)):
            x, y = along - across * 0.4, across
            point = QPointF(
                a[0] + x * cos(angle) - y * sin(angle), a[1] + x * sin(angle) + y * cos(angle)
            )
            path.moveTo(point) if begin else path.lineTo(point)
    return path


def _with_symbol(
    line: tuple[Point, ...], length: float, symbol: Callable[[QPainterPath, At, float], None]
) -> QPainterPath:
    """The longest inner part of the route carries the symbol."""
    index = 1 if len(line) == 4 else 0
    a, b = line[index], line[index + 1]
    span = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    used = min(length, 0.8 * span)
    angle = atan2(b[1] - a[1], b[0] - a[0])
    start = (span - used) / 2

    def at(along: float, across: float) -> QPointF:
        x, y = start + along, across
        return QPointF(
            a[0] + x * cos(angle) - y * sin(angle), a[1] + x * sin(angle) + y * cos(angle)
        )

    path = QPainterPath(QPointF(*line[0]))
    for point in line[1 : index + 1]:
        path.lineTo(*point)
    path.lineTo(at(0, 0))
    symbol(path, at, used)
    for point in line[index + 1 :]:
        path.lineTo(*point)
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
