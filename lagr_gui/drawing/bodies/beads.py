"""Beads, and the hoops and wires on which they are threaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import pi

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.drawing.bodies.joint_axes import axis_in_space
from lagr_gui.drawing.bodies.surfaces import SolidSurface, ring
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model

THICK = 0.3
"""Half the thickness of a bead, as a part of its radius."""
ALONG = 0.99
"""The cosine of the angle up to which a bead is threaded on what it moves along."""
AROUND = 97
"""Points of a hoop."""


@dataclass(frozen=True, eq=False)
class BeadHoop:
    """The circle that a bead goes along, about a `middle` in the axes of a body (m).

    `first` leads to the bead, `second` (3,) along its way from there.
    """

    body: int
    middle: Array
    first: Array
    second: Array

    @property
    def points(self) -> Array:
        """A closed line (n, 3) in the axes of the body."""
        angles = np.linspace(0, 2 * pi, AROUND)[:, None]
        return self.middle + np.cos(angles) * self.first + np.sin(angles) * self.second


@dataclass(frozen=True, eq=False)
class BeadWires:
    """The joints along which beads move: those of slides, and the hoops of hinges, by names."""

    slides: tuple[str, ...] = ()
    hoops: Mapping[str, BeadHoop] = field(default_factory=dict[str, BeadHoop])

    def __contains__(self, joint: str) -> bool:
        return joint in self.slides or joint in self.hoops


def bead(size: Array, axis: int) -> SolidSurface:
    """A ring about a body axis that is as wide as the largest of three lengths (m)."""
    radius = float(np.max(np.abs(size))) / 2
    turn = np.zeros((3, 3))
    turn[(axis + 1) % 3, 0] = turn[(axis + 2) % 3, 1] = turn[axis, 2] = 1.0
    thick = THICK * radius
    return ring(radius - thick, thick).moved(turn, np.zeros(3))


def bead_wires(
    model: Model,
    values: Mapping[str, float],
    x: Mapping[int, Array],
    R: Mapping[int, Array],
    joints: Mapping[str, Array],
) -> BeadWires:
    """What beads of a model are threaded on: that along which their hole lies where it stands."""
    slides: list[str] = []
    hoops: dict[str, BeadHoop] = {}
    beads = {body.number: body for body in model.bodies if body.shape.form == "bead"}
    for joint in model.joints:
        body, line = beads.get(joint.child), JOINTS[joint.kind].line
        if body is None or line is None or len(joint.coordinates) != 1:
            continue
        if joint.name not in joints or not {joint.parent, joint.child} <= set(x):
            continue
        axis = axis_in_space(joint, values, R)
        if axis is None:
            continue
        hole = R[joint.child][:, "xyz".index(body.shape.axis)]
        arm = x[joint.child] - joints[joint.name]
        arm = arm - (arm @ axis) * axis
        way = axis if JOINTS[joint.kind].slides else np.cross(axis, arm)
        length = float(np.linalg.norm(way))
        if not length or not abs(way @ hole) >= ALONG * length:
            continue
        if JOINTS[joint.kind].slides:
            slides.append(joint.name)
        else:
            home, at = R[joint.parent].T, x[joint.parent]
            middle = home @ (x[joint.child] - arm - at)
            hoops[joint.name] = BeadHoop(joint.parent, middle, home @ arm, home @ way)
    return BeadWires(tuple(slides), hoops)
