"""The widgets of rows: a field, its unit, and below it the value or what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QCheckBox, QColorDialog, QSizePolicy, QToolButton, QWidget

from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.gui.panes.inspector.rows import VARIOUS, FormRow, ValueSort
from lagr_gui.gui.panes.inspector.texts import shown, typed, vector_parts
from lagr_gui.gui.panes.inspector.verdict import Verdict, judge
from lagr_gui.gui.widgets.buttons import push_button, tool_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.line import TextLine
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel, entry, set_note
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import in_words, tr
from lagr_gui.model import Model, Scalar
from lagr_gui.model.faults import place_of

_JUDGED = (ValueSort.SCALAR, ValueSort.VECTOR, ValueSort.NUMBER, ValueSort.TEXT, ValueSort.WORDS)
"""What can be wrong although it reads."""

Commit = Callable[[FormRow, Any], bool]


class FieldWidget(QWidget):
    """What all widgets of rows have in common."""

    def __init__(self, row: FormRow) -> None:
        super().__init__()
        self.row = row
        set_note(self, row.help)

    def show_value(self, model: Model, problems: tuple[Problem, ...]) -> None:
        """Take the value that the model holds now."""

    def focus(self) -> None:
        """Take the keyboard."""
        self.setFocus()


class TextField(FieldWidget):
    """A line of text with unit and verdict; commits on Enter and when it is left."""

    define_wanted = Signal(str, int)
    unread = Signal(object)
    """The problem of a text that the model could not take; None when it is gone."""

    def __init__(self, row: FormRow, model: Callable[[], Model], commit: Commit) -> None:
        super().__init__(row)
        self._model, self._commit = model, commit
        self._kept = ""
        self._last: Any = None
        self.edit = TextLine()
        name = "_".join(map(str, row.paths[0] if row.paths else ()))
        self.edit.setObjectName(f"field_{name}")
        self.edit.setMaxLength(row.longest)
        self.edit.setPlaceholderText(row.hint)
        self.edit.textEdited.connect(self._typed)
        self.edit.editingFinished.connect(self._finished)
        self.edit.given_up.connect(self._restore)
        self.verdict = PlainLabel(wordWrap=True)
        self.verdict.setVisible(False)
        self._missing: tuple[str, int] = ("", 0)
        self.offer = push_button(name=f"define_{name}")
        self.offer.setVisible(False)
        # However long the name is, the pane stays as wide as it is.
        self.offer.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.offer.clicked.connect(self._define)
        self.line = line = beside((self.edit, 1), spacing=6)
        self.unit = PlainLabel(row.unit, role="muted")
        if row.unit:
            self.unit.setMinimumWidth(44)
            line.addWidget(self.unit)
        lines = [line]
        if row.presets and row.unit:  # beside a unit there is no room for them
            lines.append(beside(spacing=6))
        for name, value in row.presets:
            lines[-1].addWidget(self._preset(name, value))
        if len(lines) > 1:
            lines[-1].addStretch(1)
        below(*lines, self.verdict, self.offer, within=self, margins=NONE, spacing=1)
        self.setFocusProxy(self.edit)

    def quantity(self, name: str) -> tuple[Scalar, str]:
        """Value and unit of a parameter in the place of a number; 1 where there was none."""
        text, last = self.edit.text(), self._last
        if self.row.sort is ValueSort.VECTOR and isinstance(last, tuple):
            parts = [part for _, part in vector_parts(text)]
            text, last = (name, last[parts.index(name)]) if name in parts else ("", None)
        if text.strip() != name:
            return 1, ""
        return last if isinstance(last, int | float) and last else 1, self.row.unit

    def focus(self) -> None:
        """Take the keyboard; what is typed takes the place of the text."""
        super().focus()
        self.edit.selectAll()

    def _preset(self, name: str, value: Any) -> QToolButton:
        return tool_button(
            name, tip=shown(self.row, value), run=lambda: self._commit(self.row, value)
        )

    def show_value(self, model: Model, problems: tuple[Problem, ...]) -> None:
        """The text of the value, unless the user is typing."""
        value = self.row.value(model)
        text = shown(self.row, value)
        parts = value if isinstance(value, tuple) else (value,)
        if not any(isinstance(part, str) for part in parts):
            self._last = value
        if self.edit.hasFocus() and self.edit.isModified():
            return
        self._settle(text)
        if value is VARIOUS:
            self.edit.setPlaceholderText(tr("various"))
            self._tell(Verdict())
        elif self.row.sort in _JUDGED:
            self._tell(judge(model, self.row, text, problems))

    def _typed(self, text: str) -> None:
        self._tell(judge(self._model(), self.row, text))

    def _finished(self) -> None:
        text = self.edit.text()
        if text == self._kept or not self.edit.isModified():
            return
        try:
            value = typed(self.row, text)
        except LagrError as error:
            self._refuse(error.problems[0])
            return
        self.edit.setModified(False)  # so that what the model then says of it is shown
        if self._commit(self.row, value):
            self._settle(self.edit.text())
        else:
            self.edit.setModified(True)

    def _restore(self) -> None:
        self._settle(self._kept)
        self._typed(self._kept)

    def _settle(self, text: str) -> None:
        """Show a text that the model has."""
        self._kept = text
        self.edit.settle(text)
        self.forget()

    def forget(self) -> None:
        """What was typed and could not be taken is gone."""
        self.unread.emit(None)

    def _refuse(self, problem: Problem) -> None:
        """Tell what is wrong with a text that the model cannot take."""
        words, model = in_words(problem), self._model()
        self._tell(Verdict(fault=words.cause, remedy=words.remedy, held=False))
        path = self.row.places(model)[0]
        self.unread.emit(replace(problem, place=place_of(path, model), path=path))

    def _define(self) -> None:
        name, arguments = self._missing
        self.edit.setFocus()  # the button goes
        self._finished()
        self.define_wanted.emit(name, arguments)

    def _tell(self, verdict: Verdict) -> None:
        faulty = bool(verdict.fault)
        text = f"{verdict.fault} {verdict.remedy}".strip() if faulty else verdict.value
        self._offer(verdict.missing, verdict.arguments)
        self.verdict.setText(text)
        self.verdict.setVisible(bool(text))
        mark(self.verdict, "role", "error" if faulty else "value")
        mark(self.edit, "fault", faulty)

    def _offer(self, name: str, arguments: int) -> None:
        """A button that defines what the text names and the model does not know."""
        self._missing = name, arguments
        words = tr("Add function “{name}”") if arguments else tr("Add parameter “{name}”")
        word = words.format(name=name)
        self.offer.setText(entry(word))
        set_note(self.offer, word)
        self.offer.setVisible(bool(name))


class UnitField(TextField):
    """The name of a file, which can be chosen."""

    choose_wanted = Signal(int)
    """For the controller of this place."""

    def __init__(self, row: FormRow, model: Callable[[], Model], commit: Commit) -> None:
        super().__init__(row, model, commit)
        place = int(row.paths[0][2])
        choose = tool_button("…", tr("Choose a file"), run=lambda: self.choose_wanted.emit(place))
        self.line.addWidget(choose)


class ChoiceField(FieldWidget):
    """One of a few values."""

    def __init__(self, row: FormRow, commit: Commit) -> None:
        super().__init__(row)
        self.box = SlimComboBox(row.choices, lambda value: commit(row, value))
        _alone(self, self.box)

    def show_value(self, model: Model, problems: tuple[Problem, ...]) -> None:
        """The value; one that is not offered is shown as it is."""
        value = self.row.value(model)
        index = self.box.findData(value)
        if index < 0 and value is not VARIOUS:
            self.box.addItem(f"? {value}", value)
            index = self.box.count() - 1
        self.box.setCurrentIndex(index)


class FlagField(FieldWidget):
    """Yes or no."""

    def __init__(self, row: FormRow, commit: Commit) -> None:
        super().__init__(row)
        self.box = QCheckBox()
        self.box.clicked.connect(lambda checked: commit(row, bool(checked)))
        _alone(self, self.box)

    def show_value(self, model: Model, problems: tuple[Problem, ...]) -> None:
        """Checked, not checked, or in between for several that differ."""
        value = self.row.value(model)
        various = value is VARIOUS
        state = Qt.CheckState.PartiallyChecked if various else Qt.CheckState.Unchecked
        self.box.setCheckState(state if various or not value else Qt.CheckState.Checked)


class ColorField(FieldWidget):
    """A colour, chosen in a dialog."""

    def __init__(self, row: FormRow, commit: Commit) -> None:
        super().__init__(row)
        self._commit = commit
        self._value = ""
        self.button = push_button(run=self._choose)
        reset = tool_button("×", tip=tr("The program's own colour"), run=lambda: commit(row, ""))
        beside((self.button, 1), reset, within=self, margins=NONE)

    def show_value(self, model: Model, problems: tuple[Problem, ...]) -> None:
        """A patch of the colour."""
        value = self.row.value(model)
        self._value = value if isinstance(value, str) else ""
        patch = QPixmap(QSize(28, 14))
        color = QColor(self._value)
        patch.fill(color if color.isValid() else Qt.GlobalColor.transparent)
        self.button.setIcon(QIcon(patch) if self._value else QIcon())
        self.button.setText(self._value or tr("automatic"))

    def _choose(self) -> None:
        chosen = QColorDialog.getColor(QColor(self._value or "#888888"), self)
        if chosen.isValid():
            self._commit(self.row, chosen.name())


class NoteField(FieldWidget):
    """Words without a value."""

    def __init__(self, row: FormRow) -> None:
        super().__init__(row)
        label = PlainLabel(row.label, wordWrap=True, role="muted")
        _alone(self, label)


def make_field(row: FormRow, model: Callable[[], Model], commit: Commit) -> FieldWidget:
    """The widget for a row."""
    match row.sort:
        case ValueSort.CHOICE:
            return ChoiceField(row, commit)
        case ValueSort.FLAG:
            return FlagField(row, commit)
        case ValueSort.COLOR:
            return ColorField(row, commit)
        case ValueSort.NOTE:
            return NoteField(row)
        case ValueSort.UNIT:
            return UnitField(row, model, commit)
        case _:
            return TextField(row, model, commit)


def _alone(field: QWidget, widget: QWidget) -> None:
    beside((widget, 1), within=field, margins=NONE)
    field.setFocusProxy(widget)
