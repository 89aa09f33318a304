"""What a simulation needs to know of a mechanical system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from lagr_gui.kernel import Kernel

if TYPE_CHECKING:
    from lagr_gui.simulation.conditions import Conditions

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

    @property
    def conditions(self) -> Conditions | None:
        """What binds the coordinates; None for a system whose coordinates are independent."""
        ...

    def record(self, t: Array, q: Array, qd: Array) -> Record:
        """Accelerations, energies and powers at times (n,), for q and q̇ of shape (n, f).

        The dissipated power counts what dampers take, the supplied power what forces
        without a potential and prescribed motions give.
        """
        ...


NEAR = 1e-7
"""A relative pivot of the conditions below this asks for the solution by singular values."""


class KernelSystem:
    """A system whose quantities one kernel computes.

    State of the kernel: t, q (f), q̇ (f); outputs: q̈ (f), pivots of g (f), pivots of the
    conditions (r), T, U, dissipated power, supplied power.  Near positions where conditions
    depend on each other q̈ comes from `conditions`.
    """

    def __init__(
        self, coordinates: Sequence[str], kernel: Kernel, conditions: Conditions | None = None
    ) -> None:
        self.coordinates = tuple(coordinates)
        self.kernel = kernel
        self.conditions = conditions
        f = len(self.coordinates)
        self._f = f
        self._state = np.zeros(1 + 2 * f)
        self._q, self._qd = self._state[1 : 1 + f], self._state[1 + f :]
        self._out = np.zeros(kernel.outputs)

    def set_parameters(self, values: Array) -> None:
        """Give the parameters other values."""
        self.kernel.set_parameters(values)
        if self.conditions is not None:
            self.conditions.kernel.set_parameters(values)

    def acceleration(self, t: float, q: Array, qd: Array) -> Array:
        """q̈ (f,) at one instant."""
        self._state[0] = t
        self._q[:] = q
        self._qd[:] = qd
        self.kernel(self._state, self._out)
        if self.conditions is not None and not self._rows_are_sound(self._out):
            return self.conditions.at(t, q, qd).solution().qdd
        return self._out[: self._f].copy()

    def _rows_are_sound(self, out: Array) -> bool:
        return bool(np.all(np.abs(out[2 * self._f : -4]) > NEAR))

    @property
    def metric_pivots(self) -> Array:
        """The pivots (f,) of g at the last `acceleration`."""
        return self._out[self._f : 2 * self._f].copy()

    def record(self, t: Array, q: Array, qd: Array) -> Record:
        """Accelerations, energies and powers along a trajectory, in one machine-code loop."""
        f = self._f
        table = self.kernel.many(np.column_stack([t, q, qd]))
        qdd = table[:, :f].copy()
        if self.conditions is not None:
            sound = np.all(np.abs(table[:, 2 * f : -4]) > NEAR, axis=1)
            for i in np.flatnonzero(~sound):
                qdd[i] = self.conditions.at(t[i], q[i], qd[i]).solution().qdd
        T, U, dissipated, supplied = table[:, -4:].T.copy()
        return Record(qdd, T, U, dissipated, supplied)
