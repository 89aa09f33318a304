"""The signal-flow diagram of a system: blocks, the wires between them, algebraic loops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from lagr_gui.foundation.arrays import Array


@dataclass(frozen=True, slots=True)
class ScalarUnknown:
    """A scalar that the equations determine, with its axis in space (0, 1, 2).

    `a`, `alpha` (of the body `owner`), `F`, `M` (of the joint `owner`), `qdd` (of the coordinate
    with index `owner`), `lambda` (of the condition with index `owner`).
    """

    sort: str
    owner: int | str
    axis: int = 0


@dataclass(frozen=True, slots=True)
class ScalarRow:
    """A scalar equation: `momentum`, `turning` (of a body), `joint`, `free` (of a coordinate),
    `condition`."""

    sort: str
    owner: int | str
    axis: int = 0


@dataclass(frozen=True, slots=True)
class SolvedRow:
    """An equation, solved for one of its unknowns; `uses` are the others that stand in it.

    Unless it is `drawn` nothing that moves depends on it: it gives a force of constraint that
    no other equation asks for.  Where it `vanishes` its result is 0 in all positions.
    `loop` is the index of the algebraic loop in which it stands, −1 without one.
    """

    row: ScalarRow
    gives: ScalarUnknown
    uses: tuple[ScalarUnknown, ...]
    drawn: bool
    vanishes: bool
    loop: int = -1


MOMENTUM, TURNING, JOINT, MESH, CONDITION, LAW, SPEED, POSITION = (
    "momentum",
    "angular-momentum",
    "joint",
    "mesh",
    "condition",
    "law",
    "to-velocity",
    "to-position",
)
"""Kinds of blocks; the last two are integrators."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block: `name` and `kind`, the item keys that it belongs to, its scalar equations.

    `equation` is what it states, as text; `solved` are the indices of its scalar equations.
    `loops` are the indices of the algebraic loops that run through it.
    """

    name: str
    kind: str
    items: tuple[str, ...]
    equation: str
    solved: tuple[int, ...] = ()
    loops: tuple[int, ...] = ()
    owner: int | str = 0


@dataclass(frozen=True, slots=True)
class WirePart:
    """One number on a wire: its name, and the unknown or quantity that it is.

    `sort` is that of an `ScalarUnknown`, or `q`, `qd`, `x`, `v`, `omega` for what is integrated, or
    `law`, `push` for what an element exerts.
    """

    name: str
    sort: str
    owner: int | str
    axis: int = 0
    target: int = 0


@dataclass(frozen=True, slots=True)
class SignalWire:
    """What one block gives to others: indices of blocks; its label; the numbers on it.

    `algebraic` are the targets that need it within the same instant and around a loop.
    """

    label: str
    source: int
    targets: tuple[int, ...]
    parts: tuple[WirePart, ...]
    algebraic: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AlgebraicLoop:
    """Scalar equations (indices) of which each needs, in the end, its own result.

    `blocks` are those that it runs through.  Where the unknowns `cut` are known beforehand, all
    others follow one after the other.  `way` are the indices of equations of a short circle in
    it; `bodies`, `joints`, `conditions` are item keys.
    """

    solved: tuple[int, ...]
    blocks: tuple[int, ...]
    cut: tuple[ScalarUnknown, ...]
    way: tuple[int, ...]
    bodies: tuple[str, ...]
    joints: tuple[str, ...]
    conditions: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Network:
    """A system as a network of signals.

    `order` are the indices of equations in an order in which they can be evaluated, those of a
    loop together.  `dependent` are indices of coordinates whose positions the conditions tell,
    `led` of those whose velocities alone they do.  `redundant` are the conditions (indices) that
    follow from others; `sources` are their item keys.  `bodies` are names by number, `limits` those
    of what acts only in contact.
    """

    solved: tuple[SolvedRow, ...]
    order: tuple[tuple[int, ...], ...]
    loops: tuple[AlgebraicLoop, ...]
    blocks: tuple[Block, ...]
    wires: tuple[SignalWire, ...]
    coordinates: tuple[str, ...]
    units: tuple[str, ...]
    dependent: tuple[int, ...]
    led: tuple[int, ...]
    sources: tuple[str, ...]
    redundant: tuple[int, ...]
    bodies: Mapping[int, str]
    limits: tuple[str, ...] = ()

    @property
    def integrators(self) -> int:
        """How many integrators are drawn."""
        return sum(block.kind in (SPEED, POSITION) for block in self.blocks)

    def body(self, number: int) -> str:
        """What a body is called in the diagram: its name, or its number."""
        return self.bodies.get(number) or str(number)


@dataclass(frozen=True, eq=False)
class SignalValues:
    """The numbers of a network at a state: of unknowns, and of what else runs on its wires.

    `q`, `qd` (f,) are those that come out of integrators and conditions.  `wires` are the numbers
    of each wire in the order of its parts.  `solved` are the equations of the network at this
    state: the result of each is a constant and the sum of factors times what it uses.
    """

    t: float
    q: Array
    qd: Array
    unknowns: Mapping[ScalarUnknown, float]
    wires: tuple[Array, ...]
    solved: tuple[tuple[float, tuple[float, ...]], ...] = ()

    @property
    def qdd(self) -> Array:
        """q̈ (f,)"""
        return np.array([self.unknowns[ScalarUnknown("qdd", nu)] for nu in range(len(self.q))])

    def vector(self, sort: str, owner: int | str) -> Array:
        """A vector (3,) of unknowns in axes of space."""
        return np.array([self.unknowns[ScalarUnknown(sort, owner, axis)] for axis in range(3)])
