"""Draws a scene at one instant: what planar and spatial pictures have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from lagr_gui.catalogue.motions import JointKind
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.ink import Options, SceneLook, at, mixed, pen, polygon
from lagr_gui.scenery import symbols
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.crosses import Cross
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.scene import Instant, Scene, SceneLine, ThinBar
from lagr_gui.scenery.strokes import HINGE, HatchedLine, SceneSight
from lagr_gui.scenery.torsions import Torsion

PULLEY = 5.0
DOT = 7.0
"""Radius of a pulley and of a point mass, pixels."""
BAR, TUBE, GAP = 2.4, 5.0, 1.0
"""Widths of what leads to a joint, pixels."""
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
        self.hatched: list[HatchedLine] = []  # those that were drawn
        self.walled = frozenset[str]()
        """Elements whose wall is drawn already."""

    def draw(self, draw_scene: Callable[[Painter], None]) -> None:
        """The whole picture: the mechanism, drawn by a function, and what lies over it."""
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_scene(self)
        self.arrows()
        if self.options.names:
            self.names()
        self.gravity()

    def flat(self, points: Array) -> Array:
        """Pixels (…, 2) of points (…, 3)."""
        return self.camera.project(points, self.size)

    def trails(self) -> None:
        """The ways of the centres of mass in the last seconds, fading colours of the bodies."""
        if not self.options.trails:
            return
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for figure in self.scene.figures:
            way = self.scene.trail(figure.number, self.now.t, self.options.trail_seconds)
            if len(way) > 1:
                color = mixed(self.look.body(figure), self.theme.color("paper"), 0.45)
                self.painter.setPen(QPen(color, 1.0))  # thin and plain: dashes take long
                self.painter.drawPolyline(polygon(self.flat(way)))

    @cached_property
    def sight(self) -> SceneSight:
        """What is seen of the scene, as points in the picture."""
        return SceneSight(self.scene, self.now, self.camera, self.size)

    def line(self, line: SceneLine) -> None:
        """A spring, a dashpot, or a plain line; with bars to bodies that it does not reach.

        One that runs over pulleys shows them.
        """
        for figure, ends in self.sight.arms(line):
            self.painter.setPen(pen(self.look.body(figure), BAR))
            self.painter.drawLine(*map(at, ends))
        edge = self._edge(line.name, line.sort)
        if line.sort == "gap":
            edge = QPen(edge.color(), GAP, Qt.PenStyle.DotLine)
        self.painter.setPen(edge)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for stroke in self.sight.line(line):
            self.painter.drawPolyline(polygon(stroke))
        self.painter.setBrush(self.theme.color("paper"))
        for point in self.sight.pulleys(line):
            self.painter.drawEllipse(at(point), PULLEY, PULLEY)

    def torsion(self, torsion: Torsion) -> None:
        """A spring or damper about a pin."""
        self.painter.setPen(self._edge(torsion.name, torsion.sort))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for way in self.sight.torsion(torsion):
            self.painter.drawPolyline(polygon(self.flat(way)))

    def _edge(self, name: str, sort: str) -> QPen:
        """The pen of a spring, a dashpot or a rope."""
        color = self.theme.color("muted" if sort == "dashpot" else "warm")
        return self.look.edge(f"element:{name}", mixed(color, self.theme.color("text"), 0.25))

    def link(self, link: ThinBar, color: QColor) -> None:
        """A thin bar from a centre of mass to a joint; of a frame also tubes between joints."""
        a, b = self.sight.centres[link.body], self.sight.joints[link.joint]
        thick = link.body in self.scene.frames
        self.painter.setPen(pen(color, TUBE if thick else BAR))
        self.painter.drawLine(at(a), at(b))
        others = [name for name in self.scene.frames.get(link.body, ()) if name > link.joint]
        for name in others:
            self.painter.drawLine(at(b), at(self.sight.joints[name]))

    def beam(self, name: str) -> None:
        """An elastic beam, bent as it is."""
        stroke = self.look.edge(f"joint:{name}", self.theme.color("text"))
        stroke.setWidthF(stroke.widthF() + 2.5)
        self.painter.setPen(stroke)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawPolyline(polygon(self.flat(self.now.beams[name])))

    def marks(self, figure: Figure, ink: QColor) -> None:
        """Lines on a round body, where they look at the viewer, by which one sees it turn."""
        if figure.solid is None or not len(figure.solid.mark.lines):
            return
        mark, R = figure.solid.mark, self.now.R[figure.number]
        flat = self.flat(self.now.x[figure.number] + mark.lines @ R.T)
        towards = mark.normals @ R.T @ self.camera.towards
        self.painter.setPen(self.look.edge("", ink))
        least = -1e-6 if figure.solid.open else 1e-6  # what is seen on edge is the outline
        for index in np.flatnonzero(towards > least).tolist():
            self.painter.drawLine(at(flat[index, 0]), at(flat[index, 1]))

    def cross(self, cross: Cross) -> None:
        """The cross of a universal joint: an arm that each of the two bodies holds."""
        centre = self.now.joints[cross.joint]
        for body, arm in cross.arms:
            turned = cross.reach * (self.now.R[body] @ arm)
            a, b = self.flat(np.stack([centre - turned, centre + turned]))
            stroke = self.look.edge(f"joint:{cross.joint}", self.theme.color("text"))
            stroke.setWidthF(stroke.widthF() + 1.0)
            self.painter.setPen(stroke)
            self.painter.drawLine(at(a), at(b))
            self.painter.setBrush(self.theme.color("paper"))
            for end in (a, b):
                self.painter.drawEllipse(at(end), 3.0, 3.0)

    def hinge(self, name: str, kind: JointKind) -> None:
        """The circle of a joint that turns about one axis or, with a dot within, about three."""
        centre = at(self.sight.joints[name])
        painter = self.painter
        painter.setPen(self.look.edge(f"joint:{name}", self.theme.color("text")))
        painter.setBrush(self.theme.color("paper"))
        ball = len(kind.turns) == 3 and not kind.slides
        if kind.freedoms == 0:
            painter.setBrush(self.theme.color("text"))
            painter.drawRect(QRectF(centre.x() - 3, centre.y() - 3, 6, 6))
        elif ball or (kind.line and kind.turns):
            painter.drawEllipse(centre, HINGE, HINGE)
        if ball:
            painter.setBrush(self.theme.color("text"))
            painter.drawEllipse(centre, 1.6, 1.6)

    def dot(self, figure: Figure) -> None:
        """A point mass."""
        color = self.look.body(figure)
        self.painter.setPen(self.look.edge(f"body:{figure.number}", color.darker(130)))
        self.painter.setBrush(mixed(color, self.theme.color("paper"), 0.2))
        self.painter.drawEllipse(at(self.sight.centres[figure.number]), DOT, DOT)

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


def gravity_place(size: tuple[float, float]) -> Array:
    """The middle of the arrow of gravity in a picture of a width and a height (2,), pixels."""
    return np.array([size[0] - 24.0, 34.0])
