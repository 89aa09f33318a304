"""What acts on a system in a position, for the search of equilibria."""

from __future__ import annotations

import numpy as np

from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.linear.program import Array, table
from lagr_gui.mechanics.recursion import Recursion


class RestKernel:
    """What acts on a system at rest, and how it changes with the position.

    Where forces have a potential, r = −∂V/∂q with V = U − T at the given velocities: the
    potential that also holds the centrifugal forces of a moving body 0 or of steady turning.
    """

    def __init__(self, recursion: Recursion) -> None:
        program, scope = recursion.program, recursion.scope
        self.f = len(scope.q) - 1
        q = scope.q[1:]
        r = [Q - h for Q, h in zip(recursion.Q[1:], recursion.h[1:], strict=True)]
        T, U, _, _ = recursion.stored
        V = U - T
        nodes = [
            *r,
            *(program.derivative(entry, scope.q[0]) for entry in r),
            *table(program, r, q),
            V,
            *program.gradient(V, q),
        ]
        self._kernel = compile_kernel(program, scope.state, scope.parameters, nodes)
        self._state = np.zeros(1 + 2 * self.f)

    def at(self, parameters: Array, t: float, qd: Array) -> None:
        """Take these parameters, this time and these constant velocities (f,)."""
        self._kernel.set_parameters(parameters)
        self._state[0], self._state[1 + self.f :] = t, qd

    def forces(self, q: Array) -> tuple[Array, Array]:
        """Q − Γq̇q̇ (f,) and its slopes (f, f) at a position."""
        out = self._outputs(q)
        f = self.f
        return out[:f], out[2 * f : 2 * f + f * f].reshape(f, f)

    def rates(self, q: Array) -> Array:
        """The explicit rates (f,) of these forces; not zero where nothing stays at rest."""
        return self._outputs(q)[self.f : 2 * self.f]

    def potential(self, q: Array) -> tuple[float, Array]:
        """V and its slopes (f,)."""
        out = self._outputs(q)
        return float(out[-self.f - 1]), out[-self.f :]

    def _outputs(self, q: Array) -> Array:
        self._state[1 : 1 + self.f] = q
        return self._kernel(self._state)
