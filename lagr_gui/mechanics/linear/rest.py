"""What acts on a system in a position, for the search of equilibria."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lagr_gui.kernel import Bound, compile_kernel, shaped
from lagr_gui.mechanics.linear.program import Array, table
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.numerics import Slopes


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Everything at one position, with f coordinates and c conditions.

    force: Q − Γq̇q̇ + Gᵀλ (f,), what its terms add up to before they cancel (f,),
    and its slopes (f, f) for constant λ; V and its slopes (f,);
    `rows` are those of the conditions.  States of the first order count as further coordinates,
    their rates as forces.
    """

    force: Array
    terms: Array
    slopes: Array
    V: float
    pull: Array
    rows: Slopes


class RestKernel:
    """Computes what acts on a system that stands still, or turns steadily.

    Where forces have a potential, Q − Γq̇q̇ = −∂V/∂q with V = U − T at the given velocities: the
    potential that also holds the centrifugal forces of a moving body 0 or of steady turning.  The
    f coordinates have the states of the first order behind them.
    """

    def __init__(self, recursion: Recursion) -> None:
        program, scope, bound = recursion.program, recursion.scope, recursion.constraints
        # The equations of meshes without inductance are part of the balance itself.
        rows = [row for row in bound.rows if not row.own]
        G = [bound.slopes(row) for row in rows]
        q, still = [*scope.q[1:], *scope.z], [program.zero] * len(scope.z)
        self.f, self.c = len(q), len(G)
        multipliers = [program.input(f"multiplier {s}") for s in range(self.c)]
        force = [Q - h for Q, h in zip(recursion.Q[1:], recursion.h[1:], strict=True)]
        for slopes, multiplier in zip(G, multipliers, strict=True):
            pushed = [slope * multiplier for slope in slopes]
            force = [a + b for a, b in zip(force, pushed, strict=True)]
        force += scope.rates
        T, U, _, _ = recursion.stored
        outputs = {
            "force": force,
            "terms": [program.magnitude(entry) for entry in force],
            "slopes": shaped(table(program, force, q), self.f, self.f),
            "V": U - T,
            "pull": program.gradient(U - T, q),
            "G": shaped((x for slopes in G for x in (*slopes, *still)), self.c, self.f),
            "reach": shaped((x for r in rows for x in (*bound.bounds(r), *still)), self.c, self.f),
        }
        inputs = [*scope.whole_state, *multipliers]
        self._kernel = compile_kernel(program, inputs, scope.parameters, outputs)

    def at(self, parameters: Array, t: float, qd: Array) -> BoundRest:
        """With these parameters, at this time and with these constant velocities."""
        return BoundRest(self._kernel.bind(parameters), t, qd, self.c)


@dataclass(frozen=True, slots=True, eq=False)
class BoundRest:
    """What acts at one time, for velocities that stay as they are, under c conditions.

    Rates of states of the first order are multiplied by `weight`, which makes forces of them.
    """

    bound: Bound
    t: float
    qd: Array
    c: int
    weight: Array = field(default_factory=lambda: np.zeros(0))

    def __call__(self, q: Array, multipliers: Array) -> Standing:
        """Everything at a position (f,) with multipliers (c,)."""
        count = len(self.qd)
        out = self.bound(np.concatenate([[self.t], q[:count], self.qd, q[count:], multipliers]))
        V, rows = float(out["V"]), Slopes(out["G"], out["reach"])
        force, terms, slopes = out["force"], out["terms"], out["slopes"]
        if len(self.weight):
            weights = np.concatenate([np.ones(count), self.weight])
            force, terms, slopes = force * weights, terms * weights, slopes * weights[:, None]
        return Standing(force, terms, slopes, V, out["pull"], rows)
