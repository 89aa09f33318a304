"""Draws a scene at one instant: what planar and spatial pictures have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.ink import Options, SceneLook, at, pen, polygon
from lagr_gui.gui.panes.animation.signs import play
from lagr_gui.scenery import symbols
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.coordinate_signs import counted_coordinates
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.scene import Instant, Scene
from lagr_gui.scenery.signs import Sign, mechanism_signs
from lagr_gui.scenery.strokes import SceneSight

LETTER_GAP = 6.0
"""Between an arc or arrow and its letter, pixels."""
HELD = 5.0
"""Radius of the circle at a point that the pointer holds, pixels."""


class Painter:
    """One picture: scene, instant, camera and colours on a QPainter."""

    def __init__(
        self,
        painter: QPainter,
        scene: Scene,
        now: Instant,
        camera: Camera,
        size: tuple[float, float],
        look: SceneLook,
        options: Options,
    ) -> None:
        self.painter, self.scene, self.now = painter, scene, now
        self.camera, self.size, self.look, self.options = camera, size, look, options
        self.theme = look.theme

    def draw(self, draw_scene: Callable[[Painter], None]) -> None:
        """The whole picture: the mechanism, drawn by a function, and what lies over it."""
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_scene(self)
        self.arrows()
        if self.options.coordinates:
            self.coordinates()
        if self.options.names:
            self.names()
        self.gravity()

    def flat(self, points: Array) -> Array:
        """Pixels (…, 2) of points (…, 3)."""
        return self.camera.project(points, self.size)

    def play(self, signs: Iterable[Sign]) -> None:
        """Draw signs, one over the other."""
        play(self.painter, signs, self.look)

    @property
    def trail(self) -> float:
        """How long (s) the trails of the centres of mass are; 0 for none."""
        return self.options.trail_seconds if self.options.trails else 0.0

    @cached_property
    def sight(self) -> SceneSight:
        """What is seen of the scene, as points in the picture."""
        return SceneSight(self.scene, self.now, self.camera, self.size)

    def hand(self, place: Array, pointer: Array) -> None:
        """The spring by which the pointer (pixel) holds a point of space."""
        held = at(self.flat(place))
        color = self.theme.color("accent")
        self.painter.setPen(QPen(color, 2.0, Qt.PenStyle.DashLine))
        self.painter.drawLine(held, at(pointer))
        self.painter.setPen(pen(color, 2.0))
        self.painter.setBrush(self.theme.color("paper"))
        self.painter.drawEllipse(held, HELD, HELD)
        self.painter.setBrush(color)
        self.painter.drawEllipse(at(pointer), HELD / 2, HELD / 2)

    def arrows(self) -> None:
        """Velocities of the centres of mass."""
        options, scene = self.options, self.scene
        if options.velocities:
            top = self._fastest()
            self._vectors(
                lambda f: self.now.v[f.number] * (0.25 * scene.span / top if top else 0.0),
                self.theme.color("accent"),
            )

    def _fastest(self) -> float:
        x = self.scene.stacks["x"]
        if len(x) < 2:
            return 0.0
        speeds = np.linalg.norm(np.diff(x, axis=0), axis=-1)
        return float((speeds / np.diff(self.scene.motion.t)[:, None]).max())

    def _vectors(self, vector: Callable[[Figure], Array], color: QColor) -> None:
        self.painter.setPen(pen(color, 1.8))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        figures = self.scene.figures
        if not figures:
            return
        starts = np.array([self.now.x[figure.number] for figure in figures])
        ends = starts + np.array([vector(figure) for figure in figures])
        for a, b in zip(self.flat(starts), self.flat(ends), strict=True):
            if abs(b[0] - a[0]) + abs(b[1] - a[1]) > 4:
                self.painter.drawLine(at(a), at(b))
                self.painter.drawPolyline(polygon(symbols.arrow(a, b)))

    def coordinates(self) -> None:
        """How coordinates are counted, with their letters."""
        for each in counted_coordinates(self.sight):
            self.play(each.signs)
            self.painter.setPen(self.theme.color("accent"))
            word = pretty(each.name)
            size = self.painter.fontMetrics().boundingRect(word).size()
            middle = each.at + (LETTER_GAP + size.width() / 2) * each.away
            self.painter.drawText(at(middle) + QPointF(-size.width() / 2, size.height() / 3), word)

    def names(self) -> None:
        """The bodies' numbers and names beside them."""
        self.painter.setPen(self.theme.color("muted"))
        for figure in self.scene.figures:
            place = at(self.sight.centres[figure.number]) + QPointF(11, -9)
            self.painter.drawText(place, f"{figure.number} {figure.name}".strip())

    def gravity(self) -> None:
        """An arrow in the upper right corner, where gravity can be seen from here."""
        g = self.scene.gravity
        size = float(np.linalg.norm(g))
        seen = np.array([g @ self.camera.right, -(g @ self.camera.up)])
        if size == 0 or np.hypot(*seen) < 0.2 * size:
            return
        middle = gravity_place(self.size)
        half = seen / size * 15
        self.painter.setPen(pen(self.theme.color("muted"), 1.4))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawLine(at(middle - half), at(middle + half))
        self.painter.drawPolyline(polygon(symbols.arrow(middle - half, middle + half)))
        self.painter.drawText(at(middle + np.array((7.0, 5.0))), "g")


def draw_planar(picture: Painter) -> None:
    """A planar system in layers, like a figure in a textbook."""
    picture.play(mechanism_signs(picture.sight, trail=picture.trail))


def gravity_place(size: tuple[float, float]) -> Array:
    """The middle of the arrow of gravity in a picture of a width and a height (2,), pixels."""
    return np.array([size[0] - 24.0, 34.0])
