"""Accelerations without the metric: articulated bodies (Featherstone 1983).

An articulated body is a frame with all that hangs on it, free to move in its joints.  Its
inertia relates the acceleration of the frame to the wrench on it; the number of operations
grows linearly with the number of joints, so long chains profit.

Outline:
1. outward: velocities (in `MovingFrames`) and the accelerations that come with them, q̈ = 0;
2. inward: articulated inertia and wrench; each joint gives its pivot Sᵀ I S;
3. outward: q̈ joint by joint.
"""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.kernel import Node
from lagr_gui.mechanics.recursion.frames import Frame, Frames, added, mirrored, moved_wrench
from lagr_gui.mechanics.recursion.motion import MovingFrames
from lagr_gui.mechanics.recursion.wrenches import Wrench
from lagr_gui.mechanics.vectors import (
    Square,
    Triple,
    apply,
    cross,
    dot,
    minus,
    plus,
    product,
    times,
)
from lagr_gui.mechanics.vectors import transpose as t


@dataclass
class Articulated:
    """Moment and force for an acceleration: n = A α + B a + moment, f = Bᵀ α + M a + force."""

    A: Square[Node]
    B: Square[Node]
    M: Square[Node]
    moment: Triple[Node]
    force: Triple[Node]


@dataclass(frozen=True)
class Elimination:
    """What pass 3 needs of a joint: its coordinate, U = I S, pivot D and u = −Sᵀ p."""

    coordinate: int
    angular: Triple[Node]
    linear: Triple[Node]
    pivot: Node
    u: Node


def applies(frames: Frames) -> bool:
    """Whether each coordinate moves one frame only and each frame has one coordinate at most."""
    owners = [nu for frame in frames.frames for nu in frame.columns if nu]
    alone = all(sum(1 for nu in frame.columns if nu) <= 1 for frame in frames.frames)
    return alone and len(owners) == len(set(owners))


