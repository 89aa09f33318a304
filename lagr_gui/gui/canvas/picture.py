"""The drawing as a picture file."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPaintDevice, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from lagr_gui.gui.canvas.items import Item, Mood
from lagr_gui.gui.theme import theme

MARGIN = 24.0
SCALE = 2.0
"""Of pixel pictures."""


def write_picture(scene: QGraphicsScene, box: QRectF, path: Path) -> bool:
    """Write the part of a scene within a box; the ending tells the format. Whether it was done."""
    box = box.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
    with _plain(scene):
        return _written(scene, box, path)


@contextmanager
def _plain(scene: QGraphicsScene) -> Generator[None]:
    """Nothing stands out, and nothing is cached: a cached item would be written as pixels."""
    items = [item for item in scene.items() if isinstance(item, Item)]
    usual = [(item, item.cacheMode(), item.mood) for item in items]
    for item in items:
        item.setCacheMode(QGraphicsItem.CacheMode.NoCache)
        item.set_mood(Mood())
    yield
    for item, mode, mood in usual:
        item.setCacheMode(mode)
        item.set_mood(mood)


def _written(scene: QGraphicsScene, box: QRectF, path: Path) -> bool:
    size = QSize(round(box.width()), round(box.height()))
    match path.suffix.lower():
        case ".svg":
            device = QSvgGenerator()
            device.setFileName(str(path))
            device.setSize(size)
            device.setViewBox(QRectF(0, 0, size.width(), size.height()))
            return _painted(scene, box, device, False)
        case ".pdf":
            pdf = QPdfWriter(str(path))
            points = QSizeF(box.width() * 0.75, box.height() * 0.75)
            pdf.setPageSize(QPageSize(points, QPageSize.Unit.Point))
            pdf.setPageMargins(QMarginsF(), QPageLayout.Unit.Point)
            return _painted(scene, box, pdf, False)
        case _:
            image = QImage(size * SCALE, QImage.Format.Format_RGB32)
            return _painted(scene, box, image, True) and image.save(str(path))


def _painted(scene: QGraphicsScene, box: QRectF, device: QPaintDevice, filled: bool) -> bool:
    painter = QPainter()
    if not painter.begin(device):
        return False
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if filled or theme().dark:  # light lines need dark paper
        painter.fillRect(QRectF(0, 0, device.width(), device.height()), theme().color("paper"))
    scene.render(painter, QRectF(0, 0, device.width(), device.height()), box)
    painter.end()
    return True
