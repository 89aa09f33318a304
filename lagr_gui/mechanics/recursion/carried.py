"""Points and directions that bodies carry, with first and second time derivative.

The second derivative is that for q̈ = 0: what G q̈ leaves over in (C3).  Beside them stand bounds of
their size and of their velocity, per unit of each q̇.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lagr_gui.kernel import Node
from lagr_gui.mechanics.recursion.frames import BodySeat, length
from lagr_gui.mechanics.recursion.motion import MovingFrames
from lagr_gui.mechanics.recursion.reach import Reach, Sway, joined, stretched, sways
from lagr_gui.mechanics.vectors import Triple, apply, cross, dot, minus, plus, times


@dataclass(frozen=True)
class Moving:
    """A measure: value, time derivative, and second derivative for q̈ = 0.

    `reach` bounds the derivatives of the rate by the velocities.
    """

    value: Node
    rate: Node
    drift: Node
    reach: Reach


@dataclass(frozen=True)
class Carried:
    """A vector in space axes: value, time derivative, and second derivative for q̈ = 0.

    `length` bounds the value, `reach` the derivatives of the rate by the velocities.
    """

    value: Triple[Node]
    rate: Triple[Node]
    drift: Triple[Node]
    length: Node
    reach: Reach

    def __sub__(self, other: Carried) -> Carried:
        return Carried(
            minus(self.value, other.value),
            minus(self.rate, other.rate),
            minus(self.drift, other.drift),
            self.length + other.length,
            joined(self.reach, other.reach),
        )

    def _across(self, other: Carried) -> Reach:
        """The bound of products of both."""
        return joined(stretched(self.reach, other.length), stretched(other.reach, self.length))

    def dot(self, other: Carried) -> Moving:
        """The scalar product."""
        return Moving(
            dot(self.value, other.value),
            dot(self.rate, other.value) + dot(self.value, other.rate),
            dot(self.drift, other.value)
            + 2 * dot(self.rate, other.rate)
            + dot(self.value, other.drift),
            self._across(other),
        )

    def cross(self, other: Carried) -> Carried:
        """The vector product."""
        return Carried(
            cross(self.value, other.value),
            plus(cross(self.rate, other.value), cross(self.value, other.rate)),
            plus(
                plus(cross(self.drift, other.value), cross(self.value, other.drift)),
                times(cross(self.rate, other.rate), 2),
            ),
            self.length * other.length,
            self._across(other),
        )


class Carriers:
    """Makes carried points and directions of the bodies of a system."""

    def __init__(self, motion: MovingFrames) -> None:
        self.motion = motion

    @cached_property
    def _accelerations(self) -> list:
        return self.motion.accelerations(self.motion.still)

    @cached_property
    def _sways(self) -> list[Sway]:
        return sways(self.motion.frames.frames)

    def point(self, seat: BodySeat, local: Triple[Node]) -> Carried:
        """A point of a body, given from its centre of mass in its axes."""
        W, _ = self.motion.poses[seat.frame]
        state = self._accelerations[seat.frame]
        arm = plus(seat.p, apply(seat.m, local))
        sway, span = self._sways[seat.frame], seat.span + length(local)
        return Carried(
            self.motion.point(seat, local),
            self.motion.point_velocity(seat, local),
            apply(W, plus(state.a, apply(state.U, arm))),
            sway.far + span,
            joined(sway.move, stretched(sway.turn, span)),
        )

    def direction(self, seat: BodySeat, local: Triple[Node]) -> Carried:
        """A direction that is fixed in a body, given in its axes."""
        W, _ = self.motion.poses[seat.frame]
        own = apply(seat.m, local)
        w = self.motion.spins[seat.frame]
        U = self._accelerations[seat.frame].U
        return Carried(
            apply(W, own),
            apply(W, cross(w, own)),
            apply(W, apply(U, own)),
            length(local),
            stretched(self._sways[seat.frame].turn, length(local)),
        )

    def fixed(self, vector: Triple[Node]) -> Carried:
        """A direction that is fixed in space."""
        still = self.motion.still
        return Carried(vector, still, still, length(vector), {})

    def passing(self, body: BodySeat, ground: BodySeat, far: Node) -> Reach:
        """The bound of the relative velocity of two bodies at a place, `far` from the origin."""
        both = (self._sways[seat.frame] for seat in (body, ground))
        return joined(*(joined(sway.move, stretched(sway.turn, far + sway.far)) for sway in both))
