"""The drawing as a picture file."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from lagr_gui.gui.canvas.items import Item, Mood
from lagr_gui.gui.widgets.paper import write_paper

MARGIN = 24.0


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
    whole = QRectF(0, 0, size.width(), size.height())
    return write_paper(path, size, lambda painter: scene.render(painter, whole, box))
