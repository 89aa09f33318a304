"""What planar pictures draw of a scene, as points in the picture (pixels, y downwards)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import asin, atan2, hypot, pi
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from lagr_gui.drawing.bodies.gears import DrivenCable
from lagr_gui.drawing.bodies.shapes import BodyForm, outline
from lagr_gui.foundation.arrays import Array
from lagr_gui.scenery import symbols
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.edges import KnifeEdge
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.ground import Ground
from lagr_gui.scenery.pins import PIN
from lagr_gui.scenery.planes import Plane
from lagr_gui.scenery.scene import Instant, Scene, SceneLine
from lagr_gui.scenery.seeing import seen_part
from lagr_gui.scenery.torsions import Torsion

Key = TypeVar("Key")
ASIDE = 0.5
"""The sine of the angle of view from which on a plane is seen as a line."""
NEAR = 6.0
"""So near to a body (pixels) a spring seems to end on it."""
BESIDE = 22.0
"""Parallel elements are so far from each other (pixels)."""
FACING = 0.5
"""The cosine of the angle of view from which on a wheel is seen as a disc."""
AROUND = 49
"""Points of the circle of a drum."""
ON, ROPE = 0.5, 1.5
"""So near to its middle (pixels) a pulley is a disc; how far from its rim a rope is drawn."""
HINGE = 4.5
"""Radius of the circle of a hinge (pixels)."""
TIGHT, SMALL = 0.45, 0.4
"""What lies about a joint reaches so far to the next one, but is not smaller than by this part."""
SIGHT = 1e7
"""Farther than this (pixels) from the middle of a picture no track is drawn."""
EDGE = 14.0
"""Half the length of a knife edge (pixels)."""
SLIDER = (22.0, 12.0)
"""Length and height of the sign of a slider (pixels)."""


@dataclass(frozen=True, eq=False)
class HatchedLine:
    """A line (2, 2), hatched on the side opposite to `away` (2,), the `first` time so far behind
    its first end (pixels)."""

    ends: Array
    away: Array
    first: float = symbols.HATCH / 2

    @cached_property
    def hatching(self) -> Array:
        """The strokes (n, 2, 2) behind it."""
        a, b = self.ends
        _, _, across = symbols.frame(a, b)
        return symbols.hatching(a, b, -1.0 if across @ self.away > 0 else 1.0, self.first)


@dataclass(frozen=True, eq=False)
class DrawnSupport:
    """A bearing, a wall or a track: its hatched line, the triangle (3, 2) of a bearing, ...

    ... the rail (2, 2) on a moving body, and the direction (2,) of a slider that is to be seen.
    """

    line: HatchedLine | None = None
    foot: Array | None = None
    rail: Array | None = None
    slider: Array | None = None


class SceneSight:
    """A scene at an instant, seen by a camera in a picture of a width and a height (pixels)."""

    def __init__(
        self, scene: Scene, now: Instant, camera: Camera, size: tuple[float, float]
    ) -> None:
        self.scene, self.now, self.camera, self.size = scene, now, camera, size
        self._figures = {figure.number: figure for figure in scene.figures}
        self._outlines: dict[int, Array] = {}
        self._ways: dict[str, RopeWay] = {}

    def flat(self, points: Array) -> Array:
        """Pixels (…, 2) of points (…, 3)."""
        return self.camera.project(points, self.size)

    @cached_property
    def centres(self) -> dict[int, Array]:
        """Where the centres of mass are seen (2,)."""
        return self._seen(self.now.x)

    @cached_property
    def joints(self) -> dict[str, Array]:
        """Where the joints are seen (2,)."""
        return self._seen(self.now.joints)

    @cached_property
    def lines(self) -> dict[str, Array]:
        """Where the points (k, 2) of the elements along lines are seen."""
        return {name: self.flat(points) for name, points in self.now.lines.items()}

    def _seen(self, places: Mapping[Key, Array]) -> dict[Key, Array]:
        flat = self.flat(np.array([*places.values()]).reshape(-1, 3))
        return dict(zip(places, flat, strict=True))

    def outline(self, figure: Figure) -> Array:
        """The outline (n, 2) of a body that has corners and no holes."""
        if figure.number not in self._outlines:
            assert figure.solid is not None
            x, R = self.now.x[figure.number], self.now.R[figure.number]
            self._outlines[figure.number] = outline(self.flat(x + figure.solid.corners @ R.T))
        return self._outlines[figure.number]

    def within(self, figure: Figure, point: Array) -> bool:
        """Whether a point lies in the box around a body, or hardly beside it."""
        if figure.solid is None:
            return bool(np.linalg.norm(point - self.now.x[figure.number]) < self._spare)
        return bool(self.hold([(figure.number, figure.solid)], point)[0])

    def hold(self, bodies: Sequence[tuple[int, BodyForm]], points: Array) -> NDArray[np.bool_]:
        """The same for several points (n, 3), each with a body (number and form) of its own."""
        places = np.array([self.now.x[number] for number, _ in bodies]).reshape(-1, 3)
        turns = np.array([self.now.R[number] for number, _ in bodies]).reshape(-1, 3, 3)
        inner = ((points - places)[:, None] @ turns)[:, 0]
        reach = np.array([form.reach for _, form in bodies]).reshape(-1, 2, 3)
        over = (inner > reach[:, 0] - self._spare) & (inner < reach[:, 1] + self._spare)
        return np.all(over, axis=1)

    @property
    def _spare(self) -> float:
        """What is hardly beside a body (m)."""
        return NEAR / self.camera.scale

    def arms(self, line: SceneLine) -> list[tuple[Figure, Array]]:
        """Bars (2, 2) from centres of mass to ends of a line that lie outside of their bodies."""
        ends = zip(line.bodies, self.now.lines[line.name], self.lines[line.name], strict=True)
        return [
            (figure, np.stack([self.centres[number], seen]))
            for number, end, seen in ends
            if (figure := self._figures.get(number)) is not None and not self.within(figure, end)
        ]

    def span(self, line: SceneLine) -> int:
        """The place of the longest span of a line, in which stands what it is."""
        points = self.lines[line.name]
        if len(points) == 2:
            return 0
        return int(np.argmax(np.linalg.norm(np.diff(points, axis=0), axis=1)))

    def layers(self) -> tuple[list[SceneLine], list[SceneLine]]:
        """The lines that lie under the bodies, and those over them, which one would hide else."""
        lines: tuple[list[SceneLine], list[SceneLine]] = [], []
        for line in self.scene.lines:
            lines[self._covered(line)].append(line)
        return lines

    def _covered(self, line: SceneLine) -> bool:
        """Whether the middle of a line lies in a body."""
        place = self.span(line)
        middle = self.now.lines[line.name][place : place + 2].mean(axis=0)
        forms = [(f.number, f.solid) for f in self.scene.figures if f.solid is not None]
        return bool(self.hold(forms, middle).any())

    @cached_property
    def phases(self) -> list[float]:
        """How the teeth of gears lie at the instant."""
        return self.scene.gearing.phases(self.now.x, self.now.R)

    def teeth(self, figure: Figure, place: int) -> Iterator[Array]:
        """The outlines (n, 2) of a rim of a body; from the side that of all its corners."""
        rim, phase = self.scene.gearing.rims[place], self.phases[place]
        x, R = self.now.x[figure.number], self.now.R[figure.number]
        loops, (turn, shift) = rim.loops(phase), rim.placed(phase)
        turn, shift = R @ turn, x + R @ shift
        if abs(turn[:, 2] @ self.camera.towards) < FACING:
            yield outline(self.flat(shift + rim.surface(phase).corners @ turn.T))
            return
        for loop in loops.outlines:
            yield self.flat(shift + loop @ turn.T[:2])

    def line(self, line: SceneLine) -> list[Array]:
        """The strokes (n, 2) of a spring, a dashpot or a plain line, in its longest span.

        Where it runs over pulleys the others follow it.
        """
        way, longest = self.way(line), self.span(line)
        a, b = way.spans[longest]
        shift = BESIDE * line.shift
        if line.sort == "spring":
            strokes = [symbols.zigzag(a, b, shift)]
        elif line.sort == "dashpot":
            strokes = symbols.dashpot(a, b, shift, line.across)
        elif line.sort == "friction":
            strokes = symbols.friction_damper(a, b, shift)
        else:
            strokes = [np.array([a, b])]
        rest = (way.arcs[: longest + 1], way.arcs[longest + 1 :])
        return [*strokes, *(part for arcs in rest if len(part := np.concatenate(arcs)) > 1)]

    def torsion(self, torsion: Torsion) -> list[Array]:
        """The strokes (n, 3) in space of a spring or damper about a pin.

        In space they lie at the end of the pin that is nearer to the eye.
        """
        unit, here = self.unit_of(torsion), self.now.joints[torsion.joint]
        if self.scene.motion.planar:
            return torsion.ways(self.now.R, here, unit)
        low, high = torsion.pin.ends
        axis = self.now.R[torsion.pin.body] @ torsion.pin.axis
        nearer = high if axis @ self.camera.toward(here) > 0 else low
        return torsion.ways(self.now.R, here, unit, nearer)

    def unit_of(self, torsion: Torsion) -> float:
        """A pixel (m) of the sign of a spring or damper about a pin, which is small near others."""
        unit, here = self._unit, self.now.joints[torsion.joint]
        others = [point for name, point in self.now.joints.items() if name != torsion.joint]
        off = np.linalg.norm(np.array(others).reshape(-1, 3) - here, axis=1)
        apart = float(off[off > HINGE * unit].min(initial=np.inf))
        return unit * min(1.0, max(TIGHT * apart / (self._reach[torsion.joint] * unit), SMALL))

    def reach_about(self, joint: str) -> float:
        """How far springs and dampers about a pin reach at most in a plane (pixels)."""
        return self._reach.get(joint, 0.0)

    @cached_property
    def _unit(self) -> float:
        """A pixel (m) of signs about pins: those in space are as large as the pins are."""
        planar = self.scene.motion.planar
        return 1 / self.camera.scale if planar else PIN * self.scene.size / HINGE

    @cached_property
    def _reach(self) -> dict[str, float]:
        """How far all signs about a pin reach (pixels)."""
        return {torsion.joint: torsion.outer for torsion in self.scene.torsions}

    def way(self, line: SceneLine) -> RopeWay:
        """The way of a line: along the rims of the discs whose middles are its pulleys."""
        if line.name not in self._ways:
            points = self.lines[line.name]
            inner = [self._radius(point) for point in points[1:-1]]
            self._ways[line.name] = rope_way(points, [0.0, *inner, 0.0])
        return self._ways[line.name]

    def pulleys(self, line: SceneLine) -> list[Array]:
        """Pulleys (2,) of a line that are no discs."""
        arcs = self.way(line).arcs[1:-1]
        points = self.lines[line.name][1:-1]
        return [point for point, arc in zip(points, arcs, strict=True) if len(arc) == 1]

    def _radius(self, point: Array) -> float:
        """The radius (pixels) of the disc about a pulley, with the rope on its rim; 0 for none."""
        if not self.scene.motion.planar:
            return 0.0
        for figure in self.scene.figures:
            middle, solid = self.centres.get(figure.number), figure.solid
            if middle is None or solid is None or float(np.hypot(*(middle - point))) > ON:
                continue
            reach = solid.radius * self.camera.scale
            if not reach and len(solid.corners):
                reach = round_radius(self.outline(figure), middle)
            if reach:
                return reach + ROPE
        return 0.0

    def plane(self, plane: Plane) -> HatchedLine | None:
        """A wall or floor as a line; nothing where it lies in the picture."""
        camera, R = self.camera, self.now.R[plane.body]
        away = R @ plane.normal
        seen = np.array([away @ camera.right, -(away @ camera.up)])
        if np.hypot(*seen) < ASIDE:
            return None
        corners = self.flat(self.now.x[plane.body] + plane.corners @ R.T)
        along = corners @ np.array([-seen[1], seen[0]])
        return self._hatched(corners[[np.argmin(along), np.argmax(along)]], seen)

    def wall(self, ends: Array) -> HatchedLine | None:
        """A wall with two ends (2, 3), hatched to the right of the way between them; None where
        it is not seen."""
        left = np.cross(self.camera.towards, ends[1] - ends[0])
        away = np.array([left @ self.camera.right, -(left @ self.camera.up)], float)
        return self._hatched(self.flat(ends), away)

    def _hatched(self, ends: Array, away: Array) -> HatchedLine | None:
        """What is seen of a hatched line, which moves on with its strokes."""
        a, b = ends
        if (part := seen_part(a, b, self.size)) is None:
            return None
        first = (symbols.HATCH / 2 - part[0] * float(np.hypot(*(b - a)))) % symbols.HATCH
        return HatchedLine(np.array([a + end * (b - a) for end in part]), away, first)

    def support(self, ground: Ground) -> DrawnSupport | None:
        """A bearing, a wall or a track, hatched on the side of body 0."""
        if ground.body not in self.now.x:
            return None
        x, R = self.now.x[ground.body], self.now.R[ground.body]
        point = x + R @ ground.point
        if ground.sort == "track":
            return self._track(ground, point, R @ ground.toward)
        here, beyond = self.flat(np.stack([point, point + R @ ground.toward]))
        _, along, across = symbols.frame(here, beyond)
        if not np.any(ground.toward):
            along, across = np.array([-1.0, 0.0]), np.array([0.0, 1.0])
        if ground.sort == "bearing":
            foot, side = here - 13 * along, 9 * across
            line = HatchedLine(np.array([foot - 16 * across, foot + 16 * across]), along)
            return DrawnSupport(line, np.array([here, foot + side, foot - side]))
        return DrawnSupport(HatchedLine(np.array([here - 15 * across, here + 15 * across]), along))

    def edge(self, edge: KnifeEdge) -> Array:
        """The line (2, 2) of a knife edge, along which it may slide."""
        x, R = self.now.x[edge.body], self.now.R[edge.body]
        here, beside = self.flat(np.stack([x + R @ edge.point, x + R @ (edge.point + edge.across)]))
        _, _, along = symbols.frame(here, beside)
        return np.stack([here - EDGE * along, here + EDGE * along])

    def _track(self, ground: Ground, point: Array, along: Array) -> DrawnSupport:
        """The line a slider runs along, somewhat longer than its reach, and the slider.

        On the ground it lies under the body, so that springs along it can be seen.
        """
        low, high = self._near_reach(ground, point, along)
        spare = 40 / self.camera.scale
        reach = [point + (low - spare) * along, point + (high + spare) * along]
        a, b = self.flat(np.stack(reach))
        if ground.joint in self.scene.wires:
            return DrawnSupport(rail=np.array([a, b]))
        if self.turns(ground):
            return self._spindle(ground, a, b)
        if ground.body != 0:
            return DrawnSupport(rail=np.array([a, b]), slider=b - a)
        _, way, across = symbols.frame(a, b)
        down = across if across[1] > 0 or (across[1] == 0 and across[0] > 0) else -across
        half, under = self.below(ground, way, down)
        ends = np.array([a - half * way + under * down, b + half * way + under * down])
        return DrawnSupport(self._hatched(ends, -down), slider=None if under else b - a)

    def _spindle(self, ground: Ground, a: Array, b: Array) -> DrawnSupport:
        """A line along which a body slides and turns; one of body 0 stands on the ground."""
        _, way, across = symbols.frame(a, b)
        half, _ = self.below(ground, way, across)
        foot, head = sorted([a - half * way, b + half * way], key=lambda end: -float(end[1]))
        if ground.body != 0:
            return DrawnSupport(rail=np.array([foot, head]))
        _, up, across = symbols.frame(foot, head)
        line = HatchedLine(np.array([foot - 15 * across, foot + 15 * across]), up)
        return DrawnSupport(line, rail=np.array([foot, head]))

    def _near_reach(self, ground: Ground, point: Array, along: Array) -> tuple[float, float]:
        """Between which lengths (m) a track from a point along a way (3,) is not out of sight."""
        if not any(self.size):
            return ground.ends
        middle, sight = (self.camera.centre - point) @ along, SIGHT / self.camera.scale
        low = max(ground.ends[0], float(middle - sight))
        high = min(ground.ends[1], float(middle + sight))
        return (low, high) if low <= high else (low, low)

    def turns(self, ground: Ground) -> bool:
        """Whether what slides on a track turns about it too."""
        kind = self.scene.hinges.get(ground.joint)
        return kind is not None and bool(kind.turns)

    def below(self, ground: Ground, along: Array, down: Array) -> tuple[float, float]:
        """How far the body on a track extends along it and below it from its joint, in pixels."""
        figure = self._figures.get(ground.rider)
        if figure is None or figure.solid is None:
            return 0.0, 0.0
        now = self.now
        corners = now.x[ground.rider] + figure.solid.corners @ now.R[ground.rider].T
        apart = self.flat(corners) - self.joints[ground.joint]
        return float(np.abs(apart @ along).max()), max(float((apart @ down).max()), 0.0)


def cable_ways(cable: DrivenCable, now: Instant) -> tuple[Array, Array]:
    """The free part of a cable (2, 3), and what lies about its drum (n, 3), in space."""
    x, R = now.x[cable.body], now.R[cable.body]
    angles = np.linspace(0, 2 * pi, AROUND)[:, None]
    least = np.eye(3)[int(np.argmin(np.abs(cable.axis)))]
    first: Array = np.asarray(np.cross(cable.axis, least), float)
    first = first / np.linalg.norm(first)
    second: Array = np.asarray(np.cross(cable.axis, first), float)
    around = cable.radius * (np.cos(angles) * first + np.sin(angles) * second)
    return cable.ends(now.x, now.R, now.joints), x + (cable.middle + around) @ R.T


# --- How a rope is seen over discs: straight between them, along their rims --------------------

STRAIGHT = 1e-6
"""A bend of a smaller angle (rad) is none."""
FINE = pi / 24
"""Between points of an arc, rad."""
ROUND, ALIKE = 12, 0.97
"""So many corners has a circle at least, and so alike are their distances from its middle."""


@dataclass(frozen=True, eq=False)
class RopeWay:
    """Straight `spans` (k − 1, 2, 2) between the points of a rope, and the `arcs` (n, 2) at them.

    There are as many arcs as points; one where no disc lies is the point itself.
    """

    spans: Array
    arcs: tuple[Array, ...]

    @property
    def whole(self) -> Array:
        """All of it (n, 2)."""
        return np.concatenate(self.arcs)


def rope_way(points: Array, radii: Sequence[float]) -> RopeWay:
    """The way over points (k, 2), some of them middles of discs with a radius (0: none).

    A disc lies within the bend of the rope.  Where discs overlap that far that no line touches
    both the rope runs over their middles.
    """
    sides = [0.0, *(_side(*points[i : i + 3]) for i in range(len(points) - 2)), 0.0]
    signed = [side * radius for side, radius in zip(sides, radii, strict=True)]
    angles = [
        _heading(b - a, other - one)
        for (a, b), (one, other) in zip(pairwise(points), pairwise(signed), strict=True)
    ]
    wound = [angle for angle in angles if angle is not None]
    if len(wound) < len(angles):
        return rope_way(points, [0.0] * len(points))
    arcs = [points[:1]]
    for i, reach in enumerate(signed[1:-1], start=1):
        arcs.append(_arc(points[i], reach, wound[i - 1], wound[i]))
    arcs.append(points[-1:])
    spans = np.array([[before[-1], after[0]] for before, after in pairwise(arcs)])
    return RopeWay(spans.reshape(-1, 2, 2), tuple(arcs))


def _side(before: Array, here: Array, after: Array) -> float:
    """On which side of the rope the middle of a disc lies: +1 where the rope turns to it so."""
    (a, b), (c, d) = here - before, after - here
    return 1.0 if a * d - b * c >= 0 else -1.0


def _heading(way: Array, apart: float) -> float | None:
    """The angle of the line that touches two discs `way` apart, whose signed radii differ so."""
    length = hypot(*way.tolist())
    if not length or abs(apart) > length:
        return None if apart else atan2(float(way[1]), float(way[0]))
    return atan2(float(way[1]), float(way[0])) - asin(apart / length)


def _arc(middle: Array, reach: float, before: float, after: float) -> Array:
    """Points (n, 2) of a rim from one heading to another one; the middle without a radius."""
    if not reach:
        return middle[None]
    turn = (after - before) % (2 * pi) if reach > 0 else -((before - after) % (2 * pi))
    if 2 * pi - abs(turn) < STRAIGHT:
        turn = 0.0
    count = max(int(abs(turn) / FINE) + 2, 2)
    headings = before + np.linspace(0.0, turn, count)
    return middle + reach * np.column_stack([np.sin(headings), -np.cos(headings)])


def round_radius(outline: Array, middle: Array) -> float:
    """The radius of an outline (n, 2) that is a circle about a point; 0 of any other."""
    off = np.hypot(*(outline - middle).T) if len(outline) >= ROUND else np.zeros(1)
    high, low = float(off.max()), float(off.min())
    return (high + low) / 2 if low > ALIKE * high > 0 else 0.0
