"""Marks on the drawing: what was added, removed or changed since another version."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from lagr_gui.drawing.boxes import about
from lagr_gui.drawing.geometry import Point, size_of
from lagr_gui.drawing.notes import note_box
from lagr_gui.editing import edits
from lagr_gui.extensions.comparison.compared import compared
from lagr_gui.extensions.comparison.items import REMOVED, ItemChange
from lagr_gui.extensions.comparison.pane import MARKS, ROLES
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas.content import Content
from lagr_gui.gui.canvas.items import BodyItem
from lagr_gui.gui.canvas.notes import NoteItem
from lagr_gui.gui.canvas.outlines import outline
from lagr_gui.gui.canvas.wired import BlockItem
from lagr_gui.gui.theme import theme
from lagr_gui.model import Model

RADIUS = 9.0


class ChangeMark(QGraphicsItem):
    """A sign in a circle: + added, ≠ changed, − removed."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__()
        self.key, self.what = key, what
        self.setZValue(4)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """The circle."""
        return QRectF(-RADIUS - 2, -RADIUS - 2, 2 * RADIUS + 4, 2 * RADIUS + 4)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """The circle in the colour of the sign, which says the same."""
        color = theme().color(ROLES[self.what])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, 1.6))
        painter.setBrush(theme().color("paper"))
        painter.drawEllipse(QPointF(0, 0), RADIUS, RADIUS)
        font = QFont(painter.font())
        font.setBold(True)
        font.setPixelSize(14)
        painter.setFont(font)
        painter.drawText(self.boundingRect(), Qt.AlignmentFlag.AlignCenter, MARKS[self.what])


class ChangeMarks:
    """The marks of this moment; of removed bodies their outlines where they were."""

    def __init__(self, scene: QGraphicsScene, session: Session, content: Content) -> None:
        self._scene, self._session, self._content = scene, session, content
        self._version = compared(session)
        self.items: list[QGraphicsItem] = []
        self._version.changed.connect(self.refresh)
        session.model_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show what is known of the drawing as it is now."""
        for item in self.items:
            self._scene.removeItem(item)
        self.items = [*self._wanted()]
        for item in self.items:
            self._scene.addItem(item)

    def _wanted(self) -> Iterator[QGraphicsItem]:
        session = self._session
        comparison = self._version.found(session.document.model)
        earlier = self._version.earlier
        if comparison is None or earlier is None or session.way:
            return
        before: dict[str, Point] | None = None
        for one in comparison.items:
            if one.what != REMOVED:
                if (place := self._corner(one.key)) is not None:
                    yield _mark(one, place)
                continue
            before = edits.places(earlier) if before is None else before
            yield from _ghost(one, earlier, before)

    def _corner(self, key: str) -> Point | None:
        """The upper right corner of a block, or beside a symbol."""
        place, item = self._content.place(key), self._content.items.get(key)
        if place is None or item is None:
            return None
        if isinstance(item, NoteItem):
            return item.box_at(place)[2], place[1]
        width, height = size_of(key)
        block = isinstance(item, BodyItem | BlockItem)
        by = (width / 2, -height / 2) if block else (16.0, -16.0)
        return place[0] + by[0], place[1] + by[1]


def _mark(one: ItemChange, place: Point) -> ChangeMark:
    mark = ChangeMark(one.key, one.what)
    mark.setPos(*place)
    return mark


def _ghost(one: ItemChange, earlier: Model, before: dict[str, Point]) -> Iterator[QGraphicsItem]:
    """What is gone, where it was: a block by its outline, a line by its mark."""
    if one.key in before:
        (x, y), (width, height) = before[one.key], size_of(one.key)
        shape = outline(about((0.0, 0.0), width, height))
        shape.setPos(x, y)
        yield shape
        yield _mark(one, (x + width / 2, y - height / 2))
        return
    notes = {note.item: note_box(note) for note in earlier.layout.notes}
    if one.key in notes:
        left, top, right, bottom = notes[one.key]
        shape = outline((0.0, 0.0, right - left, bottom - top))
        shape.setPos(left, top)
        yield shape
        yield _mark(one, (right, top))
        return
    ends = [before[end] for end in edits.ends(earlier).get(one.key, ()) if end in before]
    if ends:
        x = sum(at[0] for at in ends) / len(ends)
        y = sum(at[1] for at in ends) / len(ends)
        yield _mark(one, (x, y))
