"""Points of bodies whose paths along the motion that is shown are drawn into the sketch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from lagr_gui.arrays import Array
from lagr_gui.editing.sketch import Anchor
from lagr_gui.gui.panes.animation.camera import Camera
from lagr_gui.gui.panes.animation.ink import at, polygon
from lagr_gui.gui.panes.animation.values import vector
from lagr_gui.gui.theme import Theme
from lagr_gui.mechanics.motion import Motion
from lagr_gui.model import Vector

MOST = 1500
"""Points of a path that are drawn."""
DOT = 4.0
"""Radius of the point itself, pixels."""
FIRST = ascii_uppercase.index("P")


@dataclass(frozen=True)
class TracePoint:
    """A point of a body, and the letter by which it is called."""

    body: int
    point: Vector
    letter: str


class Traces:
    """The points that are traced in the drawing that is open."""

    def __init__(self) -> None:
        self.listed: tuple[TracePoint, ...] = ()

    def toggle(self, anchor: Anchor) -> None:
        """Trace a point, or trace it no more."""
        kept = tuple(t for t in self.listed if (t.body, t.point) != (anchor.body, anchor.point))
        if kept == self.listed:
            known = {entry.letter for entry in kept}
            letters = (ascii_uppercase * 2)[FIRST : FIRST + len(ascii_uppercase)]
            letter = next((entry for entry in letters if entry not in known), "P")
            kept = (*kept, TracePoint(anchor.body, anchor.point, letter))
        self.listed = kept

    def forget(self) -> None:
        """Another drawing is open."""
        self.listed = ()

    def path(self, entry: TracePoint, motion: Motion, values: Mapping[str, float]) -> Array | None:
        """The places (n, 3) of a point along a motion; None where its body is not in it."""
        point = vector(entry.point, values)
        if point is None or entry.body not in motion.x:
            return None
        step = max(1, len(motion.t) // MOST)
        x, R = motion.x[entry.body][::step], motion.R[entry.body][::step]
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
