"""The menu of curves: one part for each group, one for the axes of reactions."""

from __future__ import annotations

from PySide6.QtCore import Signal as QtSignal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from lagr_gui.gui.panes.curves.choice import CurveChoice
from lagr_gui.gui.panes.curves.signals import Signal
from lagr_gui.gui.widgets.plain import entry
from lagr_gui.gui.widgets.staying_menu import StayingMenu
from lagr_gui.gui.words import tr

AXES = {
    "space": "Axes of space",
    "parent": "Axes of the first body",
    "child": "Axes of the second body",
    "joint": "Axes of the joint",
}
"""Words for the axes in which reactions are shown."""


class CurvesMenu(StayingMenu):
    """Says what is chosen by its signals; it does not change the choice."""

    chosen = QtSignal(str, bool)
    axes_chosen = QtSignal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parts: list[QMenu] = []

    def fill(self, choice: CurveChoice) -> None:
        """Offer what can be chosen now."""
        for part in self._parts:
            part.deleteLater()
            part.setParent(None)
        self._parts = []
        self.clear()
        for title, group in choice.groups.items():
            self._fill_part(self._part(self, title), group, choice)
        if any(signal.group == "force" for group in choice.groups.values() for signal in group):
            self._fill_axes(self._part(self, tr("Axes of reactions")), choice)

    def _fill_part(self, menu: QMenu, group: list[Signal], choice: CurveChoice) -> None:
        """A part for each joint, which has several components; other curves one after another."""
        joints: dict[str, QMenu] = {}
        for signal in group:
            if signal.group in ("force", "moment") and signal.item not in joints:
                joints[signal.item] = self._part(menu, signal.item)
            action = joints.get(signal.item, menu).addAction(entry(signal.entry))
            action.setCheckable(True)
            action.setChecked(choice.shows(signal))
            action.toggled.connect(lambda on, key=signal.key: self.chosen.emit(key, on))

    def _fill_axes(self, menu: QMenu, choice: CurveChoice) -> None:
        group = QActionGroup(menu)
        for axes, words in AXES.items():
            action = menu.addAction(tr(words))
            action.setCheckable(True)
            action.setChecked(axes == choice.axes)
            action.triggered.connect(lambda _, axes=axes: self.axes_chosen.emit(axes))
            group.addAction(action)

    def _part(self, menu: QMenu, title: str) -> QMenu:
        part = StayingMenu(self, entry(title))
        menu.addMenu(part)
        self._parts.append(part)
        return part
