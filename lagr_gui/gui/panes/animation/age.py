"""Says over the picture that it shows the model before its last edits."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import beside
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import tr

MARGIN = 6


class Age(QWidget):
    """Lies at the upper edge of a picture, so that its coming and going moves nothing."""

    given_up = Signal()
    """The user would rather see the model as it is now."""

    def __init__(self, picture: QWidget) -> None:
        super().__init__(picture)
        self._picture = picture
        self.setObjectName("animation_age")
        words = SlimLabel(tr("Of the model before the last edit"), role="muted")
        self.renew = tool_button(
            tr("Show the new start"),
            tip=tr("Drop this motion and its curves; Run computes them anew."),
            run=self.given_up,
        )
        beside(words, self.renew, within=self, margins=(MARGIN, 2, 2, 2), spacing=MARGIN)
        self.hide()
        picture.installEventFilter(self)

    def tell(self, old: bool, renewable: bool) -> None:
        """Whether the picture is old; whether there is something newer that could be shown."""
        self.renew.setVisible(renewable)
        self.setVisible(old)
        self.adjustSize()
        self._stay()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the edge of the picture."""
        if event.type() == QEvent.Type.Resize:
            self._stay()
        return super().eventFilter(watched, event)

    def _stay(self) -> None:
        size = self.sizeHint()
        self.setGeometry(0, 0, min(size.width(), self._picture.width()), size.height())
