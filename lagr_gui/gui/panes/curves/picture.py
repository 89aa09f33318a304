"""Plots as pictures: SVG and PDF made of lines, PNG in twice the size."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyqtgraph as pg
from PySide6.QtCore import QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QPageLayout,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPdfWriter,
    QTextDocument,
)
from PySide6.QtSvg import QSvgGenerator

from lagr_gui.gui.theme import theme


def save_plots(path: Path, plots: Sequence[pg.PlotWidget], legend: str = "") -> bool:
    """Write plots, one above the other, with a legend above; whether that could be done."""
    page = _Page(plots, legend)
    size = page.size
    # Axes are replayed pictures, which Qt scales by the ratio of resolutions: it has to be 1.
    dots = round(QGuiApplication.primaryScreen().logicalDotsPerInch())
    match path.suffix.lower():
        case ".svg":
            device = QSvgGenerator()
            device.setFileName(str(path))
            device.setResolution(dots)
            device.setSize(size)
            device.setViewBox(QRectF(0, 0, size.width(), size.height()))
            return page.paint(device, 1.0)
        case ".pdf":
            pdf = QPdfWriter(str(path))
            pdf.setResolution(dots)
            points = QSizeF(size) * (72 / dots)
            pdf.setPageSize(QPageSize(points, QPageSize.Unit.Point))
            pdf.setPageMargins(QMarginsF(), QPageLayout.Unit.Point)
            return page.paint(pdf, 1.0)
        case _:
            image = QImage(size * 2, QImage.Format.Format_RGB32)
            image.fill(theme().color("paper"))
            return page.paint(image, 2.0) and image.save(str(path))


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

    def paint(self, device: QPaintDevice, scale: float) -> bool:
        """Paint everything; whether that could be done."""
        painter = QPainter()
        if not painter.begin(device):
            return False
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        if theme().dark:  # light lines need dark paper
            painter.fillRect(QRectF(0, 0, self._width, self.size.height()), theme().color("paper"))
        self._legend.drawContents(painter)
        top = self._top
        for plot, part in zip(self._plots, self._parts, strict=True):
            target = QRectF(0, top, part.width(), part.height())
            plot.scene().render(painter, target, part)
            top += part.height()
        painter.end()
        return True
