"""Where something new has room in what is seen of the drawing."""

from __future__ import annotations

from itertools import count
from math import ceil, floor

from PySide6.QtCore import QPointF, QRectF, QSizeF

from lagr_gui.drawing.geometry import HEIGHT, WIDTH, Point
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.notes import NoteItem
from lagr_gui.gui.canvas.paper import Paper

STEP, GAP = 20.0, 10.0
"""Between places that are tried; least distance from what is there and from the edge."""
BLOCK = QSizeF(WIDTH, HEIGHT)
ABOUT = QSizeF(1200, 900)
"""Of the room about a point."""
TRIED = 10_000
"""Most places that are tried in a view: far away much more than that is seen."""


def free_place(canvas: Paper, size: QSizeF = BLOCK, near: Point | None = None) -> Point:
    """The middle of the free room nearest to a point, by default the middle of the view.

    A point may lie outside of the view; the room is looked for about it.
    """
    seen = canvas.mapToScene(canvas.viewport().rect()).boundingRect()
    if near is not None:
        seen = _box(QPointF(*near), ABOUT)
    middle = QPointF(_near(seen.center().x()), _near(seen.center().y()))
    taken = _taken(canvas)

    def free(at: QPointF) -> bool:
        box = _box(at, size, GAP)
        return not any(box.intersects(other) for other in taken)

    place = next((at for at in _within(seen, middle, size) if free(at)), None)
    if place is None:
        below = (QPointF(middle.x(), seen.bottom() + n * STEP) for n in count())
        place = next(at for at in below if free(at))
    return place.x(), place.y()


def _taken(canvas: Paper) -> list[QRectF]:
    """The boxes of what is there; lines make room by themselves, their symbols do not."""
    items = canvas.content.items.values()
    notes = (item for item in items if isinstance(item, NoteItem))
    edges = (item.form for item in items if isinstance(item, EdgeItem))
    return [
        *(_box(QPointF(*at), BLOCK) for at in canvas.content.nodes().values()),
        *(note.mapRectToScene(note.boundingRect()) for note in notes),
        *(
            QRectF(left, top, right - left, bottom - top)
            for form in edges
            for left, top, right, bottom in (form.symbol, form.label)
        ),
    ]


def _within(seen: QRectF, middle: QPointF, size: QSizeF) -> list[QPointF]:
    """Places in a view, the nearest to its middle first, and of these the lower and right ones."""
    wide, high = (seen.width() - size.width()) / 2 - GAP, (seen.height() - size.height()) / 2 - GAP
    across, down = max(floor(wide / STEP), 0), max(floor(high / STEP), 0)
    rough = max(ceil(((2 * across + 1) * (2 * down + 1) / TRIED) ** 0.5), 1)
    offsets = [
        (i * STEP, j * STEP)
        for i in range(-across, across + 1, rough)
        for j in range(-down, down + 1, rough)
    ]
    offsets.sort(key=lambda by: (by[0] ** 2 + by[1] ** 2, -by[1], -by[0]))
    return [middle + QPointF(*by) for by in offsets]


def _near(value: float) -> float:
    return round(value / 10) * 10.0


def _box(at: QPointF, size: QSizeF, around: float = 0.0) -> QRectF:
    box = QRectF(at - QPointF(size.width() / 2, size.height() / 2), size)
    return box.adjusted(-around, -around, around, around)
