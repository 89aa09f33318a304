"""From where coordinates of joints are counted, and about or along which axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.catalogue.motions import Slide
from lagr_gui.drawing.lengths import vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.steps import axis_of
from lagr_gui.model import Joint, Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion


@dataclass(frozen=True, eq=False)
class CoordinateMark:
    """A turn from `rest` to `arm`, or slides along `axes` from a `point`, of one joint.

    Vectors (3,) are in the axes of the `parent`, the `arm` in those of the `child`; `axis` is that
    of the turn.  `name` is the coordinate of the turn, `names` are those of the slides.
    """

    joint: str
    parent: int
    child: int
    point: Array
    names: tuple[str, ...]
    axes: tuple[Array, ...]
    name: str
    axis: Array
    arm: Array
    rest: Array


def coordinate_marks(
    model: Model, motion: Motion, values: Mapping[str, float]
) -> tuple[CoordinateMark, ...]:
    """Those of all joints that turn about one axis at most and slide along two at most."""
    marks = (
        _mark(joint, motion, values)
        for joint in model.joints
        if joint.name in motion.joints and {joint.parent, joint.child} <= motion.R.keys()
    )
    return tuple(mark for mark in marks if mark is not None)


def _mark(joint: Joint, motion: Motion, values: Mapping[str, float]) -> CoordinateMark | None:
    kind = JOINTS[joint.kind]
    slides = [part for part in kind.slides if part.lead == "1"]
    if len(kind.turns) > 1 or len(slides) > 2 or not joint.coordinates:
        return None
    rows = [vector(row, values) for row in joint.orientation]
    point = vector(joint.point_parent, values)
    if point is None or any(row is None for row in rows):
        return None
    frame = np.array(rows)
    axes: list[Array] = []
    for part in (*slides, *kind.turns):
        way = vector(axis_of(joint, part.axis), values)
        if way is None or not np.any(way):
            return None
        within = isinstance(part, Slide) and part.in_parent
        way = way if within else frame @ way
        axes.append(way / np.linalg.norm(way))
    axis = axes.pop() if kind.turns else np.zeros(3)
    arm = rest = np.zeros(3)
    if kind.turns:
        way = motion.x[joint.child][0] - motion.joints[joint.name][0]
        held, R = motion.R[joint.parent][0] @ axis, motion.R[joint.child][0]
        arm = R.T @ _across(held, way, R)
        rest = frame @ arm
    names = joint.coordinates
    return CoordinateMark(
        joint=joint.name,
        parent=joint.parent,
        child=joint.child,
        point=point,
        names=tuple(names[part.coordinate] for part in slides),
        axes=tuple(axes),
        name=names[kind.turns[0].coordinate] if kind.turns else "",
        axis=axis,
        arm=arm,
        rest=rest,
    )


def _across(axis: Array, way: Array, R: Array) -> Array:
    """The unit vector (3,) along a way across an axis; of a way along it one of a body's axes."""
    ways = (direction - (direction @ axis) * axis for direction in (way, *R.T))
    return next(
        across / np.linalg.norm(across) for across in ways if float(np.linalg.norm(across)) > 1e-9
    )
