"""Where everything stands at the start values, found by walking from body to body.

Nothing is derived and nothing compiled, so a drawing may ask after every stroke.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.expression import Expression, Symbol, read, symbols_in
from lagr_gui.expression.arithmetic import FloatCarrier, value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.steps import Shift, Spin, Step, Turn, base_steps, is_beam, joint_steps
from lagr_gui.mechanics.trajectories.poses import POINTS, TRIED, Motion, plane_of
from lagr_gui.mechanics.trees import vector
from lagr_gui.model import Function
from lagr_gui.numerics.turning import turn_about
from lagr_gui.prepared import Prepared

Pose = tuple[Array, Array]
"""The place (3,) of a frame in space and the map (3, 3) of its vectors into space."""
Poses = Mapping[int, Pose]
Names = Mapping[str, float]
Numbers = Callable[[Names], Array]
"""Gives a vector for values of the names in it."""
Way = Callable[[Pose, Names], Pose]
"""A step from frame to frame."""
BodyPlace = tuple[int, Numbers]
"""A body and a point of it."""


def standing(prepared: Prepared) -> Motion:
    """A motion of one instant: where the bodies are at the start values as they are given.

    Closed paths may gape, since no conditions are met here.  Raises LagrError for an unsound
    model, for parameters without value, and for what does not hold for rigid bodies alone.
    """
    return StandingWalk(prepared).motion({})


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
        self._carrier = FloatCarrier(
            {f.name: self._function(f) for f in model.functions if f.expression is not None}
        )
        self.base = [self._way(step) for step in base_steps(model.base)]
        self.steps = [[self._way(s) for s in joint_steps(branch)] for branch in self.branches]
        # A joint's point is that on its child: where a slider is, not where it begins.
        self.joints = {
            j.name: (j.child, self._numbers(vector(j.point_child))) for j in model.joints
        }
        self.lines = self._lines()

    @cached_property
    def planar(self) -> str | None:
        """The plane in which all moves."""
        return plane_of(*(self.table(tried) for tried in self.elsewhere()))

    def motion(self, positions: Mapping[str, float]) -> Motion:
        """Where everything is at positions of some coordinates, the others as at the start."""
        prepared, names = self.prepared, {**self.names, **positions}
        poses = self.poses(names)
        joints = {name: _place(joint, poses, names) for name, joint in self.joints.items()}
        lines = {
            name: np.array([[_place(stop, poses, names) for stop in stops]])
            for name, stops in self.lines.items()
        }
        places = np.array([x for x, _ in poses.values()] + list(joints.values()))
        return Motion(
            t=np.array([names["t"]]),
            x={number: x[None] for number, (x, _) in poses.items()},
            R={number: R[None] for number, (_, R) in poses.items()},
            lines=lines,
            joints={name: point[None] for name, point in joints.items()},
            beams={},
            q=np.array([[names.get(name, 0.0) for name in prepared.coordinates]]),
            qd=np.array([prepared.start_values[1]]),
            planar=self.planar,
            bounds=(places.min(axis=0), places.max(axis=0)),
        )

    def poses(self, names: Names) -> Poses:
        """The poses of all bodies with values of parameters, coordinates and time."""
        poses = {0: _stepped((np.zeros(3), np.eye(3)), self.base, names)}
        for branch, steps in zip(self.branches, self.steps, strict=True):
            poses[branch.child] = _stepped(poses[branch.parent], steps, names)
        return dict(sorted(poses.items()))

    def elsewhere(self) -> list[Mapping[str, float]]:
        """This position and later ones elsewhere: what happens to be flat is not planar."""
        source = np.random.default_rng(1)
        moving = [name for branch in self.branches for name in branch.joint.coordinates]
        tried: list[Mapping[str, float]] = [self.names]
        for _ in range(TRIED):
            q = dict(zip(moving, source.uniform(-1, 1, len(moving)).tolist(), strict=True))
            tried.append({**self.names, **q, "t": self.names["t"] + source.uniform()})
        return tried

    def table(self, names: Names) -> dict[str, Array]:
        """The poses and joints at one instant, as `plane_of` takes them."""
        poses = self.poses(names)
        joints = [_place(joint, poses, names) for joint in self.joints.values()]
        return {
            "x": np.array([x for x, _ in poses.values()]),
            "R": np.array([R for _, R in poses.values()]),
            "joints": np.array(joints).reshape(-1, 3),
            "beams": np.zeros((0, POINTS, 3)),
        }

    # --- what is computed once ---------------------------------------------------------------

    def _numbers(self, trees: Sequence[Expression]) -> Numbers:
        """What gives the numbers of trees; those that nothing moves are computed once."""
        values = self.prepared.values
        if all(not symbol.order and symbol.name in values for symbol in symbols_in(trees)):
            fixed = np.array([value(tree, values) for tree in trees])
            return lambda names: fixed
        carrier = self._carrier
        return lambda names: np.array([value(tree, names, carrier) for tree in trees])

    def _function(self, function: Function) -> Callable[..., float]:
        """What a function of the model gives for its arguments."""
        tree, arguments = read(function.expression or "0"), function.arguments

        def called(*values: float) -> float:
            names = {**self.prepared.values, **dict(zip(arguments, values, strict=True))}
            return value(tree, names, self._carrier)

        return called

    def _number(self, tree: Expression) -> Callable[[Names], float]:
        """What gives the number of a tree, which mostly is a coordinate."""
        if isinstance(tree, Symbol) and not tree.order and tree.name in self.names:
            return itemgetter(tree.name)
        return lambda names: value(tree, names, self._carrier)

    def _way(self, step: Step) -> Way:
        match step:
            case Shift(trees):
                by = self._numbers(trees)
                return lambda pose, names: (pose[0] + pose[1] @ by(names), pose[1])
            case Spin(trees, angle):
                axis, turn = self._numbers(trees), self._number(angle)
                return lambda pose, names: (
                    pose[0],
                    pose[1] @ turn_about(axis(names), turn(names)),
                )
            case Turn(matrix):
                rows = [self._numbers(row) for row in matrix]
                return lambda pose, names: (
                    pose[0],
                    pose[1] @ np.array([row(names) for row in rows]),
                )

    def _lines(self) -> dict[str, list[BodyPlace]]:
        """The points of the elements along lines."""
        lines: dict[str, list[BodyPlace]] = {}
        for element in self.prepared.model.elements:
            course = ELEMENTS[element.kind].geometry.course(element)
            if element.enabled and course:
                stops = [(body, self._numbers(vector(point))) for body, point in course]
                lines[element.name] = stops
        return lines


def _stepped(start: Pose, ways: Sequence[Way], names: Names) -> Pose:
    pose = start
    for way in ways:
        pose = way(pose, names)
    return pose


def _place(place: BodyPlace, poses: Poses, names: Names) -> Array:
    """Where a point of a body is in space (3,)."""
    body, point = place
    x, R = poses[body]
    return x + R @ point(names)
