"""Walls and fixed pivots that are drawn into the sketch, as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.drawing.lengths import vector
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.motion import Motion

SAME = 1e-9
"""Points that are nearer (m) are one."""


def drawn_walls(
    model: Model, motion: Motion, values: Mapping[str, float]
) -> Iterator[tuple[int, Array]]:
    """The place of each wall in the model and its two ends (2, 3) in space at the start."""
    for place, wall in enumerate(model.sketch.walls):
        start, end = vector(wall.start, values), vector(wall.end, values)
        if start is not None and end is not None and wall.body in motion.x:
            x, R = motion.x[wall.body][0], motion.R[wall.body][0]
            yield place, x + np.stack([start, end]) @ R.T


def free_pivots(model: Model, motion: Motion, values: Mapping[str, float]) -> Iterator[Array]:
    """Fixed pivots (3,) on which nothing hangs yet, in the axes of body 0."""
    held = [places[0] for places in motion.joints.values()]
    for mark in model.sketch.points:
        point = vector(mark.point, values) if mark.body == 0 and not mark.traced else None
        if point is not None:
            here = motion.x[0][0] + motion.R[0][0] @ point
            if not any(np.linalg.norm(here - other) < SAME for other in held):
                yield point
