"""Dialogs about earlier states: kept versions to open, and how a drawing differs from its file."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QDateTime, QLocale
from PySide6.QtWidgets import QDialog, QPushButton, QTreeWidget, QTreeWidgetItem, QWidget

from lagr_gui.editing.changes import Difference
from lagr_gui.editing.kept import Kept
from lagr_gui.extension import VersionUse, extensions
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import language, tr

USES = tuple(use for each in extensions() for use in each.versions)
"""What can be done with a version beside opening it."""


class EarlierVersions(QDialog):
    """The list; `chosen` is the version that is wanted after it was accepted.

    `use` tells what to do with it, where it is not to be opened.
    """

    def __init__(self, parent: QWidget, versions: list[Kept]) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Earlier versions"))
        self.resize(760, 440)
        self._versions = versions
        self.list = QTreeWidget()
        self.list.setRootIsDecorated(False)
        self.list.setObjectName("earlier_versions")
        self.list.setHeaderLabels([tr("Kept"), tr("Drawing"), tr("File")])
        for version in versions:
            self.list.addTopLevelItem(_row(version))
        for column, width in enumerate((180, 180)):
            self.list.setColumnWidth(column, width)
        self.list.itemActivated.connect(lambda *_: self.accept())
        if first := self.list.topLevelItem(0):
            self.list.setCurrentItem(first)
        self.open_it = push_button(tr("Open as a new drawing"), name="open_earlier")
        self.open_it.setDefault(True)
        self.open_it.setEnabled(bool(versions))
        self.open_it.clicked.connect(self.accept)
        self.use: VersionUse | None = None
        self._lay_out()

    @property
    def chosen(self) -> Kept | None:
        """The version that is selected."""
        at = self.list.indexOfTopLevelItem(self.list.currentItem())
        return self._versions[at] if at >= 0 else None

    def _button(self, use: VersionUse) -> QPushButton:
        button = push_button(
            tr(use.button), run=partial(self._choose, use), name=f"{use.name}_earlier"
        )
        button.setEnabled(bool(self._versions))
        return button

    def _choose(self, use: VersionUse) -> None:
        self.use = use
        self.accept()

    def _lay_out(self) -> None:
        text = tr("The last ten versions of every drawing are kept for a week.")
        words = PlainLabel(text)
        close = push_button(tr("Close"), run=self.reject)
        buttons = beside(1, self.open_it, *map(self._button, USES), close)
        below(words, self.list, buttons, within=self)


def moment(version: Kept) -> str:
    """When a version was kept, in words."""
    then = QDateTime.fromSecsSinceEpoch(int(version.saved_at))
    return QLocale(language()).toString(then, QLocale.FormatType.ShortFormat)


def _row(version: Kept) -> QTreeWidgetItem:
    origin = version.origin
    path = str(origin.path) if origin.path else ""
    return QTreeWidgetItem([moment(version), origin.title or tr("Untitled"), path])


class DifferenceTable(QDialog):
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
