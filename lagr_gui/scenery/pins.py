"""The pins of joints that turn about one axis: as long as the bodies about them are wide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.drawing.bodies.surfaces import SolidSurface
from lagr_gui.drawing.lengths import vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.steps import axis_of
from lagr_gui.model import Joint, Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion

BEYOND, OUT = 0.1, 0.5
"""How far a pin stands out of the bodies, as a part of its length, and at most, of the thinnest."""
NEAR = 0.25
"""Of a body what is so near to the pin counts, in parts of its size."""
PIN = 0.013
"""The radius of a pin in space, as a part of the size of a mechanism."""
LONGEST, SHORTEST = 6.0, 1.6
"""Pins reach at most so many radii to either side, and where hardly anything is there as many."""


@dataclass(frozen=True, eq=False)
class Pin:
    """The axis (3,) of a hinge in the axes of a `body`, and both ends of the pin along it (m)."""

    body: int
    axis: Array
    ends: tuple[float, float]

    def seen(self, radius: float) -> tuple[float, float]:
        """Its ends as it is drawn with a radius (m)."""
        most = LONGEST * radius
        low, high = (min(max(end, -most), most) for end in self.ends)
        if high - low < 2 * SHORTEST * radius:  # hardly anything is there
            low, high = min(low, -SHORTEST * radius), max(high, SHORTEST * radius)
        return low, high


class Outlined(Protocol):
    """A body with its surface."""

    @property
    def number(self) -> int: ...
    @property
    def outline(self) -> SolidSurface: ...


def pins(
    model: Model, motion: Motion, values: Mapping[str, float], figures: Sequence[Outlined]
) -> dict[str, Pin]:
    """By joint: its parent, the axis (3,) in the parent's axes, both ends along it (m)."""
    shapes = {figure.number: figure.outline for figure in figures}
    by_joint: dict[str, Pin] = {}
    for joint in model.joints:
        turns = JOINTS[joint.kind].turns
        if len(turns) != 1 or joint.name not in motion.joints or joint.parent not in motion.R:
            continue
        axis = _axis(joint, values)
        if axis is not None:
            ends = _ends(joint, axis, motion, shapes)
            by_joint[joint.name] = Pin(joint.parent, axis, ends)
    return by_joint


def _axis(joint: Joint, values: Mapping[str, float]) -> Array | None:
    rows = [vector(row, values) for row in joint.orientation]
    axis = vector(axis_of(joint, JOINTS[joint.kind].turns[0].axis), values)
    if axis is None or any(row is None for row in rows) or not np.any(axis):
        return None
    turned = np.array(rows) @ axis
    length = float(np.linalg.norm(turned))
    return turned / length if length > 0 else None


def _ends(
    joint: Joint, axis: Array, motion: Motion, shapes: Mapping[int, SolidSurface]
) -> tuple[float, float]:
    """Where the bodies at the joint begin and end along its axis, at the first instant."""
    way, point = motion.R[joint.parent][0] @ axis, motion.joints[joint.name][0]
    low = high = 0.0
    thin = np.inf
    for number in (joint.parent, joint.child):
        surface = shapes.get(number)
        if surface is None or not len(surface.corners) or number not in motion.x:
            continue
        thinnest = float(np.ptp(surface.corners, axis=0).min())
        seen = motion.x[number][0] + surface.corners @ motion.R[number][0].T - point
        level = seen @ way
        aside = np.linalg.norm(seen - np.outer(level, way), axis=1)
        near = aside <= aside.min() + NEAR * thinnest
        thin = min(thin, thinnest)
        low, high = min(low, float(level[near].min())), max(high, float(level[near].max()))
    more = min(BEYOND * (high - low), OUT * thin) if high > low else 0.0
    return low - more if low else low, high + more if high else high
