"""The right-hand side as integrators call it, with the checks that belong to it."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np

from lagr_gui.problem import Cancelled, LagrError
from lagr_gui.simulation import faults
from lagr_gui.simulation.system import Array, System

LISTEN = 0.02
"""Seconds between two looks at the user's wish to cancel."""


class RightSide:
    """y = (q, q̇) → ẏ; counts evaluations and listens to `cancel` also within a step.

    `strict`: a value that is not finite raises at once, and conditions are met at each
    evaluation, for methods that cannot step back or start afresh.
    """

    def __init__(self, system: System, cancel: Callable[[], bool] | None) -> None:
        self._system = system
        self._f = len(system.coordinates)
        self._cancel = cancel
        self._listen_at = 0.0
        self.evaluations = 0
        self.strict = False

    def __call__(self, t: float, y: Array) -> Array:
        """ẏ (2f,)."""
        self.evaluations += 1
        if self._cancel is not None and perf_counter() > self._listen_at:
            self.listen()
        f = self._f
        q, qd = y[:f], y[f:]
        if self.strict and self._system.conditions is not None:
            q, qd = self._system.conditions.project(t, q, qd)
        out = np.empty(2 * f)
        out[:f] = qd
        out[f:] = qdd = self._system.acceleration(t, q, qd)
        if self.strict and not np.isfinite(qdd).all():
            raise self._cause(t, qdd)
        return out

    def check(self, t: float, y: Array) -> Array:
        """ẏ (2f,) at an accepted state. Raises `LagrError` where the system has no motion."""
        f = self._f
        qdd = self._system.acceleration(t, y[:f], y[f:])
        weak = faults.weak_coordinate(self._system.metric_pivots, faults.SINGULAR)
        if weak is not None or not np.isfinite(qdd).all():
            raise self._cause(t, qdd)
        return np.concatenate([y[f:], qdd])

    def collapse(self, t: float, y: Array, detail: str) -> LagrError:
        """Why no step goes on from here: a coordinate that loses its inertia, or a jump."""
        f = self._f
        self._system.acceleration(t, y[:f], y[f:])
        weak = faults.weak_coordinate(self._system.metric_pivots, faults.NEARLY_SINGULAR)
        if weak is not None:
            return faults.no_inertia(self._system.coordinates[weak], t)
        return faults.collapsed(t, detail)

    def _cause(self, t: float, qdd: Array) -> LagrError:
        weak = faults.weak_coordinate(self._system.metric_pivots, faults.SINGULAR)
        if weak is not None:
            return faults.no_inertia(self._system.coordinates[weak], t)
        return faults.not_finite(self._system.coordinates, qdd, t)

    def listen(self) -> None:
        """Raise `Cancelled` when the user wishes so."""
        if self._cancel is not None and self._cancel():
            raise Cancelled
        self._listen_at = perf_counter() + LISTEN
