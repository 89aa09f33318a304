"""What a simulation needs to know of a mechanical system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from lagr_gui.kernel import Kernel

if TYPE_CHECKING:
    from lagr_gui.simulation.conditions import Choice, Conditions

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
    def clearance(self) -> float:
        """How far the last `acceleration` was from a dead position: 0 there, 1 far away.

        Near one it goes with the square of the distance.
        """
        ...

    def clearances(self, t: Array, states: Array) -> Array:
        """That at times (n,) and states (n, 2f)."""
        ...

    def rates(self, t: Array, states: Array) -> Array:
        """q̈ (n, f) at states (n, 2f) that meet the conditions and are not dead."""
        ...

    def is_outdated(self, t: float, q: Array, qd: Array) -> bool:
        """Whether other conditions should stand for those that depend on each other."""
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
"""At a clearance below this rounding and deviations from the conditions grow too much.

There accelerations are taken at the nearest state that meets them, by singular values; those
that are shown, as the mean of both sides, which holds less rounding."""

LOCKED = 1e-9
"""Below this pivot of g (gimbal lock that conditions resolve) the metric is not divided by."""

DOUBTED = 0.1
"""At a clearance below this it is looked whether other conditions are less dependent."""

SEEN = 1e-5
"""The clearance on both sides at which that mean is taken."""

ROUNDS = 6
"""Newton steps to the conditions: states of a method are near them, or cannot be brought there."""

SHIFTS = 7
"""Times, from 1e-7 s on by 8, in which a motion is expected to leave a dead position."""


class KernelSystem:
    """A system whose quantities one kernel computes.

    State of the kernel: t, q (f), q̇ (f); outputs: q̈ (f), pivots of g (f), pivots of the
    conditions (r), T, U, dissipated power, supplied power.  `choice` tells which r conditions
    stand for all, and measures their pivots.  Near positions where conditions depend on each
    other q̈ comes from `conditions`.
    """

    def __init__(
        self,
        coordinates: Sequence[str],
        kernel: Kernel,
        conditions: Conditions | None = None,
        choice: Choice | None = None,
    ) -> None:
        self.coordinates = tuple(coordinates)
        self.kernel = kernel
        self.conditions = conditions
        f = len(self.coordinates)
        self._f = f
        self._rows = choice.rows if choice else ()
        self._sizes = choice.sizes if choice else np.zeros(0)
        self._state = np.zeros(1 + 2 * f)
        self._q, self._qd = self._state[1 : 1 + f], self._state[1 + f :]
        self._out = np.zeros(kernel.outputs)
        least = np.concatenate([np.full(f, LOCKED), NEAR * self._sizes])
        self._bounds = least if conditions is not None else np.zeros(0)
        self._pivots = self._out[f : f + len(self._bounds)]

    def set_parameters(self, values: Array) -> None:
        """Give the parameters other values."""
        self.kernel.set_parameters(values)
        if self.conditions is not None:
            self.conditions.kernel.set_parameters(values)

    def acceleration(self, t: float, q: Array, qd: Array) -> Array:
        """q̈ (f,) at one instant."""
        qdd = self._evaluate(t, q, qd)
        if (np.abs(self._pivots) > self._bounds).all():
            return qdd
        pivots = self._out.copy()
        met = self._met(t, q, qd) if self.clearance < NEAR else None
        qdd = self._solved(t, q, qd) if met is None else met
        self._out[:] = pivots
        return qdd

    def is_outdated(self, t: float, q: Array, qd: Array) -> bool:
        """Whether conditions near dependence are not so by a dead position, but by their choice."""
        if self.conditions is None or self.clearance > DOUBTED:
            return False
        return self.conditions.has_better(self._rows, t, q, qd)

    def _evaluate(self, t: float, q: Array, qd: Array) -> Array:
        self._state[0] = t
        self._q[:] = q
        self._qd[:] = qd
        self.kernel(self._state, self._out)
        return self._out[: self._f].copy()

    @property
    def clearance(self) -> float:
        """That of the last `acceleration`."""
        return float(self._clear(self._out[None, :])[0])

    def clearances(self, t: Array, states: Array) -> Array:
        """The smallest pivots (n,) of the conditions over their usual sizes."""
        return self._clear(self.kernel.many(np.column_stack([t, states])))

    def _clear(self, table: Array) -> Array:
        pivots = np.abs(table[:, 2 * self._f : -4]) / np.maximum(self._sizes, 1e-300)
        return np.min(np.where(np.isnan(pivots), 0.0, pivots), axis=1, initial=1.0)

    def rates(self, t: Array, states: Array) -> Array:
        """q̈ (n, f) as the kernel computes them."""
        return self.kernel.many(np.column_stack([t, states]))[:, : self._f]

    def _near(self, t: float, q: Array, qd: Array) -> Array:
        """q̈ at a dead position: the mean of those on both sides, at states that are possible."""
        here = self._met(t, q, qd)
        at = self._solved(t, q, qd) if here is None else here
        if here is not None:
            for step in 1e-7 * 8.0 ** np.arange(SHIFTS):
                sides = [self._met(t + s, q + s * qd, qd) for s in (-step, step)]
                if sides[0] is None or sides[1] is None:
                    break
                if self.clearance > SEEN:
                    at = (sides[0] + sides[1]) / 2
                    break
        return at

    def _met(self, t: float, q: Array, qd: Array) -> Array | None:
        """q̈ at the nearest state that meets the conditions; None where there is none."""
        assert self.conditions is not None
        q, qd = self.conditions.project(t, q, qd, ROUNDS)
        return self._solved(t, q, qd) if np.isfinite([q, qd]).all() else None

    def _solved(self, t: float, q: Array, qd: Array) -> Array:
        """q̈ by singular values."""
        assert self.conditions is not None
        self._evaluate(t, q, qd)
        return self.conditions.at(t, q, qd).solution().qdd

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
            for i in np.flatnonzero(self._clear(table) < NEAR):
                qdd[i] = self._near(t[i], q[i], qd[i])
        T, U, dissipated, supplied = table[:, -4:].T.copy()
        return Record(qdd, T, U, dissipated, supplied)
