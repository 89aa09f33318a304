"""Walls and fixed pivots that are drawn into the sketch, as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.drawing.lengths import vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion
    from lagr_gui.scenery.planes import Plane

SAME = 1e-9
"""Points that are nearer (m) are one."""
LEVEL = 1e-6
"""A wall that is so much out of a plane, as a part of both, lies in it."""


def drawn_walls(
    model: Model, motion: Motion, values: Mapping[str, float]
) -> Iterator[tuple[int, Array]]:
    """The place of each wall in the model and its two ends (2, 3) in space at the start."""
    for place, wall in enumerate(model.sketch.walls):
        start, end = vector(wall.start, values), vector(wall.end, values)
        if start is not None and end is not None and wall.body in motion.x:
            x, R = motion.x[wall.body][0], motion.R[wall.body][0]
            yield place, x + np.stack([start, end]) @ R.T


def walls_of_contacts(
    model: Model, motion: Motion, values: Mapping[str, float], planes: Iterable[Plane]
) -> dict[str, int]:
    """The wall in the model along which the plane of a contact runs, by the name of the element."""
    walls = dict(drawn_walls(model, motion, values))
    by_contact: dict[str, int] = {}
    for plane in planes:
        x, R = motion.x[plane.body][0], motion.R[plane.body][0]
        corners = x + plane.corners @ R.T
        for place, ends in walls.items():
            if model.sketch.walls[place].body == plane.body and _runs_along(
                corners, R, plane, ends
            ):
                by_contact[plane.element] = place
    return by_contact


def _runs_along(corners: Array, R: Array, plane: Plane, ends: Array) -> bool:
    """Whether a wall (2, 3) lies in a plane and is seen where the plane is."""
    away = (ends - corners[0]) @ (R @ plane.normal)
    span = np.linalg.norm(corners[0] - corners[2]) + np.linalg.norm(ends[1] - ends[0])
    along = ends[1] - ends[0]
    if np.abs(away).max() > LEVEL * span or not np.any(along):
        return False
    reach, wall = corners @ along, ends @ along
    return bool(reach.min() <= wall.max() and wall.min() <= reach.max())


def free_pivots(model: Model, motion: Motion, values: Mapping[str, float]) -> Iterator[Array]:
    """Fixed pivots (3,) on which nothing hangs yet, in the axes of body 0."""
    held = [places[0] for places in motion.joints.values()]
    for mark in model.sketch.points:
        point = vector(mark.point, values) if mark.body == 0 and not mark.traced else None
        if point is not None:
            here = motion.x[0][0] + motion.R[0][0] @ point
            if not any(np.linalg.norm(here - other) < SAME for other in held):
                yield point
