"""What all plots have in common: their paper, their axes and what a click on them means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QPointF

from lagr_gui.gui.theme import theme

FAINT = 0.25
"""How much of a grid is seen."""


class BasePlot(pg.PlotWidget):
    """A plot without the menus and buttons of pyqtgraph."""

    def __init__(self, least: int, **parts: Any) -> None:
        """`least` is its height (pixels) at least, `parts` are its axes and its field."""
        super().__init__(**parts)
        self.item: Any = self.getPlotItem()
        self.setMinimumHeight(least)
        self.setMenuEnabled(False)
        self.item.hideButtons()
        self.showGrid(x=True, y=True, alpha=FAINT)

    def place_of(self, click: MouseClickEvent) -> QPointF:
        """Where a click is, in the units of the axes."""
        return self.item.vb.mapSceneToView(click.scenePos())

    def remove(self, items: Iterable[pg.GraphicsObject]) -> None:
        """Take curves or marks away."""
        for item in items:
            self.item.removeItem(item)

    def paint_ground(self) -> None:
        """Give paper and axes the colours of the theme."""
        colors = theme()
        self.setBackground(colors.paper)
        for side in ("left", "bottom"):
            axis = self.item.getAxis(side)
            axis.setPen(colors.line)
            axis.setTextPen(colors.muted)
