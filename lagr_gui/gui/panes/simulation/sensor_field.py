"""The field for expressions that become curves, and the menu of what can be measured."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QCompleter, QListView, QMenu, QWidget

from lagr_gui import pipeline
from lagr_gui.gui.bridge.sensors import Sensors
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.line import TextLine
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel, entry, set_note
from lagr_gui.gui.words import in_words, tr
from lagr_gui.pipeline import Measurable
from lagr_gui.problem import LagrError

_BEGUN = re.compile(r"[^\W\d][\w.]*$")
"""The name or sensor that is being typed at the end of a text."""


class SensorField(QWidget):
    """Enter makes a curve of what is typed; what is wrong with it stands below.

    What is given `before` and `behind` stands left and right of the field.
    """

    added = Signal(str)
    """There is another sensor: its title."""

    def __init__(self, sensors: Sensors, before: QWidget, behind: QWidget) -> None:
        super().__init__()
        self._sensors = sensors
        self.line = _Line(self._words)
        self.line.setObjectName("sensor")
        self.line.setPlaceholderText(tr("Type an expression…"))
        self.line.setMinimumWidth(60)
        set_note(self.line, tr("A curve of its own, as abs(force(B)) or tip = position(Bob).x"))
        self.line.returnPressed.connect(self._add)
        self.line.textEdited.connect(lambda _: self._tell(""))
        self.line.given_up.connect(self._clear)
        sensors.session.opened.connect(self._clear)
        self._menu = QMenu(self)
        self._parts: list[QMenu] = []
        self._menu.aboutToShow.connect(self._fill)
        tip = tr("What can be measured on bodies, joints and elements")
        self.offer = tool_button(tr("Sensors ▾"), tip, menu=self._menu, name="sensors")
        self.fault = PlainLabel(wordWrap=True, role="error")
        self.fault.hide()
        row = beside(before, (self.line, 1), self.offer, behind, spacing=6)
        below(row, self.fault, within=self, margins=NONE, spacing=1)

    def put(self, text: str) -> None:
        """Make a curve of an expression, or put it where something is being typed."""
        if self.line.text().strip():
            self.line.insert(text)
            self.line.setFocus()
        else:
            self.line.setText(text)
            self._add()

    def _add(self) -> None:
        if not self.line.text().strip():
            return
        try:
            sensor = self._sensors.add(self.line.text())
        except LagrError as error:
            self._tell("\n".join(str(in_words(problem)) for problem in error.problems))
            return
        self._clear()
        self.added.emit(sensor.title)

    def _clear(self) -> None:
        self.line.settle("")
        self._tell("")

    def _tell(self, fault: str) -> None:
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))
        mark(self.line, "fault", bool(fault))

    # --- what there is to measure ------------------------------------------------------------

    def _measurable(self) -> Measurable:
        try:
            return pipeline.measurable(self._sensors.session.flat)
        except LagrError:  # an unsound model; why stands under Problems
            return {}

    def _words(self) -> list[str]:
        names = self._sensors.session.flat.coordinates
        found = self._measurable()
        texts = [t for items in found.values() for texts in items.values() for t in texts]
        return [*(f"{name}{dots}" for dots in ("", "'", "''") for name in names), *texts]

    def _fill(self) -> None:
        """A part for each sort, in it one for each item."""
        for part in self._parts:
            part.deleteLater()
            part.setParent(None)
        self._parts = []
        self._menu.clear()
        for sort, items in self._measurable().items():
            part = self._part(self._menu, tr(sort))
            for name, texts in items.items():
                inner = self._part(part, name) if name else part
                for text in texts:
                    inner.addAction(entry(text), lambda text=text: self.put(text))
        self._menu.addSeparator()
        for sensor in self._sensors.listed:
            words = tr("Remove {name}").format(name=sensor.typed)
            self._menu.addAction(entry(words), lambda s=sensor: self._sensors.remove(s.title))

    def _part(self, menu: QMenu, title: str) -> QMenu:
        part = QMenu(entry(title), self)
        menu.addMenu(part)
        self._parts.append(part)
        return part


class _Line(TextLine):
    """A line that completes the name or sensor at its end, wherever that stands."""

    def __init__(self, words: Callable[[], list[str]]) -> None:
        super().__init__()
        self._offered = words
        self._model = QStringListModel(self)
        self._completer = QCompleter(self._model, self)
        self._popup = QListView()
        self._completer.setPopup(self._popup)
        self._completer.setWidget(self)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.setMaxVisibleItems(10)
        self._completer.activated.connect(self._complete)
        self.textEdited.connect(self._propose)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Bring what can be measured up to date when the keyboard comes."""
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._model.setStringList(self._offered())
        super().focusInEvent(event)

    def _propose(self) -> None:
        begun = _BEGUN.search(self.text()[: self.cursorPosition()])
        if begun is None:
            self._popup.hide()
            return
        self._completer.setCompletionPrefix(begun[0])
        found = self._completer.completionCount()
        if not found or (found == 1 and self._completer.currentCompletion() == begun[0]):
            self._popup.hide()
        else:
            self._completer.complete()

    def _complete(self, text: str) -> None:
        """Take what was chosen in the place of what is begun."""
        cursor = self.cursorPosition()
        begun = _BEGUN.search(self.text()[:cursor])
        start = begun.start() if begun else cursor
        self.setText(self.text()[:start] + text + self.text()[cursor:])
        self.setModified(True)
        self.setCursorPosition(start + len(text))
