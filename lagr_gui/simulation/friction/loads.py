"""Friction that is bounded by the reaction of its own joint: what presses, and the bounds.

The forces Nₑ at the ends where joints rub go linearly with q̈ and with all multipliers, friction
among these, and all of these linearly with the bounds b of what slides: `numerics.loaded`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array, beside_times
from lagr_gui.kernel import Bound, Kernel
from lagr_gui.numerics import loaded
from lagr_gui.simulation.system import PressedEnds
from lagr_gui.simulation.tuning import PRESSED


@dataclass(frozen=True, slots=True, eq=False)
class LoadKernel:
    """What presses in joints, by one kernel, for any values of the parameters.

    State of the kernel: t, q (f), q̇ (f), z (s), q̈ (f), λ (m) of conditions and of what may hold;
    outputs: "ends" (e, 3), the forces where joints rub, linear in q̈ and λ, with their slopes
    "by_acceleration" (e, 3, f) and "by_multiplier" (e, 3, m), their "radii" (e), and the
    "coefficients" μ (c, 2) while they slide and while they stick.  `places` (c) are the numbers of
    these among the frictions, `owners` (e) tell to which of them an end belongs; of those that
    slip along several directions, as many as their `widths` (c) tell, the first one counts.
    """

    kernel: Kernel
    places: tuple[int, ...]
    owners: tuple[int, ...]
    widths: tuple[int, ...]
    f: int
    m: int

    def bind(self, parameters: Array) -> BoundLoads:
        """What presses for values of the parameters."""
        return BoundLoads(self, self.kernel.bind(parameters))


class BoundLoads:
    """What presses in joints, in numbers.  It never changes."""

    def __init__(self, known: LoadKernel, bound: Bound) -> None:
        self.pressed = PressedEnds(known.places, known.owners)
        self.places = np.array(known.places, int)
        self.owners = np.array(known.owners, int)
        self.widths = known.widths
        self._unasked = np.zeros(known.f + known.m)
        self._bound = bound

    def many(self, t: Array, states: Array) -> LoadedEnds:
        """At times (k,) and states (k, n)."""
        unasked = np.tile(self._unasked, (len(t), 1))
        out = self._bound.many(np.hstack([beside_times(t, states), unasked]))
        names = "ends", "by_acceleration", "by_multiplier", "radii", "coefficients"
        return LoadedEnds(self.owners, *(out[name].copy() for name in names))


@dataclass(frozen=True, slots=True, eq=False)
class LoadedEnds:
    """What presses at k instants: N (k, e, 3) where nothing accelerates and no condition pushes.

    How it goes with q̈ (k, e, 3, f) and λ (k, e, 3, m); radii (k, e), μ (k, c, 2).
    """

    owners: NDArray[np.intp]
    still: Array
    by_acceleration: Array
    by_multiplier: Array
    radii: Array
    coefficients: Array

    def bounds(self, qdd: Array, multipliers: Array, sticks: NDArray[np.bool_]) -> Array:
        """b (k, c) for q̈ (k, f) and λ (k, m); `sticks` (c,) or (k, c): which have μ that sticks."""
        return self._pressed(self._ends(qdd, multipliers), sticks)

    def terms(self, qdd: Array, multipliers: Array, sticks: NDArray[np.bool_]) -> Array:
        """What their terms add up to (k, c), before these cancel."""
        moved = np.einsum("keif,kf->kei", np.abs(self.by_acceleration), np.abs(qdd))
        pushed = np.einsum("keim,km->kei", np.abs(self.by_multiplier), np.abs(multipliers))
        return self._pressed(np.abs(self.still) + moved + pushed, sticks)

    def _pressed(self, N: Array, sticks: NDArray[np.bool_]) -> Array:
        """μ r |N| (k, c) of what presses N (k, e, 3)."""
        sizes = self._weights(sticks) * np.sqrt(np.sum(N * N, axis=2))
        sums = np.zeros(self.coefficients.shape[:2])
        for end, owner in enumerate(self.owners):
            sums[:, owner] += sizes[:, end]
        return sums

    def left_open(self, qdd: Array, multipliers: Array, idle: Array) -> int | None:
        """The place of one that multipliers (1, m, p) press which no equation tells, if there is.

        What they press across N adds by its square, and the least is taken.
        """
        N = self._ends(qdd, multipliers)[0]
        size = np.sqrt(np.sum(N * N, axis=1, keepdims=True))
        ways = N / np.where(size > 0, size, 1.0)
        pressed = np.einsum("eim,mp->eip", self.by_multiplier[0], idle[0])
        terms = np.einsum("eim,mp->eip", np.abs(self.by_multiplier[0]), np.abs(idle[0]))
        along = np.abs(np.einsum("ei,eip->ep", ways, pressed))
        open_ends = np.any(along > PRESSED.crossed * np.max(terms, axis=1), axis=1)
        return int(self.owners[np.argmax(open_ends)]) if open_ends.any() else None

    def sliding(
        self, qdd: Array, multipliers: Array, slides: NDArray[np.intp]
    ) -> tuple[Array, Array]:
        """The bounds (k, s) of those that slide, and their gain (k,): `numerics.loaded`.

        q̈ (k, f, 1 + s) and λ (k, m, 1 + s) are those without their friction, then what a bound of
        1 of each adds.
        """
        some = np.isin(self.owners, slides)
        owners = np.searchsorted(slides, self.owners[some])
        N = self._along(qdd, multipliers)[:, some]
        weights = self._weights(np.zeros(self.coefficients.shape[1], bool))[:, some]
        at_rest, by = self.still[:, some] + N[..., 0], N[..., 1:]
        return loaded.bounds(owners, weights, at_rest, by)

    def _ends(self, qdd: Array, multipliers: Array) -> Array:
        """N (k, e, 3) for q̈ (k, f) and λ (k, m)."""
        return self.still + self._along(qdd[..., None], multipliers[..., None])[..., 0]

    def _along(self, qdd: Array, multipliers: Array) -> Array:
        """What q̈ (k, f, p) and λ (k, m, p) make of N (k, e, 3, p)."""
        return np.einsum("keif,kfp->keip", self.by_acceleration, qdd) + np.einsum(
            "keim,kmp->keip", self.by_multiplier, multipliers
        )

    def _weights(self, sticks: NDArray[np.bool_]) -> Array:
        """μ r (k, e)."""
        mu = np.where(sticks, self.coefficients[..., 1], self.coefficients[..., 0])
        return self.radii * mu[:, self.owners]
