"""Numbers that are dragged: their label, or their unit, is drawn to the right or to the left."""

from __future__ import annotations

from math import floor, log10

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.inspector.fields import TextField
from lagr_gui.gui.panes.inspector.rows import ValueSort
from lagr_gui.gui.panes.inspector.texts import CountedText, counted
from lagr_gui.gui.widgets.latest import Latest
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.words import tr

PIXELS = 200
"""Pixels of the pointer in which a number changes by about its own size."""
START = 4
"""Pixels after which a press is no click any more."""
LEAST = 0.01
"""The step (rad, m, …) of a number that is 0."""


class Scrub(QObject):
    """Changes the number of a field while its handle is dragged; with Shift ten times finer.

    One drag is one step of history.
    """

    def __init__(self, handle: QWidget, field: TextField, session: Session) -> None:
        super().__init__(handle)
        self._field, self._session = field, session
        self._from: tuple[float, float] | None = None
        self._counted = CountedText(0.0)
        self._dragging = self._merge = False
        self._latest = Latest(self._put, self)
        if field.row.sort in (ValueSort.SCALAR, ValueSort.NUMBER):
            handle.setCursor(Qt.CursorShape.SizeHorCursor)
            handle.installEventFilter(self)
            if not field.row.help:
                set_note(handle, tr("Drag to change the number, with Shift finely"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the pointer."""
        if not isinstance(event, QMouseEvent):
            return False
        if event.type() is QEvent.Type.MouseButtonPress:
            return self._press(event)
        if self._from is None:
            return False
        if event.type() is QEvent.Type.MouseMove:
            self._move(event)
        elif event.type() is QEvent.Type.MouseButtonRelease:
            self._release()
        return True

    def _press(self, event: QMouseEvent) -> bool:
        counted_text = counted(self._field.row.value(self._session.model))
        if event.button() is not Qt.MouseButton.LeftButton or counted_text is None:
            return False  # expressions are typed
        self._counted = counted_text
        self._from = event.globalPosition().x(), counted_text.number
        self._dragging = False
        return True

    def _move(self, event: QMouseEvent) -> None:
        assert self._from is not None
        way = event.globalPosition().x() - self._from[0]
        if not self._dragging and abs(way) < START:
            return
        if not self._dragging:
            self._dragging = True
            self._merge = False
            self._session.live.hold()
        fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        step = step_of(self._from[1]) / (10 if fine else 1)
        self._latest.give(rounded(self._from[1] + step * round(way), step))

    def _release(self) -> None:
        self._from = None
        if self._dragging:
            self._latest.flush()
            self._session.live.release()

    def _put(self, value: float) -> None:
        row = self._field.row
        new = self._counted.another(value)
        self._session.edit(row.step, lambda model: row.changed(model, new), self._merge)
        self._merge = True


def step_of(number: float) -> float:
    """A step of 1, 2 or 5 times a power of ten by which a number changes with each pixel."""
    if not number:
        return LEAST
    wanted = abs(number) / PIXELS
    power = 10.0 ** floor(log10(wanted))
    return next(part * power for part in (5, 2, 1) if part * power <= wanted * (1 + 1e-9))


def rounded(number: float, step: float) -> float:
    """The multiple of a step next to a number, without the digits that binary numbers add."""
    return float(f"{round(number / step) * step:.12g}")
