"""What has been, as polynomials in time; and where it is not smooth: by numbers alone."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.polynomial import chebyshev

from lagr_gui.foundation.arrays import Array

NEAR = 1e-11
"""Times that differ by less than this part of a delay are the same."""

EPS = float(np.finfo(float).eps)

SHORTEST = 10.0
"""A stretch of so many times as much is taken as it is: what does not fit there jumps."""

SHARE = 0.1
"""The part of the relative tolerance of a motion that polynomials may miss …"""
ROUNDED = 1e-14
"""… beside rounding."""

ENDS = 1 - 1e-9
"""Nearly at the ends of a stretch polynomials are looked at, too: a bend may lie close to one."""

SMOOTH = 5
"""A jump that has gone through a delay so often, each time integrated, is none any more: a step of
the eighth order does not see one of the fifth derivative of a state."""


class Break(NamedTuple):
    """When something jumps, or a derivative does, and how many delays it has gone through."""

    t: float
    level: int


class Breaks:
    """Where a motion is not smooth, in the order of time; times within `near` are the same."""

    def __init__(self, near: float) -> None:
        self._near = near
        self._breaks: list[Break] = []

    def enter(self, found: Iterable[Break]) -> None:
        """Enter further ones; of two at the same time the rougher one stays."""
        for new in found:
            place = bisect_right(self._breaks, (new.t - self._near, -1))
            same = self._breaks[place] if place < len(self._breaks) else None
            if same is None or same.t > new.t + self._near:
                insort(self._breaks, new)
            elif new.level < same.level:
                self._breaks[place] = Break(same.t, new.level)

    def at(self, t: float) -> Break | None:
        """The one at a time, if there is one."""
        place = bisect_right(self._breaks, (t - self._near, -1))
        found = self._breaks[place] if place < len(self._breaks) else None
        return found if found is not None and found.t <= t + self._near else None

    def after(self, t: float) -> float:
        """The time of the next one after a time; infinite where none is known."""
        place = bisect_right(self._breaks, (t + self._near, np.inf))
        return self._breaks[place].t if place < len(self._breaks) else np.inf

    def forget(self, t: float) -> None:
        """Leave out those before a time."""
        del self._breaks[: bisect_right(self._breaks, (t - self._near, -1))]


class Piece(NamedTuple):
    """A polynomial Σ cₖ sᵏ with s = pace (t − since), and the time at which it ends."""

    since: float
    pace: float
    coefficients: tuple[float, ...]
    end: float


def constant_until(end: float, value: float, degree: int) -> Piece:
    """A piece that is one number."""
    return Piece(0.0, 0.0, (value, *[0.0] * degree), end)


@dataclass(slots=True)
class Fit:
    """How well polynomials of a degree are to fit what has the largest `size` seen so far.

    They may miss `part` of that; stretches are not made shorter than `shortest`.
    """

    degree: int
    part: float
    shortest: float
    size: float = 0.0

    def piece(self, values: Callable[[Array], Array], begin: float, end: float) -> Piece:
        """What `values` are from a time on, as far as one polynomial can tell, up to an end.

        It is shorter by halves where that takes it.  It interpolates in Chebyshev's places, and is
        looked at between these (Trefethen: Approximation theory and approximation practice, 2013).
        """
        places, fit, between, powers = _tables(self.degree)
        reach = end - begin
        while True:
            middle, half = begin + reach / 2, reach / 2
            seen = values(middle + half * np.concatenate([places, between]))
            own = float(np.max(np.abs(seen)))
            self.size = max(self.size, own)
            coefficients = fit @ seen[: len(places)]
            missed = float(np.max(np.abs(powers @ coefficients - seen[len(places) :])))
            if missed <= self.part * self.size + ROUNDED * own or reach <= self.shortest:
                stop = end if reach == end - begin else begin + reach
                return Piece(middle, 1 / half, tuple(coefficients.tolist()), stop)
            reach /= 2


@cache
def _tables(degree: int) -> tuple[Array, Array, Array, Array]:
    """Places (n,) in (−1, 1), from values there to coefficients, places between, their powers."""
    n = degree + 1
    places = np.cos(np.pi * (np.arange(n) + 0.5) / n)
    series = chebyshev.chebvander(places, degree).T * 2 / n
    series[0] /= 2
    rows = np.array([np.pad(p, (0, n - len(p))) for p in map(chebyshev.cheb2poly, np.eye(n))])
    between = np.append(np.cos(np.pi * np.arange(1, n) / n), [-ENDS, ENDS])
    return places, rows.T @ series, between, np.vander(between, n, increasing=True)
