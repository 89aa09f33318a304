"""What is said at the lower edge of the sketch."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.sketch.tools import SELECT, DrawingTool
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import tr

UP = 22
"""Its distance from the lower edge, pixels: the numbers of the axis stand below."""


class SketchHint(PlainLabel):
    """Tells what a tool is for, or what was to be said of the drawing as it was then."""

    def __init__(self, session: Session, sketch: QWidget) -> None:
        super().__init__("", sketch, role="muted")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._session, self._sketch = session, sketch
        self._of = session.model
        self._left = 0

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
        self.place(self._left)

    def place(self, left: int) -> None:
        """Stand at the lower edge, so far to the right."""
        self._left = left
        self.adjustSize()
        self.move(left, self._sketch.height() - self.height() - UP)
