"""Where the panes of the window stand at first, and how large they are."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

LEFT = 200
"""Width (pixels) of the palette."""

LEFT_AREA = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT_AREA = Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM_AREA = Qt.DockWidgetArea.BottomDockWidgetArea
AREAS = {
    "palette": LEFT_AREA,
    "parameters": LEFT_AREA,
    "inspector": RIGHT_AREA,
    "problems": RIGHT_AREA,
}
"""Panes that do not stand below the drawing."""


def build_docks(
    window: QMainWindow, panes: Mapping[str, tuple[str, QWidget]]
) -> dict[str, QDockWidget]:
    """Put titled panes around the drawing; the docks by the names of the panes."""
    window.setCorner(Qt.Corner.BottomLeftCorner, LEFT_AREA)
    window.setCorner(Qt.Corner.BottomRightCorner, BOTTOM_AREA)
    docks = {name: _dock(window, name, *titled) for name, titled in panes.items()}
    window.tabifyDockWidget(docks["simulation"], docks["modes"])
    window.tabifyDockWidget(docks["modes"], docks["response"])
    window.tabifyDockWidget(docks["response"], docks["inverse"])
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


def _dock(window: QMainWindow, name: str, title: str, pane: QWidget) -> QDockWidget:
    dock = QDockWidget(title, window)
    dock.setObjectName(f"dock_{name}")
    dock.setTitleBarWidget(QWidget())  # each pane has a heading of its own
    dock.setWidget(pane)
    window.addDockWidget(AREAS.get(name, BOTTOM_AREA), dock)
    return dock
