"""A model as the robots of other formats are: links with numbers, slides and turns between them.

Every coordinate moves its link straight or about an axis; frames of links stand at their joints.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from lagr_gui.expression import TIME, Expression, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.extensions.robots.meshes import meshes_of
from lagr_gui.extensions.robots.record import WORLD, End, RobotLink, SingleMotion
from lagr_gui.extensions.robots.rigid import Mass, RigidFrame, about, rounded
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.mechanics.reading import ElasticBody, Part
from lagr_gui.mechanics.reading import Link as ReadLink
from lagr_gui.mechanics.steps import Shift, Spin, Step, Turn
from lagr_gui.mechanics.trees import Rows, Trees
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, prepare
from lagr_gui.typesetting.model_hash import told

CANNOT = "The format cannot say this."
WITHOUT = "Take it out of the model, or leave it out with --leave-out."

SAME = 1e-12
"""Numbers that differ by less, in units of SI, are the same."""


@dataclass(slots=True, eq=False)
class GuidedWay:
    """A motion, and how far it goes for each unit of its coordinate."""

    motion: SingleMotion
    lead: float = 1.0


@dataclass(slots=True, eq=False)
class Taken:
    """What is taken from a model; each link but the first is a body that moves by `ways`."""

    prepared: Prepared
    links: list[RobotLink] = field(default_factory=list[RobotLink])
    ways: dict[int, list[GuidedWay]] = field(default_factory=dict[int, list[GuidedWay]])
    numbers: dict[int, tuple[int, Array]] = field(default_factory=dict[int, tuple[int, Array]])
    gravity: Array = field(default_factory=lambda: np.zeros(3))
    left: list[Problem] = field(default_factory=list[Problem])

    def number(self, tree: Expression | str | float) -> float:
        """The value of an expression in parameters. Raises LagrError for one in more."""
        return value(tree, self.prepared.values)

    def point(self, body: int, point: Trees) -> End:
        """A point of a body, in the frame of its link."""
        link, centre = self.numbers[body]
        return link, centre + np.array([self.number(tree) for tree in point])

    def joint_of(self, link: int) -> str:
        """The name of the joint by which a link moves."""
        joints = (
            read for read in self.prepared.reading.links if self.numbers[read.child][0] == link
        )
        return next(joints).joint

    def in_a_row(self, coordinates: Iterable[str]) -> bool:
        """Whether of any two links that coordinates move one carries the other."""
        moved = {way.motion.name: link for link, ways in self.ways.items() for way in ways}
        links = sorted({moved[name] for name in coordinates}, reverse=True)
        for link, carrier in pairwise(links):
            above = link
            while above > carrier:
                above = self.links[above].parent
            if above != carrier:
                return False
        return True

    def places(self) -> list[RigidFrame]:
        """Where the frames of links stand when all coordinates are 0."""
        frames: list[RigidFrame] = []
        for link in self.links:
            above = frames[link.parent] if link.parent >= 0 else RigidFrame()
            frames.append(above.then(link.frame))
        return frames

    def refuse(self, what: str, cause: str, remedy: str) -> None:
        """Something that the format cannot say."""
        self.left.append(Problem(what, cause, remedy, code="unprintable"))

    @property
    def head(self) -> tuple[str, ...]:
        """What a comment tells: the model, its hash, its parameters."""
        model, prepared = self.prepared.model, self.prepared
        values = ", ".join(f"{name} = {number!r}" for name, number in prepared.values.items())
        lines = [model.name or "A mechanical system", told(prepared.digest)]
        if prepared.special:
            lines.append(f"Special case: {prepared.special}")
        return (*lines, f"Values of parameters: {values}") if values else tuple(lines)


def taken(model: Model, special: str) -> Taken:
    """The links of a sound model. Raises LagrError with what moves otherwise."""
    robot = Taken(prepare(model, special))
    robot.prepared.refuse_states()
    robot.prepared.refuse_events()
    reading = robot.prepared.reading
    problems = [*_elastic(reading.beams), *_charged(robot)]
    if problems:
        raise LagrError(problems)
    root = _Walk(robot, "Body 0")
    for step in reading.base:
        root.step(step)
    robot.links.append(RobotLink("world", -1))
    robot.numbers[0] = (WORLD, np.zeros(3))
    robot.gravity = np.array([_still(robot, tree, "Gravity") for tree in reading.gravity])
    for link in reading.links:
        _take(robot, link, root.frame if link.parent == 0 else RigidFrame())
    base = root.frame
    if root.ways:
        raise LagrError(_moving("Body 0"))
    _stand(robot, base)
    return robot


def _stand(robot: Taken, base: RigidFrame) -> None:
    """Points of body 0 are seen from space, where body 0 stands still elsewhere."""
    if base.p.any() or not np.array_equal(base.R, np.eye(3)):
        robot.links.append(RobotLink("ground", WORLD, base))
        robot.numbers[0] = (len(robot.links) - 1, np.zeros(3))


def _take(robot: Taken, link: ReadLink, before: RigidFrame) -> None:
    """One link: its frame at its last joint, its motions, its mass."""
    reading, number = robot.prepared.reading, link.child
    walk = _Walk(robot, say("Joint “{name}”", name=link.joint))
    parent, centre = robot.numbers[link.parent]
    walk.frame = before.then(RigidFrame(p=centre)) if link.parent else before
    for step in link.steps:
        walk.step(step)
    at_centre = walk.frame
    ways = [
        GuidedWay(way.motion.seen_in(frame.inverse.then(at_centre)), way.lead)
        for way, frame in walk.ways
    ]
    turning = [way.motion.anchor for way in ways if way.motion.turns]
    origin = turning[-1] if turning else np.zeros(3)
    at_joint = RigidFrame(p=origin)
    ways = [GuidedWay(way.motion.seen_in(at_joint), way.lead) for way in ways]
    body = next(entry for entry in reading.bodies if entry.number == number)
    tensor = np.array([[robot.number(tree) for tree in row] for row in body.theta_bar])
    made = RobotLink(
        robot.prepared.model.body(number).name or f"body {number}",
        parent,
        at_centre.then(at_joint),
        [way.motion for way in ways],
        [Mass(robot.number(body.mass), -origin, tensor)],
        weightless=not body.gravity,
    )
    index = len(robot.links)
    robot.links.append(made)
    robot.ways[index] = ways
    robot.numbers[number] = (index, -origin)
    seen = robot.prepared.model.body(number)
    made.meshes = meshes_of(seen, dict(robot.prepared.values), -origin)


class _Walk:
    """Steps from one body to the next one, with numbers."""

    def __init__(self, robot: Taken, place: str) -> None:
        self.found, self.place = robot, place
        self.frame = RigidFrame()
        self.ways: list[tuple[GuidedWay, RigidFrame]] = []

    def step(self, step: Step) -> None:
        if isinstance(step, Shift):
            self.shift(step.vector)
        elif isinstance(step, Spin):
            self.spin(step)
        else:
            self.turn(step)

    def shift(self, vector: Trees) -> None:
        name = self.coordinate(vector)
        still = self.numbers(vector, {name: 0.0})
        self.frame = self.frame.then(RigidFrame(p=still))
        if name:
            way = self.numbers(vector, {name: 1.0}) - still
            if np.abs(self.numbers(vector, {name: 3.0}) - still - 3 * way).max() > SAME:
                raise LagrError(_moving(self.place))
            lead = float(np.linalg.norm(way))
            if lead:
                plain = abs(lead - 1) < SAME  # the axis is rounded
                self.go(SingleMotion(name, False, way / lead), 1.0 if plain else lead)

    def spin(self, step: Spin) -> None:
        name = self.coordinate((step.angle,))
        axis = self.numbers(step.axis, {})
        still, one, three = (self.numbers((step.angle,), {name: x})[0] for x in (0.0, 1.0, 3.0))
        self.frame = self.frame.then(RigidFrame(about(axis, still)))
        if name:
            lead = one - still
            if abs(three - still - 3 * lead) > SAME:
                raise LagrError(_moving(self.place))
            self.go(SingleMotion(name, True, axis * np.sign(lead)), abs(lead))

    def turn(self, step: Turn) -> None:
        if self.coordinate(_entries(step.matrix)):
            raise LagrError(_moving(self.place))
        R = np.array([self.numbers(row, {}) for row in step.matrix])
        self.frame = self.frame.then(RigidFrame(rounded(R)))

    def go(self, motion: SingleMotion, lead: float) -> None:
        self.ways.append((GuidedWay(motion, lead), self.frame))

    def coordinate(self, trees: Iterable[Expression]) -> str:
        """The one coordinate on which trees depend; empty where there is none."""
        coordinates = set(self.found.prepared.coordinates)
        names = {symbol.name for tree in trees for symbol in symbols(tree)}
        if TIME in names or len(names & coordinates) > 1:
            raise LagrError(_moving(self.place))
        return "".join(names & coordinates)

    def numbers(self, trees: Trees | tuple[Expression, ...], more: dict[str, float]) -> Array:
        values = {**self.found.prepared.values, **more}
        return np.array([value(tree, values) for tree in trees])


def _entries(matrix: Rows) -> tuple[Expression, ...]:
    return tuple(tree for row in matrix for tree in row)


def _still(robot: Taken, tree: Expression, place: str) -> float:
    try:
        return robot.number(tree)
    except LagrError:
        raise LagrError(_moving(place)) from None


def _moving(place: str) -> Problem:
    cause = "Its motion is neither a slide nor a turn by one coordinate; the formats know no other."
    return Problem(place, cause, "Draw joints that slide and turn.", code="unprintable")


def _elastic(beams: tuple[ElasticBody, ...]) -> list[Problem]:
    cause = "It is an elastic beam; these formats know rigid bodies only."
    return [
        Problem(say("Joint “{name}”", name=beam.beam.joint), cause, _RIGID, code="unprintable")
        for beam in beams
    ]


def _charged(robot: Taken) -> list[Problem]:
    reading = robot.prepared.reading
    if not (reading.charges or any(link.child < 0 for link in reading.links)):
        return []
    if reading.charges:
        cause = "The model has a circuit; these formats know no currents."
        return [Problem("Model", cause, "Leave the circuit out.", code="unprintable")]
    cause = "A joint closes a loop and its coordinates are used besides."
    remedy = "Cut the loop at another joint."
    return [Problem("Model", cause, remedy, code="unprintable")]


_RIGID = "Draw a rigid body in its place."


def part_place(part: Part) -> str:
    """How an element is called in messages."""
    return say("Element “{name}”", name=part.record.name)
