"""A program that gives a file away by drag and drop, as a file manager does.

It would rather have the file moved; what became of it is written to standard output.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

PLACE = (20, 700, 60, 60)
"""Left, top, width, height on the screen."""


class Giver(QWidget):
    """A small window above all others; who pulls from it pulls the file."""

    def __init__(self, path: str) -> None:
        super().__init__(
            None, Qt.WindowType.WindowStaysOnTopHint | Qt.WindowType.FramelessWindowHint
        )
        self.path, self.seen = path, False
        self.setGeometry(*PLACE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """It can be seen, so it can be pulled from."""
        if not self.seen:
            self.seen = True
            print("ready", flush=True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The drag begins with the first movement."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(self.path)])
        drag = QDrag(self)
        drag.setMimeData(data)
        actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
        start = drag.exec
        print(start(actions, Qt.DropAction.MoveAction).name, flush=True)


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    giver = Giver(sys.argv[1])
    giver.show()
    loop = application.exec
    sys.exit(loop())
