"""Errors that do not count: the absolute tolerance beside what moves."""

from __future__ import annotations

from copy import copy

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.simulation.settings import ATOL, Settings
from lagr_gui.simulation.tuning import FLOORS

EPS = float(np.finfo(float).eps)


def state_units(settings: Settings) -> Array:
    """How far values of a state (n,) go where the system moves as a whole.

    For velocities in a tenth of the motion's time.
    """
    extents = np.array(settings.extents or [1.0] * len(settings.q0), float)
    states = np.array(settings.z_extents or [1.0] * len(settings.z0), float)
    return np.concatenate([extents, extents / unit_of_time(settings), states])


def unit_of_time(settings: Settings) -> float:
    """A tenth of the motion's time (s)."""
    return ((settings.t_end - settings.t0) or 1.0) / FLOORS.velocity_spans


class Floors:
    """What each value of a state (n,) may miss, however small it is.

    The absolute tolerance is a part of how far coordinates go where the system moves as a whole
    (the `extents` of the settings), for velocities in a tenth of the motion's time.  As long as
    the system has moved and stood away from zero by little only, it is a part of that; but not for
    one that begins from rest: a part of what has only begun would let steps never grow.  One that
    the user chose holds as it is, in SI units.

    `units` (n,) are what a state is measured by; `size` (1,) is the largest value of one so far,
    in these.
    """

    def __init__(self, settings: Settings) -> None:
        units = state_units(settings)
        chosen = settings.atol is not None
        self.atol = ATOL if settings.atol is None else settings.atol
        self.units = np.ones_like(units) if chosen else units
        self.size = np.full(1, np.inf if chosen else 0.0)
        self._least: float | None = None

    def see(self, y: Array) -> Array:
        """The floors (n,) after a state (n,)."""
        self.size[0] = max(self.size[0], np.max(np.abs(y) / self.units, initial=0.0))
        if self._least is None:
            self._least = FLOORS.from_rest if self.size[0] < EPS else 0.0
        return self.atol * self._parts

    def finer(self, part: float) -> Floors:
        """A part of the same, for the motion so far."""
        finer = copy(self)
        finer.atol *= part
        return finer

    @property
    def usual(self) -> Array:
        """The floors (n,) of who chooses none, for the motion so far."""
        return ATOL * self._parts

    @property
    def _parts(self) -> Array:
        grown = min(1.0, max(FLOORS.of_motion * self.size[0], self._least or 0.0))
        return self.units * (grown or 1.0)  # where all is zero nothing has moved
