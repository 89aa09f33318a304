"""The pane: rebuilds its form when the selection or its structure changes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)

from lagr_gui.foundation.problem import Path, Problem
from lagr_gui.gui.bridge.scenery import mesh_files
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.inspector.define import attach
from lagr_gui.gui.panes.inspector.fields import (
    ChoiceField,
    Commit,
    FieldWidget,
    TextField,
    UnitField,
    make_field,
)
from lagr_gui.gui.panes.inspector.forms import form_of
from lagr_gui.gui.panes.inspector.rows import VARIOUS, Form, FormButton, FormRow, Section, ValueSort
from lagr_gui.gui.panes.inspector.scrub import Scrub
from lagr_gui.gui.widgets.accessible import give_names
from lagr_gui.gui.widgets.buttons import push_button, tool_button
from lagr_gui.gui.widgets.laying import NONE, below
from lagr_gui.gui.widgets.page import TextPage
from lagr_gui.gui.widgets.plain import PlainLabel, entry, set_note
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import tr
from lagr_gui.model import Model

MARGIN = 8
"""Pixels between a field that is shown and the edge."""
LEAST, MARGIN_LEFT, MARGIN_RIGHT = 290, 14, 10
"""Pixels: the narrowest pane, what is free before the form, and after its fields."""
LEAST_LABEL, LONGEST_LABEL, SPACING = 84, 140, 8
"""Pixels: what labels have at least, the longest one before its field, and between both."""
_WITHOUT_LABEL = (ValueSort.NOTE, ValueSort.PROSE)


class InspectorPane(QWidget):
    """Fields of the selection; every change is one step of history."""

    unit_wanted = Signal(int)
    """Another file for the controller of this place."""
    points_wanted = Signal(str)
    """The points of the function of this name."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.title = PlainLabel(role="title")
        self._area = QScrollArea(widgetResizable=True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._form: Form = ()
        self._selection: frozenset[str] = frozenset()
        self._open: dict[str, bool] = {}
        self.fields: list[FieldWidget] = []
        below(self.title, (self._area, 1), within=self, margins=(MARGIN_LEFT, 12, 6, 4), spacing=8)
        self.setMinimumWidth(LEAST)
        session.selection_changed.connect(self.refresh)
        session.report_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the selection as the model holds it now."""
        model, selection = self.session.model, self.session.selection
        title, form = form_of(model, selection, mesh_files(self.session))
        self.title.setText(f"{tr('Inspector')} — {title}")
        if form != self._form or selection != self._selection:
            stays = selection == self._selection
            new = self._added(form) if stays else None
            self._form, self._selection = form, selection
            bar = self._area.verticalScrollBar()
            scrolled = bar.value() if stays else 0
            focus = QApplication.focusWidget()
            within = focus is not None and self.isAncestorOf(focus)
            self._build_and_keep_focus()
            if scrolled:
                if (page := self._area.widget()) is not None:
                    page.adjustSize()
                bar.setValue(scrolled)
            if new is not None and within:
                self.focus_field(new)
        problems = self.session.report.problems if self.session.report else ()
        for field in self.fields:
            field.show_value(model, problems)

    def focus_field(self, path: Path) -> None:
        """Give the keyboard to the field at a path, or to one that holds it."""
        for field in self.fields:
            places = field.row.places(self.session.model)
            if any(place and path[: len(place)] == place for place in places):
                field.focus()
                # What is wrong with it stands below: only when all is laid out is its place known.
                QTimer.singleShot(0, field, lambda field=field: self._show_whole(field))
                return

    def _show_whole(self, field: FieldWidget) -> None:
        """Scroll until a field can be seen with what stands below it."""
        self._area.ensureWidgetVisible(field, 0, MARGIN)

    def _added(self, form: Form) -> Path | None:
        """The first place of a section that an edit adds or renames, as an event: it is opened."""
        before = {section.title for section in self._form}
        new = [section for section in form if section.title not in before]
        if not before or len(new) != 1:
            return None
        self._open[new[0].title] = True
        return next((path for row in new[0].rows for path in row.paths), None)

    def _build_and_keep_focus(self) -> None:
        """A form made anew, as by another name of a coordinate, keeps the keyboard in its place."""
        focus = QApplication.focusWidget()
        held = [f.row.paths for f in self.fields if focus is not None and f.isAncestorOf(focus)]
        self._build()
        for field in self.fields:
            if field.row.paths in held:
                field.focus()

    def _build(self) -> None:
        for field in self.fields:
            if isinstance(field, TextField):
                field.forget()
        self.fields = []
        page = QWidget()
        column = below(within=page, margins=(0, 0, MARGIN_RIGHT, 8), spacing=10)
        for section in self._form:
            column.addWidget(self._section(section))
        column.addStretch(1)
        give_names(page)
        self.setFocusProxy(self.fields[0] if self.fields else self._area)
        old = self._area.takeWidget() if self._area.widget() else None
        self._area.setWidget(page)
        if old is not None:
            # The field whose commit led here is still in its own event.
            old.hide()
            QTimer.singleShot(0, old.deleteLater)

    def _section(self, section: Section) -> QWidget:
        box = QWidget()
        inner = QWidget(box)  # without a parent it would be shown as a window of its own
        column = below(within=box, margins=NONE, spacing=4)
        if section.title:
            column.addWidget(self._heading(section, inner))
        grid = QGridLayout(inner)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(6)
        grid.setHorizontalSpacing(SPACING)
        grid.setColumnMinimumWidth(0, LEAST_LABEL)
        grid.setColumnStretch(1, 1)
        room = self._room_beside(section.rows)
        for row in section.rows:
            self._add_row(grid, row, room)
        for action in section.actions:
            grid.addWidget(self._button(action), grid.rowCount(), 1)
        column.addWidget(inner)
        return box

    def _heading(self, section: Section, inner: QWidget) -> QToolButton:
        button = tool_button("", checkable=True)
        button.setProperty("role", "heading")

        def show(opened: bool) -> None:
            self._open[section.title] = opened
            button.setText(("▾ " if opened else "▸ ") + entry(section.title))
            inner.setVisible(opened)

        button.toggled.connect(show)
        opened = self._open.get(section.title, not section.folded)
        button.setChecked(opened)
        show(opened)
        return button

    def _room_beside(self, rows: tuple[FormRow, ...]) -> int:
        """Pixels for a field beside the labels of these rows."""
        wide = self._area.viewport().width() if self.isVisible() else LEAST - MARGIN_LEFT - 20
        labels = (self._label_width(row) for row in rows if row.sort not in _WITHOUT_LABEL)
        widest = max((width for width in labels if width <= LONGEST_LABEL), default=0)
        return wide - MARGIN_RIGHT - SPACING - max(widest, LEAST_LABEL)

    def _label_width(self, row: FormRow) -> int:
        return self.fontMetrics().horizontalAdvance(row.label) + 1

    def _add_row(self, grid: QGridLayout, row: FormRow, room: int) -> None:
        """The label before its field, or over it where one of both has no room there."""
        place = grid.rowCount()
        if row.sort is ValueSort.PROSE:
            field = ProseField(row, self._commit)
        else:
            field = make_field(row, lambda: self.session.model, self._commit)
        self.fields.append(field)
        if isinstance(field, TextField):
            attach(self.session, field)
        if isinstance(field, UnitField):
            field.choose_wanted.connect(self.unit_wanted)
        if row.sort in _WITHOUT_LABEL:
            grid.addWidget(field, place, 0, 1, 2)
            return
        label = SlimLabel(row.label, role="muted")
        set_note(label, row.help)
        if isinstance(field, TextField):
            Scrub(label, field, self.session)
        label.setContentsMargins(0, 5, 0, 0)
        longest = field.box.longest_width if isinstance(field, ChoiceField) else 0
        if longest > room or self._label_width(row) > LONGEST_LABEL:
            grid.addWidget(label, place, 0, 1, 2)
            grid.addWidget(field, place + 1, 0, 1, 2)
        else:
            grid.addWidget(label, place, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(field, place, 1)

    def _button(self, action: FormButton) -> QPushButton:
        if name := action.points:
            return push_button(tr(action.label), run=lambda: self.points_wanted.emit(name))
        return push_button(
            tr(action.label), run=lambda: self.session.edit(action.label, action.edit)
        )

    def _commit(self, row: FormRow, value: Any) -> bool:
        try:
            if row.value(self.session.model) == value:
                return True
        except (IndexError, KeyError):
            return True  # what was being typed belongs to an item that is gone
        follow = row.follow(value) if row.follow else ""
        done = self.session.edit(row.step, lambda model: row.changed(model, value))
        if done and follow:
            self.session.select({follow})
        return done


# --- A field for a text of several lines, as high as the text ----------------------------------


class ProseField(FieldWidget):
    """Commits when it is left; Escape brings the old text back."""

    def __init__(self, row: FormRow, commit: Commit) -> None:
        super().__init__(row)
        self._commit, self._kept = commit, ""
        self.edit = TextPage()
        self.edit.setObjectName("field_" + "_".join(map(str, row.paths[0])))
        self.edit.left.connect(self._finished)
        self.edit.given_up.connect(lambda: self._settle(self._kept))
        label = PlainLabel(row.label, role="muted")
        below(label, self.edit, within=self, margins=NONE, spacing=3)
        self.setFocusProxy(self.edit)

    def show_value(self, model: Model, problems: tuple[Problem, ...]) -> None:
        """The text, unless the user is typing."""
        value = self.row.value(model)
        text = "" if value is VARIOUS else str(value)
        if self.edit.hasFocus() and self.edit.toPlainText() != self._kept:
            return
        self._settle(text)

    def _settle(self, text: str) -> None:
        """Show a text that is kept: what was typed before cannot come back by undo."""
        self._kept = text
        if self.edit.toPlainText() != text:
            self.edit.setPlainText(text)
        self.edit.document().clearUndoRedoStacks()

    def _finished(self) -> None:
        text = self.edit.toPlainText()
        if text != self._kept and self._commit(self.row, text):
            self._settle(text)
