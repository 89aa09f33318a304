"""How a motion is carried over dead positions.

Where conditions become dependent on each other (bars in line) the motion itself is smooth, but
accelerations cannot be computed there: rounding in them grows like the inverse square of the
distance.  So one step of Gauss collocation is laid over the position, such that it falls between
two of the points at which accelerations are taken.  The polynomial must meet the conditions
where none of them was asked for, in the dead position: that tells it from a gap between two
branches, which steps of the usual kind resolve.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.polynomial import legendre

from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.system import Array, System

WATCHED = 0.2
"""A clearance above this tells that no dead position is near."""

LOOKS = 25
"""Positions ahead that are looked at."""

REACH = 1.5
"""How far ahead, in steps."""

LONGEST = 1.6
"""The longest step over a dead position, in those of the method before."""

COARSE = 0.3
"""The clearance must not change by more between two positions that are looked at."""

DEEP = 1e-3
"""A clearance that falls below this on the way is that of a dead position, or of a gap."""

BEYOND = 0.2
"""How much of a step is looked at after its end."""

ZOOMS = 3

SMALL = 1e-4
"""A clearance below this is that of a dead position itself."""

ROUNDS = 40
"""Iterations of the implicit step."""

SPEEDS = 1e3
"""How much less exactly a smooth motion meets the conditions on velocities."""

REST = 100
"""How much larger than what is wrong the last terms of the series may be."""

CONVERGED = 1e-14

STALLED = 1e-11
"""A change that rounding alone can leave between two iterations."""

TOO_NEAR = 1e-6
"""A clearance below this gives accelerations of too few digits."""

NOISY = 1e-2
"""Below this clearance accelerations are worth singular values, which hold less rounding."""

REFINED = 3
"""Iterations with these."""

START = 20
"""Halvings of the step that leaves a dead position at the start."""

POINTS = 12
_x, _ = legendre.leggauss(POINTS)
NODES = (1 + _x) / 2
_TO_SERIES = np.linalg.inv(legendre.legvander(_x, POINTS - 1))
_INTEGRAL = legendre.legint(np.eye(POINTS), lbnd=-1) / 2
_SUMS = legendre.legvander(_x, POINTS) @ _INTEGRAL @ _TO_SERIES
"""(n, n): integrals from 0 to the nodes of what has given values there."""

_ENDS = np.concatenate([[0.0], NODES])
GAPS = (_ENDS[1:] + _ENDS[:-1]) / 2
"""Where a dead position may lie in a step."""

_WIDTHS = (_ENDS[1:] - _ENDS[:-1]) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Leap:
    """A step from t_old to t, with its states at all times between."""

    t_old: float
    t: float
    length: float
    y_old: Array
    series: Array

    @property
    def t_min(self) -> float:
        """The earlier end."""
        return self.t_old

    @property
    def t_max(self) -> float:
        """The later end."""
        return self.t

    def __call__(self, t: Any) -> Array:
        """The state (2f,), or (2f, n) at times (n,)."""
        x = 2 * (np.asarray(t, float) - self.t_old) / self.length - 1
        course = legendre.legval(x, self.length * _INTEGRAL @ self.series)
        return (self.y_old + course.T).T


class Crossing:
    """Looks ahead for dead positions and steps over them."""

    def __init__(self, system: System, settings: Settings) -> None:
        self._system = system
        self._settings = settings
        self._within = 10 * max(settings.rtol, 1e-12)

    watched = WATCHED

    def ahead(self, t: float, y: Array, rate: Array, h: float, zoomed: float = 0.0) -> float | None:
        """Time until a dead position that lies within the next steps of length h."""
        f = len(y) // 2
        tau = np.linspace(0, REACH * h, LOOKS)
        q = y[:f] + tau[:, None] * (y[f:] + tau[:, None] / 2 * rate[f:])
        clear = self._system.clearances(t + tau, np.hstack([q, np.tile(y[f:], (LOOKS, 1))]))
        least = int(np.argmin(clear))
        if clear[0] < SMALL**2:
            return 0.0
        if least <= 1 and h > zoomed:
            return self.ahead(t, y, rate, h * 3 / LOOKS, zoomed or h * 1e-9)
        if least in (0, LOOKS - 1) or clear[least] > clear[0] / 2:
            return None
        before, at, after = clear[least - 1 : least + 2]
        bend = before - 2 * at + after
        shift = (before - after) / (2 * bend) if bend > 0 else 0.0
        return float(tau[least] + shift * tau[1])

    def within(self, t: float, end: float, dense: Any) -> float | None:
        """Time from t until the first dead position in, or just after, a step taken up to `end`.

        nan where the step is too long to tell.
        """
        for count in LOOKS * 4 ** np.arange(ZOOMS):
            times = np.linspace(t, end + BEYOND * (end - t), count)
            clear = self._system.clearances(times, dense(times).T)
            if np.max(np.abs(np.diff(clear))) < COARSE:
                break
        else:
            return np.nan
        low = (clear[1:-1] <= clear[:-2]) & (clear[1:-1] < clear[2:])
        for least in 1 + np.flatnonzero(low & (clear[1:-1] < COARSE)):
            wait, depth = self._lowest(times[least - 1], times[least + 1], dense)
            if depth < min(DEEP, clear[0] / 2):
                return wait - t
        return None

    def _lowest(self, low: float, high: float, dense: Any) -> tuple[float, float]:
        """Where between two times the clearance is least, and what it is there."""
        found = low, np.inf
        for _ in range(ZOOMS):
            times = np.linspace(low, high, LOOKS)
            clear = self._system.clearances(times, dense(times).T)
            least = int(np.argmin(clear))
            found = float(times[least]), float(clear[least])
            low, high = times[max(least - 1, 0)], times[min(least + 1, LOOKS - 1)]
        return found

    def over(
        self, t: float, y: Array, rate: Array, wait: float, h: float, known: Any
    ) -> Leap | None:
        """A step over the dead position that is `wait` ahead, where h is the usual step.

        `known` gives states before t, where there is one.  None where no smooth motion leads
        over it.
        """
        if wait > 0:
            lengths = wait / GAPS
            reach = np.where(lengths <= LONGEST * h, _WIDTHS * lengths, 0.0)
            first = float(lengths[int(np.argmax(reach))]) if reach.any() else 2 * wait
            tried = dict.fromkeys([first, 2 * wait])
        else:
            tried = min(self._settings.t_end - t, self._settings.max_step) * 0.5 ** np.arange(START)
        for length in tried:
            if (leap := self._leap(t, y, rate, float(length), wait, known)) is not None:
                return leap
        return None

    def _leap(
        self, t: float, y: Array, rate: Array, length: float, wait: float, known: Any
    ) -> Leap | None:
        system, conditions = self._system, self._system.conditions
        assert conditions is not None
        times, f = t + length * NODES, len(y) // 2
        tau = (length * NODES)[:, None]
        if known is None:
            states = np.hstack([y[:f] + tau * (y[f:] + tau / 2 * rate[f:]), y[f:] + tau * rate[f:]])
        else:
            states = known(times).T
        size = 1 + np.max(np.abs(y))
        last = np.inf
        for _ in range(ROUNDS):
            states = conditions.touch_up(times, states)
            rates = np.hstack([states[:, f:], system.rates(times, states)])
            after = y + length * _SUMS @ rates
            change = float(np.max(np.abs(after - states)[:, :f])) / size
            states = after
            if not np.isfinite(change) or change > max(2 * last, 0.1):
                return None
            if change < CONVERGED or (
                change < max(self._within / 100, STALLED) and change > last / 2
            ):
                break
            last = change
        else:
            return None
        clear = np.min(system.clearances(times, states))
        if clear < TOO_NEAR:
            return None
        for _ in range(REFINED if clear < NOISY else 0):
            states = conditions.touch_up(times, states)
            found = conditions.many(times, states)
            rates = np.hstack([states[:, f:], found.accelerations()])
            states = y + length * _SUMS @ rates
        series = _TO_SERIES @ rates
        end = min(t + length, self._settings.t_end)
        leap = Leap(t, end, length, y, series)
        return leap if self._holds(leap, wait) else None

    def _holds(self, leap: Leap, wait: float) -> bool:
        """Whether the series has come to its end, and meets the conditions where none was asked."""
        conditions = self._system.conditions
        assert conditions is not None
        rest = float(np.max(np.abs(leap.series[-2:]))) * leap.length
        if rest > REST * self._within * (1 + float(np.max(np.abs(leap.series[0])))):
            return False
        times = leap.t_old + np.concatenate([wait * np.linspace(0.5, 1.5, 9), [leap.length]])
        times = times[times <= leap.t_old + leap.length]
        states = leap(times).T
        position, velocity = conditions.residuals(times, states)
        if not np.all(position <= self._within) or not np.all(velocity <= SPEEDS * self._within):
            return False
        return bool(np.isfinite(conditions.touch_up(times[-1:], states[-1:])).all())
