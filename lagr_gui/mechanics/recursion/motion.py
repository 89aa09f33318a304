"""Outward recursions: absolute pose, velocity and acceleration of every frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from lagr_gui.kernel import Node
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.recursion.frames import BodySeat, Frame, Frames
from lagr_gui.mechanics.vectors import Square, Triple, apply, cross, plus, product, times
from lagr_gui.mechanics.vectors import transpose as t


@dataclass(frozen=True)
class Velocity:
    """Angular velocity ω and velocity v of the origin, in the frame's axes."""

    w: Triple[Node]
    v: Triple[Node]


@dataclass(frozen=True)
class Acceleration:
    """Acceleration a of the origin and U = [α]× + [ω]×², in the frame's axes.

    A point fixed in the frame at x has the acceleration a + U x.
    """

    alpha: Triple[Node]
    a: Triple[Node]
    U: Square[Node]


class MovingFrames:
    """Pose and velocity of all frames of a system."""

    def __init__(self, frames: Frames) -> None:
        self.frames = frames
        self.scope = frames.scope
        self.zero = self.scope.program.zero
        self.still: Triple[Node] = (self.zero, self.zero, self.zero)

    @cached_property
    def poses(self) -> list[tuple[Square[Node], Triple[Node]]]:
        """For each frame the map of its vectors into space and its origin in space."""
        poses = [(self.frames.identity, self.frames.origin)]
        for frame in self.frames.frames[1:]:
            W, x = poses[frame.parent]
            poses.append((product(W, frame.m), plus(x, apply(W, frame.p))))
        return poses

    @cached_property
    def spins(self) -> list[Triple[Node]]:
        """ω of each frame in its own axes."""
        spins = [self.still]
        for frame in self.frames.frames[1:]:
            relative, _ = self._relative(frame)
            spins.append(plus(apply(t(frame.m), spins[frame.parent]), relative))
        return spins

    @cached_property
    def velocities(self) -> list[Velocity]:
        """ω and v of each frame in its own axes."""
        velocities = [Velocity(self.still, self.still)]
        for frame, w in zip(self.frames.frames[1:], self.spins[1:], strict=True):
            parent = velocities[frame.parent]
            carried = apply(t(frame.m), plus(parent.v, cross(parent.w, frame.p)))
            velocities.append(Velocity(w, plus(carried, self._relative(frame)[1])))
        return velocities

    def accelerations(
        self, start: Triple[Node], qdd: Mapping[int, Node] | None = None
    ) -> list[Acceleration]:
        """Accelerations for q̈ (by coordinate, 0 where none is given).

        Space itself has the acceleration `start`.
        """
        nought = (self.still, self.still, self.still)
        accelerations = [Acceleration(self.still, start, nought)]
        for index, frame in enumerate(self.frames.frames[1:], start=1):
            parent = accelerations[frame.parent]
            inward = t(frame.m)
            turning, moving = self._joint_drift(frame)
            alpha = plus(apply(inward, parent.alpha), turning)
            a = plus(apply(inward, plus(parent.a, apply(parent.U, frame.p))), moving)
            for nu, (turn, move) in frame.columns.items():
                if qdd and nu in qdd:
                    alpha, a = plus(alpha, times(turn, qdd[nu])), plus(a, times(move, qdd[nu]))
            accelerations.append(Acceleration(alpha, a, spread(alpha, self.spins[index])))
        return accelerations

    def drift(self, frame: Frame) -> tuple[Triple[Node], Triple[Node]]:
        """α and a of a frame for q̈ = 0 over a parent that only turns, α = a = 0."""
        turning, moving = self._joint_drift(frame)
        w = self.spins[frame.parent]
        centripetal = cross(w, cross(w, frame.p))
        return turning, plus(apply(t(frame.m), centripetal), moving)

    def _joint_drift(self, frame: Frame) -> tuple[Triple[Node], Triple[Node]]:
        """Gyroscopic and Coriolis accelerations of the joint, and those of changing columns."""
        carried = apply(t(frame.m), self.spins[frame.parent])
        w, v = self._relative(frame)
        w_rate, v_rate = self._rates(frame)
        return plus(w_rate, cross(carried, w)), plus(v_rate, times(cross(carried, v), 2))

    def point(self, seat: BodySeat, local: Triple[Node]) -> Triple[Node]:
        """A point of a body, given from its centre of mass in its axes, in space."""
        W, x = self.poses[seat.frame]
        return plus(x, apply(W, plus(seat.p, apply(seat.m, local))))

    def course(self, part: Part) -> list[tuple[BodySeat, Triple[Node]]]:
        """The points through which an element runs: bodies, and the points in their axes."""
        seats, vector = self.frames.seats, self.scope.vector
        return [(seats[body], vector(point)) for body, point in part.course]

    def point_velocity(self, seat: BodySeat, local: Triple[Node]) -> Triple[Node]:
        """The velocity of a point of a body in space axes."""
        state = self.velocities[seat.frame]
        arm = plus(seat.p, apply(seat.m, local))
        return apply(self.poses[seat.frame][0], plus(state.v, cross(state.w, arm)))

    def axes(self, seat: BodySeat) -> Square[Node]:
        """The map of a body's vectors into space axes (Eᵀ)."""
        return product(self.poses[seat.frame][0], seat.m)

    def _relative(self, frame: Frame) -> tuple[Triple[Node], Triple[Node]]:
        w, v = self.still, self.still
        for index, (turn, move) in frame.columns.items():
            w = plus(w, times(turn, self.scope.qd[index]))
            v = plus(v, times(move, self.scope.qd[index]))
        return w, v

    def _rates(self, frame: Frame) -> tuple[Triple[Node], Triple[Node]]:
        """The parts of the relative acceleration that come from changing columns."""
        w, v = self.still, self.still
        for index, (turn, move) in frame.columns.items():
            w = plus(w, times(self._rate(turn), self.scope.qd[index]))
            v = plus(v, times(self._rate(move), self.scope.qd[index]))
        return w, v

    def _rate(self, column: Triple[Node]) -> Triple[Node]:
        return self._total(column[0]), self._total(column[1]), self._total(column[2])

    def _total(self, node: Node) -> Node:
        if node.value is not None:
            return self.zero
        total, derivative = self.zero, self.scope.program.derivative
        for nu in self.scope.moved_by((node,)):
            total = total + derivative(node, self.scope.q[nu]) * self.scope.qd[nu]
        return total


def spread(alpha: Triple[Node], w: Triple[Node]) -> Square[Node]:
    """U = [α]× + [ω]×²"""
    xx, yy, zz = w[0] * w[0], w[1] * w[1], w[2] * w[2]
    xy, xz, yz = w[0] * w[1], w[0] * w[2], w[1] * w[2]
    return (
        (-(yy + zz), xy - alpha[2], xz + alpha[1]),
        (xy + alpha[2], -(xx + zz), yz - alpha[0]),
        (xz - alpha[1], yz + alpha[0], -(xx + yy)),
    )
