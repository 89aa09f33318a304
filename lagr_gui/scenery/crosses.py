"""The crosses of universal joints: without them nobody sees how the bodies hang together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.drawing.lengths import vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.steps import axis_of
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion

REACH = 0.07
"""Half the length of an arm, as a part of the span of the motion."""


@dataclass(frozen=True, eq=False)
class Cross:
    """Two arms about the point of a joint: (body, unit vector (3,) in its axes); `reach` in m.

    The first arm is held by the parent, the second one by the child.
    """

    joint: str
    arms: tuple[tuple[int, Array], ...]
    reach: float


def crosses(
    model: Model, motion: Motion, values: Mapping[str, float], span: float
) -> Iterator[Cross]:
    """The crosses of all joints with two turns whose axes are known."""
    for joint in model.joints:
        turns = JOINTS[joint.kind].turns
        if len(turns) != 2 or JOINTS[joint.kind].slides or joint.name not in motion.joints:
            continue
        rows = [vector(row, values) for row in joint.orientation]
        axes = [vector(axis_of(joint, turn.axis), values) for turn in turns]
        known = all(part is not None and np.any(part) for part in (*rows, *axes))
        if known and joint.parent in motion.R and joint.child in motion.R:
            first, second = np.array(rows) @ np.array(axes[0]), np.array(axes[1])
            arms = (joint.parent, _unit(first)), (joint.child, _unit(second))
            yield Cross(joint.name, arms, REACH * span)


def _unit(vector: Array) -> Array:
    return vector / np.linalg.norm(vector)
