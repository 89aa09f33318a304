"""The strip of tools at the left edge of the sketch."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QToolButton, QWidget

from lagr_gui.gui.panes.glyphs import glyph_icon
from lagr_gui.gui.sketch.pointer.tools import TOOLS
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.words import tr

GLYPH = QSize(26, 18)


BELOW = 68
"""Pixels below the tools, where the directions of space are drawn."""


class ToolStrip(QFrame):
    """One button for each tool; the letters of the tools are for the sketch itself."""

    chosen = Signal(str)

    def __init__(self, sketch: QWidget) -> None:
        super().__init__(sketch)
        self.setProperty("role", "strip")
        group = self._group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        for tool in TOOLS:
            tip = f"{tr(tool.title)}  ({tool.letter})\n{tr(tool.hint)}"
            button = tool_button("", tip, checkable=True, name=f"tool_{tool.name}")
            button.setIconSize(GLYPH)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _=False, name=tool.name: self.chosen.emit(name))
            group.addButton(button)
            self.buttons[tool.name] = button
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(3, 4, 3, 4)
        self._grid.setSpacing(1)
        self._columns, self._folds, self._folded = 0, False, False
        theme_changed().connect(self._paint)
        self._paint()
        self.move(8, 8)
        self.fit(self.sizeHint().toTuple())

    def fit(self, room: tuple[float, float]) -> None:
        """Stand in as few columns as there is room for beside each other in a height.

        Where that were more than half of the width, only the tool that is held is seen until the
        pointer comes.
        """
        width, height = room
        size = next(iter(self.buttons.values())).sizeHint()
        high = size.height() + 1
        rows = max(int(height - 2 * 8 - 8 - BELOW) // high, 1)
        columns = ceil(len(self.buttons) / rows)
        folds = 2 * columns * size.width() > width
        if (columns, folds) == (self._columns, self._folds):
            return
        self._columns, self._folds = columns, folds
        for place, button in enumerate(self.buttons.values()):
            row, column = divmod(place, columns)
            self._grid.addWidget(button, row, column)
        self._fold(folds)

    def _fold(self, folded: bool) -> None:
        """Show the tool that is held alone, or all of them."""
        self._folded = folded
        held = self._group.checkedButton() or next(iter(self.buttons.values()))
        for button in self.buttons.values():
            button.setVisible(not folded or button is held)
        self._grid.activate()
        self.adjustSize()
        self.raise_()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show all tools to the pointer."""
        self._fold(False)

    def leaveEvent(self, event: QEvent) -> None:
        """Give the room back to the sketch."""
        self._fold(self._folds)

    def show_tool(self, name: str) -> None:
        """Mark the tool that is held; none for one that comes from the palette alone."""
        self._group.setExclusive(name in self.buttons)
        for other, button in self.buttons.items():
            button.setChecked(other == name)
        if self._folded:
            self._fold(True)

    def _paint(self) -> None:
        for tool in TOOLS:
            self.buttons[tool.name].setIcon(glyph_icon(tool.picture, theme().color("text"), GLYPH))
