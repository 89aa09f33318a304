"""Steps of fixed length for one motion, state by state: the same method as `steps`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.simulation.courses import HermiteCourse
from lagr_gui.simulation.fixed.march import steps_between
from lagr_gui.simulation.rightside import RightSide
from lagr_gui.simulation.settings import Settings

BLOCK = 64
"""Steps that are taken at once."""


class FixedStepper:
    """The steps of the classical method of Runge and Kutta from a state on."""

    is_stiff = False
    watched = 0
    reached = here = None

    def __init__(self, side: RightSide, settings: Settings, t: float, y: Array) -> None:
        self._side, self._settings = side, settings
        self._h = (settings.t_end - settings.t0) / (settings.points - 1) / steps_between(settings)
        self._number = round((t - settings.t0) / self._h)
        self.t, self.y = t, y
        self.ends: Sequence[float] | Array = ()

    def step(self, most: int) -> HermiteCourse:
        """Go on by some steps, of at most `most`: the states at all times.

        Raises `LagrError` where a state has no values.
        """
        self._side.listen()
        last = steps_between(self._settings) * (self._settings.points - 1)
        count = max(min(most, BLOCK, last - self._number), 1)
        times, states, rates = [self.t], [self.y], [self._side(self.t, self.y)]
        for _ in range(count):
            y = self._next(times[-1], states[-1], rates[-1])
            self._number += 1
            t = self._settings.t0 + self._h * self._number
            t = self._settings.t_end if self._number == last else t
            rate = self._side(t, y)
            if not (np.isfinite(y).all() and np.isfinite(rate).all()):
                if len(times) == 1:
                    raise self._side.collapse(t, states[-1], "")
                self._number -= 1
                break
            times.append(t)
            states.append(y)
            rates.append(rate)
        self.t, self.y, self.ends = times[-1], states[-1], np.array(times[1:])
        self._last = HermiteCourse(np.array(times), np.array(states), np.array(rates))
        return self._last

    def states(self, t: Array) -> Array:
        """The states (m, n) of the last steps at times (m,)."""
        return self._last(t).T

    def _next(self, t: float, y: Array, first: Array) -> Array:
        h, side = self._h, self._side
        second = side(t + h / 2, y + h / 2 * first)
        third = side(t + h / 2, y + h / 2 * second)
        fourth = side(t + h, y + h * third)
        return y + h / 6 * (first + 2 * second + 2 * third + fourth)
