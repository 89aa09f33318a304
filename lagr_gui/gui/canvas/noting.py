"""The field in which a note is written, over the note."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QSizeF
from PySide6.QtGui import QKeyEvent

from lagr_gui.drawing.geometry import Point, snapped
from lagr_gui.drawing.notes import LINE
from lagr_gui.editing import edits
from lagr_gui.gui.canvas.notes import NoteItem
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.canvas.room import free_place
from lagr_gui.gui.widgets.page import TextPage
from lagr_gui.gui.words import tr
from lagr_gui.model import LONGEST_TEXT, Model

FIELD = 220
"""Pixels of its width, at least."""
NOTE = QSizeF(200, 3 * LINE)
"""The room that is looked for."""


class NoteEditor(TextPage):
    """Ctrl+Enter or leaving takes the text, Escape gives it up; a note without text goes."""

    def __init__(self, canvas: Paper) -> None:
        super().__init__()
        self.setParent(canvas)
        self.setObjectName("note_editor")
        self.setAccessibleName(tr("Text of the note"))
        self.setPlaceholderText(tr("Write a note"))
        self._canvas = canvas
        self._key = ""
        self._place: Point | None = None
        self.hide()
        self.left.connect(self._take)
        self.given_up.connect(self.end)

    def begin(self, at: QPointF) -> None:
        """Write a new note at a point of the drawing."""
        place = snapped((at.x(), at.y()))
        self._open("", place, "", self._canvas.mapFromScene(*place), FIELD)

    def begin_here(self) -> None:
        """Write a new note where there is room for it."""
        x, y = free_place(self._canvas, NOTE)
        self.begin(QPointF(x - NOTE.width() / 2, y - NOTE.height() / 2))

    def open(self, item: NoteItem) -> None:
        """Write another text into a note."""
        box = self._canvas.mapFromScene(item.mapRectToScene(item.boundingRect())).boundingRect()
        self._open(item.key, None, item.note.text, box.topLeft(), box.width())

    def _open(self, key: str, place: Point | None, text: str, at: QPoint, width: int) -> None:
        self._key, self._place = key, place
        self.setPlainText(text)
        self.document().clearUndoRedoStacks()
        self.setFixedWidth(max(width, FIELD))
        at = self._canvas.viewport().mapToParent(at)
        room = self._canvas.size()
        x = min(at.x(), room.width() - self.width() - 4)
        y = min(at.y(), room.height() - self.height() - 4)
        self.move(max(x, 4), max(y, 4))
        self.show()
        self.raise_()
        self.selectAll()
        self.setFocus()

    def _take(self) -> None:
        if not self.isVisible():
            return
        key, place = self._key, self._place
        text = self.toPlainText().rstrip()[:LONGEST_TEXT]
        self.end()
        session = self._canvas.session
        if key:
            known = {note.item: note.text for note in session.model.layout.notes}
            if text != known.get(key, text):
                session.edit("Change note", lambda model: edits.set_note_text(model, key, text))
        elif place is not None and text:
            self._add(place, text)

    def _add(self, place: Point, text: str) -> None:
        def added(model: Model) -> Model:
            return edits.add_note(model, place, text)

        session = self._canvas.session
        if session.edit("Add note", added):
            session.select({session.model.layout.notes[-1].item})

    def end(self) -> None:
        """Close; what was typed is given up."""
        self._key, self._place = "", None
        if self.isVisible():
            self.hide()
            self._canvas.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What the field has done is no key of the drawing."""
        super().keyPressEvent(event)
        event.accept()
