"""How the coordinate of a hinge or a slider is seen in the plane of the sketch."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import atan2, cos, pi, sin

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.drawing.lengths import vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.mechanics.steps import axis_of
from lagr_gui.model import Joint
from lagr_gui.scenery.camera import Camera

MOST, ROOM, MANY = 6, 44.0, 24
"""Of so many bodies all is written; of more what has so much room about it (pixels), or is
selected; of many only that, so that they can be dragged smoothly."""
ARROW = 46.0
"""The length of an arrow along a slide, pixels."""
LEAST = 1e-6
"""A slide of which less is seen, pixels for a metre, is none."""


@dataclass(frozen=True, eq=False)
class SeenJoint:
    """The middle of a joint in pixels (2,), and how its coordinate counts from there.

    An angle `turns`: it is zero in the direction `zero` (rad) and grows with `sign`.  A slide moves
    by `way` (2,), pixels for a metre.  The coordinate is `q`.
    """

    centre: Array
    turns: bool
    q: float
    zero: float = 0.0
    sign: float = 1.0
    way: Array | None = None

    def direction(self, q: float) -> float:
        """Where an angle leads (rad)."""
        return self.zero + self.sign * q

    def ray(self, q: float) -> Array:
        """The same as a way in pixels (2,)."""
        return np.array([cos(self.direction(q)), -sin(self.direction(q))])

    def slid(self, q: float) -> Array:
        """The pixel to which a slide leads."""
        assert self.way is not None
        return self.centre + (q - self.q) * self.way

    def coordinate_at(self, pixel: Array, near: float) -> float:
        """The coordinate that leads to a pixel; of an angle that turn which is near another."""
        off = pixel - self.centre
        if not self.turns:
            assert self.way is not None
            return self.q + float(off @ self.way / (self.way @ self.way))
        angle = self.sign * (atan2(-float(off[1]), float(off[0])) - self.zero)
        return angle + 2 * pi * round((near - angle) / (2 * pi))


def seen_joint(
    stand: Stand, camera: Camera, size: tuple[float, float], joint: Joint
) -> SeenJoint | None:
    """How a joint with one coordinate is seen; None where it neither turns nor slides here."""
    kind, motion = JOINTS[joint.kind], stand.scene.motion
    if kind.line is None or joint.child not in motion.R or joint.name not in motion.joints:
        return None
    axis = vector(axis_of(joint, kind.line), stand.values)
    if axis is None or (kind.turns and kind.slides):
        return None
    R, q = motion.R[joint.child][0], stand.start.get(joint.coordinates[0], 0.0)
    centre, direction = camera.project(motion.joints[joint.name][0], size), R @ axis
    if kind.turns:
        leg = motion.x[joint.child][0] - motion.joints[joint.name][0]
        if camera.scale * float(np.hypot(leg @ camera.right, leg @ camera.up)) < LEAST:
            leg = R @ camera.right  # of a wheel, whose middle is the joint
        end = atan2(float(leg @ camera.up), float(leg @ camera.right))
        sign = float(np.sign(direction @ camera.towards))
        return SeenJoint(centre, True, q, end - sign * q, sign)
    way = camera.scale * np.array([direction @ camera.right, -(direction @ camera.up)])
    return SeenJoint(centre, False, q, way=way) if float(np.hypot(*way)) > LEAST else None


def slide_tips(
    stand: Stand, camera: Camera, size: tuple[float, float], selected: Collection[str]
) -> Iterator[tuple[Joint, SeenJoint, Array]]:
    """The sliders whose arrows are drawn, how they are seen, and the tips of the arrows (2,)."""
    few = len(stand.model.bodies) <= MOST
    joints = stand.scene.motion.joints.items()
    places = {name: camera.project(table[0], size) for name, table in joints}
    points = np.array(list(places.values())).reshape(-1, 2)
    for joint in stand.model.joints:
        wanted = few or {f"body:{joint.child}", f"joint:{joint.name}"} & set(selected)
        if not wanted and joint.name in places and len(stand.model.bodies) <= MANY:
            wanted = is_roomy(places[joint.name], points)
        if wanted and joint.kind == "prismatic" and joint.coordinates[0] in stand.start:
            seen = seen_joint(stand, camera, size, joint)
            if seen is not None and seen.way is not None:
                yield joint, seen, tip_of_slide(seen.centre, seen.way)


def is_roomy(place: Array, joints: Array) -> bool:
    """Whether other joints (n, 2) keep so far from one that something can be written there."""
    off = np.hypot(*(joints - place).T)
    return not bool(np.any((off > 1.0) & (off < ROOM)))


def tip_of_slide(centre: Array, way: Array) -> Array:
    """Where the arrow of a slide ends (2,)."""
    return centre + ARROW * way / float(np.hypot(*way))
