"""Gears, racks and cables on drums, as they are drawn: how teeth lie in each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import atan2, pi
from typing import Literal

import numpy as np

from lagr_gui.drawing.bodies.surfaces import SolidSurface
from lagr_gui.drawing.bodies.teeth import (
    ToothedLoops,
    core_radius,
    rack_loops,
    ring_loops,
    wheel_loops,
)
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Shape

Poses = Mapping[int, Array]


@dataclass(frozen=True, eq=False)
class ToothedRim:
    """Teeth of a body: of a wheel, a ring or a rack.

    In the axes of the body: `middle` (of a rack: a point of its pitch line), the direction `first`
    in which a tooth stands (of a rack: along it), `second` across it (of a rack: toward the wheel),
    which turns (of a ring or wheel) from `first`.  `pitch` is the length from tooth to tooth,
    `solid` the place of the solid that has the teeth where a body is composed.
    """

    body: int
    sort: Literal["wheel", "ring", "rack"]
    middle: Array
    first: Array
    second: Array
    radius: float
    count: int
    pitch: float
    thickness: float
    ends: tuple[float, float] = (0.0, 0.0)
    back: float = 0.0
    solid: int = -1

    @property
    def frame(self) -> Array:
        """Its axes (3, 3), the last one across the plane of the teeth, as columns."""
        return np.column_stack([self.first, self.second, np.cross(self.first, self.second)])

    def loops(self, phase: float) -> ToothedLoops:
        """Its outline in its own axes; a rack begins and ends where it does at each phase."""
        match self.sort:
            case "wheel":
                return wheel_loops(self.radius, self.count)
            case "ring":
                return ring_loops(self.radius, self.count)
            case _:
                by = self.pitch * phase
                low, high = (round(end - by, 12) for end in self.ends)
                return rack_loops(self.pitch, low, high, self.back)

    def surface(self, phase: float) -> SolidSurface:
        """The rim as a surface in its own axes."""
        return _surface(self.loops(phase), self.thickness)

    def placed(self, phase: float) -> tuple[Array, Array]:
        """The map (3, 3) and the shift (3,) from its own axes to those of the body.

        `phase` is the part of a tooth by which it is turned or shifted.
        """
        if self.sort == "rack":
            return self.frame, self.middle + self.pitch * phase * self.first
        turn = 2 * pi * phase / self.count
        c, s = np.cos(turn), np.sin(turn)
        return self.frame @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]), self.middle

    def met(self, x: Array, R: Array, point: Array) -> tuple[float, Array]:
        """The place of a point of space along the teeth, in teeth, and where these count (3,)."""
        seen = R.T @ (point - x) - self.middle
        a, b = float(seen @ self.first), float(seen @ self.second)
        if self.sort == "rack":
            return a / self.pitch, R @ self.first
        out = np.array([a, b]) / max(float(np.hypot(a, b)), 1e-300)
        along = -out[1] * self.first + out[0] * self.second
        return atan2(b, a) * self.count / (2 * pi), R @ along


@dataclass(frozen=True)
class ToothedPair:
    """Two rims, by their places, that lie in each other; the first one's teeth are known."""

    a: int
    b: int


@dataclass(frozen=True, eq=False)
class DrivenCable:
    """A cable from a drum, a `radius` about a `middle` of a body, to the joint of what slides.

    `axis` is that of the drum in the axes of the body, `sense` the side of the slide's line.
    """

    element: str
    body: int
    middle: Array
    axis: Array
    radius: float
    sense: float
    joint: str
    slide: Array
    parent: int

    def ends(self, x: Poses, R: Poses, joints: Mapping[str, Array]) -> Array:
        """Where it leaves the drum and where it ends (2, 3)."""
        out = np.cross(R[self.parent] @ self.slide, R[self.body] @ self.axis)
        centre = x[self.body] + R[self.body] @ self.middle
        return np.stack([centre + self.sense * self.radius * out, joints[self.joint]])


@dataclass(frozen=True, eq=False)
class Gearing:
    """All teeth of a mechanism, and its cables on drums."""

    rims: tuple[ToothedRim, ...] = ()
    pairs: tuple[ToothedPair, ...] = ()
    cables: tuple[DrivenCable, ...] = ()

    @cached_property
    def of_body(self) -> Mapping[int, tuple[int, ...]]:
        """The places of the rims of bodies."""
        of_bodies: dict[int, tuple[int, ...]] = {}
        for place, rim in enumerate(self.rims):
            of_bodies[rim.body] = (*of_bodies.get(rim.body, ()), place)
        return of_bodies

    def rims_of(self, body: int) -> tuple[ToothedRim, ...]:
        """The rims of a body."""
        return tuple(self.rims[place] for place in self.of_body.get(body, ()))

    def laid(self, x: Poses, R: Poses) -> dict[int, list[tuple[ToothedRim, float]]]:
        """The rims of bodies with their phases."""
        phases = self.phases(x, R)
        return {
            body: [(self.rims[place], phases[place]) for place in places]
            for body, places in self.of_body.items()
        }

    def phases(self, x: Poses, R: Poses) -> list[float]:
        """By which part of a tooth each rim is turned in its body, so that teeth lie in gaps.

        It is always the same as long as the numbers of teeth have the ratio exactly; where no such
        numbers are small enough, a rim creeps on its body by what is missing.
        """
        phases = [0.0] * len(self.rims)
        for pair in self.pairs:
            phases[pair.b] = round(self.behind(pair, phases[pair.a], x, R) % 1, 9) % 1
        return phases

    def behind(self, pair: ToothedPair, phase: float, x: Poses, R: Poses) -> float:
        """The phase of the second rim of a pair by that of the first one."""
        a, b = self.rims[pair.a], self.rims[pair.b]
        point = contact(a, b, x, R)
        place, there = a.met(x[a.body], R[a.body], point)
        other, here = b.met(x[b.body], R[b.body], point)
        same = 1.0 if there @ here > 0 else -1.0
        return other - same * (place - phase) - 0.5


@lru_cache(maxsize=64)
def _surface(loops: ToothedLoops, thickness: float) -> SolidSurface:
    return loops.surface(thickness)


def contact(a: ToothedRim, b: ToothedRim, x: Poses, R: Poses) -> Array:
    """The point of space at which the pitch lines of two rims touch."""
    if a.sort == "rack":
        return contact(b, a, x, R)
    centre = x[a.body] + R[a.body] @ a.middle
    if b.sort == "rack":
        return centre - a.radius * (R[b.body] @ b.second)
    axis = R[a.body] @ a.frame[:, 2]
    way = x[b.body] + R[b.body] @ b.middle - centre
    way = way - (way @ axis) * axis
    away = -1.0 if b.sort == "ring" else 1.0
    return centre + away * a.radius * way / max(float(np.linalg.norm(way)), 1e-300)


def cored(shape: Shape, rims: Sequence[ToothedRim]) -> Shape:
    """What of a shape is drawn as it is beside its teeth; nothing of a ring or a rack."""
    if not rims:
        return shape
    cores = {rim.solid: core_radius(rim.radius, rim.count) for rim in rims if rim.sort == "wheel"}
    if shape.form == "composed":
        gone = {rim.solid for rim in rims} - set(cores)
        solids = [
            part.having(radius=cores[place]) if place in cores else part
            for place, part in enumerate(shape.solids)
            if place not in gone
        ]
        return shape.having(solids=tuple(solids))
    if not cores:
        return shape.having(form="point")
    across = 2 * cores[-1]
    return shape.having(
        size=tuple(
            entry if axis == shape.axis else across
            for axis, entry in zip("xyz", shape.size, strict=True)
        )
    )
