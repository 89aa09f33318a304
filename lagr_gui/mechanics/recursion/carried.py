"""Points and directions that bodies carry, with first and second time derivative.

The second derivative is that for q̈ = 0: what G q̈ leaves over in (C3).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lagr_gui.kernel import Node
from lagr_gui.mechanics.recursion.frames import Seat
from lagr_gui.mechanics.recursion.motion import Motion
from lagr_gui.mechanics.vectors import Triple, apply, cross, dot, minus, plus, times


@dataclass(frozen=True)
class Moving:
    """A measure: value, time derivative, and second derivative for q̈ = 0."""

    value: Node
    rate: Node
    drift: Node


@dataclass(frozen=True)
class Carried:
    """A vector in space axes: value, time derivative, and second derivative for q̈ = 0."""

    value: Triple[Node]
    rate: Triple[Node]
    drift: Triple[Node]

    def __sub__(self, other: Carried) -> Carried:
        return Carried(
            minus(self.value, other.value),
            minus(self.rate, other.rate),
            minus(self.drift, other.drift),
        )

    def dot(self, other: Carried) -> Moving:
        """The scalar product."""
        return Moving(
            dot(self.value, other.value),
            dot(self.rate, other.value) + dot(self.value, other.rate),
            dot(self.drift, other.value)
            + 2 * dot(self.rate, other.rate)
            + dot(self.value, other.drift),
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
        )


class Carriers:
    """Makes carried points and directions of the bodies of a system."""

    def __init__(self, motion: Motion) -> None:
        self.motion = motion

    @cached_property
    def _accelerations(self) -> list:
        return self.motion.accelerations(self.motion.still)

    def point(self, seat: Seat, local: Triple[Node]) -> Carried:
        """A point of a body, given from its centre of mass in its axes."""
        W, _ = self.motion.poses[seat.frame]
        state = self._accelerations[seat.frame]
        arm = plus(seat.p, apply(seat.m, local))
        return Carried(
            self.motion.point(seat, local),
            self.motion.point_velocity(seat, local),
            apply(W, plus(state.a, apply(state.U, arm))),
        )

    def direction(self, seat: Seat, local: Triple[Node]) -> Carried:
        """A direction that is fixed in a body, given in its axes."""
        W, _ = self.motion.poses[seat.frame]
        own = apply(seat.m, local)
        w = self.motion.spins[seat.frame]
        U = self._accelerations[seat.frame].U
        return Carried(apply(W, own), apply(W, cross(w, own)), apply(W, apply(U, own)))

    def fixed(self, vector: Triple[Node]) -> Carried:
        """A direction that is fixed in space."""
        still = self.motion.still
        return Carried(vector, still, still)
