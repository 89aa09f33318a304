"""Forces and moments on bodies, gathered as wrenches on their frames."""

from __future__ import annotations

from lagr_gui.kernel import Node
from lagr_gui.mechanics.recursion.frames import BodySeat
from lagr_gui.mechanics.recursion.motion import MovingFrames
from lagr_gui.mechanics.vectors import Triple, apply, cross, minus, plus, times, transpose

Wrench = tuple[Triple[Node], Triple[Node]]
"""Force and moment about the frame's origin, in the frame's axes."""


class FrameWrenches:
    """The sum of what acts on each frame, and on coordinates themselves."""

    def __init__(self, motion: MovingFrames) -> None:
        self.motion = motion
        self.by_frame: dict[int, Wrench] = {}
        self.on_coordinates: dict[int, Node] = {}

    def push(self, seat: BodySeat, local: Triple[Node], force: Triple[Node]) -> None:
        """Apply a force (space axes) at a point of a body, given in the body."""
        turned = apply(transpose(self.motion.poses[seat.frame][0]), force)
        arm = plus(seat.p, apply(seat.m, local))
        self._add(seat.frame, (turned, cross(arm, turned)))

    def push_at(self, seat: BodySeat, point: Triple[Node], force: Triple[Node]) -> None:
        """Apply a force (space axes) to a body at a point of space."""
        W, x = self.motion.poses[seat.frame]
        turned = apply(transpose(W), force)
        arm = apply(transpose(W), minus(point, x))
        self._add(seat.frame, (turned, cross(arm, turned)))

    def turn(self, seat: BodySeat, moment: Triple[Node]) -> Triple[Node]:
        """Apply a moment (space axes) to a body; the moment in the axes of its frame."""
        turned = apply(transpose(self.motion.poses[seat.frame][0]), moment)
        self._add(seat.frame, (self.motion.still, turned))
        return turned

    def pair_at(
        self, seat: BodySeat, other: BodySeat, point: Triple[Node], force: Triple[Node]
    ) -> None:
        """A force on one body at a point of space, and its opposite on another there."""
        self.push_at(seat, point, force)
        self.push_at(other, point, times(force, -1))

    def move(self, index: int, force: Node) -> None:
        """Apply a generalised force on a coordinate (1 … f)."""
        known = self.on_coordinates.get(index, self.motion.scope.program.zero)
        self.on_coordinates[index] = known + force

    def couple(self, seat: BodySeat, other: BodySeat, moment: Triple[Node]) -> None:
        """A moment on one body, and its opposite on another."""
        self.turn(seat, moment)
        self.turn(other, times(moment, -1))

    def _add(self, frame: int, wrench: Wrench) -> None:
        still = self.motion.still
        force, moment = self.by_frame.get(frame, (still, still))
        self.by_frame[frame] = (plus(force, wrench[0]), plus(moment, wrench[1]))
