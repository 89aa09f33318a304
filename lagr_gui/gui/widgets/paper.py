"""What is painted as a file that looks the same everywhere: SVG and PDF made of lines, PNG."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QPageLayout,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPdfWriter,
)
from PySide6.QtSvg import QSvgGenerator

from lagr_gui.gui.theme import FORMULA_FONTS, theme

SCALE = 2.0
"""Of pixel pictures."""
SANS = "DejaVu Sans, Segoe UI, Helvetica, Arial, sans-serif"

Paint = Callable[[QPainter], None]
"""Paints into a rectangle of a size whose corner is at 0, 0."""


def write_paper(path: Path, size: QSize, paint: Paint) -> bool:
    """Write a picture of a size in pixels; the ending tells the format. Whether it was done."""
    # Some pictures are replayed, which Qt scales by the ratio of resolutions: it has to be 1.
    dots = round(QGuiApplication.primaryScreen().logicalDotsPerInch())
    match path.suffix.lower():
        case ".svg":
            device = QSvgGenerator()
            device.setFileName(str(path))
            device.setResolution(dots)
            device.setSize(size)
            device.setViewBox(QRectF(0, 0, size.width(), size.height()))
            return _painted(device, size, paint) and _fonts_named(path)
        case ".pdf":
            pdf = QPdfWriter(str(path))
            pdf.setResolution(dots)
            pdf.setPageSize(QPageSize(QSizeF(size) * (72 / dots), QPageSize.Unit.Point))
            pdf.setPageMargins(QMarginsF(), QPageLayout.Unit.Point)
            return _painted(pdf, size, paint)
        case _:
            image = QImage(size * SCALE, QImage.Format.Format_RGB32)
            image.setDevicePixelRatio(SCALE)
            image.fill(theme().color("paper"))
            return _painted(image, size, paint) and image.save(str(path))


def _painted(device: QPaintDevice, size: QSize, paint: Paint) -> bool:
    painter = QPainter()
    if not painter.begin(device):
        return False
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if theme().dark:  # light lines need dark paper, to the edge of pages of a part of a pixel more
        painter.fillRect(
            QRectF(-1, -1, size.width() + 2, size.height() + 2), theme().color("paper")
        )
    paint(painter)
    painter.end()
    return True


def _fonts_named(path: Path) -> bool:
    """Name fonts for machines that lack ours: Qt writes down the first one alone."""
    serif = ", ".join((*FORMULA_FONTS, "serif"))
    text = path.read_text("utf-8")
    for family in ("Sans Serif", QGuiApplication.font().family()):
        text = text.replace(f'font-family="{family}"', f'font-family="{SANS}"')
    text = text.replace(f'font-family="{FORMULA_FONTS[0]}"', f'font-family="{serif}"')
    path.write_text(text, "utf-8")
    return True
