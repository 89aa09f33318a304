"""Bodies cut free one by one, with the reactions of their joints as they were computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui.audit.balance import SLIGHT, Balancing
from lagr_gui.audit.jets import Array, cross, norm

Wrench = tuple[Array, Array, Array]
"""Force (n, 3), moment (n, 3) about the point, and the point (n, 3), in space axes."""


@dataclass(frozen=True, eq=False)
class Transmitted:
    """What was computed: the wrench of each joint's parent on its child, and the multipliers.

    `multipliers` (n, m) belong to the conditions `sources`, by item key, in their order.
    """

    joints: Mapping[str, Wrench]
    sources: Sequence[str]
    multipliers: Array


def bodies_left(balancing: Balancing, given: Transmitted) -> dict[int, tuple[Array, Array]]:
    """By body what is missing to its balance (n,), and the size (n,) of the terms.

    Forces (N) and moments over the longest arm are added up.
    """
    sums = {body.number: _Sum(balancing, body.number) for body in balancing.model.bodies}
    for effect in balancing.inertia:
        _add(sums, effect.wrenches, 1.0)
    for effect in balancing.effects:
        _add(sums, effect.wrenches, -1.0)
    for binding, factor in _multiplied(balancing, given):
        _add(sums, binding.wrenches, -factor[:, None])
    for joint in (*balancing.model.joints, *balancing.topology.offered):
        if joint.name in given.joints:
            force, moment, point = given.joints[joint.name]
            for number, sign in ((joint.child, -1.0), (joint.parent, 1.0)):
                if number in sums:
                    sums[number].push(sign * force, sign * moment, point)
    for body in balancing.model.bodies:
        sums[body.number].bound(*balancing.roundings(body))
    found = {number: each.left() for number, each in sums.items()}
    largest = np.max([size for _, size in found.values()], axis=0, initial=0.0)
    return {number: (left, size + SLIGHT * largest) for number, (left, size) in found.items()}


def _multiplied(balancing: Balancing, given: Transmitted) -> list[tuple[Any, Array]]:
    """The conditions of elements, each with its multiplier (n,)."""
    waiting: dict[str, list[Array]] = {}
    for source, column in zip(given.sources, given.multipliers.T, strict=True):
        waiting.setdefault(source, []).append(column)
    elements = [b for b in balancing.bindings if b.key.startswith("element:")]
    return [(b, waiting[b.key].pop(0)) for b in elements if waiting.get(b.key)]


def _add(sums: Mapping[int, _Sum], wrenches: Mapping[int, Any], factor: Any) -> None:
    for number, (force, moment) in wrenches.items():
        if number in sums:
            sums[number].add(factor * force, factor * moment)


class _Sum:
    """Forces and moments about the centre of mass of one body."""

    def __init__(self, balancing: Balancing, number: int) -> None:
        self._x = balancing.bodies.frames[number].x[0]
        self._force, self._moment = np.zeros_like(self._x), np.zeros_like(self._x)
        self._size, self._turning = np.zeros(len(self._x)), np.zeros(len(self._x))
        self._reach = np.full(len(self._x), 1e-3)

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
