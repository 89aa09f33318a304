"""What is written into the sketch: lengths with their parameters, coordinates with their arrows."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import atan2, cos, degrees, pi, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from lagr_gui.arrays import Array
from lagr_gui.catalogue import JOINTS
from lagr_gui.editing.sketch import Anchor, BodyPlaces, Flat
from lagr_gui.editing.sketch.lengths import BodyLength
from lagr_gui.editing.sketch.measuring import ends_of, measured
from lagr_gui.expression.letters import pretty
from lagr_gui.gui.panes.animation import symbols
from lagr_gui.gui.panes.animation.camera import Camera
from lagr_gui.gui.panes.animation.ink import at, polygon
from lagr_gui.gui.panes.animation.values import vector
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.theme import Theme, formula_font
from lagr_gui.mechanics.steps import axis_of
from lagr_gui.model import Joint
from lagr_gui.problem import LagrError

MOST = 6
"""Of so many bodies all is written; of more only what is selected."""
ASIDE = 26.0
"""Distance of a measure from what it measures, pixels."""
SIZE, SHORTEST = 13, 44.0
"""Of letters, and of a length that is written without being selected, pixels."""
RADIUS, ARROW, SHORT = 30.0, 46.0, 16.0
"""Of the arc of an angle; the length of an arrow along a slide; the least arc, pixels."""


@dataclass(frozen=True)
class WrittenValue:
    """A value that is written in the sketch: where, and what it is of.

    `sort` is ``length`` (`name` a parameter), ``measure`` (its place), ``coordinate``, ``point``
    (of a `body`, that an `anchor` leads to) or ``scale`` (of a picture, its place, by two `ends`).
    """

    box: QRectF
    sort: str
    name: str
    body: int = 0
    anchor: Anchor | None = None
    ends: tuple[Flat, Flat] | None = None


class Annotations:
    """Writes measures and coordinates over the mechanism."""

    def __init__(
        self,
        painter: QPainter,
        stand: Stand,
        places: BodyPlaces,
        camera: Camera,
        size: tuple[float, float],
        theme: Theme,
        selected: Collection[str],
    ) -> None:
        self.painter, self.stand, self.camera = painter, stand, camera
        self.places = places
        self.size, self.theme, self.selected = size, theme, selected
        self.all = len(stand.model.bodies) <= MOST
        font = formula_font(11)
        font.setPixelSize(SIZE)
        painter.setFont(font)
        points = [self._pixel(point[0]) for body, point in stand.scene.motion.x.items() if body]
        self.middle = np.mean(points, axis=0) if points else np.zeros(2)

    def _pixel(self, point: Array) -> Array:
        return self.camera.project(point, self.size)

    def chosen(self, body: int) -> bool:
        """Whether the lengths of a body are written."""
        return self._wanted(f"body:{body}")

    def _wanted(self, *keys: str) -> bool:
        return self.all or any(key in self.selected for key in keys)

    # --- lengths ---------------------------------------------------------------------------

    def lengths(self, found: Collection[BodyLength]) -> list[WrittenValue]:
        """A line with arrows beside each length, and its name and value."""
        values = self.places.values
        written: list[WrittenValue] = []
        for length in found:
            if length.name in values:
                ends = self._ends(length)
                short = float(np.hypot(*(ends[1] - ends[0]))) < SHORTEST
                if short and f"body:{length.body}" not in self.selected:
                    continue
                text = f"{pretty(length.name)} = {values[length.name]:.4g}"
                box = self._length(*ends, self._outside(*ends), text)
                written.append(WrittenValue(box, "length", length.name, length.body))
        return written

    def measures(self) -> list[WrittenValue]:
        """Distances between arrows, and angles as arcs, with their values."""
        places, written = self.places, list[WrittenValue]()
        for index, measure in enumerate(self.stand.model.sketch.measures):
            try:
                ends, number = ends_of(measure, places), measured(measure, places)
            except (LagrError, ArithmeticError, ValueError, KeyError):
                continue  # the problems say what is wrong with it
            key, pixels = f"mark:measures.{index}", [self._flat(end) for end in ends]
            color = self.theme.color("accent" if key in self.selected else "muted")
            aside = measure.aside * self.camera.scale
            if len(ends) == 2:
                a, b = pixels
                away = -aside * symbols.frame(a, b)[2]
                box = self._length(a, b, away, f"{number:.4g} m", color)
            else:
                (ax, ay), (bx, by), _ = ends
                begin = atan2(ay - by, ax - bx)
                text, radius = f"{abs(degrees(number)):.4g}°", max(abs(aside), SHORT)
                box = self._arc(pixels[1], begin, begin + number, text, color, radius)
            written.append(WrittenValue(box, "measure", str(index)))
        return written

    def _flat(self, at: Flat) -> Array:
        return self._pixel(at[0] * self.camera.right + at[1] * self.camera.up)

    def _ends(self, length: BodyLength) -> tuple[Array, Array]:
        """Both ends as pixels."""
        return self._flat(length.start), self._flat(length.end)

    def _outside(self, a: Array, b: Array) -> Array:
        """Aside on the side that looks away from the mechanism, below where both do."""
        across = symbols.frame(a, b)[2]
        outwards = float(across @ ((a + b) / 2 - self.middle))
        down = float(across[1]) or float(across[0])
        return ASIDE * (across if (outwards if abs(outwards) > 4 else down) > 0 else -across)

    def _length(
        self, a: Array, b: Array, aside: Array, text: str, color: QColor | None = None
    ) -> QRectF:
        """Two lines out from a length, so far aside, and the line with arrows between them."""
        color = color or self.theme.color("muted")
        far = float(np.hypot(*aside))
        side = aside / far if far > 0 else aside
        self.painter.setPen(QPen(color, 1.0))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for end in (a, b):
            self.painter.drawLine(at(end + min(8, far) * side), at(end + (far + 5) * side))
        a, b = a + aside, b + aside
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

    def coordinates(self) -> list[WrittenValue]:
        """An arc for the angle of each hinge, an arrow for each slide, with names and values."""
        values = dict(zip(self.stand.coordinates, self.stand.scene.motion.q[0], strict=False))
        written: list[WrittenValue] = []
        for joint in self.stand.model.joints:
            known = len(joint.coordinates) == 1 and joint.coordinates[0] in values
            ends = (f"body:{joint.child}", f"joint:{joint.name}")
            if known and joint.name in self.stand.scene.motion.joints and self._wanted(*ends):
                box = self._coordinate(joint, float(values[joint.coordinates[0]]))
                if box is not None:
                    written.append(
                        WrittenValue(box, "coordinate", joint.coordinates[0], joint.child)
                    )
        return written

    def _coordinate(self, joint: Joint, q: float) -> QRectF | None:
        kind, motion = JOINTS[joint.kind], self.stand.scene.motion
        if kind.line is None or joint.child not in motion.R:
            return None
        axis = vector(axis_of(joint, kind.line), self.places.values)
        if axis is None:
            return None
        R = motion.R[joint.child][0]
        centre = self._pixel(motion.joints[joint.name][0])
        direction, name = R @ axis, pretty(joint.coordinates[0])
        color = self.theme.color("accent")
        if kind.turns and not kind.slides:
            along = R @ self.camera.right
            end = atan2(float(along @ self.camera.up), float(along @ self.camera.right))
            turn = q * float(np.sign(direction @ self.camera.towards))
            text = f"{name} = {_degrees(q)}"
            return self._arc(centre, end - turn, end, text, color, RADIUS)
        if kind.slides and not kind.turns:
            way = np.array([direction @ self.camera.right, -(direction @ self.camera.up)])
            return self._arrow(centre, way, f"{name} = {q:.4g}")
        return None

    def _arc(
        self, centre: Array, start: float, end: float, text: str, color: QColor, radius: float
    ) -> QRectF:
        """An arc with its arrow, dashed legs, and a text beside its middle."""
        turned = float(np.clip(end - start, -2 * pi, 2 * pi))
        angles = end - turned + np.linspace(0, 1, 25) * turned
        self.painter.setPen(QPen(color, 1.6))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        points = centre + radius * np.column_stack([np.cos(angles), -np.sin(angles)])
        self.painter.drawPolyline(polygon(points))
        if abs(turned) > 0.2:
            self.painter.drawPolyline(polygon(symbols.arrow(points[-4], points[-1])))
        foot = np.array([cos(end - turned), -sin(end - turned)])
        self.painter.setPen(QPen(color, 1.0, Qt.PenStyle.DashLine))
        self.painter.drawLine(at(centre), at(centre + 1.35 * radius * foot))
        middle = end - turned / 2
        return self._beside(centre, radius + 4, np.array([cos(middle), -sin(middle)]), text, color)

    def _beside(self, centre: Array, off: float, way: Array, text: str, color: QColor) -> QRectF:
        """A text that begins so far off in a direction, whatever its width."""
        metrics = self.painter.fontMetrics()
        half = np.array([metrics.horizontalAdvance(text) / 2 + 4, metrics.height() / 2])
        return self._label(centre + off * way + np.abs(way) * half * np.sign(way), text, color)

    def _arrow(self, centre: Array, way: Array, text: str) -> QRectF | None:
        length = float(np.hypot(*way))
        if length < 1e-6:
            return None
        color = self.theme.color("accent")
        self.painter.setPen(QPen(color, 1.6))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        tip = centre + ARROW * way / length
        self.painter.drawLine(at(centre), at(tip))
        self.painter.drawPolyline(polygon(symbols.arrow(centre, tip)))
        return self._beside(tip, 3, way / length, text, color)


def _degrees(angle: float) -> str:
    return f"{degrees(angle):.3g}°".replace("-", "−")


def written_at(written: Collection[WrittenValue], place: QPointF) -> WrittenValue | None:
    """The value that is written at a pixel."""
    return next((entry for entry in written if entry.box.contains(place)), None)
