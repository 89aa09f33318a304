"""Bands under the curves: when elements with dry friction stick, and in which way they slide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.painting import painted
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.words import tr
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.trajectory import MODES, OPEN

HEIGHT, GAP = 15.0, 3.0
"""Height of a band, and from one to the next (pixels)."""
LETTERS, BESIDE = 10, 4.0
"""Height of letters, and the least room beside them (pixels)."""
MOST = 5
"""So many bands are shown at once."""
STICKS, SLIDES = MODES
FORTH_AND_BACK = "→", "←"
"""The ways in which something slides that has no direction of its own in the picture."""


@dataclass(frozen=True, eq=False)
class ModeBand:
    """What an element does from times (k,) on: it slides, with an arrow, sticks, or is open."""

    name: str
    t: Array
    modes: tuple[str, ...]


def bands_of(trajectory: Trajectory, ways: Mapping[str, tuple[str, str]]) -> list[ModeBand]:
    """The bands of a motion: of elements with dry friction, then of rough contacts.

    `ways` are arrows of elements (item keys) forth and back, as they slide in the picture.
    """
    bands: list[ModeBand] = []
    for key in dict.fromkeys(trajectory.frictions.values()):
        t, senses = trajectory.senses(key)
        forth, back = ways.get(key, FORTH_AND_BACK)
        modes = tuple({0: STICKS, 1: forth, -1: back}[sense] for sense in senses.tolist())
        bands.append(ModeBand(key.partition(":")[2], t, modes))
    bands += [ModeBand(key.partition(":")[2], *trajectory.touches(key)) for key in trajectory.rough]
    return [band for band in bands if len(band.t)]


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

    def show_bands(self, bands: Sequence[ModeBand], end: float) -> None:
        """Show the modes of elements up to a time."""
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
            elide = Qt.TextElideMode.ElideMiddle  # names end with numbers
            text = painter.fontMetrics().elidedText(band.name, elide, int(box.width()))
            painter.setPen(theme().color("muted"))
            painter.drawText(box, side, text)
            if last > first:
                scale = (right - left) / (last - first)
                ends = left + (np.append(band.t, self._end) - first) * scale
                self._pieces(painter, band, np.clip(ends, left, right), top)

    def _pieces(self, painter: QPainter, band: ModeBand, ends: Array, top: float) -> None:
        colors = theme()
        for mode, a, b in zip(band.modes, ends, ends[1:], strict=False):
            if b <= a or mode == OPEN:
                continue
            sticks = mode == STICKS
            piece = QRectF(a, top, b - a, HEIGHT)
            painter.fillRect(piece, colors.color("warm_soft" if sticks else "accent_soft"))
            word = words(mode)
            if painter.fontMetrics().horizontalAdvance(word) + 2 * BESIDE > b - a:
                word = mode if mode not in MODES and b - a > 3 * BESIDE else ""
            painter.setPen(colors.color("text" if sticks else "accent"))
            painter.drawText(piece, Qt.AlignmentFlag.AlignCenter, word)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a time."""
        left, right, first, last = self._field()
        x = event.position().x()
        if left <= x <= right and last > first:
            self.moved.emit(first + (x - left) / (right - left) * (last - first))


def words(mode: str) -> str:
    """What an element does, in words."""
    if mode == STICKS:
        return tr("sticking")
    return tr("sliding") if mode == SLIDES else f"{tr('sliding')} {mode}"
