"""Plots as pictures: SVG and PDF made of lines, PNG in twice the size."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyqtgraph as pg
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPen, QTextDocument

from lagr_gui.gui.theme import theme
from lagr_gui.gui.widgets.paper import SCALE, write_paper


def save_plots(path: Path, plots: Sequence[pg.PlotWidget], legend: str = "") -> bool:
    """Write plots, one above the other, with a legend above; whether that could be done."""
    page = _Page(plots, legend)
    with _as_wide(plots, SCALE if path.suffix.lower() == ".png" else 1.0):
        return write_paper(path, page.size, page.paint)


@contextmanager
def _as_wide(plots: Sequence[pg.PlotWidget], scale: float) -> Generator[None]:
    """Curves as wide as in the window: their pens have a width in pixels, whatever the scale."""
    every = [item for plot in plots for item in plot.scene().items()]
    curves = [item for item in every if isinstance(item, pg.PlotCurveItem)]
    usual = [(curve, pg.mkPen(curve.opts["pen"])) for curve in curves if curve.opts["pen"]]
    for curve, pen in usual:
        wide = QPen(pen)
        wide.setWidthF(max(pen.widthF(), 1.0) * scale)
        curve.setPen(wide)
    try:
        yield
    finally:
        for curve, pen in usual:
            curve.setPen(pen)


class _Page:
    """Plots below a legend."""

    def __init__(self, plots: Sequence[pg.PlotWidget], legend: str) -> None:
        self._plots = plots
        self._parts = [QRectF(plot.viewport().rect()) for plot in plots]
        self._width = max(part.width() for part in self._parts)
        self._legend = QTextDocument()
        self._legend.setDefaultStyleSheet(f"body {{ color: {theme().text}; }}")
        self._legend.setTextWidth(self._width)
        self._legend.setHtml(f"<body>{legend}</body>" if legend else "")
        self._top = self._legend.size().height() if legend else 0.0

    @property
    def size(self) -> QSize:
        """In pixels."""
        height = self._top + sum(part.height() for part in self._parts)
        return QSize(round(self._width), round(height))

    def paint(self, painter: QPainter) -> None:
        """Paint everything."""
        self._legend.drawContents(painter)
        top = self._top
        for plot, part in zip(self._plots, self._parts, strict=True):
            target = QRectF(0, top, part.width(), part.height())
            plot.scene().render(painter, target, part)
            top += part.height()
