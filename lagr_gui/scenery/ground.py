"""Where the mechanism holds on to body 0: bearings, walls and tracks, fixed in body 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.motions import AxisOf, Bending, JointKind
from lagr_gui.drawing.lengths import vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.steps import axis_of
from lagr_gui.model import Joint, Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion


@dataclass(frozen=True, eq=False)
class Ground:
    """A place on body 0, or on another body that a slider runs along.

    `sort`: ``bearing`` (hatched away from `toward`), ``wall`` (across `toward`, where something
    ends or is fixed) or ``track`` (a line through `point`, `ends` its reach along `toward`, m).
    Vectors (3,) in the axes of `body`; `joint` names the joint that is held or on a track, `rider`
    is the body on a track.
    """

    sort: str
    body: int
    point: Array
    toward: Array
    ends: tuple[float, float] = (0.0, 0.0)
    joint: str = ""
    rider: int = 0


def grounds(
    model: Model, motion: Motion, values: Mapping[str, float], gravity: Array
) -> tuple[Ground, ...]:
    """All such places, judged by the first instant and the reach of the motion."""
    return (
        *_tracks(model, motion, values),
        *_bearings(model, motion, gravity),
        *_walls(model, motion),
    )


def _bearings(model: Model, motion: Motion, gravity: Array) -> Iterator[Ground]:
    for joint in model.joints:
        ends = (joint.parent, joint.child)
        if 0 not in ends or not _stays(JOINTS[joint.kind]) or joint.name not in motion.joints:
            continue
        child = joint.child or joint.parent
        if child not in motion.x:
            continue
        point = motion.joints[joint.name][0]
        hangs = float((motion.x[child][0] - point) @ gravity) > 0
        toward = gravity if hangs else -gravity
        clamped = JOINTS[joint.kind].freedoms == 0
        if joint.name in motion.beams:
            root, beyond = motion.beams[joint.name][0][:2]
            toward, clamped = beyond - root, True
        yield Ground(
            "wall" if clamped else "bearing",
            0,
            _inside(motion, 0, point),
            motion.R[0][0].T @ toward,
            joint=joint.name,
        )


def _stays(kind: JointKind) -> bool:
    """Whether a joint holds a point of a body where it is: a hinge, or the root of a beam."""
    return isinstance(kind.motion, Bending) or (kind.freedoms is not None and not kind.slides)


def _walls(model: Model, motion: Motion) -> Iterator[Ground]:
    for element in model.elements:
        if element.name not in motion.lines or not element.enabled:
            continue
        bodies = [body for body, _ in ELEMENTS[element.kind].geometry.course(element)]
        points = motion.lines[element.name][0]
        for here, there in ((0, 1), (-1, -2)):
            if bodies[here] == 0:
                way = motion.R[0][0].T @ (points[there] - points[here])
                yield Ground("wall", 0, _inside(motion, 0, points[here]), way)


def _tracks(model: Model, motion: Motion, values: Mapping[str, float]) -> Iterator[Ground]:
    for joint in model.joints:
        kind = JOINTS[joint.kind]
        along = kind.line if kind.slides else None
        if along and joint.name in motion.joints and joint.parent in motion.x:
            axis = _axis(joint, along, values)
            if axis is not None:
                yield _track(joint, motion, axis)


def _track(joint: Joint, motion: Motion, axis: Array) -> Ground:
    body = joint.parent
    shifted = motion.joints[joint.name] - motion.x[body]
    local = np.einsum("nij,ni->nj", motion.R[body], shifted)
    along = local @ axis
    middle = local[0] - along[0] * axis
    reach = float(along.min()), float(along.max())
    return Ground("track", body, middle, axis, reach, joint.name, joint.child)


def _axis(joint: Joint, along: AxisOf, values: Mapping[str, float]) -> Array | None:
    """The unit vector (3,) of the slide in the parent's axes."""
    axis = vector(axis_of(joint, along), values)
    rows = [vector(row, values) for row in joint.orientation]
    if axis is None or any(row is None for row in rows):
        return None
    turned = np.array(rows) @ axis
    length = float(np.linalg.norm(turned))
    return turned / length if length > 0 else None


def _inside(motion: Motion, body: int, point: Array) -> Array:
    """A point in space, seen from a body at the first instant."""
    return motion.R[body][0].T @ (point - motion.x[body][0])
