"""The signs of loads (pixels): arrows, bent and double ones, marks beside joints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, pi, radians, sin

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.scenery import symbols
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.loads import ShownLoad
from lagr_gui.scenery.strokes import SceneSight

SHORTEST, RADIUS, HEAD = 16.0, 22.0, 9.0
"""Of an arrow and of the bent arrow of a moment, and of their tips, pixels."""
TO_AND_FRO, UNDER = 22.0, 18.0
"""Half the double arrow of a motion of body 0, and how far it stands under its origin, pixels."""
BADGE, BESIDE, CLEAR = 8.5, 22.0, 3.0
"""Radius of the mark of a drive, how far it stands from its joint, and from what is about that,
pixels."""
BEND = np.radians(np.linspace(-120.0, 150.0, 37))
"""The angles of the bent arrow of a moment, to the left."""
CLOSE = 60.0
"""What stands by a joint is so near to it, pixels."""
PIN, EYE, DOT = 5.0, 6.0, 1.6
"""Radii of what is left free about a joint, of the sign of a force of which one sees no length,
and of its dot, pixels."""


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
        """The key of its element, or of body 0."""
        return "body:0" if self.load.sort == "motion" else f"element:{self.load.name}"

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

    @property
    def stem(self) -> Array:
        """The line (2, 2) from the joint of a drive to its mark."""
        joint, middle = self.line
        way = (middle - joint) / float(np.hypot(*(middle - joint)))
        return np.stack([joint + PIN * way, middle - BADGE * way])

    def leads(self, pixel: Array, reach: float) -> bool:
        """Whether a pixel (2,) is at the tip of a force."""
        near = float(np.hypot(*(self.tip - pixel))) <= reach
        return near and self.load.sort == "force" and not self.on_end

    def off(self, pixel: Array) -> float:
        """How far a pixel (2,) lies from it; a mark is hit within its ring."""
        if self.load.sort == "drive":
            return max(float(np.hypot(*(self.tip - pixel))) - BADGE, 0.0)
        return symbols.distance(self.line, pixel)


def seen_loads(loads: Sequence[ShownLoad], newtons: float, sight: SceneSight) -> Iterator[SeenLoad]:
    """All loads as they are seen; an arrow has one more pixel for so many `newtons`."""
    for load in loads:
        if load.sort == "force":
            yield SeenLoad(load, _arrow(newtons, sight, load))
        elif load.sort == "motion":
            yield SeenLoad(load, _to_and_fro(sight, load))
        elif load.sort == "moment":
            yield SeenLoad(load, _bent(sight.camera, sight.flat(load.point), load))
        else:
            here = sight.flat(load.point)
            off = max(BESIDE, sight.reach_about(load.joint) + BADGE + CLEAR)
            yield SeenLoad(load, np.stack([here, here + off * _free_way(sight, load, here)]))


def _arrow(newtons: float, sight: SceneSight, load: ShownLoad) -> Array:
    """From its point, as long as the force is large; of a usual length where that is not known."""
    start, camera = sight.flat(load.point), sight.camera
    size = float(np.linalg.norm(load.vector))
    if not size:
        return np.stack([start, start])
    length = max(size / newtons, SHORTEST) if load.told else 2 * SHORTEST
    way = np.array([load.vector @ camera.right, -(load.vector @ camera.up)]) / size
    return np.stack([start, start + length * way])


def _to_and_fro(sight: SceneSight, load: ShownLoad) -> Array:
    """Beside the origin of body 0, along its motion."""
    camera = sight.camera
    way = np.array([load.vector @ camera.right, -(load.vector @ camera.up)])
    across = np.array([-way[1], way[0]])
    length = float(np.hypot(*across))
    across = across * np.sign(across[1] or across[0]) / length if length else np.array([0.0, 1.0])
    middle = sight.flat(load.point) + UNDER * across
    return np.stack([middle - TO_AND_FRO * way, middle + TO_AND_FRO * way])


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
