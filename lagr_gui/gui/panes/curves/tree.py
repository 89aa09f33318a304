"""A tree of curves with check boxes, which shows what fits what is typed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeWidget, QTreeWidgetItem

from lagr_gui.gui.panes.curves.branches import Leaf, SignalBranch
from lagr_gui.gui.widgets.plain import set_note

ENTRY = Qt.ItemDataRole.UserRole
MOST_OPEN = 12
"""Curves of a branch that is open by itself."""
RUBS = ("friction(", "slip(", "reserve(")
"""How curves of dry friction are written: they are at hand where an element rubs."""


class CurveTree(QTreeWidget):
    """Says what is chosen by its leaves; it changes no choice itself.

    What a branch holds is made when it is first looked into: there may be thousands of curves.
    """

    toggled = Signal(object, bool)
    """A leaf was checked, or no longer."""
    removed = Signal(object)
    """A leaf is to be removed (Delete)."""
    left = Signal()
    """The keyboard goes back to what is typed."""

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderHidden(True)
        self.setIndentation(12)
        self.setUniformRowHeights(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._shows: Callable[[Leaf], bool] = lambda _: False
        self._branches: tuple[SignalBranch, ...] = ()
        self._words = ""
        self._open: dict[str, bool] = {}
        self._filling = self._telling = False
        self.itemChanged.connect(self._change)
        self.itemExpanded.connect(lambda item: self._look_into(item, True))
        self.itemCollapsed.connect(lambda item: self._look_into(item, False))

    def show_branches(
        self, branches: Sequence[SignalBranch], shows: Callable[[Leaf], bool]
    ) -> None:
        """Offer these; `shows` tells which leaves are checked."""
        self._shows = shows
        if tuple(branches) != self._branches:
            self._branches = tuple(branches)
            self._renew()
        self._filling = True
        for item in self._every():
            self._check(item)
        self._filling = False

    def find(self, words: str) -> None:
        """Show only what holds these words, in the name of its branch or its own."""
        words = words.lower().strip()
        if words != self._words:
            self._words = words
            self._renew()

    @property
    def found(self) -> list[Leaf]:
        """The leaves that are offered now."""
        items = (item.data(0, ENTRY) for item in self._every())
        return [entry for entry in items if isinstance(entry, Leaf)]

    def begin(self) -> None:
        """Take the keyboard to the first leaf."""
        first = next((i for i in self._every() if isinstance(i.data(0, ENTRY), Leaf)), None)
        if first is not None:
            self.setCurrentItem(first)
            self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter checks as the space bar does; Delete removes; above the first row one types."""
        item = next(iter(self.selectedItems()), None)
        entry = item.data(0, ENTRY) if item is not None else None
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if item and isinstance(entry, Leaf):
                on = item.checkState(0) == Qt.CheckState.Checked
                item.setCheckState(0, Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)
            case Qt.Key.Key_Delete | Qt.Key.Key_Backspace if isinstance(entry, Leaf):
                self.removed.emit(entry)
            case Qt.Key.Key_Up if item is None or item is self.topLevelItem(0):
                self.left.emit()
            case _:
                super().keyPressEvent(event)

    # --- what it is made of ------------------------------------------------------------------

    def _renew(self) -> None:
        """Build the tree anew, but later while an item tells that it was checked: it must stay."""
        if self._telling:
            QTimer.singleShot(0, self, self._build)
        else:
            self._build()

    def _build(self) -> None:
        self._filling = True
        place = self.verticalScrollBar().value()
        self.clear()
        self._add(self.invisibleRootItem(), self._fitting(self._branches))
        self.verticalScrollBar().setValue(place)
        self._filling = False

    def _fitting(self, entries: Collection[SignalBranch | Leaf]) -> list[SignalBranch | Leaf]:
        """As much of some entries as holds what is looked for."""
        if not self._words:
            return list(entries)
        fitting: list[SignalBranch | Leaf] = []
        for entry in entries:
            if isinstance(entry, Leaf):
                if self._words in f"{entry.words}\n{entry.text}".lower():
                    fitting.append(entry)
            elif self._words in entry.title.lower():
                fitting.append(entry)
            elif inner := self._fitting(entry.entries):
                fitting.append(SignalBranch(entry.title, tuple(inner)))
        return fitting

    def _add(self, parent: QTreeWidgetItem, entries: Collection[SignalBranch | Leaf]) -> None:
        for entry in entries:
            item = QTreeWidgetItem(parent)
            item.setData(0, ENTRY, entry)
            if isinstance(entry, Leaf):
                self._dress(item, entry)
                continue
            item.setText(0, entry.title)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            font = item.font(0)
            font.setBold(parent is self.invisibleRootItem())
            item.setFont(0, font)
            item.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
            if self._is_open(item, entry):
                self._fill(item)
                item.setExpanded(True)

    def _dress(self, item: QTreeWidgetItem, leaf: Leaf) -> None:
        item.setText(0, leaf.words)
        enabled = Qt.ItemFlag.ItemIsEnabled if leaf.known else Qt.ItemFlag.NoItemFlags
        item.setFlags(enabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
        if leaf.words != leaf.text:
            set_note(item, 0, leaf.text)
        self._check(item)

    def _check(self, item: QTreeWidgetItem) -> None:
        if isinstance(leaf := item.data(0, ENTRY), Leaf):
            on = self._shows(leaf)
            item.setCheckState(0, Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def _fill(self, item: QTreeWidgetItem) -> None:
        branch = item.data(0, ENTRY)
        if isinstance(branch, SignalBranch) and not item.childCount():
            self._add(item, branch.entries)

    def _is_open(self, item: QTreeWidgetItem, branch: SignalBranch) -> bool:
        """As the user left it; else where curves are shown, or what rubs, if these are not many."""
        if self._words:
            return True
        usual = any(self._shows(leaf) or leaf.text.startswith(RUBS) for leaf in branch.leaves)
        return self._open.get(_way(item), usual and len(branch.entries) <= MOST_OPEN)

    def _look_into(self, item: QTreeWidgetItem, opened: bool) -> None:
        if self._filling:
            return
        self._filling = True
        if opened:
            self._fill(item)
        self._filling = False
        if not self._words:
            self._open[_way(item)] = opened

    def _every(self) -> list[QTreeWidgetItem]:
        """All items that there are so far."""
        items: list[QTreeWidgetItem] = []
        pending = [self.topLevelItem(n) for n in reversed(range(self.topLevelItemCount()))]
        while pending:
            item = pending.pop()
            if item is not None:
                items.append(item)
                pending += [item.child(n) for n in reversed(range(item.childCount()))]
        return items

    def _change(self, item: QTreeWidgetItem) -> None:
        leaf = item.data(0, ENTRY)
        if not self._filling and isinstance(leaf, Leaf):
            self._telling = True
            self.toggled.emit(leaf, item.checkState(0) == Qt.CheckState.Checked)
            self._telling = False


def _way(item: QTreeWidgetItem | None) -> str:
    """The titles that lead to a branch."""
    titles: list[str] = []
    while item is not None:
        titles.append(item.text(0))
        item = item.parent()
    return "\n".join(reversed(titles))
