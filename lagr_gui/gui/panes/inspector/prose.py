"""A field for a text of several lines, as high as the text."""

from __future__ import annotations

from lagr_gui.gui.panes.inspector.fields import Commit, FieldWidget
from lagr_gui.gui.panes.inspector.rows import VARIOUS, FormRow
from lagr_gui.gui.widgets.laying import NONE, below
from lagr_gui.gui.widgets.page import TextPage
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.model import Model
from lagr_gui.problem import Problem


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
