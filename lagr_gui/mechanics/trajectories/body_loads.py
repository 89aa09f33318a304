"""All forces and moments that act on each body, one by one, where accelerations are known.

A body is cut free of everything: its weight, what each element exerts at its points, and what each
joint transmits.  Their sum is mass times acceleration (Newton, Euler).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import Node, compile_kernel, shaped
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.forces import RecursionForces
from lagr_gui.mechanics.recursion.freed import freed_axes
from lagr_gui.mechanics.recursion.wrenches import RecordedPushes
from lagr_gui.mechanics.vectors import Triple, times

WEIGHT, APPLIED, JOINT, DRIVE, BINDING = "weight", "applied", "joint", "drive", "binding"
ACTING = (WEIGHT, APPLIED, JOINT, DRIVE, BINDING)
"""Sorts: weights; springs, dampers, given forces at points; what joints hold; what acts along
the freedoms of joints (drives, springs on coordinates); ropes, rods, contacts."""

Vector = Triple[Node]


@dataclass(frozen=True, slots=True)
class ActingOn:
    """What acts on a body: its sort, and the key of the item that exerts it."""

    body: int
    sort: str
    source: str


@dataclass(frozen=True, eq=False)
class ActingForce:
    """A force (N) at a point (m) and a moment (N m) on a body, (n, 3) in space axes.

    `sort` is ``weight``, ``applied``, ``joint``, ``drive`` or ``binding``; `source` is the key of
    the item.
    """

    body: int
    sort: str
    source: str
    force: Array
    moment: Array
    point: Array


class ActingKernel:
    """Computes what acts on bodies; parameters are inputs of the machine code.

    `acting` tells for each of the k entries on what it acts, `freed` by joint the sorts (0: force,
    1: moment) of the axes along which it lets go.  `count` multipliers are wanted:
    those of the conditions, then of what may hold.  The recursion must keep bodies `separate`;
    `ends` are parent and child of each joint.
    """

    def __init__(self, recursion: Recursion, ends: Mapping[str, tuple[int, int]]) -> None:
        program, scope, constraints = recursion.program, recursion.scope, recursion.constraints
        self.count = len(constraints.rows) + len(constraints.holds)
        a = [program.input(f"{name}''") for name in recursion.reading.coordinates]
        multipliers = [program.input(f"multiplier {s}") for s in range(self.count)]
        loads = [
            *_weights(recursion),
            *_joints(recursion, ends, a, multipliers),
            *_pushes(recursion, multipliers),
        ]
        self.acting = tuple(acting for acting, *_ in loads)
        freed = freed_axes(recursion)
        axes = [node for pairs in freed.values() for _, axis in pairs for node in axis]
        self.freed = {name: tuple(sort for sort, _ in pairs) for name, pairs in freed.items()}
        entries = [node for _, *vectors in loads for vector in vectors for node in vector]
        self._kernel = compile_kernel(
            program,
            [*scope.whole_state, *a, *multipliers],
            scope.parameters,
            {
                "acting": shaped(entries, len(loads), 3, 3),
                "axes": shaped(axes, len(axes) // 3, 3),
            },
        )

    @property
    def axes(self) -> list[str]:
        """The joint of each axis."""
        return [name for name, sorts in self.freed.items() for _ in sorts]

    def __call__(
        self, parameters: Array, t: Array, y: Array, qdd: Array, multipliers: Array
    ) -> tuple[Array, Array]:
        """Force, moment and point (n, k, 3, 3) in space axes at times (n,), for λ (n, count); the
        axes (n, a, 3) of all joints in `freed` one after the other."""
        states = np.column_stack([t, y, qdd, multipliers])
        results = self._kernel.bind(parameters).many(states)
        return results["acting"], results["axes"]


Entry = tuple[ActingOn, Vector, Vector, Vector]


def _weights(recursion: Recursion) -> Iterator[Entry]:
    still = recursion.motion.still
    for body in recursion.reading.bodies:
        if body.gravity and body.number > 0:  # mass points of beams have numbers below
            weight = times(recursion.gravity, recursion.scope.node(body.mass))
            acting = ActingOn(body.number, WEIGHT, body.key)
            yield acting, weight, still, recursion.pose(body.number)[1]


def _joints(
    recursion: Recursion,
    ends: Mapping[str, tuple[int, int]],
    a: Sequence[Node],
    multipliers: Sequence[Node],
) -> Iterator[Entry]:
    """What a joint exerts on its child, and the opposite on its parent; beams at root and tip."""
    tips = recursion.at_tips(a, multipliers)
    for name, (force, moment) in recursion.reactions(a, multipliers).items():
        if name not in ends:
            continue  # what leads to a mass point of a beam
        parent, child = ends[name]
        point = recursion.joint_point(name)
        if parent > 0:
            back = times(force, -1), times(moment, -1)
            yield ActingOn(parent, JOINT, f"joint:{name}"), *back, point
        if name in tips:
            (force, moment), point = tips[name], recursion.pose(child)[1]
        if child > 0:
            yield ActingOn(child, JOINT, f"joint:{name}"), force, moment, point


def _pushes(recursion: Recursion, multipliers: Sequence[Node]) -> Iterator[Entry]:
    """What elements exert at points of bodies; joints that are cut are told as joints."""
    seats = recursion.frames.seats
    bodies = {seats[body.number].frame: body.number for body in recursion.reading.bodies}
    for sort in (APPLIED, BINDING):
        pushes = RecordedPushes(recursion.motion)
        if sort == APPLIED:
            RecursionForces(recursion.motion, pushes)
        else:
            recursion.constraints.wrenches(multipliers, pushes)
        for (source, frame, _), vectors in pushes.found.items():
            body = bodies.get(frame, 0)
            if body > 0 and source.startswith("element:"):
                yield ActingOn(body, sort, source), *vectors
