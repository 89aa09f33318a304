"""Forces, moments and drives in the sketch: their signs, how long they are, what is said."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, pi, radians, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from lagr_gui.arrays import Array
from lagr_gui.editing.sketch.loads import names_of_load, parameter_of_load, unit_of_load
from lagr_gui.expression.letters import pretty
from lagr_gui.gui.panes.animation.ink import SceneLook, at, pen, polygon
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.words import tr
from lagr_gui.message import joined
from lagr_gui.scenery import symbols
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.loads import ShownLoad
from lagr_gui.scenery.strokes import SceneSight
from lagr_gui.scenery.values import known_values

SHORTEST, RADIUS, HEAD = 16.0, 22.0, 9.0
"""Of an arrow and of the bent arrow of a moment, and of their tips, pixels."""
BADGE, BESIDE, CLEAR = 8.5, 22.0, 3.0
"""Radius of the mark of a drive, how far it stands from its joint, and from what is about that,
pixels."""
NEAR = 7.0
"""So near (pixels) a load is hit."""
BEND = np.radians(np.linspace(-120.0, 150.0, 37))
"""The angles of the bent arrow of a moment, to the left."""
CLOSE = 60.0
"""What stands by a joint is so near to it, pixels."""
LOAD, DRIVE = 3, 2
"""The places of their colours among those of curves, as in the arrows of the animation."""
Size = tuple[float, float]


@dataclass(frozen=True, eq=False)
class SeenLoad:
    """A load as a line of pixels (n, 2); an arrow ends at its last one.

    The line of a drive leads from its joint to the middle of its mark.  A force toward or away
    from the eye has no length.
    """

    load: ShownLoad
    line: Array

    @property
    def key(self) -> str:
        """The key of its element."""
        return f"element:{self.load.name}"

    @property
    def tip(self) -> Array:
        """Where it ends (2,)."""
        return self.line[-1]

    @property
    def on_end(self) -> bool:
        """Whether it is a force of which one sees no length."""
        return self.load.sort == "force" and float(np.hypot(*(self.tip - self.line[0]))) < 2.0

    @property
    def label(self) -> tuple[Array, float, Array]:
        """Where its text begins: so far off (pixels) from a middle (2,), in a direction (2,)."""
        if self.load.sort == "moment":
            return self.line.mean(axis=0), RADIUS, np.array([0.7071, -0.7071])
        way = self.tip - self.line[0]
        length = float(np.hypot(*way))
        off = BADGE if self.load.sort == "drive" else 0.0
        return self.tip, off + 3.0, way / length if length else np.array([1.0, 0.0])

    def leads(self, pixel: Array, reach: float) -> bool:
        """Whether a pixel (2,) is at the tip of a force."""
        near = float(np.hypot(*(self.tip - pixel))) <= reach
        return near and self.load.sort == "force" and not self.on_end

    def off(self, pixel: Array) -> float:
        """How far a pixel (2,) lies from it; a mark is hit within its ring."""
        if self.load.sort == "drive":
            return max(float(np.hypot(*(self.tip - pixel))) - BADGE, 0.0)
        return min(_distance(a, b, pixel) for a, b in pairwise(self.line))


def _distance(a: Array, b: Array, pixel: Array) -> float:
    way = b - a
    length = float(way @ way)
    part = float(np.clip((pixel - a) @ way / length, 0, 1)) if length > 0 else 0.0
    return float(np.hypot(*(a + part * way - pixel)))


def seen_loads(stand: Stand, sight: SceneSight) -> Iterator[SeenLoad]:
    """All loads as they are seen."""
    for load in stand.loads:
        if load.sort == "force":
            yield SeenLoad(load, _arrow(stand, sight, load))
        elif load.sort == "moment":
            yield SeenLoad(load, _bent(sight.camera, sight.flat(load.point), load))
        else:
            here = sight.flat(load.point)
            off = max(BESIDE, sight.reach_about(load.joint) + BADGE + CLEAR)
            yield SeenLoad(load, np.stack([here, here + off * _free_way(sight, load, here)]))


def _arrow(stand: Stand, sight: SceneSight, load: ShownLoad) -> Array:
    """From its point, as long as the force is large; of a usual length where that is not known."""
    start, camera = sight.flat(load.point), sight.camera
    size = float(np.linalg.norm(load.vector))
    if not size:
        return np.stack([start, start])
    length = max(size / stand.newtons, SHORTEST) if load.told else 2 * SHORTEST
    way = np.array([load.vector @ camera.right, -(load.vector @ camera.up)]) / size
    return np.stack([start, start + length * way])


def _bent(camera: Camera, middle: Array, load: ShownLoad) -> Array:
    """About the axis of the moment, right-handed; about the way to the eye where it has none."""
    axis = load.vector if np.any(load.vector) else camera.towards
    axis = axis / np.linalg.norm(axis)
    least = camera.right if abs(float(axis @ camera.right)) < 0.9 else camera.up
    first = least - (least @ axis) * axis
    first = first / np.linalg.norm(first)
    second = np.cross(axis, first)
    ring = np.cos(BEND)[:, None] * first + np.sin(BEND)[:, None] * second
    return middle + RADIUS * np.column_stack([ring @ camera.right, -(ring @ camera.up)])


def _free_way(sight: SceneSight, load: ShownLoad, here: Array) -> Array:
    """The one of eight ways (2,) from a joint that keeps farthest from what stands by it."""
    held = [sight.centres[body] - here for body in load.bodies if body and body in sight.centres]
    supports = (sight.support(ground) for ground in sight.scene.grounds)
    feet = [one.line.ends.mean(axis=0) - here for one in supports if one and one.line]
    held += [foot for foot in feet if float(np.hypot(*foot)) < CLOSE]
    held += [
        sight.flat(np.concatenate(sight.torsion(torsion))).mean(axis=0) - here
        for torsion in sight.scene.torsions
        if torsion.joint == load.joint and torsion.sort == "dashpot"
    ]
    angles = [atan2(float(y), float(x)) for x, y in held if max(abs(x), abs(y)) > 1.0]

    def clear(angle: float) -> float:
        return min((abs((angle - other + pi) % (2 * pi) - pi) for other in angles), default=pi)

    ways = [radians(turn) for turn in (-45, -135, 45, 135, 0, 180, -90, 90)]
    best = max(ways, key=lambda angle: round(min(clear(angle), 1.0), 6))
    return np.array([cos(best), sin(best)])


def load_at(stand: Stand, camera: Camera, size: Size, pixel: Array) -> SeenLoad | None:
    """The load under a pixel (2,)."""
    if not stand.loads:
        return None
    scene = stand.scene
    sight = SceneSight(scene, scene.at(float(scene.motion.t[0])), camera, size)
    near = ((seen.off(pixel), seen) for seen in seen_loads(stand, sight))
    off, found = min(near, default=(NEAR, None), key=lambda entry: entry[0])
    return found if off < NEAR else None


def draw_loads(painter: QPainter, seen: Collection[SeenLoad], look: SceneLook) -> None:
    """Arrows, bent arrows, and marks of drives; dashed where the size is not known."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for one in seen:
        drive = one.load.sort == "drive"
        stroke = look.edge(one.key, QColor(look.theme.curves[DRIVE if drive else LOAD]))
        stroke.setWidthF(stroke.widthF() + 0.7)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(stroke)
        if drive:
            _draw_badge(painter, one.line, look)
        elif one.on_end:
            _draw_end(painter, one)
        else:
            painter.drawPolyline(polygon(symbols.arrow(one.line[-2], one.tip, HEAD)))
            if not one.load.told:
                painter.setPen(pen(stroke.color(), stroke.widthF(), Qt.PenStyle.DashLine))
            painter.drawPolyline(polygon(one.line))
    painter.restore()


