"""What a simulation needs to know of a mechanical system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from lagr_gui.kernel import Bound, Results
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


class Step(NamedTuple):
    """What a system does at one state.

    `qdd` (f,), nan or infinite where the system has no motion.  `pivots` (f + r,) are first those
    of g = L D Lᵀ, each over its g_ii, then those of r conditions, whose usual `sizes` are (r,).
    """

    qdd: Array
    pivots: Array
    sizes: Array

    @property
    def metric_pivots(self) -> Array:
        """A coordinate whose pivot vanishes (or is nan: g_ii = 0) has no inertia of its own."""
        return self.pivots[: len(self.qdd)]

    @property
    def clearance(self) -> float:
        """How far the state is from a dead position: 0 there, 1 far away.

        Near one it goes with the square of the distance.
        """
        return float(_clear(self.pivots[len(self.qdd) :], self.sizes))


class System(Protocol):
    """q̈ = f(t, q, q̇), with what the energy balance needs.  It never changes."""

    @property
    def coordinates(self) -> Sequence[str]:
        """The names of the f coordinates."""
        ...

    def acceleration(self, t: float, q: Array, qd: Array) -> Step:
        """What it does at one instant."""
        ...

    def clearances(self, t: Array, states: Array) -> Array:
        """The clearance (n,) at times (n,) and states (n, 2f)."""
        ...

    def rates(self, t: Array, states: Array) -> Array:
        """q̈ (n, f) at states (n, 2f) that meet the conditions and are not dead."""
        ...

    def is_outdated(self, t: float, q: Array, qd: Array, step: Step) -> bool:
        """Whether other conditions should stand for those that depend on each other.

        `step` is what the system does at this state.
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

    State of the kernel: t, q (f), q̇ (f); outputs: "qdd" (f), "pivots" (f + r), "T", "U",
    "dissipated" and "supplied".  `choice` tells which r conditions stand for all, and measures
    their pivots.  Near positions where conditions depend on each other q̈ comes from `conditions`.
    """

    def __init__(
        self,
        coordinates: Sequence[str],
        bound: Bound,
        conditions: Conditions | None = None,
        choice: Choice | None = None,
    ) -> None:
        self.coordinates = tuple(coordinates)
        self.bound = bound
        self.conditions = conditions
        self._f = len(self.coordinates)
        self._rows = choice.rows if choice else ()
        self._sizes = choice.sizes if choice else np.zeros(0)
        self._least = np.concatenate([np.full(self._f, LOCKED), NEAR * self._sizes])

    def acceleration(self, t: float, q: Array, qd: Array) -> Step:
        """What it does at one instant."""
        out = self.bound(self._state(t, q, qd))
        step = Step(out["qdd"], out["pivots"], self._sizes)
        if self.conditions is None or (np.abs(step.pivots) > self._least).all():
            return step
        met = self._met(t, q, qd) if step.clearance < NEAR else None
        return Step(self._solved(t, *(met or (q, qd))), step.pivots, self._sizes)

    def is_outdated(self, t: float, q: Array, qd: Array, step: Step) -> bool:
        """Whether conditions near dependence are not so by a dead position, but by their choice."""
        if self.conditions is None or step.clearance > DOUBTED:
            return False
        return self.conditions.has_better(self._rows, t, q, qd)

    def _state(self, t: float, q: Array, qd: Array) -> Array:
        f = self._f
        state = np.empty(1 + 2 * f)
        state[0], state[1 : 1 + f], state[1 + f :] = t, q, qd
        return state

    def clearances(self, t: Array, states: Array) -> Array:
        """The smallest pivots (n,) of the conditions over their usual sizes."""
        return self._clearances(self.bound.many(np.column_stack([t, states])))

    def _clearances(self, out: Results) -> Array:
        return _clear(out["pivots"][..., self._f :], self._sizes)

    def rates(self, t: Array, states: Array) -> Array:
        """q̈ (n, f) as the kernel computes them."""
        return self.bound.many(np.column_stack([t, states]))["qdd"]

    def _near(self, t: float, q: Array, qd: Array) -> Array:
        """q̈ at a dead position: the mean of those on both sides, at states that are possible."""
        here = self._met(t, q, qd)
        if here is None:
            return self._solved(t, q, qd)
        for step in 1e-7 * 8.0 ** np.arange(SHIFTS):
            before, after = (self._met(t + s, q + s * qd, qd) for s in (-step, step))
            if before is None or after is None:
                break
            if self._clearances(self.bound(self._state(t + step, *after))) > SEEN:
                return (self._solved(t - step, *before) + self._solved(t + step, *after)) / 2
        return self._solved(t, *here)

    def _met(self, t: float, q: Array, qd: Array) -> tuple[Array, Array] | None:
        """The nearest state that meets the conditions; None where there is none."""
        assert self.conditions is not None
        q, qd = self.conditions.project(t, q, qd, ROUNDS)
        return (q, qd) if np.isfinite([q, qd]).all() else None

    def _solved(self, t: float, q: Array, qd: Array) -> Array:
        """q̈ by singular values."""
        assert self.conditions is not None
        return self.conditions.at(t, q, qd).solution().qdd

    def record(self, t: Array, q: Array, qd: Array) -> Record:
        """Accelerations, energies and powers along a trajectory, in one machine-code loop."""
        out = self.bound.many(np.column_stack([t, q, qd]))
        qdd = out["qdd"].copy()
        if self.conditions is not None:
            for i in np.flatnonzero(self._clearances(out) < NEAR):
                qdd[i] = self._near(t[i], q[i], qd[i])
        energies = (out[name].copy() for name in ("T", "U", "dissipated", "supplied"))
        return Record(qdd, *energies)


def _clear(row_pivots: Array, sizes: Array) -> Array:
    """The clearance for pivots (…, r) of conditions with their usual sizes."""
    pivots = np.abs(row_pivots) / np.maximum(sizes, 1e-300)
    return np.min(np.where(np.isnan(pivots), 0.0, pivots), axis=-1, initial=1.0)
