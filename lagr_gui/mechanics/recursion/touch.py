"""A disc or ball that touches a plane of another body."""

from __future__ import annotations

from collections.abc import Callable

from lagr_gui.catalogue.geometry import Contact
from lagr_gui.kernel import Node
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.recursion.carried import Carried, Carriers, Moving
from lagr_gui.mechanics.recursion.frames import BodySeat
from lagr_gui.mechanics.recursion.motion import MovingFrames
from lagr_gui.mechanics.recursion.reach import root_beyond_rounding
from lagr_gui.mechanics.trees import crossed, unit_along
from lagr_gui.mechanics.vectors import Triple, apply, cross, dot, minus, plus, times, transpose


class RecursionTouch:
    """Height of the centre, lean |n × a| of a disc's axis, and the slip of the touching point."""

    def __init__(
        self, motion: MovingFrames, carriers: Carriers, part: Part, contact: Contact
    ) -> None:
        self.motion = motion
        scope, seats = motion.scope, motion.frames.seats
        self.body = seats[part.value(contact.body)]
        self.ground = seats[part.value(contact.ground)]
        upward = unit_along(part.trees(contact.normal), part.place(contact.normal))
        normal = carriers.direction(self.ground, scope.vector(upward))
        centre = carriers.point(self.body, scope.vector(part.trees(contact.centre)))
        plane = carriers.point(self.ground, scope.vector(part.trees(contact.plane_point)))
        self.normal = normal.value
        self.height: Moving = (centre - plane).dot(normal)
        self.lean: Moving | None = None
        fall = self.normal
        radius = scope.node(part.tree(contact.radius))
        far = centre.length + motion.scope.program.call("abs", (radius,))
        self.passing = carriers.passing(self.body, self.ground, far)
        if contact.axis:
            axle = unit_along(part.trees(contact.axis), part.place(contact.axis))
            axis = carriers.direction(self.body, scope.vector(axle))
            self.lean = self._length(normal.cross(axis))
            fall = cross(axis.value, cross(self.normal, axis.value))
            radius = radius / self.lean.value
        self.point = minus(centre.value, times(fall, radius))
        self.tangents: tuple[Triple[Node], ...] = ()
        if contact.along:
            along = unit_along(part.trees(contact.along), part.place(contact.along))
            ground_axes = motion.axes(self.ground)
            self.tangents = tuple(
                apply(ground_axes, scope.vector(direction))
                for direction in (along, crossed(upward, along))
            )
        self.slip = self.speed(motion, self.body, self.ground, self.point)

    def _length(self, arrow: Carried) -> Moving:
        """|n × a|, not √(1 − (n·a)²): that would hold no digits of a disc that lies nearly flat."""
        square = arrow.dot(arrow)
        length = root_beyond_rounding(square.value, self.motion.scope.program.one)
        rate = square.rate / (2 * length)
        return Moving(length, rate, (square.drift / 2 - rate * rate) / length, arrow.reach)

    @staticmethod
    def speed(
        motion: MovingFrames, body: BodySeat, ground: BodySeat, point: Triple[Node]
    ) -> Callable[[Triple[Node]], Node]:
        """The relative velocity of the points of two bodies that are at a place, by direction."""
        velocity = minus(_velocity(motion, body, point), _velocity(motion, ground, point))

        def component(direction: Triple[Node]) -> Node:
            return dot(velocity, direction)

        return component


def _velocity(motion: MovingFrames, seat: BodySeat, point: Triple[Node]) -> Triple[Node]:
    """The velocity of the body point that is at a place of space."""
    W, x = motion.poses[seat.frame]
    state = motion.velocities[seat.frame]
    arm = apply(transpose(W), minus(point, x))
    return apply(W, plus(state.v, cross(state.w, arm)))
