"""Springs and dampers that act in joints: a spiral about the pin, a small dashpot, a shoe or a pawl
along an arc."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import atan2, pi, radians
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.drawing.mechanism import free_way, line_sort
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Joint, Model
from lagr_gui.scenery.pins import Pin

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion

FREE, NEXT = 7.5, 2.5
"""So far from the middle of its joint the first sign begins, and the next one after it (pixels)."""
SPIRAL, CUP, LEAST = 9.0, 8.0, 13.0
"""How wide a spiral and the cup of a dashpot are, and from where on there is room for a cup."""
COILED = 4 * pi
"""The angle of a spiral as it stands at the start."""
CORNERS = 25
"""Points of a turn."""
BOTTOM, HEAD, RIM, END = (radians(angle) for angle in (26.0, 46.0, 62.0, 88.0))
"""Along the arc of a dashpot: the bottom of its cup, the piston, the rim, the end of the rod."""

SKIN, SLANT = tuple(radians(angle) for angle in (6.0, 24.0, 42.0, 60.0, 78.0)), radians(12.0)
GRIP, ROUGH = 1.5, 3.0
"""Where the rim under a shoe is hatched, and how slanted; how far it is from the shoe, and how deep
its hatching (pixels)."""
TEETH, REACH = tuple(radians(angle) for angle in (6.0, 30.0, 54.0, 78.0)), radians(36.0)
"""Where the teeth under a pawl end, and how far along the arc it reaches."""


@dataclass(frozen=True, eq=False)
class Torsion:
    """A spring, dashpot, shoe or pawl about the pin of a joint.

    It leads from its child, in the direction `arm` (3,) in that body's axes, to its parent, which
    holds it at `rest` (3,) in the parent's axes.  It lies between an inner and an outer radius
    (pixels), a dashpot on the left of the arm (+1) or on its right (-1), seen along the pin.  A
    pawl lets its child turn freely one way (`free`: +1 or -1, otherwise 0).
    """

    name: str
    sort: str
    joint: str
    child: int
    arm: Array
    rest: Array
    pin: Pin
    inner: float
    outer: float
    side: float
    free: int = 0

    @property
    def key(self) -> str:
        """The key of its element."""
        return f"element:{self.name}"

    def ways(
        self, R: Mapping[int, Array], joint: Array, unit: float, level: float = 0.0
    ) -> list[Array]:
        """Its strokes (n, 3) in space, where bodies are turned by `R` and its joint is (3,).

        They lie at a `level` along the pin (m); `unit` is a pixel (m).
        """
        axis = R[self.pin.body] @ self.pin.axis
        first, rest = R[self.child] @ self.arm, R[self.pin.body] @ self.rest
        second, middle = np.cross(axis, first), joint + level * axis
        wound = atan2(float(np.cross(rest, first) @ axis), float(rest @ first))
        part = 1 + wound / COILED if self.sort == "spring" else 1.0
        ways: list[Array] = []
        for stroke in self.chart:
            angles, radii = part * stroke[:, :1], unit * stroke[:, 1:]
            ways.append(middle + radii * (np.cos(angles) * first + np.sin(angles) * second))
        return ways

    @cached_property
    def chart(self) -> tuple[Array, ...]:
        """Its strokes (n, 2) as angles from its arm (rad) and radii (pixels), as at the start.

        The angles of a spring grow in proportion to that by which it is wound.
        """
        if self.sort == "spring":
            count = round(COILED / (2 * pi) * CORNERS)
            return (_stroke(np.linspace(-COILED, 0.0, count), self.inner, self.outer),)
        if self.sort == "friction":
            strokes = self._pawl() if self.free else self._shoe()
            return tuple(stroke * [self.side, 1.0] for stroke in strokes)
        middle, reach = (self.inner + self.outer) / 2, 0.3 * (self.outer - self.inner)
        wall = np.linspace(RIM, BOTTOM, 5)
        cup = _stroke(wall, self.outer, self.outer), _stroke(wall[::-1], self.inner, self.inner)
        strokes = (
            _stroke(np.linspace(0.0, BOTTOM, 9), middle, middle),
            np.concatenate(cup),
            _stroke(np.full(2, HEAD), middle - reach, middle + reach),
            _stroke(np.linspace(HEAD, END, 9), middle, middle),
            _stroke(np.full(2, END), middle, self.inner - NEXT / 2),
        )
        return tuple(stroke * [self.side, 1.0] for stroke in strokes)

    def _shoe(self) -> Iterator[Array]:
        """A shoe on the arm, and the hatched rim on which it presses."""
        middle, rim = (self.inner + self.outer) / 2, self.inner - GRIP
        out, back = np.linspace(BOTTOM, RIM, 5), np.linspace(RIM, BOTTOM, 5)
        outer, inner = (
            _stroke(out, self.outer, self.outer),
            _stroke(back, self.inner, self.inner),
        )
        yield np.concatenate([outer, inner, outer[:1]])
        yield _stroke(np.linspace(0.0, BOTTOM, 9), middle, middle)
        yield _stroke(np.linspace(SKIN[0], SKIN[-1], 9), rim, rim)
        for angle in SKIN[:-1]:
            yield _stroke(np.array([angle, angle + SLANT]), rim, rim - ROUGH)

    def _pawl(self) -> Iterator[Array]:
        """A pawl on the arm, and the teeth of the rim over which it slides the free way alone.

        A tooth rises towards the free way and falls steeply behind.
        """
        lean, rim = self.free * self.side, self.inner
        ends = TEETH if lean > 0 else TEETH[::-1]
        teeth = [[ends[0], rim - ROUGH]]
        for end in ends[1:]:
            teeth += [[end, rim], [end, rim - ROUGH]]
        yield np.array(teeth)
        pivot = ends[1] + lean * REACH
        yield _stroke(np.linspace(0.0, pivot, 9), self.outer, self.outer)
        yield np.array([[pivot, self.outer], [ends[1], rim - ROUGH]])


def _stroke(angles: Array, start: float, end: float) -> Array:
    """Angles with radii between a first and a last one (n, 2)."""
    return np.column_stack([angles, np.linspace(start, end, len(angles))])


def torsions(model: Model, motion: Motion, held: Mapping[str, Pin]) -> tuple[Torsion, ...]:
    """All on angles of joints with a pin (`held` by their names), springs nearest to the pins."""
    by_joint: defaultdict[str, list[tuple[str, str, int]]] = defaultdict(list)
    joints = {joint.name: joint for joint in model.joints if joint.name in held}
    turned = {name: joint.name for joint in joints.values() for name in _angles(joint)}
    for element in model.elements:
        geometry, sort = ELEMENTS[element.kind].geometry, line_sort(element.kind)
        if isinstance(geometry, OnCoordinate) and sort and element.enabled:
            joint = turned.get(getattr(element, geometry.coordinate))
            if joint is not None and joints[joint].child in motion.x:
                by_joint[joint].append((sort, element.name, free_way(element)))
    return tuple(
        torsion
        for joint, entries in by_joint.items()
        for torsion in _about(joints[joint], sorted(entries, key=_springs), held[joint], motion)
    )


def _springs(entry: tuple[str, str, int]) -> bool:
    return entry[0] != "spring"


def _angles(joint: Joint) -> list[str]:
    units = JOINTS[joint.kind].units
    return [name for name, unit in zip(joint.coordinates, units, strict=False) if unit == "rad"]


def _about(
    joint: Joint, entries: list[tuple[str, str, int]], pin: Pin, motion: Motion
) -> Iterator[Torsion]:
    """The signs about one pin, one around the other."""
    R, place = motion.R[joint.child][0], motion.joints[joint.name][0]
    held = motion.R[pin.body][0]
    axis = held @ pin.axis
    arm = _across(axis, motion.x[joint.child][0] - place, R)
    back = _across(axis, motion.x[joint.parent][0] - place, held) if joint.parent else None
    left = 1.0 if back is None else -float(np.sign(np.cross(axis, arm) @ back)) or 1.0
    reach = FREE
    for sort, name, free in entries:
        inner = reach if sort == "spring" else max(reach, LEAST)
        outer = inner + (SPIRAL if sort == "spring" else CUP)
        reach = outer + NEXT
        rest = held.T @ arm
        sides = R.T @ arm, rest, pin, inner, outer, left
        yield Torsion(name, sort, joint.name, joint.child, *sides, free)


def _across(axis: Array, way: Array, R: Array) -> Array:
    """The unit vector (3,) along a way across an axis; of a way along it one of a body's axes."""
    for direction in (way, *R.T):
        across = direction - (direction @ axis) * axis
        length = float(np.linalg.norm(across))
        if length > 1e-6 * float(np.linalg.norm(direction)):
            return across / length
    raise ValueError("no direction lies across the axis")
