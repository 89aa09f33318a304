"""How a motion is carried over singular configurations: docs/singular-configurations.md.

Where constraints become dependent on each other (bars in line) the motion itself is smooth, but
accelerations cannot be computed there: rounding in them grows like the inverse square of the
distance.  So one step of Gauss collocation is laid over the configuration, such that it falls
between two of the points at which accelerations are taken.  The polynomial must meet the
constraints where none of them was asked for, in the singular configuration: that tells it from a
gap between two branches, which steps of the usual kind resolve.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.polynomial import legendre

from lagr_gui.simulation.floors import state_units, unit_of_time
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.system import Array, MechanicalSystem
from lagr_gui.simulation.tuning import CROSSING

_x, _ = legendre.leggauss(CROSSING.collocation_points)
NODES = (1 + _x) / 2
_TO_SERIES = np.linalg.inv(legendre.legvander(_x, CROSSING.collocation_points - 1))
_INTEGRAL = legendre.legint(np.eye(CROSSING.collocation_points), lbnd=-1) / 2
_SUMS = legendre.legvander(_x, CROSSING.collocation_points) @ _INTEGRAL @ _TO_SERIES
"""(n, n): integrals from 0 to the nodes of what has given values there."""

_ENDS = np.concatenate([[0.0], NODES])
GAPS = (_ENDS[1:] + _ENDS[:-1]) / 2
"""Where a singular configuration may lie in a step."""

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
        """The state (n,), or (n, k) at times (k,)."""
        x = 2 * (np.asarray(t, float) - self.t_old) / self.length - 1
        course = legendre.legval(x, self.length * _INTEGRAL @ self.series)
        return (self.y_old + course.T).T


class Crossing:
    """Looks ahead for singular configurations and steps over them."""

    def __init__(self, system: MechanicalSystem, settings: Settings) -> None:
        self._system = system
        self._settings = settings
        self._units, self._time = state_units(settings), unit_of_time(settings)
        self._within = 10 * max(settings.rtol, 1e-12)

    def ahead(self, t: float, y: Array, rate: Array, h: float, zoomed: float = 0.0) -> float | None:
        """Time until a singular configuration that lies within the next steps of length h."""
        layout = self._system.layout
        (q, qd), qdd = layout.motion(y), layout.qd(rate)
        tau = np.linspace(0, CROSSING.ahead * h, CROSSING.looks)
        q = q + tau[:, None] * (qd + tau[:, None] / 2 * qdd)
        states = np.tile(y, (CROSSING.looks, 1))
        clear = self._system.clearances(t + tau, layout.moved(states, q, layout.qd(states)))
        least = int(np.argmin(clear))
        if clear[0] < CROSSING.at_singular**2:
            return 0.0
        if least <= 1 and h > zoomed:
            return self.ahead(t, y, rate, h * 3 / CROSSING.looks, zoomed or h * 1e-9)
        if least in (0, CROSSING.looks - 1) or clear[least] > clear[0] / 2:
            return None
        before, at, after = clear[least - 1 : least + 2]
        bend = before - 2 * at + after
        shift = (before - after) / (2 * bend) if bend > 0 else 0.0
        return float(tau[least] + shift * tau[1])

    def within(self, t: float, end: float, dense: Any) -> float | None:
        """Time from t to the first singular configuration in, or just after, a step up to `end`.

        nan where the step is too long to tell.
        """
        for count in CROSSING.looks * 4 ** np.arange(CROSSING.zooms):
            times = np.linspace(t, end + CROSSING.after_end * (end - t), count)
            clear = self._system.clearances(times, dense(times).T)
            if np.max(np.abs(np.diff(clear))) < CROSSING.coarse:
                break
        else:
            return np.nan
        low = (clear[1:-1] <= clear[:-2]) & (clear[1:-1] < clear[2:])
        for least in 1 + np.flatnonzero(low & (clear[1:-1] < CROSSING.coarse)):
            wait, depth = self._lowest(times[least - 1], times[least + 1], dense)
            if depth < min(CROSSING.deep, clear[0] / 2):
                return wait - t
        return None

    def _lowest(self, low: float, high: float, dense: Any) -> tuple[float, float]:
        """Where between two times the clearance is least, and what it is there."""
        lowest = low, np.inf
        for _ in range(CROSSING.zooms):
            times = np.linspace(low, high, CROSSING.looks)
            clear = self._system.clearances(times, dense(times).T)
            least = int(np.argmin(clear))
            lowest = float(times[least]), float(clear[least])
            low, high = times[max(least - 1, 0)], times[min(least + 1, CROSSING.looks - 1)]
        return lowest

    def over(
        self, t: float, y: Array, rate: Array, wait: float, h: float, known: Any
    ) -> Leap | None:
        """A step over the singular configuration that is `wait` ahead, where h is the usual step.

        `known` gives states before t, where there is one.  None where no smooth motion leads
        over it.
        """
        if wait > 0:
            lengths = wait / GAPS
            reach = np.where(lengths <= CROSSING.longest * h, _WIDTHS * lengths, 0.0)
            first = float(lengths[int(np.argmax(reach))]) if reach.any() else 2 * wait
            tried = dict.fromkeys([first, 2 * wait])
        else:
            tried = min(self._settings.t_end - t, self._settings.max_step) * 0.5 ** np.arange(
                CROSSING.departures
            )
        for length in tried:
            if (leap := self._leap(t, y, rate, float(length), wait, known)) is not None:
                return leap
        return None

    def _leap(
        self, t: float, y: Array, rate: Array, length: float, wait: float, guess: Any
    ) -> Leap | None:
        system, constraints = self._system, self._system.constraints
        assert constraints is not None
        times, layout = t + length * NODES, system.layout
        tau = (length * NODES)[:, None]
        if guess is None:
            (q, qd), qdd = layout.motion(y), layout.qd(rate)
            states = layout.moved(y + tau * rate, q + tau * (qd + tau / 2 * qdd), qd + tau * qdd)
        else:
            states = guess(times).T
        size = 1 + np.max(np.abs(y / self._units))
        last = np.inf
        for _ in range(CROSSING.sweeps):
            states = constraints.project_once(times, states)
            rates = system.rates(times, states)
            after = y + length * _SUMS @ rates
            change = float(np.max(layout.q(np.abs((after - states) / self._units)))) / size
            states = after
            if not np.isfinite(change) or change > max(2 * last, 0.1):
                return None
            if change < CROSSING.converged or (
                change < max(self._within / 100, CROSSING.stalled) and change > last / 2
            ):
                break
            last = change
        else:
            return None
        clear = np.min(system.clearances(times, states))
        if clear < CROSSING.unusable:
            return None
        for _ in range(CROSSING.refinements if clear < CROSSING.noisy else 0):
            states = constraints.project_once(times, states)
            rates = system.refined_rates(times, states)
            states = y + length * _SUMS @ rates
        series = _TO_SERIES @ rates
        end = min(t + length, self._settings.t_end)
        leap = Leap(t, end, length, y, series)
        return leap if self._holds(leap, wait) else None

    def _holds(self, leap: Leap, wait: float) -> bool:
        """Whether the series has ended, and meets the constraints where none was asked."""
        constraints = self._system.constraints
        assert constraints is not None
        series = np.abs(leap.series / self._units)
        size = 1 + self._time * float(np.max(series[0]))
        if leap.length * float(np.max(series[-2:])) > CROSSING.tail * self._within * size:
            return False
        times = leap.t_old + np.concatenate([wait * np.linspace(0.5, 1.5, 9), [leap.length]])
        times = times[times <= leap.t_old + leap.length]
        states = leap(times).T
        position, velocity = np.hsplit(constraints.parts(times, states), 2)
        if not np.all(position <= self._within) or not np.all(
            velocity <= CROSSING.velocities * self._within
        ):
            return False
        return bool(np.isfinite(constraints.project_once(times[-1:], states[-1:])).all())
