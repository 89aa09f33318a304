"""The field for lines that a sheet leaves out: those that stand in it are made and shown."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from lagr_gui.analysis.equations.structured import line_name
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import in_words, tr
from lagr_gui.mechanics.sheets.sheet import STRUCTURED, numbers

EXAMPLE = "Gamma3,2,1; g2,1"


class LeftOutLines(QWidget):
    """Says which single lines of g and Γ are shown besides, and asks for others."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.field = QLineEdit(placeholderText=EXAMPLE, clearButtonEnabled=True)
        self.field.setObjectName("equations_lines")
        self.field.setMinimumWidth(50)
        set_note(
            self.field,
            tr(
                "Lines that are left out are made by their names, with ; between them: {example}"
            ).format(example=EXAMPLE),
        )
        self.field.editingFinished.connect(lambda: self._ask(self.field.text()))
        self.told = PlainLabel(wordWrap=True, role="muted")
        self.told.setObjectName("equations_lines_told")
        title = SlimLabel(tr("Lines that are left out:"), shy=True, role="muted")
        below(
            beside(title, (self.field, 1), spacing=6),
            self.told,
            within=self,
            margins=NONE,
            spacing=2,
        )

    def refresh(self, offered: bool) -> None:
        """Show what is asked for, and what of it there is, where lines are left out."""
        sheet, lines = self.session.derivation.sheet, self.session.chosen.lines
        self.setVisible(offered and sheet is not None and bool(sheet.left_out))
        if not self.field.hasFocus() or not self.field.isModified():
            self.field.setText("; ".join(lines))
        self._tell(self._missing if lines and self.session.derivation.finished else "")

    def add(self, text: str) -> None:
        """Ask for the line with a name that was looked for, if it is left out."""
        try:
            symbol, _ = line_name(text)
        except LagrError:
            return
        sheet = self.session.derivation.sheet
        if sheet is not None and symbol in sheet.left_out:
            self._ask("; ".join((*self.session.chosen.lines, text)))

    def _ask(self, text: str) -> None:
        texts = (line.strip() for line in text.split(";"))
        try:
            names = [line_name(line) for line in texts if line]
        except LagrError as error:
            self._tell(str(in_words(error.problems[0])))
            return
        self.field.setModified(False)
        lines = tuple(dict.fromkeys(f"{symbol}{numbers(indices)}" for symbol, indices in names))
        if lines != self.session.chosen.lines:
            self.session.show_equations(form=STRUCTURED, lines=lines)
        else:
            self.refresh(self.isVisible())

    @property
    def _missing(self) -> str:
        """Which of the lines are not there."""
        sheet = self.session.derivation.sheet
        lines = {(entry.symbol, entry.indices) for entry in sheet.entries} if sheet else set()
        missing = [line for line in self.session.chosen.lines if line_name(line) not in lines]
        text = tr("{names}: zero, or there is no such line.")
        return text.format(names="; ".join(missing)) if missing else ""

    def _tell(self, text: str) -> None:
        self.told.setText(text)
        self.told.setVisible(bool(text))
