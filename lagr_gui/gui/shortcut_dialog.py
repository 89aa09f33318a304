"""A dialog in which shortcuts are changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from lagr_gui.gui import shortcuts
from lagr_gui.gui.actions import ACTIONS, Action
from lagr_gui.gui.widgets.accessible import give_names
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import tr

_NAME = Qt.ItemDataRole.UserRole


class ShortcutDialog(QDialog):
    """Choose an action, press keys; who has them already is told before they are taken."""

    def __init__(self, parent: QWidget, changed: Callable[[], None]) -> None:
        super().__init__(parent)
        self._changed = changed
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.resize(620, 620)
        self.search = QLineEdit(placeholderText=tr("Search…"), clearButtonEnabled=True)
        self.search.textChanged.connect(self._narrow)
        self.list = QTreeWidget(columnCount=2)
        self.list.setObjectName("shortcuts")
        self.list.setRootIsDecorated(False)
        self.list.setHeaderLabels([tr("Action"), tr("Shortcut")])
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.currentItemChanged.connect(lambda *_: self._begin())
        self.keys = QKeySequenceEdit()
        self.keys.setMaximumSequenceLength(1)
        self.keys.setObjectName("shortcut_keys")
        self.keys.setAccessibleName(tr("New shortcut: press the keys"))
        self.keys.editingFinished.connect(self._typed)
        self.words = PlainLabel(wordWrap=True, role="muted")
        self.take = push_button(tr("Take it all the same"), run=self._take, name="shortcut_take")
        self._fill()
        self._lay_out()
        give_names(self)

    def _lay_out(self) -> None:
        none = push_button(tr("No shortcut"), run=lambda: self._choose(""), name="shortcut_none")
        usual = push_button(tr("As it was"), run=self._usual, name="shortcut_usual")
        row = beside(PlainLabel(tr("New shortcut:")), (self.keys, 1), none, usual)
        taking = beside((self.words, 1), self.take)
        everything = push_button(tr("All as they were"), run=self._reset, name="shortcut_reset")
        buttons = beside(everything, 1, push_button(tr("Close"), run=self.accept))
        below(self.search, (self.list, 1), row, taking, buttons, within=self, spacing=8)

    def _fill(self) -> None:
        self.list.clear()
        for action in ACTIONS:
            where = [tr(part) for part in action.menu.split("/") if part]
            item = QTreeWidgetItem(self.list, [" › ".join([*where, tr(action.title)]), ""])
            item.setData(0, _NAME, action.name)
        self._show()
        self.choose_action(ACTIONS[0].name)

    def _show(self) -> None:
        """The shortcuts as they are now; what was changed is bold."""
        keys = shortcuts.shortcuts()
        usual = {action.name: shortcuts.usual(action) for action in ACTIONS}
        for place in range(self.list.topLevelItemCount()):
            if (item := self.list.topLevelItem(place)) is not None:
                name = item.data(0, _NAME)
                item.setText(1, keys[name])
                font = item.font(1)
                font.setBold(shortcuts.written(keys[name]) != shortcuts.written(usual[name]))
                item.setFont(1, font)

    def choose_action(self, name: str) -> None:
        """Select the row of an action."""
        for place in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(place)
            if item is not None and item.data(0, _NAME) == name:
                self.list.setCurrentItem(item)

    def _narrow(self, text: str) -> None:
        for place in range(self.list.topLevelItemCount()):
            if (item := self.list.topLevelItem(place)) is not None:
                shown = f"{item.text(0)} {item.text(1)}".casefold()
                item.setHidden(text.strip().casefold() not in shown)

    @property
    def _action(self) -> Action | None:
        chosen: QTreeWidgetItem | None = self.list.currentItem()
        name = chosen.data(0, _NAME) if chosen else ""
        return next((action for action in ACTIONS if action.name == name), None)

    def _begin(self) -> None:
        action = self._action
        keys = shortcuts.shortcuts()
        self.keys.setKeySequence(QKeySequence(keys[action.name] if action else ""))
        self._say("")

    def _typed(self) -> None:
        action, keys = self._action, self._pressed
        if action is None or not keys or keys == shortcuts.shortcuts()[action.name]:
            return
        name, words = shortcuts.owner(keys, action.name)
        if not words:
            self._choose(keys)
        elif name:
            text = tr("{keys} is the shortcut of “{action}”.").format(keys=keys, action=words)
            self._say(text, take=True)
        else:
            text = tr("{keys} stays a key of the drawing: {what}.").format(keys=keys, what=words)
            self._say(text)

    @property
    def _pressed(self) -> str:
        form = QKeySequence.SequenceFormat.PortableText
        return self.keys.keySequence().toString(form)

    def _take(self) -> None:
        """Take the keys from the action that has them."""
        if (action := self._action) is not None:
            keys = self._pressed
            name, _ = shortcuts.owner(keys, action.name)
            shortcuts.choose({name: "", action.name: keys})
            self._done()

    def _choose(self, keys: str) -> None:
        if (action := self._action) is not None:
            shortcuts.choose({action.name: keys})
            self._done()

    def _usual(self) -> None:
        action = self._action
        if action is None:
            return
        keys = shortcuts.written(shortcuts.usual(action))
        if keys and (words := shortcuts.owner(keys, action.name)[1]):
            self.keys.setKeySequence(QKeySequence(keys))
            text = tr("{keys} is the shortcut of “{action}”.").format(keys=keys, action=words)
            self._say(text, take=True)
        else:
            self._choose(keys)

    def _reset(self) -> None:
        shortcuts.reset()
        self._done()

    def _done(self) -> None:
        self._show()
        self._begin()
        self._changed()

    def _say(self, text: str, take: bool = False) -> None:
        self.words.setText(text)
        mark(self.words, "role", "error" if text else "muted")
        self.take.setVisible(take)
