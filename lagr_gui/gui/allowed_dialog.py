"""A dialog with the units of FMI that may run, from which leave is withdrawn."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from lagr_gui.gui.allowed_units import allowed_units, withdraw_unit
from lagr_gui.gui.widgets.accessible import give_names
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.words import tr


class AllowedUnits(QDialog):
    """Each with its file, as that was called when it was allowed, and its SHA-256."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Programs that may run"))
        self.resize(720, 320)
        self.list = QTreeWidget(columnCount=2)
        self.list.setObjectName("allowed_units")
        self.list.setRootIsDecorated(False)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHeaderLabels([tr("File"), "SHA-256"])
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.words = PlainLabel(wordWrap=True, role="muted")
        self.withdraw = push_button(tr("Withdraw"), run=self._withdraw, name="withdraw_unit")
        close = push_button(tr("Close"), run=self.accept)
        buttons = beside(self.withdraw, 1, close)
        below(self.words, (self.list, 1), buttons, within=self, spacing=8)
        self._fill()
        give_names(self)

    def _fill(self) -> None:
        units = allowed_units()
        self.list.clear()
        for mark, file in units.items():
            item = QTreeWidgetItem(self.list, [file, mark])
            for column, text in enumerate((file, mark)):
                set_note(item, column, text)
        if (first := self.list.topLevelItem(0)) is not None:
            self.list.setCurrentItem(first)
        self.withdraw.setEnabled(bool(units))
        self.words.setText(
            tr("Controllers of models in files with this content run when such a model moves.")
            if units
            else tr("No controller in a file may run without a question.")
        )

    def _withdraw(self) -> None:
        for item in self.list.selectedItems():
            withdraw_unit(item.text(1))
        self._fill()
