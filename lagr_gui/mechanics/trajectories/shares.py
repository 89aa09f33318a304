"""Energies and powers by what stores, takes or gives them.

T and the potential of the weight by body, U and powers by element.  What changes with time
without being an element supplies power too: joints as `MOVED`, gravity as `GRAVITY`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import Node, compile_kernel
from lagr_gui.mechanics.recursion import Recursion

MOVED, GRAVITY = "motion", "gravity"


@dataclass(frozen=True, slots=True)
class Share:
    """What an item (by its key) has of energies (J) or powers (W) of one sort.

    Sorts are ``kinetic``, ``weight`` (its potential), ``stored``, ``dissipated``, ``supplied``.
    """

    sort: str
    item: str


class ShareKernel:
    """Computes the shares of states; parameters are inputs of the machine code.

    `accelerates` tells whether powers depend on accelerations, `moves` whether conditions or
    limits change with time.
    """

    def __init__(self, recursion: Recursion) -> None:
        program, scope = recursion.program, recursion.scope
        a = [program.input(f"{name}''") for name in recursion.reading.coordinates]
        drive = recursion.drive(a)
        self.accelerates = drive.value != 0
        rows = recursion.constraints
        limits = (rows.own_rate(row) for row in rows.holds)
        self.moves = any(bar.value != 0 for bar in (*rows.gamma_bar, *limits))
        shares = shares_of(recursion)
        shares[Share("supplied", MOVED)] = drive
        shares[Share("supplied", GRAVITY)] = recursion.lifting
        kept = {share: node for share, node in shares.items() if node.value != 0}
        self.shares = tuple(kept)
        inputs = [*scope.whole_state, *a]
        self._kernel = compile_kernel(
            program, inputs, scope.parameters, {"shares": [*kept.values()]}
        )

    def __call__(self, parameters: Array, t: Array, states: Array, qdd: Array) -> Array:
        """The shares (m, k) at times (m,) and states (m, n), for q̈ (m, f)."""
        return self._kernel.bind(parameters).many(np.column_stack([t, states, qdd]))["shares"]


def shares_of(recursion: Recursion) -> dict[Share, Node]:
    """The shares of bodies and elements."""
    return _by_body(recursion) | _by_element(recursion)


def _by_body(recursion: Recursion) -> dict[Share, Node]:
    """T and the potential of the weight of each body; mass points of a beam count as its joint."""
    reading, seats = recursion.scope.reading, recursion.frames.seats
    joints = {link.child: link.joint.partition("\n")[0] for link in reading.links}
    items = {
        seats[body.number].frame: f"body:{body.number}"
        if body.number > 0
        else f"joint:{joints[body.number]}"
        for body in reading.bodies
    }
    weights = recursion.works_of_weight(recursion.gravity)
    tables = ("kinetic", recursion.kinetic), ("weight", {n: -w for n, w in weights.items()})
    shares: dict[Share, Node] = {}
    for sort, table in tables:
        for frame, energy in table.items():
            share = Share(sort, items[frame])
            shares[share] = shares[share] + energy if share in shares else energy
    return shares


def _by_element(recursion: Recursion) -> dict[Share, Node]:
    """Potentials and powers of each element; the bending of a beam counts as its joint."""
    kinetics, shares = recursion.given, dict[Share, Node]()
    for key, account in recursion.applied.accounts.items():
        item = key if not key.endswith("\n") else f"joint:{key.partition(':')[2][:-1]}"
        shares[Share("stored", item)] = account.potential
        shares[Share("dissipated", item)] = account.dissipated
        shares[Share("supplied", item)] = account.supplied
        if kinetics is not None and key in kinetics.kinetic:
            energy, power = kinetics.stored(key)
            shares[Share("kinetic", item)] = energy
            shares[Share("supplied", item)] = account.supplied + power
    return shares
