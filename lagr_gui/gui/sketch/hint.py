"""What is said at the lower edge of the sketch, and in its middle while it is empty."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.sketch.tools import SELECT, DrawingTool
from lagr_gui.gui.theme import theme
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
        said = text or first or tr(tool.hint)
        if said != self.text():  # while a body is led the same is said for every picture
            self.setText(said)
            self.place()

    def place(self) -> None:
        """Stand below the picture, over its whole width."""
        wide = self._sketch.width()
        high = max(self.heightForWidth(wide), BAR)
        self.setGeometry(0, self._sketch.height() - high, wide, high)


def write_in_middle(painter: QPainter, size: tuple[float, float], tools: QRect, text: str) -> None:
    """Write a text where the mechanism would be: beside the tools, or below wide ones."""
    left, top = (tools.right(), 0) if 2 * tools.right() < size[0] else (0, tools.bottom())
    painter.setPen(theme().color("muted"))
    box = QRectF(left, top, size[0] - left, size[1] - top)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)
