"""The strip of tools at the left edge of the sketch."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton, QWidget

from lagr_gui.gui.panes.glyphs import glyph_icon
from lagr_gui.gui.sketch.tools import TOOLS
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import below
from lagr_gui.gui.words import tr

GLYPH = QSize(26, 18)


class ToolStrip(QFrame):
    """One button for each tool; the letters of the tools are for the sketch itself."""

    chosen = Signal(str)

    def __init__(self, sketch: QWidget) -> None:
        super().__init__(sketch)
        self.setProperty("role", "strip")
        group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        for tool in TOOLS:
            tip = f"{tr(tool.title)}  ({tool.letter})\n{tr(tool.hint)}"
            button = tool_button("", tip, checkable=True, name=f"tool_{tool.name}")
            button.setIconSize(GLYPH)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _=False, name=tool.name: self.chosen.emit(name))
            group.addButton(button)
            self.buttons[tool.name] = button
        below(*self.buttons.values(), within=self, margins=(3, 4, 3, 4), spacing=1)
        theme_changed().connect(self._paint)
        self._paint()
        self.adjustSize()
        self.move(8, 8)

    def show_tool(self, name: str) -> None:
        """Mark the tool that is held."""
        self.buttons[name].setChecked(True)

    def _paint(self) -> None:
        for tool in TOOLS:
            self.buttons[tool.name].setIcon(glyph_icon(tool.glyph, theme().color("text"), GLYPH))
