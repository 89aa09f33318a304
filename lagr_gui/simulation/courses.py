"""States at any time, from the dense output of steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from lagr_gui.simulation.solvers import Dense, ManySteps
from lagr_gui.simulation.system import Array


@dataclass(frozen=True, slots=True, eq=False)
class HermiteCourse:
    """The states between n given ones (n, m) with their rates, by cubic polynomials.

    Of one alone it is that state.
    """

    ends: Array
    states: Array
    rates: Array

    def __call__(self, t: Any) -> Array:
        """The state (m,), or (m, k) at times (k,)."""
        times = np.asarray(t, float)
        if len(self.ends) == 1:
            return np.broadcast_to(self.states[0], (*times.shape, self.states.shape[1])).T
        which = np.clip(np.searchsorted(self.ends, times) - 1, 0, len(self.ends) - 2)
        start, h = self.ends[which], (self.ends[which + 1] - self.ends[which])[..., None]
        x = (times - start)[..., None] / h
        first, last = self.states[which], self.states[which + 1]
        out, back = h * self.rates[which], h * self.rates[which + 1]
        bend = (1 - 2 * x) * (last - first) + (x - 1) * out + x * back
        return ((1 - x) * first + x * last + x * (x - 1) * bend).T


@dataclass(frozen=True, slots=True, eq=False)
class SeenCourse:
    """States that are integrated in other coordinates, as they are `seen` at times (n,).

    `knots` are the ends of its steps.
    """

    own: Dense
    seen: Callable[[Array, Array], Array]
    knots: Array

    def __call__(self, t: Any) -> Array:
        """The state (m,), or (m, n) at times (n,)."""
        times = np.atleast_1d(np.asarray(t, float))
        states = self.seen(times, self.own(times).T).T
        return states if np.ndim(t) else states[:, 0]


class JoinedCourse:
    """The states of a motion from those of its pieces, which end at `ends` (p + 1,)."""

    def __init__(self, ends: Sequence[float], pieces: Sequence[Dense]) -> None:
        long = [k for k in range(len(pieces)) if ends[k] < ends[k + 1]]
        self._ends = np.array([ends[0], *(ends[k + 1] for k in long)])
        self._pieces = [pieces[k] for k in long]

    @property
    def ends(self) -> Array:
        """The ends of all steps, and the knots within those of series."""
        pieces = zip(self._pieces, self._ends, self._ends[1:], strict=False)
        inside = [
            piece.knots[(piece.knots > begin) & (piece.knots < end)]  # a piece may have been cut
            for piece, begin, end in pieces
            if isinstance(piece, ManySteps | SeenCourse)
        ]
        return np.sort(np.concatenate([self._ends, *inside]))

    def parted(self, times: Array) -> Iterator[tuple[ManySteps | JoinedCourse, Array]]:
        """The rising times, which none of its pieces parts, by the pieces that cover them.

        Each part begins where the one before ends.  Pieces of many steps come one by one, what
        lies between them together, as this whole.
        """
        last = len(times) - 1
        cuts = [0, *np.searchsorted(times, self._ends[1:-1]).clip(0, last).tolist(), last]
        rest = 0  # where what has not come yet begins
        for piece, (first, end) in zip(self._pieces, pairwise(cuts), strict=False):
            if isinstance(piece, ManySteps) and first < end:
                if rest < first:
                    yield self, times[rest : first + 1]
                yield piece, times[first : end + 1]
                rest = end
        if rest < last:
            yield self, times[rest:]

    def __call__(self, t: Any) -> Array:
        """The state (n,), or (n, m) at times (m,).

        At the end of a piece that is the state of the piece.
        """
        times = np.asarray(t, float)
        which = np.clip(np.searchsorted(self._ends, times) - 1, 0, len(self._pieces) - 1)
        if times.ndim == 0:
            return self._pieces[int(which)](float(times))
        pieces = [self._pieces[k](times[which == k]) for k in np.unique(which)]
        if not pieces:
            return np.empty((len(self._pieces[0](self._ends[0])), 0))
        order = np.argsort(which, kind="stable")
        states = np.empty((pieces[0].shape[0], len(times)))
        states[:, order] = np.hstack(pieces)
        return states
