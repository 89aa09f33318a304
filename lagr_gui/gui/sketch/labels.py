"""The texts of the sketch, written last: each where no other stands and, if it can, no line."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from lagr_gui.drawing.labels import GAP, LabelBox
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.canvas.symbols import draw_formula
from lagr_gui.gui.sketch.values import WrittenValue
from lagr_gui.gui.theme import Theme
from lagr_gui.scenery.signs import shoe_signs
from lagr_gui.scenery.strokes import SceneSight
from lagr_gui.scenery.symbols import nearest_part

STEP, STEPS = 7.0, 24
"""How far places that are tried lie apart, pixels, and how many of them on one way."""
TURNS = (0, 20, -20, 40, -40, 65, -65, 90, -90)
"""By how much the way from an arc or arrow to its text is turned, degrees."""
RING = np.array([[cos(radians(turn)), sin(radians(turn))] for turn in range(0, 361, 15)])
"""The unit circle in pieces."""
MARK = 7.0
"""Half the side of the square that the mark of a pin or a centre of mass takes, pixels."""
FAR = 22.0
"""Texts that stand farther from what they belong to are led to it by a line, pixels."""
SPARE = 4.0
"""Free room left and right of a text, pixels."""
STAYS, TRIED = 90.0, 48
"""A text stays so near (pixels) to its first place; so many places are tried for one that may be
left out."""


class LabelMemory:
    """Where texts stood in the last picture: there they stay as long as they fit.

    `places` are from what they belong to (2,); `sides` say on which side of it a line stands.
    What is `covered`, as by tools, stays free of texts.
    """

    def __init__(self) -> None:
        self.places: dict[Hashable, Array] = {}
        self.sides: dict[Hashable, float] = {}
        self.covered = QRectF()
        self._scale = 0.0

    def see(self, scale: float) -> None:
        """What is seen in another scale finds its places anew."""
        if scale != self._scale:
            self._scale = scale
            self.places.clear()

    def forget(self) -> None:
        """Another drawing is seen."""
        self.places.clear()
        self.sides.clear()


@dataclass(frozen=True, eq=False)
class Label:
    """A text that is to be written, what it is `of`, and the middles (n, 2) it may have.

    It belongs to a line `at` two points (2, 2), or to one point twice.  Lines of the same `owner`
    may run below it.  One that is not `wanted` is left out where it does not fit.
    """

    text: str
    color: QColor
    of: WrittenValue
    at: Array
    places: Array
    half: Array
    owner: int
    wanted: bool

    def box(self, middle: Array) -> LabelBox:
        """The box of the text about a middle (2,)."""
        x, y = (float(entry) for entry in middle)
        width, height = (float(entry) for entry in 2 * self.half)
        return LabelBox(x, y, width, height)


class Labels:
    """Keeps what is drawn, and then finds a place for each text."""

    def __init__(
        self, painter: QPainter, size: tuple[float, float], theme: Theme, memory: LabelMemory
    ) -> None:
        self.painter, self.size, self.theme, self.memory = painter, size, theme, memory
        self.left_out = 0
        self._waiting: list[Label] = []
        self._chains: list[tuple[Array, int]] = []
        self._boxes = np.zeros((0, 4))  # middles and halves of texts and marks
        self._more: list[tuple[float, ...]] = []  # those that came since
        self._owner = 0
        if not memory.covered.isEmpty():
            box = memory.covered
            middle, half = box.center(), np.array([box.width(), box.height()]) / 2
            self._take(np.array([middle.x(), middle.y()]), half)
        none = np.zeros((0, 2))
        self._known: tuple[Array, ...] = np.zeros((0, 2, 2)), np.zeros(0), none, none

    # --- what is there -----------------------------------------------------------------------

    def keep_off(self, sight: SceneSight) -> None:
        """Texts keep off the outlines of bodies, springs, pins and centres of mass."""
        for figure in sight.scene.figures:
            middle, solid = sight.centres.get(figure.number), figure.solid
            if middle is None or solid is None:
                continue
            if solid.radius:
                self.drawn(middle + solid.radius * sight.camera.scale * RING)
            elif len(solid.corners):
                edge = sight.outline(figure)
                self.drawn(np.vstack([edge, edge[:1]]))
            self._mark(middle)
        for link in sight.scene.links:
            if link.body in sight.centres and link.joint in sight.joints:
                self.drawn(np.array([sight.centres[link.body], sight.joints[link.joint]]))
        for line in sight.scene.lines:
            self.drawn(sight.way(line).whole)
        for torsion in sight.scene.torsions:
            for way in sight.torsion(torsion):
                self.drawn(sight.flat(way))
        for sign in shoe_signs(sight):
            for way in sign.lines:
                self.drawn(way)
        for point in sight.joints.values():
            self._mark(point)

    def drawn(self, points: Array, owner: int = -1) -> None:
        """A chain of lines (k, 2) is there, of the text of an `owner`."""
        self._chains.append((points, owner))

    def _mark(self, at: Array) -> None:
        self._take(at, np.array([MARK / 2, MARK / 2]))

    def _take(self, middle: Array, half: Array) -> None:
        self._more.append((*middle.tolist(), *half.tolist()))

    # --- texts -------------------------------------------------------------------------------

    def owner(self) -> int:
        """A number for a text and the lines that belong to it."""
        self._owner += 1
        return self._owner

    def half(self, text: str) -> Array:
        """Half the width and height of a text (2,)."""
        metrics = self.painter.fontMetrics()
        return np.array([metrics.horizontalAdvance(text) / 2 + SPARE, metrics.height() / 2])

    def add(
        self,
        text: str,
        color: QColor,
        of: WrittenValue,
        at: Array,
        places: Array,
        owner: int,
        wanted: bool,
    ) -> None:
        """Write a text at the first of its places that is free; farther off it is led `at` it."""
        half = self.half(text)
        middle = np.array(self.size) / 2  # a text that is larger than the picture stands there
        places = np.clip(places, np.minimum(half, middle), np.maximum(self.size - half, middle))
        self._waiting.append(Label(text, color, of, at, places, half, owner, wanted))

    def write(self) -> Iterator[tuple[WrittenValue, QRectF]]:
        """Write all texts, in the order in which they came, and tell where."""
        for label in self._waiting:
            box = self._stayed(label) or self._free(label)
            if box is None:
                self.left_out += 1
                continue
            middle = np.array([box.x, box.y])
            self.memory.places[label.of.known_by] = middle - label.at.mean(axis=0)
            self._take(middle, label.half)
            self._lead(label, box)
            frame = QRectF(box.x - box.width / 2, box.y - box.height / 2, box.width, box.height)
            self.painter.fillRect(frame, self.theme.color("paper"))
            self.painter.setPen(label.color)
            draw_formula(self.painter, frame, Qt.AlignmentFlag.AlignHCenter, label.text)
            yield label.of, frame
        self._waiting = []

    def _stayed(self, label: Label) -> LabelBox | None:
        """Where it stood in the last picture, if it still fits there."""
        shift = self.memory.places.get(label.of.known_by)
        if shift is None:
            return None
        middle = label.at.mean(axis=0) + shift
        off = float(np.hypot(*(middle - label.places[0])))
        inside = np.all((middle >= label.half) & (middle <= self.size - label.half))
        if off > STAYS or not inside or not self._off_texts(label, middle[None])[0]:
            return None
        return None if self._crossed(label, middle) else label.box(middle)

    def _free(self, label: Label) -> LabelBox | None:
        """The first place on nothing; else the first on no text and on the fewest lines.

        None where a text that is not wanted has no place on nothing.
        """
        places = label.places if label.wanted else label.places[:TRIED]
        best: tuple[int, Array] | None = None
        for place in places[np.flatnonzero(self._off_texts(label, places))]:
            crossed = self._crossed(label, place)
            if crossed == 0:
                return label.box(place)
            if best is None or crossed < best[0]:
                best = crossed, place
        if not label.wanted:
            return None
        return label.box(best[1] if best else label.places[0])

    def _off_texts(self, label: Label, middles: Array) -> Array:
        """Whether a text would stand on no other one at each of some middles (n, 2)."""
        if self._more:
            self._boxes, self._more = np.vstack([self._boxes, self._more]), []
        apart = np.abs(middles[:, None] - self._boxes[None, :, :2])
        meets = apart < label.half + self._boxes[None, :, 2:] + GAP
        return ~np.any(np.all(meets, axis=2), axis=1)

    def _crossed(self, label: Label, middle: Array) -> int:
        """How many lines a text would stand on there."""
        ends, owners, low, high = self._segments()
        room, box = label.half + 4, label.box(middle)
        near = np.all((low <= middle + room) & (high >= middle - room), 1) & (owners != label.owner)
        return sum(box.crossed_by(*ends[k]) for k in np.flatnonzero(near))

    def _segments(self) -> tuple[Array, ...]:
        """All lines (n, 2, 2), their owners, and the boxes around them."""
        if self._chains:
            starts = np.concatenate([points[:-1] for points, _ in self._chains])
            tips = np.concatenate([points[1:] for points, _ in self._chains])
            counts = [len(points) - 1 for points, _ in self._chains]
            owners = np.repeat([owner for _, owner in self._chains], counts)
            ends = np.stack([starts, tips], axis=1)
            new = ends, owners, ends.min(axis=1), ends.max(axis=1)
            self._known = tuple(map(np.concatenate, zip(self._known, new, strict=True)))
            self._chains = []
        return self._known

    def _lead(self, label: Label, box: LabelBox) -> None:
        """A thin line to what a text belongs to, where it stands far from it."""
        (a, b), middle = label.at, np.array([box.x, box.y])
        foot = a + nearest_part(a, b, middle) * (b - a)
        edge = np.clip(foot, middle - label.half, middle + label.half)
        if float(np.hypot(*(edge - foot))) > FAR:
            self.painter.setPen(QPen(label.color, 0.8, Qt.PenStyle.DotLine))
            self.painter.drawLine(QPointF(*edge.tolist()), QPointF(*foot.tolist()))
            self.drawn(np.array([edge, foot]))


def along(a: Array, b: Array, side: Array, half: Array) -> Array:
    """Middles (n, 2) of a text for the line from a to b, nearest first.

    They lie on it, then beside it on a `side`.  On a line that is too short for it the text
    stands beside.
    """
    length = float(np.hypot(*(b - a)))
    way = (b - a) / length if length > 0 else np.array([1.0, 0.0])
    middle, reach = (a + b) / 2, float(np.abs(way) @ half)
    shifts = STEP * np.arange(1 - STEPS, STEPS)
    inside = shifts[np.abs(shifts) + reach < length / 2 - 8]
    off = float(np.abs(side) @ half) + 3 + STEP * np.arange(STEPS)
    aside = middle + shifts[:, None, None] * way + off[:, None] * side
    places = np.concatenate([middle + inside[:, None] * way, aside.reshape(-1, 2)])
    far = np.concatenate([np.abs(inside), (np.abs(shifts)[:, None] + 1.5 * off).ravel()])
    return places[np.lexsort((places[:, 1], places[:, 0], far))]


def around(centre: Array, off: float, way: Array, half: Array) -> Array:
    """Middles (n, 2) of a text that begins so far off in a direction, then farther and turned."""
    angles = np.radians(TURNS)
    across = np.array([-way[1], way[0]])
    turned = np.cos(angles)[:, None] * way + np.sin(angles)[:, None] * across
    steps = np.arange(STEPS)
    places = centre + turned[:, None] * (half + (off + steps * STEP)[:, None])
    later = 0.7 * np.arange(len(TURNS))[:, None] + steps
    return places.reshape(-1, 2)[np.argsort(later, axis=None, kind="stable")]
