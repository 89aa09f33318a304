"""The texts of the sketch, written last: each where no other stands and, if it can, no line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin
from typing import Generic, TypeVar

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from lagr_gui.arrays import Array
from lagr_gui.drawing.labels import LabelBox
from lagr_gui.drawing.shapes import outline
from lagr_gui.gui.canvas.symbols import draw_formula
from lagr_gui.gui.theme import Theme
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.scene import Scene

Of = TypeVar("Of")
STEP, STEPS = 7.0, 24
"""How far places that are tried lie apart, pixels, and how many of them on one way."""
TURNS = (0, 20, -20, 40, -40, 65, -65, 90, -90)
"""By how much the way from an arc or arrow to its text is turned, degrees."""
MARK = 7.0
"""Half the side of the square that the mark of a pin or a centre of mass takes, pixels."""
SPARE = 4.0
"""Free room left and right of a text, pixels."""


@dataclass(frozen=True, eq=False)
class Label(Generic[Of]):
    """A text that is to be written, what it is `of`, and the middles (2,) it may have.

    Lines of the same `owner` may run below it.
    """

    text: str
    color: QColor
    of: Of
    places: Sequence[Array]
    half: Array
    owner: int


class Labels(Generic[Of]):
    """Keeps what is drawn, and then finds a place for each text."""

    def __init__(self, painter: QPainter, size: tuple[float, float], theme: Theme) -> None:
        self.painter, self.size, self.theme = painter, size, theme
        self._waiting: list[Label[Of]] = []
        self._lines: list[tuple[Array, Array, int]] = []
        self._boxes: list[LabelBox] = []
        self._owner = 0

    # --- what is there -----------------------------------------------------------------------

    def keep_off(self, scene: Scene, camera: Camera) -> None:
        """Texts keep off the outlines of bodies, springs, pins and centres of mass."""
        now, size = scene.at(float(scene.motion.t[0])), self.size
        for figure in scene.figures:
            if figure.number not in now.x or figure.solid is None:
                continue
            x, R = now.x[figure.number], now.R[figure.number]
            middle, solid = camera.project(x, size), figure.solid
            if solid.radius:
                turns = np.linspace(0, 2 * np.pi, 25)
                ring = np.column_stack([np.cos(turns), np.sin(turns)])
                self.drawn(middle + solid.radius * camera.scale * ring)
            elif len(solid.corners):
                edge = outline(camera.project(x + solid.corners @ R.T, size))
                self.drawn(np.vstack([edge, edge[:1]]))
            self._mark(middle)
        for link in scene.links:
            if link.body in now.x and link.joint in now.joints:
                ends = np.array([now.x[link.body], now.joints[link.joint]])
                self.drawn(camera.project(ends, size))
        for points in now.lines.values():
            self.drawn(camera.project(points, size))
        for point in now.joints.values():
            self._mark(camera.project(point, size))

    def drawn(self, points: Array, owner: int = -1) -> None:
        """A chain of lines (k, 2) is there, of the text of an `owner`."""
        self._lines += [(a, b, owner) for a, b in pairwise(points)]

    def _mark(self, at: Array) -> None:
        self._boxes.append(LabelBox(float(at[0]), float(at[1]), MARK, MARK))

    # --- texts -------------------------------------------------------------------------------

    def owner(self) -> int:
        """A number for a text and the lines that belong to it."""
        self._owner += 1
        return self._owner

    def half(self, text: str) -> Array:
        """Half the width and height of a text (2,)."""
        metrics = self.painter.fontMetrics()
        return np.array([metrics.horizontalAdvance(text) / 2 + SPARE, metrics.height() / 2])

    def add(self, text: str, color: QColor, of: Of, places: Sequence[Array], owner: int) -> None:
        """Write a text at the first of its places that is free."""
        self._waiting.append(Label(text, color, of, places, self.half(text), owner))

    def write(self) -> Iterator[tuple[Of, QRectF]]:
        """Write all texts, in the order in which they came, and tell where."""
        for label in self._waiting:
            box = self._free(label)
            self._boxes.append(box)
            frame = QRectF(box.x - box.width / 2, box.y - box.height / 2, box.width, box.height)
            self.painter.fillRect(frame, self.theme.color("paper"))
            self.painter.setPen(label.color)
            draw_formula(self.painter, frame, Qt.AlignmentFlag.AlignHCenter, label.text)
            yield label.of, frame
        self._waiting = []

    def _free(self, label: Label[Of]) -> LabelBox:
        """The first place on nothing; else the first on no text and on the fewest lines."""
        lines = [(a, b) for a, b, owner in self._lines if owner != label.owner]
        ends = np.array(lines).reshape(-1, 2, 2)
        low, high = ends.min(axis=1), ends.max(axis=1)
        width, height = (float(entry) for entry in 2 * label.half)
        best: tuple[int, LabelBox] | None = None
        for x, y in label.places:
            box = LabelBox(float(x), float(y), width, height)
            if not self._inside(box) or any(box.meets(other) for other in self._boxes):
                continue
            near = np.all((low <= (x, y) + label.half + 4) & (high >= (x, y) - label.half - 4), 1)
            crossed = sum(box.crossed_by(*lines[k]) for k in np.flatnonzero(near))
            if not crossed:
                return box
            if best is None or crossed < best[0]:
                best = crossed, box
        x, y = (float(entry) for entry in label.places[0])
        return best[1] if best else LabelBox(x, y, width, height)

    def _inside(self, box: LabelBox) -> bool:
        across, up = self.size
        return (
            box.width / 2 <= box.x <= across - box.width / 2
            and box.height / 2 <= box.y <= up - box.height / 2
        )


def along(a: Array, b: Array, side: Array, half: Array) -> list[Array]:
    """Middles of a text for the line from a to b: on it, then beside it on a `side`, nearest first.

    On a line that is too short for it the text stands beside.
    """
    length = float(np.hypot(*(b - a)))
    way = (b - a) / length if length > 0 else np.array([1.0, 0.0])
    middle, reach = (a + b) / 2, float(np.abs(way) @ half)
    beside = float(np.abs(side) @ half) + 3
    found: list[tuple[float, Array]] = []
    for k in range(STEPS):
        for shift in {k * STEP, -k * STEP}:
            if abs(shift) + reach < length / 2 - 8:
                found.append((abs(shift), middle + shift * way))
            for out in range(STEPS):
                off = beside + out * STEP
                found.append((abs(shift) + 1.5 * off, middle + shift * way + off * side))
    found.sort(key=lambda entry: (entry[0], float(entry[1][0]), float(entry[1][1])))
    return [place for _, place in found]


def around(centre: Array, off: float, way: Array, half: Array) -> list[Array]:
    """Middles of a text that begins so far off in a direction, then farther off and turned."""
    found: list[tuple[float, Array]] = []
    for order, turn in enumerate(TURNS):
        c, s = cos(radians(turn)), sin(radians(turn))
        turned = np.array([c * way[0] - s * way[1], s * way[0] + c * way[1]])
        for step in range(STEPS):
            place = centre + (off + step * STEP) * turned + np.abs(turned) * half * np.sign(turned)
            found.append((step + 0.7 * order, place))
    found.sort(key=lambda entry: entry[0])
    return [place for _, place in found]
