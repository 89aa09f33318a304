"""How the angles of three turns go on along a motion that is integrated in other coordinates.

An attitude has many triples of angles.  The pole (`numerics.attitudes`) moves smoothly; where it
passes its centre beside, α and γ swing by half a turn within the time that this takes, and that is
followed however near it passes.  Where it goes through, they do not swing: β goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array
from lagr_gui.numerics.attitudes import TurnSequence, wrapped
from lagr_gui.simulation.tuning import CHART

Attitudes = Callable[[Array], tuple[Array, Array]]
"""R (n, k, 3, 3) and ω (n, k, 3) of k joints at states (n, m)."""


@dataclass(frozen=True, slots=True, eq=False)
class Passage:
    """A time at which the angles of a joint (by number) are undefined, or nearly so."""

    t: float
    joint: int


@dataclass(frozen=True, slots=True, eq=False)
class _Knots:
    """Angles (n, k, 3) at times (n,), the direction (n, k) of the pole; where it goes `through`
    the centre in the interval that follows (n, k)."""

    t: Array
    angles: Array
    direction: Array
    through: NDArray[np.bool_]


class Lift:
    """The angles of k joints along a stretch that begins at a time and a state with known ones."""

    def __init__(
        self,
        sequences: Sequence[TurnSequence],
        attitudes: Attitudes,
        t: float,
        y: Array,
        angles: Array,
    ) -> None:
        self._sequences, self._attitudes = sequences, attitudes
        R, omega = attitudes(y[None])
        pole = self._poles(R)[0]
        direction = np.where(_is_shut(pole), angles[:, 0], np.arctan2(pole[:, 1], pole[:, 0]))
        self._knots = _Knots(
            np.array([t]), angles[None], direction[None], np.zeros((1, len(sequences)), bool)
        )
        self._last = R, omega
        self.begin = t
        self._close = np.hypot(*pole.T)[None] < CHART.undefined
        self.passages = [Passage(t, int(k)) for k in np.flatnonzero(self._close[0])]

    def go_on(
        self, begin: float, ends: Sequence[float] | Array, dense: Callable[[Any], Array]
    ) -> None:
        """Follow the angles through steps from a time on to these ends."""
        grid = np.concatenate([[begin], ends])
        parts = np.arange(1, CHART.places + 1) / CHART.places
        times = (grid[:-1, None] + np.diff(grid)[:, None] * parts).ravel()
        R, omega = self._attitudes(dense(times).T)
        for _ in range(CHART.finer):
            before = np.concatenate([[begin], times])
            wide = self._wide(
                before, *map(np.concatenate, zip(self._last, (R, omega), strict=True))
            )
            if not len(wide):
                break
            middle = (before[wide] + times[wide]) / 2
            more, faster = self._attitudes(dense(middle).T)
            times = np.insert(times, wide, middle)
            R, omega = np.insert(R, wide, more, axis=0), np.insert(omega, wide, faster, axis=0)
        self._enter(times, R, omega)

    def cut(self, t: float, y: Array) -> None:
        """Forget what lies behind a time at which the motion goes on otherwise."""
        kept = self._knots.t < t
        kept[0] = True
        old = self._knots
        if kept.all():
            return
        self._knots = _Knots(old.t[kept], old.angles[kept], old.direction[kept], old.through[kept])
        self.passages = [passage for passage in self.passages if passage.t <= t]
        R, omega = self._attitudes(y[None])
        at = self.angles(np.array([t]), R)
        direction = self._directions(self._poles(R), self._knots.direction[-1])
        self._append(np.array([t]), at, direction, np.zeros((1, len(self._sequences)), bool))
        self._last = R, omega

    def angles(self, t: Array, R: Array) -> Array:
        """The angles (n, k, 3) at times (n,), of attitudes (n, k, 3, 3)."""
        knots = self._knots
        at = np.clip(np.searchsorted(knots.t, t, side="right") - 1, 0, len(knots.t) - 1)
        poles = self._poles(R)
        shut = _is_shut(poles)
        turned = np.where(shut, 0.0, _direction(poles) - knots.direction[at])
        turned = _turned(turned, knots.through[at])
        return self._together(R, knots.angles[at], knots.angles[at][..., 0] + turned)

    def _enter(self, times: Array, R: Array, omega: Array) -> None:
        """Enter new knots: angles by adding what they change from each to the next."""
        poles = self._poles(R)
        old = self._knots
        whole = np.concatenate([self._poles(self._last[0]), poles])
        direction = self._directions(poles, old.direction[-1])
        steps = np.diff(np.concatenate([old.direction[-1:], direction]), axis=0)
        missed, at = _nearest(whole)
        through = missed < CHART.through
        steps = _turned(steps, through)
        first = old.angles[-1, :, 0] + np.cumsum(steps, axis=0)
        angles = self._added(R, old.angles[-1], first)
        close = missed < CHART.undefined
        begun = close & ~np.vstack([self._close, close[:-1]])
        self._close = close[-1:]
        grid = np.append(old.t[-1], times)
        nearest = grid[:-1, None] + at * np.diff(grid)[:, None]
        self.passages += [Passage(float(nearest[i, k]), int(k)) for i, k in np.argwhere(begun)]
        flags = old.through.copy()
        flags[-1] = through[0]
        self._knots = _Knots(old.t, old.angles, old.direction, flags)
        later = np.zeros_like(through)
        later[:-1] = through[1:]
        self._append(times, angles, direction, later)
        self._last = R[-1:], omega[-1:]

    def _append(
        self, t: Array, angles: Array, direction: Array, through: NDArray[np.bool_]
    ) -> None:
        old = self._knots
        self._knots = _Knots(
            np.concatenate([old.t, t]),
            np.concatenate([old.angles, angles]),
            np.concatenate([old.direction, direction]),
            np.concatenate([old.through, through]),
        )

    def _poles(self, R: Array) -> Array:
        """The poles (n, k, 2)."""
        return np.stack(
            [sequence.pole(R[:, k]) for k, sequence in enumerate(self._sequences)], axis=1
        )

    @staticmethod
    def _directions(poles: Array, before: Array) -> Array:
        """Directions (n, k) of poles; where one has none that of the one before."""
        directions, shut = _direction(poles), _is_shut(poles)
        for i in np.flatnonzero(shut.any(axis=1)):
            directions[i] = np.where(shut[i], directions[i - 1] if i else before, directions[i])
        return directions

    def _together(self, R: Array, before: Array, first: Array) -> Array:
        """Angles (n, k, 3) of attitudes with these first angles (n, k), near those before."""
        angles = np.empty((*first.shape, 3))
        for k, sequence in enumerate(self._sequences):
            middle, last = sequence.others(R[:, k], first[:, k])
            old = before[:, k]
            angles[:, k, 0] = first[:, k]
            angles[:, k, 1] = old[:, 1] + wrapped(middle - old[:, 1])
            carried = -np.cos(middle + sequence.offset) * (first[:, k] - old[:, 0])
            angles[:, k, 2] = old[:, 2] + carried + wrapped(last - old[:, 2] - carried)
        return angles

    def _added(self, R: Array, start: Array, first: Array) -> Array:
        """The same of attitudes that follow one another, from angles (k, 3) on."""
        angles = np.empty((*first.shape, 3))
        for k, sequence in enumerate(self._sequences):
            middle, last = sequence.others(R[:, k], first[:, k])
            swing = np.diff(first[:, k], prepend=start[k, 0])
            carried = -np.cos(middle + sequence.offset) * swing
            rest = np.diff(last, prepend=start[k, 2]) - carried
            angles[:, k, 0] = first[:, k]
            angles[:, k, 1] = start[k, 1] + np.cumsum(wrapped(np.diff(middle, prepend=start[k, 1])))
            angles[:, k, 2] = start[k, 2] + np.cumsum(carried + wrapped(rest))
        return angles

    def _wide(self, times: Array, R: Array, omega: Array) -> NDArray[np.intp]:
        """The intervals between times in which a pole might pass its centre on either side.

        Its way lies within half of what its velocity changes by over the interval from a line.
        """
        h = np.diff(times)[:, None]
        speed = np.linalg.norm(omega, axis=-1)
        rates = np.stack(
            [
                sequence.pole_rate(R[:, k], omega[:, k])
                for k, sequence in enumerate(self._sequences)
            ],
            axis=1,
        )
        sag = h * np.linalg.norm(np.diff(rates, axis=0), axis=-1) / 2
        unsure = (_nearest(self._poles(R))[0] < sag) & (sag > CHART.fine)
        far = h * np.maximum(speed[1:], speed[:-1]) > CHART.way
        return np.flatnonzero((unsure | far).any(axis=1))


def _is_shut(poles: Array) -> NDArray[np.bool_]:
    """Where poles (…, 2) have no direction."""
    return np.hypot(poles[..., 0], poles[..., 1]) < CHART.through


def _direction(poles: Array) -> Array:
    return np.arctan2(poles[..., 1], poles[..., 0])


def _turned(steps: Array, through: NDArray[np.bool_]) -> Array:
    """By what angles (…) a pole turns about its centre; one that goes through it does not turn."""
    near = wrapped(steps)
    return np.where(through & (np.abs(near) > np.pi / 2), near - np.sign(near) * np.pi, near)


def _nearest(poles: Array) -> tuple[Array, Array]:
    """How near the lines from poles (n + 1, k, 2) to the next ones pass the centre (n, k), where.

    0 is at the beginning of a line, 1 at its end.
    """
    start, way = poles[:-1], np.diff(poles, axis=0)
    square = np.sum(way * way, axis=-1)
    at = np.clip(-np.sum(start * way, axis=-1) / np.where(square > 0, square, 1.0), 0.0, 1.0)
    nearest = start + at[..., None] * way
    return np.hypot(nearest[..., 0], nearest[..., 1]), at
