"""What holds a system together, as it was computed: bodies cut free one by one, and told forces.

Reactions of tree joints must balance the bodies.  Those of cut joints and the multipliers must
also balance the forces along the coordinates, where joints of the tree do no work; a cut joint
exerts nothing along its own freedoms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit.balance import SLIGHT, Balancing, ForceBalance
from lagr_gui.audit.bodies import joint_place
from lagr_gui.audit.jets import Array, cross, norm, turned
from lagr_gui.audit.residual import FAINT, FAR, NEAR, OFF, Left, faint
from lagr_gui.foundation.message import say

Wrench = tuple[Array, Array, Array]
"""Force (n, 3), moment (n, 3) about the point, and the point (n, 3), in space axes."""

Values = Mapping[str, Array]
"""Values (n,) by the name of an element."""


@dataclass(frozen=True, eq=False)
class TransmittedLoad:
    """What was computed: the wrench of each joint's parent on its child, and the multipliers.

    Forces and moments are in `axes` (space, parent, child, joint), points in those of space.
    `multipliers` (n, m) belong to the conditions `sources`, by item key, in their order.
    `thrusts`, `drives`, `currents` and `voltages` are as in `Reactions`.
    """

    joints: Mapping[str, Wrench]
    sources: Sequence[str]
    multipliers: Array
    axes: str = "space"
    thrusts: Values = field(default_factory=dict[str, Array])
    drives: Values = field(default_factory=dict[str, Array])
    currents: Values = field(default_factory=dict[str, Array])
    voltages: Values = field(default_factory=dict[str, Array])


class Holding:
    """Balances what was computed with the forces of a model."""

    def __init__(
        self,
        balancing: Balancing,
        balance: ForceBalance,
        given: TransmittedLoad,
        clear: NDArray[np.bool_],
    ) -> None:
        """`clear` (n,) tells the states that are not near a dead position."""
        self.balancing, self.balance, self.given, self.clear = balancing, balance, given, clear
        self.joints = balancing.values.fields.joints
        self.wrenches = {name: self._in_space(name) for name in given.joints}
        self.multiplied = self._multiplied()

    def all(self) -> Iterator[Left]:
        """All balances."""
        yield from self._points()
        yield from self._bodies()
        yield from self._coordinates()
        yield from self._closures()
        yield from self._told()

    def _in_space(self, name: str) -> Wrench:
        """A told wrench in axes of space."""
        force, moment, point = self.given.joints[name]
        if self.given.axes == "space":
            return force, moment, point
        joint, bodies = self.joints[name], self.balancing.bodies
        R = bodies.frames[joint.child if self.given.axes == "child" else joint.parent].R[0]
        if self.given.axes == "joint":
            R = R @ self.balancing.values.matrix(joint.orientation)[0]
        return turned(R, force), turned(R, moment), point

    def _multiplied(self) -> list[tuple[Any, Array]]:
        """The conditions of elements, each with its multiplier (n,)."""
        waiting: dict[str, list[Array]] = {}
        for source, column in zip(self.given.sources, self.given.multipliers.T, strict=True):
            waiting.setdefault(source, []).append(column)
        elements = [b for b in self.balancing.bindings if b.key.startswith("element:")]
        return [(b, waiting[b.key].pop(0)) for b in elements if waiting.get(b.key)]

    def _points(self) -> Iterator[Left]:
        """Joints act at their points on the child; beams at their roots."""
        for name, (_, _, point) in self.wrenches.items():
            place = joint_place(self.joints[name], self.balancing.bodies)
            size = norm(place) + norm(point) + NEAR * self.balancing.yardsticks.length
            yield Left("The point of a reaction", f"joint:{name}", norm(point - place), size)

    def _bodies(self) -> Iterator[Left]:
        """What is missing to the balance of every body: forces, moments over the longest arm."""
        balancing = self.balancing
        sums = {body.number: _Sum(balancing, body.number) for body in balancing.model.bodies}
        for effects, sign in ((balancing.inertia, 1.0), (balancing.effects, -1.0)):
            for effect in effects:
                self._add(sums, effect, sign)
        for binding, factor in self.multiplied:
            self._add(sums, binding, -factor[:, None])
        for name, (force, moment, point) in self.wrenches.items():
            joint = self.joints[name]
            for number, sign in ((joint.child, -1.0), (joint.parent, 1.0)):
                if number in sums:
                    sums[number].push(sign * force, sign * moment, point)
        yield from _remaining(sums, balancing, "The reactions on a body")

    def _add(self, sums: Mapping[int, _Sum], effect: Any, factor: Any) -> None:
        """Enter an effect; what acts on a beam is passed on with its tip."""
        bodies, (sort, _, name) = self.balancing.bodies, effect.key.partition(":")
        for number, (force, moment) in effect.wrenches.items():
            body = self.joints[name].child if sort == "joint" else number
            if body in sums:
                arm = bodies.frames[number].x[0] - bodies.frames[body].x[0]
                sums[body].add(factor * force, factor * (moment + cross(arm, force)))

    def _coordinates(self) -> Iterator[Left]:
        """The forces along the coordinates, with those of conditions as they were told."""
        balancing, balance = self.balancing, self.balance
        if not self.given.sources:
            return
        left = balance.inertial - (balance.applied - balance.rubbed)
        sizes = balance.sizes.copy()
        acting, bounds = self._closing()
        left = left - balancing.bodies.project(acting)
        sizes += balancing.bodies.sizes(bounds)
        factors = {id(binding): factor for binding, factor in self.multiplied}
        for row, binding in enumerate(balancing.bindings):
            if (factor := factors.get(id(binding))) is not None:
                left = left - factor[:, None] * balance.patterns[row]
                sizes += np.abs(factor)[:, None] * balance.pattern_sizes[row]
        sizes += faint(sizes, balance.extents)
        for index, name in enumerate(balancing.values.coordinates):
            if index not in balance.low_order:
                quantity = say("What conditions exert along “{name}”", name=name)
                yield self._met(
                    Left(quantity, f"coordinate:{name}", np.abs(left[:, index]), sizes[:, index])
                )

    def _met(self, entry: Left) -> Left:
        """What is left where conditions are met; beside it told forces may differ in proportion."""
        off = self.balance.off(None)
        left = np.maximum(entry.left - OFF * off * entry.size, 0.0)
        return replace(entry, left=np.where((off < FAR) & self.clear, left, 0.0))

    def _closing(self) -> tuple[dict[int, Any], dict[int, Any]]:
        """The wrenches of cut joints on both of their bodies, with bounds of their terms."""
        bodies = self.balancing.bodies
        none = np.zeros_like(bodies.frames[0].x[0])
        acting: dict[int, Any] = {}
        bounds: dict[int, Any] = {}
        for cut, inner in self._cuts():
            force, moment, point = self.wrenches[cut.joint.name]
            for number, sign in ((cut.joint.child, 1.0), (inner, -1.0)):
                arm = point - bodies.frames[number].x[0]
                F, M = acting.get(number, (none, none))
                acting[number] = F + sign * force, M + sign * (moment + cross(arm, force))
                pull, bend = bounds.get(number, (0.0, 0.0))
                turn = norm(moment) + norm(arm) * norm(force)
                bounds[number] = pull + norm(force), bend + turn
        return acting, bounds

    def _cuts(self) -> Iterator[tuple[Any, int]]:
        """The cut joints, each with the body, or the image of its child, that exerts its wrench."""
        for index, cut in enumerate(self.balancing.topology.cuts, start=1):
            if cut.joint.name in self.wrenches:
                yield cut, -index if cut.keeps else cut.joint.parent

    def _closures(self) -> Iterator[Left]:
        """A cut joint exerts what its conditions can exert: nothing along its freedoms."""
        bodies = self.balancing.bodies
        floor = np.nanmax(self.balance.sizes, initial=0.0)
        for cut, _ in self._cuts():
            if cut.keeps:
                continue
            joint, key = cut.joint, f"joint:{cut.joint.name}"
            force, moment, point = self.wrenches[joint.name]
            arm = point - bodies.frames[joint.child].x[0]
            reach = norm(arm)[:, None] + NEAR * self.balancing.yardsticks.length
            able = [b.wrenches[joint.child] for b in self.balancing.bindings if b.key == key]
            columns = [
                np.hstack([F, (M - cross(arm, np.broadcast_to(F, arm.shape))) / reach])
                for F, M in able
            ]
            load = np.hstack([force, moment / reach])
            size = norm(force) + norm(moment) / reach[:, 0]
            size = size + FAINT * (np.nanmax(size, initial=0.0) + floor)
            left = norm(_beyond(load, columns))
            yield self._met(Left("The reaction of a joint", key, left, size))

    def _told(self) -> Iterator[Left]:
        """Thrusts, drives, currents and voltages of elements."""
        for quantity, claimed, balanced in (
            ("The thrust of an element", self.given.thrusts, self._thrusts()),
            ("The force of a drive", self.given.drives, self._strengths()),
            ("The current of a branch", self.given.currents, self._currents()),
            ("The voltage of a branch", self.given.voltages, self._voltages()),
        ):
            sizes = {
                name: np.abs(claimed[name]) + np.abs(balanced[name])
                for name in claimed
                if name in balanced
            }
            largest = max(
                (float(np.nanmax(size, initial=0.0)) for size in sizes.values()), default=0.0
            )
            for name, size in sizes.items():
                gap = np.abs(claimed[name] - balanced[name])
                yield Left(quantity, f"element:{name}", gap, size + FAINT * largest)

    def _strengths(self) -> dict[str, Array]:
        """The multiplier of each element with a single condition."""
        return {binding.key.partition(":")[2]: factor for binding, factor in self.multiplied}

    def _thrusts(self) -> dict[str, Array]:
        """The forces with which elements between two points push these apart."""
        frames, thrusts = self.balancing.bodies.frames, dict[str, Array]()
        for binding, factor in self.multiplied:
            name = binding.key.partition(":")[2]
            if name in self.given.thrusts and binding.order == 2:  # not the slip of a rope
                element: Any = self.balancing.model.element(name)
                if hasattr(element, "pulleys"):
                    thrusts[name] = factor
                    continue
                points = [
                    frames[number].point(self.balancing.values.point(number, local))[0]
                    for number, local in (
                        (element.body_a, element.point_a),
                        (element.body_b, element.point_b),
                    )
                ]
                span = points[0] - points[1]
                pushed = np.sum(binding.wrenches[element.body_a][0] * span, axis=-1)
                thrusts[name] = factor * pushed / norm(span)
        return thrusts

    def _currents(self) -> dict[str, Array]:
        branches = self.balancing.branches
        return {name: branches.charge(name)[1][0] for name in self.given.currents}

    def _voltages(self) -> dict[str, Array]:
        """Of branches by their laws; of sources of current what these need."""
        still = np.zeros(self.balancing.shape)
        voltages = {name: still + u[0] for name, u in self.balancing.branches.own.items()}
        needed = {
            name: -strength
            for name, strength in self._strengths().items()
            if self.balancing.model.element(name).kind == "current_source"
        }
        return voltages | needed


def unbalanced(balancing: Balancing, acting: Sequence[tuple[int, Wrench]]) -> Iterator[Left]:
    """What forces and moments at points leave of mass times acceleration, body by body.

    They are told to be all that acts on the bodies.
    """
    sums = {body.number: _Sum(balancing, body.number) for body in balancing.model.bodies}
    for effect in balancing.masses.inertia():
        for number, (force, moment) in effect.wrenches.items():
            sums[number].add(force, moment)
    for number, (force, moment, point) in acting:
        sums[number].push(-force, -moment, point)
    yield from _remaining(sums, balancing, "The forces on a body")


def _remaining(sums: Mapping[int, _Sum], balancing: Balancing, quantity: str) -> Iterator[Left]:
    """What is left of the sums of all bodies."""
    for number, bounds in balancing.masses.roundings().items():
        sums[number].bound(*bounds)
    remaining = {number: each.left() for number, each in sums.items()}
    largest = np.max([size for _, size in remaining.values()], axis=0, initial=0.0)
    # Bodies on which next to nothing acts have the rounding of all others.
    floor = SLIGHT * largest + FAINT * np.nanmax(largest, initial=0.0)
    for number, (left, size) in remaining.items():
        yield Left(quantity, f"body:{number}", left, size + floor)


def _beyond(load: Array, columns: Sequence[Array]) -> Array:
    """What of vectors (n, 6) does not lie in the span of columns (k of (n, 6)), state by state.

    Columns of any size count alike: conditions have many units.
    """
    if not columns:
        return load
    ways = np.nan_to_num(np.stack(columns, axis=-1))  # svd stops where one state has no numbers
    lengths = np.linalg.norm(ways, axis=-2, keepdims=True)
    U, s, _ = np.linalg.svd(ways / np.where(lengths > 0, lengths, 1.0), full_matrices=False)
    U = U * (s > 1e-9 * s[:, :1])[:, None]
    return load - turned(U, turned(np.swapaxes(U, -1, -2), load))


class _Sum:
    """Forces and moments about the centre of mass of one body."""

    def __init__(self, balancing: Balancing, number: int) -> None:
        self._x = balancing.bodies.frames[number].x[0]
        self._force, self._moment = np.zeros_like(self._x), np.zeros_like(self._x)
        self._size, self._turning = np.zeros(len(self._x)), np.zeros(len(self._x))
        self._reach = np.full(len(self._x), NEAR * balancing.yardsticks.length)

    def add(self, force: Array, moment: Array) -> None:
        self._force, self._moment = self._force + force, self._moment + moment
        self._size = self._size + norm(force)
        self._turning = self._turning + norm(moment)

    def push(self, force: Array, moment: Array, point: Array) -> None:
        arm = point - self._x
        self.add(force, moment + cross(arm, force))
        self._turning = self._turning + norm(arm) * norm(force)
        self._reach = np.maximum(self._reach, norm(arm))

    def bound(self, force: Array, moment: Array) -> None:
        """Terms that may have left nothing but their rounding."""
        self._size, self._turning = self._size + force, self._turning + moment

    def left(self) -> tuple[Array, Array]:
        """|F| + |M|/r of what remains, and of the terms."""
        left = norm(self._force) + norm(self._moment) / self._reach
        return left, self._size + self._turning / self._reach
