"""The line in which one looks for a word in the drawing: over names, parameters, expressions."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from lagr_gui.catalogue import KINDS, title_of
from lagr_gui.editing.finding import MOST, Finding, find
from lagr_gui.gui.bridge.keys import item_of
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import tr
from lagr_gui.model import Element, Joint
from lagr_gui.model.quantities import units_of_coordinates

WIDTH = 220


class FindBar(QWidget):
    """Enter goes to the next place, Shift+Enter to the one before, Escape ends."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.found: list[Finding] = []
        self.at = -1
        self.setObjectName("find_bar")
        self.field = _FindField(self)
        self.count = PlainLabel(role="muted")
        self.place = SlimLabel(role="muted")
        back = tool_button("↑", tip=tr("The place before (Shift+Enter)"), run=lambda: self.step(-1))
        on = tool_button("↓", tip=tr("The next place (Enter)"), run=lambda: self.step(1))
        end = tool_button("✕", tip=tr("Close (Esc)"), run=self.end)
        parts = (self.field, self.count, back, on, (self.place, 1), end)
        beside(*parts, within=self, margins=(12, 4, 8, 4), spacing=6)
        self.field.textEdited.connect(self._look)
        session.model_changed.connect(self._refresh)
        session.opened.connect(self.end)
        self.hide()

    def begin(self) -> None:
        """Take the keyboard; what was looked for last can be typed over."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._refresh()

    def end(self) -> None:
        """Close; what was found last stays selected."""
        if self.isVisible():
            self.hide()
            self.session.highlight(())
            if parent := self.parentWidget():
                parent.setFocus()

    def step(self, by: int) -> None:
        """Go to another place, from the last one to the first."""
        if self.found:
            first = self.at < 0 and by < 0
            self.at = (len(self.found) - 1) if first else (self.at + by) % len(self.found)
            self._show()

    def _look(self) -> None:
        self.at = -1
        self._search()
        self.step(1)

    def _search(self) -> None:
        model = self.session.model
        units = units_of_coordinates(model, KINDS)
        self.found = find(model, self.field.text(), lambda record: _title(record, units))
        self.session.highlight(item_of(model, entry.path) for entry in self.found)
        mark(self.field, "fault", bool(self.field.text().strip()) and not self.found)
        self._tell()

    def _refresh(self) -> None:
        """The drawing is another one: the places too."""
        if self.isVisible():
            self._search()
            self.at = min(self.at, len(self.found) - 1)
            self._tell()

    def _show(self) -> None:
        """Select the item and show the field; the keyboard stays here."""
        path = self.found[self.at].path
        self.session.reveal(item_of(self.session.model, path), path)
        self.field.setFocus()
        self._tell()

    def _tell(self) -> None:
        number = f"{len(self.found)}{'+' if len(self.found) == MOST else ''}"
        asked = bool(self.field.text().strip())
        self.count.setText(f"{self.at + 1} / {number}" if self.found else tr("none") * asked)
        here = self.found[self.at] if 0 <= self.at < len(self.found) else None
        self.place.setText(" – ".join(filter(None, (here.owner, here.text))) if here else "")


class _FindField(QLineEdit):
    """The field; its keys go from place to place."""

    def __init__(self, bar: FindBar) -> None:
        super().__init__()
        self._bar = bar
        self.setObjectName("find_field")
        self.setPlaceholderText(tr("Find names, values, expressions…"))
        self.setAccessibleName(tr("What is looked for in the drawing"))
        self.setFixedWidth(WIDTH)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and F3 go on, with Shift back; Escape ends."""
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F3):
            self._bar.step(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self._bar.end()
        else:
            super().keyPressEvent(event)


def _title(record: Joint | Element, units: Mapping[str, str]) -> str:
    """The words for the kind of a joint or element."""
    title = title_of(record, units)
    return tr(title) if title else record.kind
