"""What is written into the sketch: lengths with their parameters, coordinates with their arrows."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from math import atan2, cos, degrees, pi, sin

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from lagr_gui.editing.sketch.item_values import GROUND
from lagr_gui.editing.sketch.lengths import BodyLength
from lagr_gui.editing.sketch.measures import ends_of, measured
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat
from lagr_gui.editing.sketch.stops import LIMITS, STOP, limits
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.panes.animation.ink import at, polygon
from lagr_gui.gui.sketch.labels import LabelMemory, Labels, along, around
from lagr_gui.gui.sketch.loads import size_of_load
from lagr_gui.gui.sketch.pointer.moved_joint import (
    MANY,
    MOST,
    SeenJoint,
    is_roomy,
    seen_joint,
    tip_of_slide,
)
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.sketch.values import WrittenValue
from lagr_gui.gui.theme import Theme, formula_font
from lagr_gui.gui.words import tr
from lagr_gui.model import Joint
from lagr_gui.scenery import symbols
from lagr_gui.scenery.load_signs import SeenLoad
from lagr_gui.scenery.strokes import SceneSight

ASIDE = 26.0
"""Distance of a measure from what it measures, pixels."""
SIZE, SHORTEST = 13, 44.0
"""Of letters, and of a length that is written without being selected, pixels."""
STOP_RADIUS, STOP_ASIDE, STOP_TICK = 52.0, 30.0, 9.0
"""Of the arc between the limits of an angle; how far aside those of a slide are, half a line."""
RADIUS, SHORT = 30.0, 16.0
"""Of the arc of an angle, and the least one, pixels."""


class Annotations:
    """Writes measures and coordinates over the mechanism."""

    def __init__(
        self,
        painter: QPainter,
        stand: Stand,
        places: BodyPlaces,
        sight: SceneSight,
        theme: Theme,
        selected: Collection[str],
        memory: LabelMemory,
    ) -> None:
        self.painter, self.stand, self.places = painter, stand, places
        self.camera, self.size = sight.camera, sight.size
        self.theme, self.selected = theme, selected
        self.few = len(stand.model.bodies) <= MOST
        self.many = len(stand.model.bodies) > MANY
        self.joints = np.array(list(sight.joints.values())).reshape(-1, 2)
        self.left_out = 0
        self.memory = memory
        memory.see(sight.camera.scale)
        font = formula_font(11)
        font.setPixelSize(SIZE)
        painter.setFont(font)
        points = [point for body, point in sight.centres.items() if body]
        self.middle = np.mean(points, axis=0) if points else np.zeros(2)
        self.labels = Labels(painter, sight.size, theme, memory)
        self.labels.keep_off(sight)

    def _pixel(self, point: Array) -> Array:
        return self.camera.project(point, self.size)

    def chosen(self, body: int) -> bool:
        """Whether the lengths of a body may be written."""
        return not self.many or self._wanted(f"body:{body}")

    def _wanted(self, *keys: str) -> bool:
        """Whether something of these items is written however little room it has."""
        return self.few or any(key in self.selected for key in keys)

    def _fits(self, place: Array, *keys: str) -> bool:
        """Whether something of these items is written at a joint (2,)."""
        if self.many or self._wanted(*keys):
            return self._wanted(*keys)
        seen = bool(np.all((place >= 0) & (place <= self.size)))
        fits = seen and is_roomy(place, self.joints)
        self.left_out += seen and not fits
        return fits

    # --- lengths ---------------------------------------------------------------------------

    def write(self) -> list[WrittenValue]:
        """Write the texts of all that was drawn, clear of it and of each other."""
        written = [replace(value, box=box) for value, box in self.labels.write()]
        if text := self._missing():
            self.painter.setFont(QFont())
            self.painter.setPen(self.theme.color("muted"))
            frame = QRectF(0, 0, self.size[0] - 60, self.size[1] - 28)
            side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
            self.painter.drawText(frame, side, text)
        return written

    def _missing(self) -> str:
        """What is said of values that are not written."""
        if self.many:
            return tr("Select a body to see its values")
        count = self.left_out + self.labels.left_out
        words = tr("1 value has no room") if count == 1 else tr("{n} values have no room")
        return f"{words.format(n=count)}: {tr('zoom in, or select a body')}" if count else ""

    def lengths(self, found: Collection[BodyLength]) -> None:
        """A line with arrows beside each length, and its name and value."""
        values = self.places.values
        for length in found:
            if length.name not in values:
                continue
            a, b = self._flat(length.start), self._flat(length.end)
            chosen, middle = f"body:{length.body}" in self.selected, (a + b) / 2
            seen = self.few or bool(np.all((middle >= 0) & (middle <= self.size)))
            short = float(np.hypot(*(b - a))) < SHORTEST
            if (short or not seen) and not chosen:
                self.left_out += seen and not self.few
                continue
            text = f"{pretty(length.name)} = {values[length.name]:.4g}"
            of = WrittenValue(QRectF(), "length", length.name, length.body)
            self._length(a, b, self._outside(length.body, length.name, a, b), text, of)

    def measures(self) -> None:
        """Distances between arrows, and angles as arcs, with their values."""
        places = self.places
        for index, measure in enumerate(self.stand.model.sketch.measures):
            try:
                ends, number = ends_of(measure, places), measured(measure, places)
            except (LagrError, ArithmeticError, ValueError, KeyError):
                continue  # the problems say what is wrong with it
            key, pixels = f"mark:measures.{index}", [self._flat(end) for end in ends]
            color = self.theme.color("accent" if key in self.selected else "muted")
            aside = measure.aside * self.camera.scale
            of = WrittenValue(QRectF(), "measure", str(index))
            if len(ends) == 2:
                a, b = pixels
                away = -aside * symbols.frame(a, b)[2]
                self._length(a, b, away, f"{number:.4g} m", of, color)
            else:
                (ax, ay), (bx, by), _ = ends
                begin = atan2(ay - by, ax - bx)
                text, radius = f"{abs(degrees(number)):.4g}°", max(abs(aside), SHORT)
                self._arc(pixels[1], begin, begin + number, text, of, color, radius)

    def _flat(self, at: Flat) -> Array:
        return self._pixel(at[0] * self.camera.right + at[1] * self.camera.up)

    def _outside(self, body: int, name: str, a: Array, b: Array) -> Array:
        """Aside on the side that looks away from the body, from the mechanism, or below.

        The first of them that the length lies beside; where it was drawn once it stays.
        """
        across = symbols.frame(a, b)[2]
        centre = self._pixel(self.stand.scene.motion.x[body][0])
        outwards = (float(across @ ((a + b) / 2 - middle)) for middle in (centre, self.middle))
        down = float(across[1]) or float(across[0])
        now = float(np.sign(next((o for o in outwards if abs(o) > 4), down))) or -1.0
        return ASIDE * self.memory.sides.setdefault((body, name), now) * across

    def _length(
        self,
        a: Array,
        b: Array,
        aside: Array,
        text: str,
        of: WrittenValue,
        color: QColor | None = None,
    ) -> None:
        """Two lines out from a length, so far aside, and the line with arrows between them."""
        color = color or self.theme.color("muted")
        far = float(np.hypot(*aside))
        side = aside / far if far > 0 else aside
        self.painter.setPen(QPen(color, 1.0))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        owner = self.labels.owner()
        for end in (a, b):
            legs = np.array([end + min(8, far) * side, end + (far + 5) * side])
            self.painter.drawPolyline(polygon(legs))
            self.labels.drawn(legs)
        a, b = a + aside, b + aside
        self.painter.drawLine(at(a), at(b))
        self.labels.drawn(np.array([a, b]), owner)
        for tip, back in ((b, a), (a, b)):
            self.painter.drawPolyline(polygon(symbols.arrow(back, tip)))
        away = side if far > 0 else symbols.frame(a, b)[2]
        places = along(a, b, away, self.labels.half(text))
        self._label(text, color, of, np.array([a, b]), places, owner)

    # --- coordinates -----------------------------------------------------------------------

    def coordinates(self) -> None:
        """An arc for the angle of each hinge, an arrow for each slide, with names and values."""
        for joint in self.stand.model.joints:
            is_drawable = len(joint.coordinates) == 1 and joint.coordinates[0] in self.stand.start
            if is_drawable and joint.name in self.stand.scene.motion.joints:
                place = self._pixel(self.stand.scene.motion.joints[joint.name][0])
                if self._fits(place, f"body:{joint.child}", f"joint:{joint.name}"):
                    self._coordinate(joint)

    def _coordinate(self, joint: Joint) -> None:
        seen = seen_joint(self.stand, self.camera, self.size, joint)
        if seen is None:
            return
        of = WrittenValue(QRectF(), "coordinate", joint.coordinates[0], joint.child)
        name, color = pretty(joint.coordinates[0]), self.theme.color("accent")
        if seen.way is not None:
            self._arrow(seen.centre, seen.way, f"{name} = {_signed(seen.q)}", of)
            return
        ends = seen.zero, seen.direction(seen.q)
        self._arc(seen.centre, *ends, f"{name} = {_degrees(seen.q)}", of, color, RADIUS)

    # --- loads -----------------------------------------------------------------------------

    def loads(self, seen: Collection[SeenLoad]) -> None:
        """The sizes of forces, moments and drives, with the names of their parameters."""
        for one in seen:
            load = one.load
            self.labels.drawn(one.line)
            bodies = (f"body:{body}" for body in load.bodies if body)
            if not self._fits(one.line[0], one.key, *bodies):
                continue
            color = self.theme.color("accent" if one.key in self.selected else "text")
            sort, name = ("item", GROUND) if load.sort == "motion" else ("load", load.name)
            of = WrittenValue(QRectF(), sort, name, load.bodies[-1])
            centre, off, way = one.label
            self._beside(centre, off, way, size_of_load(self.stand, load), of, color)

    # --- stops -----------------------------------------------------------------------------

    def stops(self) -> None:
        """Both limits of each stop: lines at which it ends, with values that can be typed."""
        joints = {j.coordinates[0]: j for j in self.stand.model.joints if len(j.coordinates) == 1}
        for index, element in enumerate(self.stand.model.elements):
            coordinate = getattr(element, "coordinate", "")
            if element.kind != STOP or not element.enabled or coordinate not in joints:
                continue
            joint, key = joints[coordinate], f"element:{element.name}"
            place = self._pixel(self.stand.scene.motion.joints[joint.name][0])
            if self._fits(place, key, f"joint:{joint.name}", f"body:{joint.child}"):
                seen = seen_joint(self.stand, self.camera, self.size, joint)
                if seen is not None:
                    self._stop(seen, index, joint.child, element.name)

    def _stop(self, seen: SeenJoint, index: int, body: int, name: str) -> None:
        try:
            both = limits(self.stand.model, self.places.values, index)
        except (LagrError, ArithmeticError, ValueError):
            return  # the problems say what is wrong with it
        color = self.theme.color("accent" if f"element:{name}" in self.selected else "muted")
        if seen.turns:
            angles = np.linspace(*both, 49)
            line = [seen.centre + STOP_RADIUS * seen.ray(float(angle)) for angle in angles]
        else:
            aside = STOP_ASIDE * self._across(seen)
            line = [seen.slid(limit) + aside for limit in both]
        self._line(np.array(line), color)
        for which, limit, side in zip(LIMITS, both, (-1, 1), strict=True):
            self.painter.setPen(QPen(color, 1.6))
            if seen.turns:
                way, text = seen.ray(limit), _degrees(limit)
                tick = [seen.centre + part * STOP_RADIUS * way for part in (0.4, 1.2)]
                end = tick[1]
            else:
                assert seen.way is not None
                across, way = self._across(seen), side * seen.way / float(np.hypot(*seen.way))
                end = seen.slid(limit) + STOP_ASIDE * across
                tick, text = [end - STOP_TICK * across, end + STOP_TICK * across], f"{limit:.4g} m"
            self.painter.drawPolyline(polygon(np.array(tick)))
            of = WrittenValue(QRectF(), which, name, body)
            self._beside(end, 2, way, text, of, color)

    def _across(self, seen: SeenJoint) -> Array:
        """The way across a slide, downwards or to the right."""
        assert seen.way is not None
        across = np.array([-seen.way[1], seen.way[0]]) / float(np.hypot(*seen.way))
        return across if (across[1], across[0]) > (0, 0) else -across

    def _arc(
        self,
        centre: Array,
        start: float,
        end: float,
        text: str,
        of: WrittenValue,
        color: QColor,
        radius: float,
    ) -> None:
        """An arc with its arrow, dashed legs, and a text beside its middle."""
        turned = float(np.clip(end - start, -2 * pi, 2 * pi))
        angles = end - turned + np.linspace(0, 1, 25) * turned
        points = centre + radius * np.column_stack([np.cos(angles), -np.sin(angles)])
        self._line(points, color)
        if abs(turned) > 0.2:
            self.painter.drawPolyline(polygon(symbols.arrow(points[-4], points[-1])))
        foot = np.array([cos(end - turned), -sin(end - turned)])
        self.painter.setPen(QPen(color, 1.0, Qt.PenStyle.DashLine))
        self.painter.drawLine(at(centre), at(centre + 1.35 * radius * foot))
        middle = end - turned / 2
        way = np.array([cos(middle), -sin(middle)])
        self._beside(centre, radius + 4, way, text, of, color)

    def _beside(
        self, centre: Array, off: float, way: Array, text: str, of: WrittenValue, color: QColor
    ) -> None:
        """A text that begins so far off in a direction, whatever its width, or farther."""
        places, tip = around(centre, off, way, self.labels.half(text)), centre + off * way
        self._label(text, color, of, np.array([tip, tip]), places, self.labels.owner())

    def _label(
        self, text: str, color: QColor, of: WrittenValue, line: Array, places: Array, owner: int
    ) -> None:
        wanted = self._wanted(f"body:{of.body}", of.key) or of.sort == "measure"
        self.labels.add(text, color, of, line, places, owner, wanted)

    def _line(self, points: Array, color: QColor) -> None:
        """A chain of lines (k, 2), off which texts keep."""
        self.painter.setPen(QPen(color, 1.6))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawPolyline(polygon(points))
        self.labels.drawn(points)

    def _arrow(self, centre: Array, way: Array, text: str, of: WrittenValue) -> None:
        length = float(np.hypot(*way))
        if length < 1e-6:
            return
        color, tip = self.theme.color("accent"), tip_of_slide(centre, way)
        self.painter.setPen(QPen(color, 1.6))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawLine(at(centre), at(tip))
        self.labels.drawn(np.array([centre, tip]))
        self.painter.drawPolyline(polygon(symbols.arrow(centre, tip)))
        self._beside(tip, 3, way / length, text, of, color)


def _degrees(angle: float) -> str:
    return f"{_signed(degrees(angle), 3, 1e-7)}°"


def _signed(number: float, digits: int = 4, least: float = 1e-12) -> str:
    """A number with a true minus sign; what a closed path leaves of nothing is 0."""
    return f"{number if abs(number) > least else 0:.{digits}g}".replace("-", "−")
