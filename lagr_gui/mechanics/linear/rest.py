"""What acts on a system in a position, for the search of equilibria."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.linear.program import Array, table
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.numerics import Slopes


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Everything at one position, with f coordinates and c conditions.

    force: Q − Γq̇q̇ + Gᵀλ (f,) and its slopes (f, f) for constant λ; V and its slopes (f,);
    `rows` are those of the conditions.
    """

    force: Array
    slopes: Array
    V: float
    pull: Array
    rows: Slopes


class RestKernel:
    """Computes what acts on a system that stands still, or turns steadily.

    Where forces have a potential, Q − Γq̇q̇ = −∂V/∂q with V = U − T at the given velocities: the
    potential that also holds the centrifugal forces of a moving body 0 or of steady turning.
    """

    def __init__(self, recursion: Recursion) -> None:
        program, scope, bound = recursion.program, recursion.scope, recursion.constraints
        # The equations of meshes without inductance are part of the balance itself.
        rows = [row for row in bound.rows if not row.own]
        G = [bound.slopes(row) for row in rows]
        self.f, self.c = len(scope.q) - 1, len(G)
        q = scope.q[1:]
        multipliers = [program.input(f"multiplier {s}") for s in range(self.c)]
        force = [Q - h for Q, h in zip(recursion.Q[1:], recursion.h[1:], strict=True)]
        for slopes, multiplier in zip(G, multipliers, strict=True):
            pushed = [slope * multiplier for slope in slopes]
            force = [a + b for a, b in zip(force, pushed, strict=True)]
        T, U, _, _ = recursion.stored
        nodes = [
            *force,
            *table(program, force, q),
            U - T,
            *program.gradient(U - T, q),
            *(entry for slopes in G for entry in slopes),
            *(entry for row in rows for entry in bound.bounds(row)),
        ]
        inputs = [*scope.state, *multipliers]
        self._kernel = compile_kernel(program, inputs, scope.parameters, nodes)
        self._state = np.zeros(len(inputs))

    def at(self, parameters: Array, t: float, qd: Array) -> None:
        """Take these parameters, this time and these constant velocities (f,)."""
        self._kernel.set_parameters(parameters)
        self._state[0], self._state[1 + self.f : 1 + 2 * self.f] = t, qd

    def __call__(self, q: Array, multipliers: Array) -> Standing:
        """Everything at a position (f,) with multipliers (c,)."""
        f, c = self.f, self.c
        self._state[1 : 1 + f], self._state[1 + 2 * f :] = q, multipliers
        out = self._kernel(self._state)
        parts = np.split(out, np.cumsum([f, f * f, 1, f, c * f]))
        force, slopes, V, pull, G, reach = parts
        rows = Slopes(G.reshape(c, f), reach.reshape(c, f))
        return Standing(force, slopes.reshape(f, f), float(V[0]), pull, rows)
