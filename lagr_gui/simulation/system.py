"""What a simulation needs to know of a mechanical system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lagr_gui.kernel import Kernel

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """Accelerations (n, f), energies (n,) and powers (n,) at n instants."""

    qdd: Array
    T: Array
    U: Array
    dissipated: Array
    supplied: Array


class System(Protocol):
    """q̈ = f(t, q, q̇), with what the energy balance needs."""

    @property
    def coordinates(self) -> Sequence[str]:
        """The names of the f coordinates."""
        ...

    def acceleration(self, t: float, q: Array, qd: Array) -> Array:
        """q̈ (f,) at one instant; nan or infinite where the system has no motion."""
        ...

    @property
    def metric_pivots(self) -> Array:
        """The pivots (f,) of g = L D Lᵀ at the last `acceleration`, each over its g_ii.

        A coordinate whose pivot vanishes (or is nan: g_ii = 0) has no inertia of its own.
        """
        ...

    def record(self, t: Array, q: Array, qd: Array) -> Record:
        """Accelerations, energies and powers at times (n,), for q and q̇ of shape (n, f).

        The dissipated power counts what dampers take, the supplied power what forces
        without a potential and prescribed motions give.
        """
        ...


class KernelSystem:
    """A system whose quantities one kernel computes.

    State of the kernel: t, q (f), q̇ (f); outputs: q̈ (f), pivots (f), T, U, dissipated
    power, supplied power.
    """

    def __init__(self, coordinates: Sequence[str], kernel: Kernel) -> None:
        self.coordinates = tuple(coordinates)
        self.kernel = kernel
        f = len(self.coordinates)
        self._f = f
        self._state = np.zeros(1 + 2 * f)
        self._q, self._qd = self._state[1 : 1 + f], self._state[1 + f :]
        self._out = np.zeros(2 * f + 4)

    def acceleration(self, t: float, q: Array, qd: Array) -> Array:
        """q̈ (f,) at one instant."""
        self._state[0] = t
        self._q[:] = q
        self._qd[:] = qd
        self.kernel(self._state, self._out)
        return self._out[: self._f].copy()

    @property
    def metric_pivots(self) -> Array:
        """The pivots (f,) of g at the last `acceleration`."""
        return self._out[self._f : 2 * self._f].copy()

    def record(self, t: Array, q: Array, qd: Array) -> Record:
        """Accelerations, energies and powers along a trajectory, in one machine-code loop."""
        f = self._f
        table = self.kernel.many(np.column_stack([t, q, qd]))
        T, U, dissipated, supplied = table[:, 2 * f :].T.copy()
        return Record(table[:, :f].copy(), T, U, dissipated, supplied)