class ArticulatedBodies:
    """q̈ and pivots of a system; `start` is the acceleration of space (−gravity)."""

    def __init__(
        self,
        motion: MovingFrames,
        start: Triple[Node],
        wrenches: dict[int, Wrench],
        efforts: list[Node],
    ) -> None:
        self.motion = motion
        self.frames = motion.frames.frames
        self.start = start
        self.efforts = efforts
        self.bodies = [self._own(i, wrenches.get(i)) for i in range(len(self.frames))]
        self.drifts = [self._drift(frame) for frame in self.frames]
        self.eliminations: dict[int, Elimination] = {}
        for index in range(len(self.frames) - 1, 0, -1):
            self._hand_on(index)
        self.qdd: dict[int, Node] = {}
        self._outward()

    @property
    def pivots(self) -> dict[int, Node]:
        """The pivots by coordinate; the same as those of g factorised from the tips."""
        return {e.coordinate: e.pivot for e in self.eliminations.values()}

    def _own(self, index: int, applied: Wrench | None) -> Articulated:
        """Inertia of what is fixed in a frame, and the wrench for α = a = 0 less the applied."""
        frame, zero = self.frames[index], self.motion.zero
        J, c, M = frame.J, frame.moment, frame.mass
        trace = J[0][0] + J[1][1] + J[2][2]
        unit = self.motion.frames.identity
        A = tuple(minus(times(unit[i], trace), J[i]) for i in range(3))
        B = ((zero, -c[2], c[1]), (c[2], zero, -c[0]), (-c[1], c[0], zero))
        mass = (times(unit[0], M), times(unit[1], M), times(unit[2], M))
        w = self.motion.spins[index]
        moment = cross(apply(J, w), w)  # that of Binet's J: its trace turns with w
        force = cross(w, cross(w, c))
        if applied is not None:
            force, moment = minus(force, applied[0]), minus(moment, applied[1])
        return Articulated(A, B, mass, moment, force)  # type: ignore[arg-type]

    def _drift(self, frame: Frame) -> tuple[Triple[Node], Triple[Node]]:
        """α and a of a frame for q̈ = 0 over a parent without acceleration."""
        if frame.parent < 0:
            return self.motion.still, self.motion.still
        return self.motion.drift(frame)

    def _hand_on(self, index: int) -> None:
        """Eliminate a joint and add what remains to the parent."""
        frame, body = self.frames[index], self.bodies[index]
        for nu, (turn, move) in frame.columns.items():
            if nu:
                body = self._eliminate(index, nu, turn, move, body)
        alpha, a = self.drifts[index]
        moment = plus(body.moment, plus(apply(body.A, alpha), apply(body.B, a)))
        force = plus(body.force, plus(apply(t(body.B), alpha), apply(body.M, a)))
        self._add(frame, body, moment, force)

    def _eliminate(
        self, index: int, nu: int, turn: Triple[Node], move: Triple[Node], body: Articulated
    ) -> Articulated:
        angular = plus(apply(body.A, turn), apply(body.B, move))
        linear = plus(apply(t(body.B), turn), apply(body.M, move))
        pivot = dot(turn, angular) + dot(move, linear)
        u = self.efforts[nu] - (dot(turn, body.moment) + dot(move, body.force))
        self.eliminations[index] = Elimination(nu, angular, linear, pivot, u)
        w, v = _over(angular, pivot), _over(linear, pivot)
        return Articulated(
            A=mirrored(_less(body.A, angular, w)),
            B=_less(body.B, angular, v),
            M=mirrored(_less(body.M, linear, v)),
            moment=plus(body.moment, times(w, u)),
            force=plus(body.force, times(v, u)),
        )

    def _add(self, frame: Frame, body: Articulated, moment: Triple[Node], force: Triple) -> None:
        m, p = frame.m, frame.p
        A, B, M = (product(product(m, block), t(m)) for block in (body.A, body.B, body.M))
        A, M = mirrored(A), mirrored(M)
        across = _crossed(p, M)
        shifted = added(B, across)
        leaned = _crossed(p, t(B))
        A = mirrored(added(added(A, leaned), t(_crossed(p, t(shifted)))))
        f, n = moved_wrench(frame, force, moment)
        parent = self.bodies[frame.parent]
        self.bodies[frame.parent] = Articulated(
            A=added(parent.A, A),
            B=added(parent.B, shifted),
            M=added(parent.M, M),
            moment=plus(parent.moment, n),
            force=plus(parent.force, f),
        )

    def _outward(self) -> None:
        still = self.motion.still
        states: list[tuple[Triple[Node], Triple[Node]]] = [(still, self.start)]
        for index, frame in enumerate(self.frames[1:], start=1):
            alpha, a = states[frame.parent]
            a = apply(t(frame.m), plus(a, cross(alpha, frame.p)))
            alpha, a = (
                plus(apply(t(frame.m), alpha), self.drifts[index][0]),
                plus(a, self.drifts[index][1]),
            )
            elimination = self.eliminations.get(index)
            if elimination is not None:
                turn, move = frame.columns[elimination.coordinate]
                carried = dot(elimination.angular, alpha) + dot(elimination.linear, a)
                qdd = (elimination.u - carried) / elimination.pivot
                self.qdd[elimination.coordinate] = qdd
                alpha, a = plus(alpha, times(turn, qdd)), plus(a, times(move, qdd))
            states.append((alpha, a))


def _over(v: Triple[Node], pivot: Node) -> Triple[Node]:
    inverse = 1 / pivot
    first, second, third = (entry.program.one if entry is pivot else entry * inverse for entry in v)
    return first, second, third


def _less(block: Square[Node], a: Triple[Node], b: Triple[Node]) -> Square[Node]:
    """block − a bᵀ"""
    first, second, third = (minus(block[i], times(b, a[i])) for i in range(3))
    return first, second, third


def _crossed(p: Triple[Node], block: Square[Node]) -> Square[Node]:
    """[p]× block"""
    columns = t(block)
    return t((cross(p, columns[0]), cross(p, columns[1]), cross(p, columns[2])))
