"""Colours, pens and polygons of the animation."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.theme import Theme
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.seeing import DISTANT, near_chain, near_point


@dataclass(frozen=True)
class Options:
    """What is shown besides the bodies; with `follow` the view goes along with them.

    In space it goes with one `body`, from `behind` along its path, over a `floor` on which `ticks`
    stand.
    """

    trails: bool = True
    velocities: bool = False
    names: bool = False
    coordinates: bool = False
    follow: bool = False
    perspective: bool = False
    floor: bool = True
    ticks: bool = True
    behind: bool = False
    body: int = 0
    trail_seconds: float = 1.5


@dataclass(frozen=True)
class SceneLook:
    """Theme and emphasis: keys of items that are selected, belong together or are at fault."""

    theme: Theme
    selected: Collection[str] = ()
    warm: Collection[str] = ()
    faulty: Collection[str] = ()

    def body(self, figure: Figure) -> QColor:
        """The full colour of a body."""
        chosen = QColor(figure.color) if figure.color else QColor()
        curves = self.theme.curves
        return chosen if chosen.isValid() else QColor(curves[figure.index % len(curves)])

    def edge(self, key: str, usual: QColor) -> QPen:
        """The pen around an item, stronger where it is meant; what is at fault stays red."""
        meant = "warm" if key in self.warm else "accent" if key in self.selected else ""
        if key in self.faulty:
            return pen(self.theme.color("error"), 4.0 if meant else 2.6)
        return pen(self.theme.color(meant), 2.6) if meant else pen(usual, 1.5)

    def edge_of(self, keys: Iterable[str], usual: QColor) -> QPen:
        """The pen around what is several items."""
        plain = pen(usual, 1.5)
        return next((one for key in keys if (one := self.edge(key, usual)) != plain), plain)


_SOLID = Qt.PenStyle.SolidLine
_ROUND = QPen(QColor(), 1.0, _SOLID, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def pen(color: QColor, width: float, dashes: Qt.PenStyle = _SOLID) -> QPen:
    """A pen with round ends and corners."""
    stroke = QPen(_ROUND)  # words of Qt, as in a new one, take longer than the rest
    stroke.setColor(color)
    stroke.setWidthF(width)
    if dashes is not _SOLID:
        stroke.setStyle(dashes)
    return stroke


def mixed(a: QColor, b: QColor, part: float) -> QColor:
    """The colour a with a part (0…1) of b."""
    pairs = ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
    return QColor(*(round((1 - part) * p + part * q) for p, q in pairs))


def polygon(points: Array) -> QPolygonF:
    """Points (n, 2) as Qt takes them."""
    from pyqtgraph.functions import arrayToQPolygonF  # late: the window starts without it

    near = near_chain(points)
    return arrayToQPolygonF(near[:, 0], near[:, 1])


def at(point: Array) -> QPointF:
    """A point (2,) as Qt takes it."""
    x, y = float(point[0]), float(point[1])
    if not (abs(x) <= DISTANT and abs(y) <= DISTANT):
        x, y = near_point(np.array([x, y])).tolist()
    return QPointF(x, y)
