"""Points that have names, with their paths along the motion that is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from lagr_gui.arrays import Array
from lagr_gui.drawing.lengths import vector
from lagr_gui.gui.panes.animation.ink import at, polygon
from lagr_gui.gui.theme import Theme
from lagr_gui.model import SketchPoint, Vector
from lagr_gui.scenery.camera import Camera

if TYPE_CHECKING:
    from lagr_gui.mechanics.motion import Motion

MOST = 1500
"""Points of a path that are drawn."""
DOT = 4.0
"""Radius of the point itself, pixels."""


def path_of(
    mark: SketchPoint, centre: Vector, motion: Motion, values: Mapping[str, float]
) -> Array | None:
    """The places (n, 3) of a point along a motion; None where its body is not in it.

    The point is given from the origin of the body, from which its centre of mass lies at `centre`.
    """
    given, middle = vector(mark.point, values), vector(centre, values)
    if given is None or middle is None or mark.body not in motion.x:
        return None
    point = given - middle
    step = max(1, len(motion.t) // MOST)
    x, R = motion.x[mark.body][::step], motion.R[mark.body][::step]
    return np.asarray(x + R @ point)


def draw_paths(
    painter: QPainter,
    paths: Mapping[str, tuple[Array, Array]],
    camera: Camera,
    size: tuple[float, float],
    theme: Theme,
) -> None:
    """Each path (n, 3) as a thin line, and its point (3,) as a ring with its letter."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for letter, (path, point) in paths.items():
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("accent"), 1.0))
        painter.drawPolyline(polygon(camera.project(path, size)))
        place = at(camera.project(point, size))
        painter.setPen(QPen(theme.color("error"), 1.6))
        painter.setBrush(theme.color("paper"))
        painter.drawEllipse(place, DOT, DOT)
        painter.drawText(place + QPointF(7, -7), letter)
