"""The way of a mechanism as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.foundation.arrays import Array

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion

FAR = 2.5
"""A way of so many times its own size is travelled by a mechanism."""


@dataclass(frozen=True, eq=False)
class Travel:
    """Where the middle of the bodies is at the times of a motion (n, 3), m.

    `extent` holds points (m, 3) that a picture about that middle should hold.
    """

    t: Array
    middle: Array
    extent: Array

    def is_far(self, normals: Sequence[Array]) -> bool:
        """Whether the way is much longer than the mechanism is large.

        The way toward floors and walls with some normals (3,) does not count: they tell of it.
        """
        size, way = float(np.ptp(self.extent, axis=0).max()), self.middle
        for normal in normals:
            way = way - np.outer(way @ normal, normal)
        return 0 < size < float(np.ptp(way, axis=0).max()) / FAR

    def at(self, t: float) -> Array:
        """The middle (3,) at a time."""
        return np.array([np.interp(t, self.t, column) for column in self.middle.T])


def way_of(motion: Motion, boxes: Sequence[tuple[int, Array]], joints: Sequence[str]) -> Travel:
    """The way of all bodies together.

    `boxes` are points (k, 3) around bodies in their axes; `joints` hold bodies to each other or to
    body 0, which then belongs to the picture.
    """
    moving = [x for body, x in motion.x.items() if body] or list(motion.x.values())
    middle = np.mean(moving, axis=0)
    step = max(1, len(motion.t) // 200)
    parts = [x[::step] - middle[::step] for x in moving]
    for body, box in boxes:
        turned = box @ np.swapaxes(motion.R[body][::step], 1, 2)
        parts.append(((motion.x[body] - middle)[::step, None] + turned).reshape(-1, 3))
    held = [motion.joints[name] for name in joints]
    held += [ends[:, i] for ends in motion.lines.values() for i in range(ends.shape[1])]
    parts += [(points - middle)[::step] for points in held]
    return Travel(motion.t, middle, np.concatenate(parts))