def _draw_end(painter: QPainter, seen: SeenLoad) -> None:
    """A ring, with a dot where a force points at the eye or away from it; empty for none."""
    painter.drawEllipse(at(seen.tip), 6.0, 6.0)
    if np.any(seen.load.vector):
        painter.setBrush(painter.pen().color())
        painter.drawEllipse(at(seen.tip), 1.6, 1.6)


def _draw_badge(painter: QPainter, line: Array, look: SceneLook) -> None:
    """The mark of a motor, beside its joint."""
    joint, middle = line
    way = (middle - joint) / float(np.hypot(*(middle - joint)))
    painter.drawLine(at(joint + 5.0 * way), at(middle - BADGE * way))
    painter.setBrush(look.theme.color("paper"))
    painter.drawEllipse(at(middle), BADGE, BADGE)
    font = painter.font()
    font.setPixelSize(11)
    font.setBold(True)
    painter.setFont(font)
    corner = QPointF(BADGE, BADGE)
    box = QRectF(at(middle) - corner, at(middle) + corner)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "M")


def size_of_load(stand: Stand, load: ShownLoad) -> str:
    """What is written beside a load: its parameter with its value, else its size or its name."""
    values, unit = known_values(stand.model, stand.special), _unit(stand, load)
    own = load.name in {element.name for element in stand.model.elements}
    lone = parameter_of_load(stand.model, load.name) if own else None
    if lone is not None and lone in values:
        return f"{pretty(lone)} = {values[lone]:.4g} {unit}"
    if load.sort != "drive" and load.told:
        return f"{np.linalg.norm(load.vector):.4g} {unit}"
    return load.name


def _unit(stand: Stand, load: ShownLoad) -> str:
    return unit_of_load(stand.whole, load.name).replace("*", " ")


def told_of_load(stand: Stand, seen: SeenLoad) -> tuple[str, str]:
    """Title and text of a load under the pointer."""
    load = seen.load
    sorts = {"force": tr("Force"), "moment": tr("Moment"), "drive": tr("Drive")}
    lines = list[str]()
    if load.sort != "drive":
        size = f"{np.linalg.norm(load.vector):.4g} {_unit(stand, load)}"
        lines.append(size if load.told else tr("Zero at the start, or not known there"))
    if names := names_of_load(stand.whole, load.name):
        lines.append(tr("depends on {names}").format(names=joined(names)))
    own = any(element.name == load.name for element in stand.model.elements)
    if load.sort == "force" and own and not seen.on_end and stand.scene.motion.planar:
        lines.append(tr("Alt or Ctrl + drag the tip: turns the force and changes its size"))
    return f"{sorts[load.sort]} · {load.name}", "\n".join(lines)
