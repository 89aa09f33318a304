"""Draws the pictures of a film: the mechanism, curves beside it, the time; writes it meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QFont, QImage, QPainter

from lagr_gui.extensions.films.curves import FilmCurves
from lagr_gui.extensions.films.film import FilmSettings, Pixels, film_written
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.gui.theme import THEMES, Theme, theme

USUAL = 720.0
"""Pixels in height at which letters and lines have their usual size."""
SHARE = 0.4
"""The part of the picture that curves take."""


class FilmPictures:
    """The pictures of a view; `curves` are (n,) by head with unit, along times (n,)."""

    def __init__(
        self,
        view: MotionView,
        settings: FilmSettings,
        t: Array | None = None,
        curves: Mapping[str, Array] | None = None,
    ) -> None:
        self.view, self.settings = view, settings
        self.scale = min(settings.width, settings.height) / USUAL
        self.size = settings.width / self.scale, settings.height / self.scale
        self._curves = None
        self._beside = settings.width >= settings.height
        if curves and t is not None:
            self._curves = FilmCurves(t, curves, self._room(), self.theme, self.scale)

    @property
    def theme(self) -> Theme:
        """The colours of the film."""
        return THEMES.get(self.settings.theme, theme())

    def image(self, t: float) -> QImage:
        """The picture at a time."""
        settings = self.settings
        form = QImage.Format.Format_ARGB32_Premultiplied
        picture = QImage(settings.width, settings.height, form)
        clear = settings.transparent
        picture.fill(Qt.GlobalColor.transparent if clear else self.theme.color("paper"))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.scale, self.scale)
        painter.setFont(_font())
        stage = self._stage()
        painter.setClipRect(QRectF(0, 0, *stage))
        self.view.paint_at(painter, stage, t, self.theme)
        painter.setClipping(False)
        if self._curves is not None:
            self._curves.paint(painter, self._room(), t)
        if settings.show_time:
            self._tell_time(painter, t)
        painter.end()
        return picture

    def pixels(self, t: float) -> Pixels:
        """The same as numbers."""
        image = self.image(t).convertToFormat(QImage.Format.Format_RGBA8888)
        width, height = image.width(), image.height()
        rows = np.frombuffer(image.constBits(), np.uint8).reshape(height, image.bytesPerLine())
        return rows[:, : 4 * width].reshape(height, width, 4).copy()

    def _stage(self) -> tuple[float, float]:
        """The size of the mechanism's part, which begins in the upper left corner."""
        width, height = self.size
        if self._curves is None:
            return width, height
        return (width * (1 - SHARE), height) if self._beside else (width, height * (1 - SHARE))

    def _room(self) -> QRectF:
        """The place of the curves."""
        width, height = self.size
        if self._beside:
            return QRectF(width * (1 - SHARE), 0, width * SHARE, height)
        return QRectF(0, height * (1 - SHARE), width, height * SHARE)

    def _tell_time(self, painter: QPainter, t: float) -> None:
        font = _font()
        font.setPixelSize(20)
        painter.setFont(font)
        painter.setPen(self.theme.color("text"))
        painter.drawText(QPointF(18, 34), f"t = {t:.2f} s")


def _font() -> QFont:
    font = QFont()
    font.setPixelSize(13)
    return font


class Film(QObject):
    """Renders and encodes between the events of the window.

    `report` gets the number of pictures that are done; `done` is called at the end with the
    problem, if any, and not where the film is given up.
    """

    def __init__(
        self,
        path: Path,
        pictures: FilmPictures,
        moments: Array,
        report: Callable[[int], None],
        done: Callable[[Problem | None], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._report, self._done = report, done
        self._steps: Iterator[int] = film_written(path, pictures.settings, moments, pictures.pixels)
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._step)

    def start(self) -> None:
        """Begin."""
        self._timer.start()

    def cancel(self) -> None:
        """Give the film up: no file is written."""
        self._end()

    def _step(self) -> None:
        try:
            number = next(self._steps)
        except StopIteration:
            self._end()
            self._done(None)
        except LagrError as error:
            self._end()
            self._done(error.problems[0])
        else:
            self._report(number)

    def _end(self) -> None:
        self._timer.stop()
        close = getattr(self._steps, "close", None)
        if close is not None:
            close()
        self._steps = iter(())
        self.deleteLater()
