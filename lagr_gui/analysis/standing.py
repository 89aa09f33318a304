"""Where everything stands at the start values, found by walking from body to body.

Nothing is derived and nothing compiled, so a drawing may ask after every stroke.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from lagr_gui.arithmetic import value
from lagr_gui.arrays import Array
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.expression import Expression
from lagr_gui.mechanics.motion import POINTS, TRIED, Motion, plane_of
from lagr_gui.mechanics.steps import Shift, Spin, Step, Turn, base_steps, is_beam, joint_steps
from lagr_gui.mechanics.trees import vector
from lagr_gui.model import BodyPoint, Joint, Vector
from lagr_gui.numerics.turning import turn_about
from lagr_gui.prepared import Prepared
from lagr_gui.problem import refusal

Pose = tuple[Array, Array]
"""The place (3,) of a frame in space and the map (3, 3) of its vectors into space."""
Poses = Mapping[int, Pose]


def standing(prepared: Prepared) -> Motion:
    """A motion of one instant: where the bodies are at the start values as they are given.

    Closed paths may gape, since no conditions are met here.  Raises LagrError for an unsound
    model, for parameters without value, and for what does not hold for rigid bodies alone.
    """
    return StandingWalk(prepared).motion({})


def place_of(point: BodyPoint, poses: Poses, names: Mapping[str, float]) -> Array:
    """Where a point of a body is in space (3,)."""
    x, R = poses[point.body]
    return x + R @ _vector(point.point, names)


class StandingWalk:
    """The steps of all joints in the order of the tree, for positions one after the other."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        prepared.demand_sound()
        model = prepared.model
        self.branches = prepared.topology.branches
        if any(is_beam(joint) for joint in model.joints):
            cause, remedy = "A beam is bent as it moves.", "Wait for the start to be computed."
            raise refusal("Sketch", cause, remedy, code="beam")
        self.names = dict(prepared.values)
        self.names |= {name: 0.0 for branch in self.branches for name in branch.joint.coordinates}
        self.names |= dict.fromkeys(model.coordinates, 0.0)
        for start in model.start:
            self.names[start.coordinate] = value(start.position, prepared.values)
        self.names["t"] = model.simulation.start
        self.base = base_steps(model.base)
        self.steps = [joint_steps(branch) for branch in self.branches]
        self.joints = model.joints

    @cached_property
    def planar(self) -> str | None:
        """The plane in which all moves."""
        return plane_of(*(self.table(tried) for tried in self.elsewhere()))

    def motion(self, positions: Mapping[str, float]) -> Motion:
        """Where everything is at positions of some coordinates, the others as at the start."""
        prepared, names = self.prepared, {**self.names, **positions}
        poses = self.poses(names)
        joints = {joint.name: _joint_point(joint, poses, names) for joint in self.joints}
        places = np.array([x for x, _ in poses.values()] + list(joints.values()))
        return Motion(
            t=np.array([names["t"]]),
            x={number: x[None] for number, (x, _) in poses.items()},
            R={number: R[None] for number, (_, R) in poses.items()},
            lines=_lines(prepared, poses, names),
            joints={name: point[None] for name, point in joints.items()},
            beams={},
            q=np.array([[names.get(name, 0.0) for name in prepared.coordinates]]),
            qd=np.array([prepared.start_values[1]]),
            planar=self.planar,
            bounds=(places.min(axis=0), places.max(axis=0)),
        )

    def poses(self, names: Mapping[str, float]) -> Poses:
        """The poses of all bodies with values of parameters, coordinates and time."""
        found = {0: _stepped((np.zeros(3), np.eye(3)), self.base, names)}
        for branch, steps in zip(self.branches, self.steps, strict=True):
            found[branch.child] = _stepped(found[branch.parent], steps, names)
        return dict(sorted(found.items()))

    def elsewhere(self) -> list[Mapping[str, float]]:
        """This position and later ones elsewhere: what happens to be flat is not planar."""
        source = np.random.default_rng(1)
        moving = [name for branch in self.branches for name in branch.joint.coordinates]
        tried: list[Mapping[str, float]] = [self.names]
        for _ in range(TRIED):
            q = dict(zip(moving, source.uniform(-1, 1, len(moving)).tolist(), strict=True))
            tried.append({**self.names, **q, "t": self.names["t"] + source.uniform()})
        return tried

    def table(self, names: Mapping[str, float]) -> dict[str, Array]:
        """The poses and joints at one instant, as `plane_of` takes them."""
        poses = self.poses(names)
        joints = [_joint_point(joint, poses, names) for joint in self.joints]
        return {
            "x": np.array([x for x, _ in poses.values()]),
            "R": np.array([R for _, R in poses.values()]),
            "joints": np.array(joints).reshape(-1, 3),
            "beams": np.zeros((0, POINTS, 3)),
        }


def _stepped(start: Pose, steps: tuple[Step, ...], names: Mapping[str, float]) -> Pose:
    x, R = start
    for step in steps:
        match step:
            case Shift(trees):
                x = x + R @ _numbers(trees, names)
            case Spin(axis, angle):
                R = R @ turn_about(_numbers(axis, names), value(angle, names))
            case Turn(matrix):
                R = R @ np.array([_numbers(row, names) for row in matrix])
    return x, R


def _numbers(trees: tuple[Expression, ...], names: Mapping[str, float]) -> Array:
    return np.array([value(tree, names) for tree in trees])


def _vector(point: Vector, names: Mapping[str, float]) -> Array:
    return _numbers(vector(point), names)


def _joint_point(joint: Joint, poses: Poses, names: Mapping[str, float]) -> Array:
    """The joint's point on its child: where a slider is, not where it begins."""
    x, R = poses[joint.child]
    return x + R @ _vector(joint.point_child, names)


def _lines(prepared: Prepared, poses: Poses, names: Mapping[str, float]) -> dict[str, Array]:
    """The points (1, k, 3) of the elements along lines."""
    found: dict[str, Array] = {}
    for element in prepared.model.elements:
        course = ELEMENTS[element.kind].geometry.course(element)
        if element.enabled and course:
            stops = [BodyPoint(body=body, point=point) for body, point in course]
            found[element.name] = np.array([[place_of(s, poses, names) for s in stops]])
    return found
