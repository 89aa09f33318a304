"""Shows in what a drawing differs from its file."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QTreeWidget, QTreeWidgetItem, QWidget

from lagr_gui.editing.differences import Difference
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import tr


class Comparison(QDialog):
    """A table of differences: place, value in the drawing, value in the file."""

    def __init__(self, parent: QWidget, name: str, differences: list[Difference]) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Compare"))
        self.resize(760, 420)
        self.table = QTreeWidget()
        self.table.setRootIsDecorated(False)
        self.table.setHeaderLabels([tr("Place"), tr("In this drawing"), tr("In the file")])
        for entry in differences:
            self.table.addTopLevelItem(QTreeWidgetItem([entry.place, entry.here, entry.there]))
        for column in (0, 1):
            self.table.setColumnWidth(column, 250)
        same = tr("The drawing and “{name}” are the same.")
        several = tr("In this the drawing and “{name}” differ:")
        words = PlainLabel((several if differences else same).format(name=name))
        close = push_button(tr("Close"), run=self.accept)
        below(words, self.table, close, within=self)
