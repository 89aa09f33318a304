"""Forces that a given motion needs: r = g q̈ + Γq̇q̇ − Q − Gᵀλ, with energies and powers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import compile_kernel, shaped
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.numerics import Slopes, pushes


@dataclass(frozen=True, slots=True, eq=False)
class Needs:
    """What a motion of n instants needs, with f coordinates and c conditions.

    force: r (n, f) for the accelerations and multipliers given; g (n, f, f), G (n, c, f),
    γ̿ gamma (n, c); energies T, U and powers dissipated, supplied (n,) by what the model holds.
    """

    force: Array
    G: Array
    reach: Array
    gamma: Array
    T: Array
    U: Array
    dissipated: Array
    supplied: Array

    @property
    def rows(self) -> Slopes:
        """G and what it could be."""
        return Slopes(self.G, self.reach)


class InverseKernel:
    """Computes needs; parameters are inputs of the machine code."""

    def __init__(self, recursion: Recursion) -> None:
        program, scope = recursion.program, recursion.scope
        self.f, self.c = len(scope.q) - 1, len(recursion.constraints.rows)
        G = recursion.constraints.G
        a = [program.input(f"{name}''") for name in recursion.reading.coordinates]
        multipliers = [program.input(f"multiplier {s}") for s in range(self.c)]
        force = [
            program.add([g * b for g, b in zip(recursion.g[rho][1:], a, strict=True)])
            + (recursion.h[rho] - recursion.Q[rho])
            - program.add([G[s][rho - 1] * multipliers[s] for s in range(self.c)])
            for rho in range(1, self.f + 1)
        ]
        energies = recursion.energies(a, multipliers)
        outputs = {
            "force": force,
            "G": shaped((entry for slopes in G for entry in slopes), self.c, self.f),
            "reach": shaped(
                (entry for bounds in recursion.constraints.reach for entry in bounds),
                self.c,
                self.f,
            ),
            "gamma": recursion.constraints.gamma,
            "T": energies.T,
            "U": energies.U,
            "dissipated": energies.dissipated,
            "supplied": energies.supplied,
        }
        inputs = [*scope.state, *a, *multipliers]
        self._kernel = compile_kernel(program, inputs, scope.parameters, outputs)

    def __call__(
        self, parameters: Array, t: Array, q: Array, qd: Array, qdd: Array, multipliers: Array
    ) -> Needs:
        """The needs at times (n,), for q, q̇, q̈ (n, f) and λ (n, c)."""
        bound = self._kernel.bind(parameters)
        out = bound.many(np.column_stack([t, q, qd, qdd, multipliers]))
        return Needs(**{entry.name: out[entry.name] for entry in fields(Needs)})


def split(force: Array, rows: Slopes, places: Sequence[int]) -> tuple[Array, Array]:
    """τ (n, p) and λ (n, c) of force = Gᵀ λ + τ on the coordinates at `places`, of least norm."""
    n, f = force.shape
    others = np.ones((n, f))
    others[:, list(places)] = 0.0
    multipliers = pushes(rows, force, others)
    held = np.einsum("nmf,nm->nf", rows.G, multipliers)
    return (force - held)[:, list(places)], multipliers
