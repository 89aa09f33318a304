"""Forces and moments on bodies, gathered as wrenches on their frames."""

from __future__ import annotations

from dataclasses import dataclass, field

from lagr_gui.kernel import Node
from lagr_gui.mechanics.recursion.frames import BodySeat
from lagr_gui.mechanics.recursion.motion import MovingFrames
from lagr_gui.mechanics.vectors import Triple, apply, cross, dot, minus, plus, transpose

Wrench = tuple[Triple[Node], Triple[Node]]
"""Force and moment about the frame's origin, in the frame's axes."""


@dataclass
class Account:
    """What one element stores, and the powers that it takes and gives."""

    potential: Node
    rayleigh: Node
    dissipated: Node
    supplied: Node


@dataclass
class Applied:
    """What all elements do, and the dashpots that act along a fixed axis.

    `accounts` are energies and powers by the key of the element.
    """

    zero: Node
    wrenches: dict[int, Wrench]
    on_coordinates: dict[int, Node]
    straight: set[str]
    accounts: dict[str, Account] = field(default_factory=dict[str, Account])

    def total(self, name: str) -> Node:
        """The sum over all elements of one entry of their accounts."""
        total = self.zero
        for account in self.accounts.values():
            total = total + getattr(account, name)
        return total


class FrameWrenches:
    """The sum of what acts on each frame, and on coordinates themselves.

    `source` is the key of the item whose forces are being entered.
    """

    def __init__(self, motion: MovingFrames) -> None:
        self.motion, self.source = motion, ""
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

    def move(self, index: int, force: Node) -> None:
        """Apply a generalised force on a coordinate (1 … f)."""
        before = self.on_coordinates.get(index, self.motion.scope.program.zero)
        self.on_coordinates[index] = before + force

    def _add(self, frame: int, wrench: Wrench) -> None:
        still = self.motion.still
        force, moment = self.by_frame.get(frame, (still, still))
        self.by_frame[frame] = (plus(force, wrench[0]), plus(moment, wrench[1]))


class PushedPower:
    """The power of what is pushed, turned and moved, along the motion."""

    def __init__(self, motion: MovingFrames) -> None:
        self.motion, self.total = motion, motion.scope.program.zero

    def push(self, seat: BodySeat, local: Triple[Node], force: Triple[Node]) -> None:
        """Of a force (space axes) at a point of a body, given in the body."""
        self.total = self.total + dot(force, self.motion.point_velocity(seat, local))

    def push_at(self, seat: BodySeat, point: Triple[Node], force: Triple[Node]) -> None:
        """Of a force (space axes) on a body at a point of space."""
        still = self.motion.still
        self.push(seat, still, force)
        self.turn(seat, cross(minus(point, self.motion.point(seat, still)), force))

    def turn(self, seat: BodySeat, moment: Triple[Node]) -> None:
        """Of a moment (space axes)."""
        turned = apply(transpose(self.motion.poses[seat.frame][0]), moment)
        self.total = self.total + dot(turned, self.motion.spins[seat.frame])

    def move(self, index: int, force: Node) -> None:
        """Of a force on a coordinate."""
        self.total = self.total + force * self.motion.scope.qd[index]


PushKey = tuple[str, int, tuple[int, ...]]
"""Source, frame and point of application (by the nodes of its coordinates)."""


class RecordedPushes(FrameWrenches):
    """The same, one by one: forces and moments of each source at each point, in space axes.

    What one source exerts at one point of a frame is added up.  A moment has no point: it is
    entered at the origin of its frame.
    """

    def __init__(self, motion: MovingFrames) -> None:
        super().__init__(motion)
        self.found: dict[PushKey, tuple[Triple[Node], Triple[Node], Triple[Node]]] = {}

    def push(self, seat: BodySeat, local: Triple[Node], force: Triple[Node]) -> None:
        """Note a force at a point of a body, given in the body."""
        super().push(seat, local, force)
        self._note(seat.frame, self.motion.point(seat, local), force, self.motion.still)

    def push_at(self, seat: BodySeat, point: Triple[Node], force: Triple[Node]) -> None:
        """Note a force on a body at a point of space."""
        super().push_at(seat, point, force)
        self._note(seat.frame, point, force, self.motion.still)

    def turn(self, seat: BodySeat, moment: Triple[Node]) -> Triple[Node]:
        """Note a moment on a body; the moment in the axes of its frame."""
        turned = super().turn(seat, moment)
        self._note(seat.frame, self.motion.poses[seat.frame][1], self.motion.still, moment)
        return turned

    def _note(
        self, frame: int, point: Triple[Node], force: Triple[Node], moment: Triple[Node]
    ) -> None:
        key = self.source, frame, tuple(map(id, point))
        still = self.motion.still
        before = self.found.get(key, (still, still, point))
        self.found[key] = plus(before[0], force), plus(before[1], moment), point
