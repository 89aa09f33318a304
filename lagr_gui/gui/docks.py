"""Where the panes of the window stand at first, and how large they are."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from lagr_gui.gui.panes import DOCKED, Pane
from lagr_gui.gui.words import tr

LEFT = 200
"""Width (pixels) of the palette."""

AREAS = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "below": Qt.DockWidgetArea.BottomDockWidgetArea,
}
KEPT = (
    ("equations", Qt.Orientation.Vertical),
    ("equations", Qt.Orientation.Horizontal),
    ("animation", Qt.Orientation.Horizontal),
)
"""Panes that keep their part of the height or width of the window."""


def build_docks(window: QMainWindow, widgets: Mapping[str, QWidget]) -> dict[str, QDockWidget]:
    """Put `DOCKED` around the drawing; docks by the names of the panes, as their widgets are."""
    window.setCorner(Qt.Corner.BottomLeftCorner, AREAS["left"])
    window.setCorner(Qt.Corner.BottomRightCorner, AREAS["below"])
    docks = {pane.name: _dock(window, pane, widgets[pane.name]) for pane in DOCKED}
    for pane in DOCKED:
        if pane.behind:
            window.tabifyDockWidget(docks[pane.behind], docks[pane.name])
    for pane in DOCKED:
        docks[pane.name].setVisible(not pane.called)
    docks["simulation"].raise_()
    vertical, horizontal = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
    window.resizeDocks([docks["palette"], docks["parameters"]], [600, 300], vertical)
    window.resizeDocks([docks["inspector"], docks["problems"]], [330, 90], vertical)
    docks["palette"].widget().setMinimumWidth(LEFT)  # else panes overlap in the smallest window
    window.resizeDocks([docks["palette"], docks["inspector"]], [LEFT, 330], horizontal)
    below = [docks["equations"], docks["simulation"], docks["animation"]]
    window.resizeDocks(below, [600, 440, 400], horizontal)
    window.resizeDocks([docks["equations"]], [480], vertical)
    return docks


class Shares(QObject):
    """Parts of the window that panes keep when it gets smaller or larger.

    Left alone, Qt gives all that is won to the drawing.  A pane that is resized while the
    window stays as it is was pulled by the user, which makes a new part.
    """

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
        super().__init__(window)
        self._window, self._size = window, window.size()
        self._parts: dict[tuple[QDockWidget, Qt.Orientation], float] = {}
        for name, way in KEPT:
            docks[name].installEventFilter(self)
            self._parts[docks[name], way] = 0.0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the part of a pane that the user pulls."""
        if event.type() == QEvent.Type.Resize and self._window.size() == self._size:
            for (dock, way), part in self._parts.items():
                size, whole = _along(way, dock.size()), _along(way, self._size)
                if dock is watched and abs(size - part * whole) > 1:  # else it was rounded
                    self._parts[dock, way] = size / whole
        return super().eventFilter(watched, event)

    def keep(self) -> None:
        """The window has another size: give the panes their parts of it."""
        self._size = self._window.size()
        for (dock, way), part in self._parts.items():
            if part and dock.isVisible():
                self._window.resizeDocks([dock], [round(part * _along(way, self._size))], way)


def _along(way: Qt.Orientation, size: QSize) -> int:
    return size.height() if way == Qt.Orientation.Vertical else size.width()


def _dock(window: QMainWindow, pane: Pane, widget: QWidget) -> QDockWidget:
    dock = QDockWidget(tr(pane.title), window)
    dock.setObjectName(f"dock_{pane.name}")
    dock.setTitleBarWidget(QWidget())  # each pane has a heading of its own
    dock.setWidget(widget)
    window.addDockWidget(AREAS[pane.area], dock)
    return dock
