"""What joints, rods and branches transmit in motions whose accelerations are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.kernel import Bound, compile_kernel, shaped
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.voltages import voltages


@dataclass(frozen=True, eq=False)
class Reaction:
    """Force (N) and moment (N m) of a joint's parent on its child, (3,) or (n, 3) along a motion.

    They act at the joint's `point` (m, in space axes), after its translation.  What springs,
    dampers and drives on the joint's coordinates transmit is part of them.
    """

    force: Array
    moment: Array
    point: Array


@dataclass(frozen=True, eq=False)
class Reactions:
    """What holds a system together along a motion of n instants `t` (s).

    `joints`: the reaction of each joint, force and moment in `axes`, points in space axes.
    `drives`: the force (N), moment (N m) or voltage (V) of prescribed motions.  `thrusts`: the
    force (N) with which rods, ropes and bumpers push their ends apart; a rope that pulls has a
    negative one.  `currents` (A) and `voltages` (V) of branches, both from the first terminal to
    the second: their product is the power that the branch takes.  All (n,) by name.

    multipliers (n, m): λ of the conditions and limits `sources` (item keys, m) with their
    `units` (empty: not known) and `words` for those of an item with several; that of a limit is
    0 where it is not in contact, else negative.  Of conditions that depend on each other they
    are those of least norm.  `bounds` (n,) by name are the largest forces (N, N m) that dry
    friction can hold where the reaction of its joint presses.
    """

    t: Array
    axes: str
    joints: Mapping[str, Reaction]
    drives: Mapping[str, Array]
    thrusts: Mapping[str, Array]
    currents: Mapping[str, Array]
    voltages: Mapping[str, Array]
    sources: tuple[str, ...]
    units: tuple[str, ...]
    words: tuple[str, ...]
    multipliers: Array
    certificate: SelfCheck | None = None
    bounds: Mapping[str, Array] = field(default_factory=dict[str, Array])

    @property
    def others(self) -> dict[tuple[str, str], tuple[str, Array]]:
        """Units and multipliers (n,) by element and word, of those that are told nowhere else.

        That is, not as the reaction of a joint, a drive, a thrust or a voltage.
        """
        named = {*self.drives, *self.thrusts, *self.voltages}
        rest: dict[tuple[str, str], tuple[str, Array]] = {}
        rows = zip(self.sources, self.words, self.units, self.multipliers.T, strict=True)
        for source, word, unit, values in rows:
            sort, _, name = source.partition(":")
            if sort == "element" and name not in named:
                rest[name, word] = unit, values
        return rest


@dataclass(frozen=True, slots=True, eq=False)
class Transmitted:
    """At n instants: reactions by joint, (n, 3) in space axes; by item key the thrusts (n,) of
    what binds or limits a distance; voltages (n,) by branch."""

    joints: Mapping[str, Reaction]
    thrusts: Mapping[str, Array]
    voltages: Mapping[str, Array]


class ReactionNodes:
    """What is transmitted, as nodes of the program of a recursion, which keeps bodies `separate`.

    `a` (f) and `multipliers` (m) are inputs; `wrenches` are force, moment and point of each of the
    `joints`, `thrusts` and `voltages` stand by item key and by branch.
    """

    def __init__(self, recursion: Recursion) -> None:
        program, scope, constraints = recursion.program, recursion.scope, recursion.constraints
        rows = self.rows = (*constraints.rows, *constraints.holds)
        self.joints = tuple(recursion.reading.joints)
        self.a = [program.input(f"{name}''") for name in recursion.reading.coordinates]
        self.multipliers = [program.input(f"multiplier {s}") for s in range(len(rows))]
        by_row = list(zip(rows, self.multipliers, strict=True))
        self.thrusts = {row.source: row.thrust * x for row, x in by_row if row.thrust is not None}
        sources = [row.source for row in rows]
        self.voltages = voltages(scope, self.a, dict(zip(sources, self.multipliers, strict=True)))
        reactions = recursion.reactions(self.a, self.multipliers)
        self.wrenches = [
            entry
            for joint in self.joints
            for vector in (*reactions[joint], recursion.joint_point(joint))
            for entry in vector
        ]


class ReactionKernel:
    """Computes what is transmitted; parameters are inputs of the machine code.

    `sources` are the item keys of the m multipliers: of the conditions, then of what may hold;
    `binding` (m,) tells those that are no equations of meshes.  The recursion must keep bodies
    `separate`.
    """

    def __init__(self, recursion: Recursion) -> None:
        program, scope, nodes = recursion.program, recursion.scope, ReactionNodes(recursion)
        self.sources = tuple(row.source for row in nodes.rows)
        self.binding = np.array([not row.own for row in nodes.rows], bool)
        self._joints = nodes.joints
        self._thrusts, self._branches = tuple(nodes.thrusts), tuple(nodes.voltages)
        outputs = {
            "thrusts": list(nodes.thrusts.values()),
            "voltages": list(nodes.voltages.values()),
            "wrenches": shaped(nodes.wrenches, len(self._joints), 3, 3),
        }
        inputs = [*scope.whole_state, *nodes.a, *nodes.multipliers]
        self._kernel = compile_kernel(program, inputs, scope.parameters, outputs)

    def bind(self, parameters: Array) -> BoundReactions:
        """With values of the parameters."""
        return BoundReactions(
            self._kernel.bind(parameters), self._joints, self._thrusts, self._branches
        )


@dataclass(frozen=True, slots=True, eq=False)
class BoundReactions:
    """Computes what is transmitted for values of the parameters."""

    bound: Bound
    joints: tuple[str, ...]
    thrusts: tuple[str, ...]
    branches: tuple[str, ...]

    def __call__(self, t: Array, states: Array, qdd: Array, multipliers: Array) -> Transmitted:
        """What is transmitted at times (k,) and states (k, n), for q̈ (k, f) and λ (k, m)."""
        out = self.bound.many(np.column_stack([t, states, qdd, multipliers]))
        wrenches = out["wrenches"]
        return Transmitted(
            joints={
                joint: Reaction(*np.moveaxis(wrenches[:, i], 1, 0))
                for i, joint in enumerate(self.joints)
            },
            thrusts=dict(zip(self.thrusts, out["thrusts"].T, strict=True)),
            voltages=dict(zip(self.branches, out["voltages"].T, strict=True)),
        )
