"""What has been, as polynomials in time; and where it is not smooth: by numbers alone."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Sequence
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

BESIDE = 1e-9
"""By this part of half a stretch beside its ends, too, polynomials are looked at."""


class Breaks:
    """Times at which a motion is not smooth, or may not be; those within `near` are the same."""

    def __init__(self, near: float) -> None:
        self._near = near
        self._times: list[float] = []

    def enter(self, times: Iterable[float]) -> None:
        """Enter further ones."""
        for t in times:
            if self.at(t) is None:
                insort(self._times, t)

    def at(self, t: float) -> float | None:
        """The one at a time, if there is one."""
        place = bisect_left(self._times, t - self._near)
        found = self._times[place] if place < len(self._times) else np.inf
        return found if found <= t + self._near else None

    def between(self, begin: float, end: float) -> list[float]:
        """Those between two times."""
        first, last = begin + self._near, end - self._near
        return self._times[bisect_right(self._times, first) : bisect_left(self._times, last)]

    def forget(self, t: float) -> None:
        """Leave out those before a time."""
        del self._times[: bisect_left(self._times, t - self._near)]


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

    def piece(self, values: Callable[[Array], Array], begin: float, ends: Sequence[float]) -> Piece:
        """What `values` are from a time on, as far as one polynomial can tell, up to some end.

        At the ends but for the last it may bend or jump: it goes on over those at which it does
        not.  Up to the first it is shorter by halves where that takes it.
        """
        for place in reversed(range(len(ends))):
            if (found := self._fitted(values, begin, ends[place], ends[:place])) is not None:
                return found
        reach = ends[0] - begin
        while True:
            reach /= 2
            taken = reach <= self.shortest
            if (found := self._fitted(values, begin, begin + reach, (), taken)) is not None:
                return found

    def _fitted(
        self,
        values: Callable[[Array], Array],
        begin: float,
        end: float,
        inner: Sequence[float],
        taken: bool = False,
    ) -> Piece | None:
        """The polynomial between two times, if it fits there, or is `taken` as it is.

        It interpolates in Chebyshev's places, and is looked at between these, at both ends, and
        between and beside `inner` times (Trefethen: Approximation theory and practice, 2013).
        """
        places, fit, between = chebyshev_tables(self.degree)
        middle, half = begin + (end - begin) / 2, (end - begin) / 2
        marks = (np.array([begin, *inner, end]) - middle) / half
        beside = [marks[1:-1] - BESIDE, marks[1:-1] + BESIDE, (marks[1:] + marks[:-1]) / 2]
        looks = np.concatenate([between, *beside]) if inner else between
        seen = values(middle + half * np.concatenate([places, looks]))
        own = float(np.max(np.abs(seen)))
        self.size = max(self.size, own)
        level = seen[0]  # what changes by little is rounded by little
        coefficients = fit @ (seen[: len(places)] - level)
        told = np.vander(looks, len(places), increasing=True) @ coefficients + level
        coefficients[0] += level
        missed = float(np.max(np.abs(told - seen[len(places) :])))
        if not taken and not missed <= self.part * self.size + ROUNDED * own:
            return None
        return Piece(middle, 1 / half, tuple(coefficients.tolist()), end)


@cache
def chebyshev_tables(degree: int) -> tuple[Array, Array, Array]:
    """Places (n,) in (−1, 1), from values there to coefficients (n, n), places between."""
    n = degree + 1
    places = np.cos(np.pi * (np.arange(n) + 0.5) / n)
    series = chebyshev.chebvander(places, degree).T * 2 / n
    series[0] /= 2
    rows = np.array([np.pad(p, (0, n - len(p))) for p in map(chebyshev.cheb2poly, np.eye(n))])
    ends = [BESIDE - 1, 1 - BESIDE]
    return places, rows.T @ series, np.append(np.cos(np.pi * np.arange(1, n) / n), ends)
