"""The tree of frames: one frame for each moving step, bodies fixed in frames.

Vectors of a frame are written in the frame's own axes.  A frame carries the columns of its
motion relative to its parent frame, one for each coordinate that moves it (index 0 is time).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lagr_gui.kernel import Node
from lagr_gui.mechanics.reading import Link, RigidBody
from lagr_gui.mechanics.scope import Scope
from lagr_gui.mechanics.steps import Shift, Spin, Step
from lagr_gui.mechanics.vectors import (
    Square,
    Triple,
    apply,
    cross,
    dot,
    plus,
    product,
    rotation,
    times,
    transpose,
)

Column = tuple[Triple[Node], Triple[Node]]
"""Angular and linear velocity (at the frame's origin) per unit of a coordinate's velocity."""


@dataclass
class Frame:
    """A moving frame: `m` maps its vectors into the parent's axes, `p` is its origin there.

    `span` is the length of all steps that `p` is the sum of.
    `mass`, `moment` (∫x dm) and `J` (Binet, ∫xᵢxⱼ dm) describe what is fixed in the frame,
    about its origin.
    """

    parent: int
    m: Square[Node]
    p: Triple[Node]
    columns: dict[int, Column]
    mass: Node
    moment: Triple[Node]
    J: Square[Node]
    weight: Node
    weight_moment: Triple[Node]
    span: Node


@dataclass(frozen=True)
class BodySeat:
    """Where a body sits: its frame, and its axes and centre of mass in that frame.

    `span` is the length of all steps that lead to it from the frame's origin.
    """

    frame: int
    m: Square[Node]
    p: Triple[Node]
    span: Node


@dataclass
class Frames:
    """All frames, parents before children, and the seats of the bodies."""

    scope: Scope
    frames: list[Frame] = field(default_factory=list)
    seats: dict[int, BodySeat] = field(default_factory=dict)
    joint_points: dict[str, BodySeat] = field(default_factory=dict)

    def __post_init__(self) -> None:
        program = self.scope.program
        one, zero = program.one, program.zero
        self.origin: Triple[Node] = (zero, zero, zero)
        self.identity: Square[Node] = (
            (one, zero, zero),
            (zero, one, zero),
            (zero, zero, one),
        )

    def new(self, seat: BodySeat, columns: dict[int, Column]) -> int:
        """Enter a massless frame that moves against a seat, and return its index."""
        zero = self.scope.program.zero
        nothing, at = (self.origin, self.origin, self.origin), self.origin
        self.frames.append(
            Frame(seat.frame, seat.m, seat.p, columns, zero, at, nothing, zero, at, seat.span)
        )
        return len(self.frames) - 1

    def follow(self, seat: BodySeat, steps: Sequence[Step]) -> tuple[BodySeat, BodySeat]:
        """Walk steps from a seat, entering a frame for each moving one.

        Returns the seat at the end, and the seat just after the last moving step (the joint
        point).
        """
        pivot = seat
        for step in steps:
            turned, moved, columns = self._step(step)
            m, p = product(seat.m, turned), plus(seat.p, apply(seat.m, moved))
            seat = BodySeat(seat.frame, m, p, seat.span + length(moved))
            if columns:
                pivot = seat = self.at_origin(self.new(seat, columns))
        return seat, pivot

    def at_origin(self, frame: int) -> BodySeat:
        """The seat of what is fixed in a frame without any step."""
        return BodySeat(frame, self.identity, self.origin, self.scope.program.zero)

    def _step(self, step: Step) -> tuple[Square[Node], Triple[Node], dict[int, Column]]:
        scope = self.scope
        if isinstance(step, Shift):
            v = scope.vector(step.vector)
            rates = {i: self._rate(v, i) for i in scope.moved_by(v)}
            return (
                self.identity,
                v,
                {i: (self.origin, r) for i, r in rates.items() if any_(r)},
            )
        if isinstance(step, Spin):
            axis, angle = scope.vector(step.axis), scope.node(step.angle)
            call, program = scope.program.call, scope.program
            m = rotation(axis, call("cos", (angle,)), call("sin", (angle,)), program.one)
            turns = {i: program.derivative(angle, scope.q[i]) for i in scope.moved_by((angle,))}
            moving = {i: rate for i, rate in turns.items() if rate.value != 0}
            return (
                m,
                self.origin,
                {i: (times(axis, r), self.origin) for i, r in moving.items()},
            )
        m = scope.matrix(step.matrix)
        spins = {i: self._spin(m, i) for i in scope.moved_by([e for row in m for e in row])}
        return (
            m,
            self.origin,
            {i: (w, self.origin) for i, w in spins.items() if any_(w)},
        )

    def _rate(self, v: Triple[Node], index: int) -> Triple[Node]:
        derivative, q = self.scope.program.derivative, self.scope.q[index]
        return derivative(v[0], q), derivative(v[1], q), derivative(v[2], q)

    def _spin(self, m: Square[Node], index: int) -> Triple[Node]:
        """The axial vector of mᵀ ∂m, the angular velocity in the new axes."""
        rate = (
            self._rate(m[0], index),
            self._rate(m[1], index),
            self._rate(m[2], index),
        )
        if not any(any_(row) for row in rate):
            return self.origin
        W = product(transpose(m), rate)
        return W[2][1], W[0][2], W[1][0]

    def seat(self, link: Link, separate: bool) -> None:
        """Enter the frames of a link; its child body gets a seat.

        A body that is fixed to another one shares its frame, or gets one of its own.  The joint
        point is the one on the body that was drawn as the child: after the joint's slides.
        """
        before = self.seats[link.parent]
        end, pivot = self.follow(before, link.steps)
        if end.frame == before.frame or link.backwards:
            anchor = self.scope.vector(link.anchor)
            at = plus(before.p, apply(before.m, anchor))
            pivot = BodySeat(before.frame, before.m, at, before.span + length(anchor))
            if separate:
                end = self.at_origin(self.new(end, {}))
        self.seats[link.child] = end
        self.joint_points[link.joint] = pivot

    def load(self, body: RigidBody) -> None:
        """Add a body's mass and inertia to the frame that it sits in."""
        seat, scope = self.seats[body.number], self.scope
        frame = self.frames[seat.frame]
        M, theta, r = scope.node(body.mass), scope.matrix(body.theta), seat.p
        J = product(product(seat.m, theta), transpose(seat.m))
        first = times(r, M)
        frame.mass = frame.mass + M
        frame.moment = plus(frame.moment, first)
        frame.J = added(frame.J, added(J, outer(first, r)))
        if body.gravity:
            frame.weight = frame.weight + M
            frame.weight_moment = plus(frame.weight_moment, first)


def length(vector: Triple[Node]) -> Node:
    """|v|"""
    square = dot(vector, vector)
    return square.program.call("sqrt", (square,))


def any_(v: Triple[Node]) -> bool:
    """Whether any entry is not the constant zero."""
    return any(entry.value != 0 for entry in v)


def outer(a: Triple[Node], b: Triple[Node]) -> Square[Node]:
    """a bᵀ"""
    return times(b, a[0]), times(b, a[1]), times(b, a[2])


def added(a: Square[Node], b: Square[Node]) -> Square[Node]:
    """a + b"""
    return plus(a[0], b[0]), plus(a[1], b[1]), plus(a[2], b[2])


def mirrored(block: Square[Node]) -> Square[Node]:
    """A symmetric block of which only one half is computed."""
    (a, _, _), (b, d, _), (c, e, f) = block
    return (a, b, c), (b, d, e), (c, e, f)


def moved_wrench(
    frame: Frame, force: Triple[Node], moment: Triple[Node]
) -> tuple[Triple[Node], Triple[Node]]:
    """Force and moment (about the origin) of a frame, about the parent's origin in its axes."""
    f = apply(frame.m, force)
    return f, plus(apply(frame.m, moment), cross(frame.p, f))


def build_frames(scope: Scope, separate: bool = False) -> Frames:
    """The frames of a whole system: body 0, then link by link; bodies are loaded.

    `separate` gives every body a frame of its own, also where it is fixed to another one.
    """
    frames = Frames(scope)
    root = frames.new(frames.at_origin(-1), {})
    frames.seats[0], _ = frames.follow(frames.at_origin(root), scope.reading.base)
    for link in scope.reading.links:
        frames.seat(link, separate)
    for body in scope.reading.bodies:
        frames.load(body)
    return frames
