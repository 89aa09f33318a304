"""What the numbers of a state are: the only place, but for mechanics, that knows their order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.foundation.arrays import Array


@dataclass(frozen=True, slots=True)
class StateLayout:
    """The parts of a state y (…, n) in their order: q (f,), q̇ (f,), z (s,).

    q are the `coordinates`, q̇ their velocities, z the `states` that the system has of its own,
    of the first order: ż = f(t, q, q̇, z).  `units` are the SI units of q, then of z, as far as
    they are known (empty: not known).
    """

    coordinates: tuple[str, ...]
    states: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    @property
    def f(self) -> int:
        """The number of coordinates."""
        return len(self.coordinates)

    @property
    def s(self) -> int:
        """The number of states of the first order."""
        return len(self.states)

    @property
    def n(self) -> int:
        """The number of all values of a state."""
        return 2 * len(self.coordinates) + len(self.states)

    @property
    def names(self) -> tuple[str, ...]:
        """What the values are called: coordinates, velocities with a stroke, states."""
        return (*self.coordinates, *(f"{name}'" for name in self.coordinates), *self.states)

    def q(self, y: Array) -> Array:
        """The view (…, f) of the coordinates."""
        return y[..., : self.f]

    def qd(self, y: Array) -> Array:
        """The view (…, f) of the velocities."""
        return y[..., self.f : 2 * self.f]

    def z(self, y: Array) -> Array:
        """The view (…, s) of the states of the first order."""
        return y[..., 2 * self.f :]

    def motion(self, y: Array) -> tuple[Array, Array]:
        """The views (…, f) of q and q̇."""
        f = len(self.coordinates)
        return y[..., :f], y[..., f : 2 * f]

    def parts(self, y: Array) -> tuple[Array, Array, Array]:
        """The views of q and q̇ (…, f) and z (…, s)."""
        return *self.motion(y), self.z(y)

    def moved(self, y: Array, q: Array, qd: Array) -> Array:
        """A state (…, n) with other q and q̇ (…, f), and the same z."""
        return np.concatenate([q, qd, self.z(y)], axis=-1)

    def still(self, q: Array) -> Array:
        """A state (…, n) at rest at q, with z = 0."""
        return np.concatenate([q, np.zeros((*q.shape[:-1], self.f + self.s))], axis=-1)

    def rates(self, y: Array, qdd: Array, zd: Array) -> Array:
        """ẏ (…, n) from q̈ (…, f) and ż (…, s)."""
        return np.concatenate([self.qd(y), qdd, zd], axis=-1)
