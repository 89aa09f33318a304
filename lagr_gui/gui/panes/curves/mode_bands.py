"""Bands under the curves: when elements with dry friction stick, and in which way they slide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.painting import painted
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.words import tr

HEIGHT, GAP = 15.0, 3.0
"""Height of a band, and from one to the next (pixels)."""
LETTERS, BESIDE = 10, 4.0
"""Height of letters, and the least room beside them (pixels)."""
MOST = 5
"""So many bands are shown at once."""


@dataclass(frozen=True, eq=False)
class ModeBand:
    """The senses (k,) in which an element slides from times (k,) on; 0: it sticks."""

    name: str
    t: Array
    senses: NDArray[np.int_]


class ModeBands(QWidget):
    """One band for each element; a click chooses a time.

    `field` tells the first and last pixel of the time axis, and the times there.
    """

    moved = Signal(float)

    def __init__(self, field: Callable[[], tuple[float, float, float, float]]) -> None:
        super().__init__()
        self._field = field
        self._bands: tuple[ModeBand, ...] = ()
        self._end = 0.0
        self.hide()
        theme_changed().connect(self.update)

    def show_bands(self, senses: Mapping[str, tuple[Array, NDArray[np.int_]]], end: float) -> None:
        """Show the modes of elements, by their names, up to a time."""
        bands = [ModeBand(name, t, mode) for name, (t, mode) in senses.items() if len(t)]
        self._bands, self._end = tuple(bands[:MOST]), end
        self.setFixedHeight(max(int(len(self._bands) * (HEIGHT + GAP)), 1))
        set_note(self, "\n".join(band.name for band in bands))
        self.setVisible(bool(self._bands))
        self.update()

    @painted
    def paintEvent(self, painter: QPainter, event: QPaintEvent) -> None:
        """The bands, each with its name before it."""
        font = painter.font()
        font.setPixelSize(LETTERS)
        painter.setFont(font)
        left, right, first, last = self._field()
        for row, band in enumerate(self._bands):
            top = row * (HEIGHT + GAP)
            box = QRectF(0, top, left - BESIDE, HEIGHT)
            side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            elide = Qt.TextElideMode.ElideRight
            text = painter.fontMetrics().elidedText(band.name, elide, int(box.width()))
            painter.setPen(theme().color("muted"))
            painter.drawText(box, side, text)
            if last > first:
                scale = (right - left) / (last - first)
                ends = left + (np.append(band.t, self._end) - first) * scale
                self._pieces(painter, band, np.clip(ends, left, right), top)

    def _pieces(self, painter: QPainter, band: ModeBand, ends: Array, top: float) -> None:
        colors = theme()
        for sense, a, b in zip(band.senses.tolist(), ends, ends[1:], strict=False):
            if b <= a:
                continue
            piece = QRectF(a, top, b - a, HEIGHT)
            painter.fillRect(piece, colors.color("accent_soft" if sense else "warm_soft"))
            word = words(sense)
            if painter.fontMetrics().horizontalAdvance(word) + 2 * BESIDE > b - a:
                word = word[-1] if sense and b - a > 3 * BESIDE else ""
            painter.setPen(colors.color("accent" if sense else "warm"))
            painter.drawText(piece, Qt.AlignmentFlag.AlignCenter, word)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a time."""
        left, right, first, last = self._field()
        x = event.position().x()
        if left <= x <= right and last > first:
            self.moved.emit(first + (x - left) / (right - left) * (last - first))


def words(sense: int) -> str:
    """What an element does, in words."""
    if sense == 0:
        return tr("sticking")
    return f"{tr('sliding')} {'→' if sense > 0 else '←'}"
