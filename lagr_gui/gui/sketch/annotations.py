"""What is written into the sketch: lengths with their parameters, coordinates with their arrows."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import atan2, cos, pi, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from lagr_gui.algebra.names import pretty
from lagr_gui.arrays import Array
from lagr_gui.catalogue import JOINTS
from lagr_gui.editing.sketch.lengths import BodyLength
from lagr_gui.gui.panes.animation import symbols
from lagr_gui.gui.panes.animation.camera import Camera
from lagr_gui.gui.panes.animation.ink import at, polygon
from lagr_gui.gui.panes.animation.values import vector
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.theme import Theme, formula_font
from lagr_gui.mechanics.steps import axis_of
from lagr_gui.model import Joint

MOST = 6
"""Of so many bodies all is written; of more only what is selected."""
ASIDE = 26.0
"""Distance of a measure from what it measures, pixels."""
SIZE, SHORTEST = 13, 44.0
"""Of letters, and of a length that is written without being selected, pixels."""
RADIUS, ARROW = 30.0, 46.0
"""Of the arc of an angle, and the length of an arrow along a slide, pixels."""


@dataclass(frozen=True)
class WrittenLength:
    """Where a length of a body is written in the sketch, and the parameter that it is."""

    box: QRectF
    name: str
    body: int


class Annotations:
    """Writes measures and coordinates over the mechanism."""

    def __init__(
        self,
        painter: QPainter,
        stand: Stand,
        camera: Camera,
        size: tuple[float, float],
        theme: Theme,
        selected: Collection[str],
    ) -> None:
        self.painter, self.stand, self.camera = painter, stand, camera
        self.size, self.theme, self.selected = size, theme, selected
        self.all = len(stand.model.bodies) <= MOST
        font = formula_font(11)
        font.setPixelSize(SIZE)
        painter.setFont(font)
        points = [self._pixel(point[0]) for body, point in stand.scene.motion.x.items() if body]
        self.middle = np.mean(points, axis=0) if points else np.zeros(2)

    def _pixel(self, point: Array) -> Array:
        return self.camera.project(point, self.size)

    def _wanted(self, *keys: str) -> bool:
        return self.all or any(key in self.selected for key in keys)

    # --- lengths ---------------------------------------------------------------------------

    def lengths(self, found: Collection[BodyLength]) -> list[WrittenLength]:
        """A line with arrows beside each length, and its name and value."""
        values = self.stand.places(self.camera).values
        written: list[WrittenLength] = []
        for length in found:
            if self._wanted(f"body:{length.body}") and length.name in values:
                ends = self._ends(length)
                short = float(np.hypot(*(ends[1] - ends[0]))) < SHORTEST
                if short and f"body:{length.body}" not in self.selected:
                    continue
                text = f"{pretty(length.name)} = {values[length.name]:.4g}"
                written.append(WrittenLength(self._length(*ends, text), length.name, length.body))
        return written

    def _ends(self, length: BodyLength) -> tuple[Array, Array]:
        """Both ends as pixels."""
        right, up = self.camera.right, self.camera.up
        a, b = (self._pixel(x * right + y * up) for x, y in (length.start, length.end))
        return a, b

    def _length(self, a: Array, b: Array, text: str) -> QRectF:
        """Written on the side that looks away from the mechanism, below where both do."""
        across = symbols.frame(a, b)[2]
        outwards = float(across @ ((a + b) / 2 - self.middle))
        down = float(across[1]) or float(across[0])
        side = across if (outwards if abs(outwards) > 4 else down) > 0 else -across
        color = self.theme.color("muted")
        self.painter.setPen(QPen(color, 1.0))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for end in (a, b):
            self.painter.drawLine(at(end + 8 * side), at(end + (ASIDE + 5) * side))
        a, b = a + ASIDE * side, b + ASIDE * side
        self.painter.drawLine(at(a), at(b))
        for tip, back in ((b, a), (a, b)):
            self.painter.drawPolyline(polygon(symbols.arrow(back, tip)))
        return self._label((a + b) / 2, text, color)

    def _label(self, middle: Array, text: str, color: QColor) -> QRectF:
        """A text on paper about a pixel."""
        metrics = self.painter.fontMetrics()
        width, height = metrics.horizontalAdvance(text) + 8, metrics.height()
        box = QRectF(middle[0] - width / 2, middle[1] - height / 2, width, height)
        self.painter.fillRect(box, self.theme.color("paper"))
        self.painter.setPen(color)
        self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        return box

    # --- coordinates -----------------------------------------------------------------------

    def coordinates(self) -> None:
        """An arc for the angle of each hinge, an arrow for each slide, with the names."""
        values = dict(zip(self.stand.coordinates, self.stand.scene.motion.q[0], strict=False))
        for joint in self.stand.model.joints:
            known = len(joint.coordinates) == 1 and joint.coordinates[0] in values
            ends = (f"body:{joint.child}", f"joint:{joint.name}")
            if known and joint.name in self.stand.scene.motion.joints and self._wanted(*ends):
                self._coordinate(joint, float(values[joint.coordinates[0]]))

    def _coordinate(self, joint: Joint, q: float) -> None:
        kind, motion = JOINTS[joint.kind], self.stand.scene.motion
        if kind.line is None or joint.child not in motion.R:
            return
        axis = vector(axis_of(joint, kind.line), self.stand.places(self.camera).values)
        if axis is None:
            return
        R = motion.R[joint.child][0]
        centre = self._pixel(motion.joints[joint.name][0])
        direction, name = R @ axis, pretty(joint.coordinates[0])
        self.painter.setPen(QPen(self.theme.color("accent"), 1.6))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        if kind.turns and not kind.slides:
            along = R @ self.camera.right
            end = atan2(float(along @ self.camera.up), float(along @ self.camera.right))
            turn = q * float(np.sign(direction @ self.camera.towards))
            self._arc(centre, end - turn, end, name)
        elif kind.slides and not kind.turns:
            way = np.array([direction @ self.camera.right, -(direction @ self.camera.up)])
            self._arrow(centre, way, name)

    def _arc(self, centre: Array, start: float, end: float, name: str) -> None:
        turned = float(np.clip(end - start, -2 * pi, 2 * pi))
        angles = end - turned + np.linspace(0, 1, 25) * turned
        points = centre + RADIUS * np.column_stack([np.cos(angles), -np.sin(angles)])
        self.painter.drawPolyline(polygon(points))
        if abs(turned) > 0.2:
            self.painter.drawPolyline(polygon(symbols.arrow(points[-4], points[-1])))
        foot = np.array([cos(end - turned), -sin(end - turned)])
        faint = QPen(self.theme.color("accent"), 1.0, Qt.PenStyle.DashLine)
        self.painter.setPen(faint)
        self.painter.drawLine(at(centre), at(centre + 1.35 * RADIUS * foot))
        middle = end - turned / 2
        place = centre + (RADIUS + 14) * np.array([cos(middle), -sin(middle)])
        self._label(place, name, self.theme.color("accent"))

    def _arrow(self, centre: Array, way: Array, name: str) -> None:
        length = float(np.hypot(*way))
        if length < 1e-6:
            return
        tip = centre + ARROW * way / length
        self.painter.drawLine(at(centre), at(tip))
        self.painter.drawPolyline(polygon(symbols.arrow(centre, tip)))
        self._label(tip + 14 * way / length, name, self.theme.color("accent"))


def written_at(written: Collection[WrittenLength], place: QPointF) -> WrittenLength | None:
    """The length that is written at a pixel."""
    return next((entry for entry in written if entry.box.contains(place)), None)
