"""What is said at the lower edge of the sketch."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.sketch.tools import SELECT, DrawingTool
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import tr

BAR = 24
"""Its height, pixels: the picture ends above it, and only a text of several lines covers any."""


class SketchHint(PlainLabel):
    """Tells what a tool is for, or what was to be said of the drawing as it was then."""

    def __init__(self, session: Session, sketch: QWidget) -> None:
        super().__init__("", sketch, wordWrap=True, role="hint")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._session, self._sketch = session, sketch
        self._of = session.model

    @property
    def outlived(self) -> bool:
        """Whether the drawing has changed since something was said."""
        return self._of is not self._session.model

    def say(self, text: str, tool: DrawingTool) -> None:
        """Say a text; what the tool is for when there is none."""
        self._of = self._session.model
        empty = tool is SELECT and not self._of.bodies
        first = tr("Take a tool on the left, or type its letter: R draws a rod.") if empty else ""
        self.setText(text or first or tr(tool.hint))
        self.place()

    def place(self) -> None:
        """Stand below the picture, over its whole width."""
        wide = self._sketch.width()
        high = max(self.heightForWidth(wide), BAR)
        self.setGeometry(0, self._sketch.height() - high, wide, high)
