"""Motions of bound systems that some coordinates lead: the others follow, from place to place."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.numerics import resolve
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.faults import position_words
from lagr_gui.simulation.system import PLACES, SIDES, Array
from lagr_gui.simulation.tuning import FOLLOWING

Course = Callable[[Array], tuple[Array, Array, Array]]
"""q, q̇ and q̈ (n, p) of the coordinates that lead, at times (n,)."""


@dataclass(frozen=True, slots=True, eq=False)
class FollowedPlace:
    """One instant: time, q, q̇, q̈ (f,).

    In a singular configuration these are means of those at the times `beside`, with the weights
    `SIDES`.
    """

    t: float
    q: Array
    qd: Array
    qdd: Array
    beside: tuple[float, ...] = ()


class Following:
    """All coordinates (f,), where those at `places` are given and the others are bound.

    Found step by step from `start` (f,) at the time t0, so that the branch is kept however far
    apart the times are that one asks for.  Raises LagrError where the constraints cannot be met.
    """

    def __init__(
        self,
        binding: BoundConstraints,
        places: Sequence[int],
        course: Course,
        t0: float,
        start: Array,
        span: float,
    ) -> None:
        self._binding, self._places, self._course = binding, list(places), course
        self._free = np.ones(len(binding.coordinates), bool)
        self._free[self._places] = False
        self._shortest = FOLLOWING.shortest_span * span
        self._rank = 0
        self._known = [self._entered(t0, self._begun(t0, np.array(start, float)))]

    def at(self, t: Array) -> list[FollowedPlace]:
        """The places at times (n,)."""
        place_at: dict[float, FollowedPlace] = {}
        for time in np.sort(t).tolist():
            place = self._reached(time)
            place_at[time] = self._between(place) if self._is_singular(place) else place
        return [place_at[time] for time in t.tolist()]

    def _is_singular(self, place: FollowedPlace) -> bool:
        rows = self._binding.at(place.t, place.q, place.qd).rows
        scale = np.where(self._free, self._scale(place.t, place.q), 0.0)
        rank = resolve(rows, np.zeros(len(rows)), scale)[0]
        self._rank = max(self._rank, rank)
        return rank < self._rank

    def _between(self, place: FollowedPlace) -> FollowedPlace:
        """A singular configuration from what is on both sides, which is smooth."""
        index = max(bisect(self._known, place.t, key=lambda earlier: earlier.t) - 1, 0)
        near = self._known[index]
        rates = np.abs(near.qd) / self._binding.extents
        step = FOLLOWING.side / max(float(np.max(rates)), 1e-300)
        if not step < abs(place.t - self._known[0].t) + 1 / self._binding.pace:
            return place
        times = tuple(place.t + k * step for k in PLACES)
        sides = [self._reached(time) for time in times]
        qd, qdd = (
            np.einsum("i,ij->j", SIDES, [getattr(side, name) for side in sides])
            for name in ("qd", "qdd")
        )
        return FollowedPlace(place.t, place.q, qd, qdd, times)

    def _begun(self, t: float, q: Array) -> Array:
        """Positions at the beginning: from the start the leading coordinates are moved there."""
        leading = self._course(np.array([t]))[0][0]
        way = leading - q[self._places]
        far = np.abs(way) / self._binding.extents[self._places]
        count = 1 + int(np.max(far) / FOLLOWING.farthest)
        for part in np.arange(1, count + 1) / count:
            moved = q.copy()
            moved[self._places] = leading - (1 - part) * way
            placed = self._binding.project_positions(t, moved, self._free)
            if not np.isfinite(placed).all():
                break
            q = placed
        else:
            return q
        q = q.copy()
        q[self._places] = leading
        placed = self._binding.project_positions(t, q, self._free)
        if not np.isfinite(placed).all():
            raise self._stuck(t, q)
        return placed

    def _reached(self, time: float) -> FollowedPlace:
        index = bisect(self._known, time, key=lambda place: place.t)
        near = self._known[max(index - 1, 0) : index + 1]
        at = min(near, key=lambda place: abs(place.t - time))
        step = time - at.t
        while at.t != time:
            step = step if abs(step) < abs(time - at.t) else time - at.t
            after = self._step(at, at.t + step if step != time - at.t else time)
            if after is None:
                step /= 2
                if abs(step) < self._shortest:
                    raise self._stuck(at.t, at.q)
                continue
            at = after
            if not self._is_singular(at):
                self._known.insert(bisect(self._known, at.t, key=lambda place: place.t), at)
            step *= 2
        return at

    def _step(self, at: FollowedPlace, time: float) -> FollowedPlace | None:
        """The place at another time; None where it cannot be told for sure."""
        step = time - at.t
        expected = at.q + step * (at.qd + step / 2 * at.qdd)
        expected[self._places] = self._course(np.array([time]))[0][0]
        q = self._binding.project_positions(time, expected, self._free)
        extents = self._binding.extents
        way = float(np.max(np.abs(q - at.q) / extents))
        apart = float(np.max(np.abs(q - expected) / extents))
        if not (way <= FOLLOWING.farthest and apart <= FOLLOWING.apart * way + 1e-9):
            return None
        return self._entered(time, q)

    def _entered(self, time: float, q: Array) -> FollowedPlace:
        """Velocities and accelerations at positions."""
        _, speeds, pushes = (table[0] for table in self._course(np.array([time])))
        qd, qdd = np.zeros_like(q), np.zeros_like(q)
        qd[self._places], qdd[self._places] = speeds, pushes
        qd = self._binding.project_velocities(time, q, qd, self._free)
        conditions = self._binding.at(time, q, qd)
        scale = np.where(self._free, conditions.scale, 0.0)
        _, rest, _ = resolve(conditions.rows, -conditions.gamma - conditions.G @ qdd, scale)
        return FollowedPlace(time, q, qd, qdd + rest)

    def _scale(self, t: float, q: Array) -> Array:
        return self._binding.at(t, q, np.zeros_like(q)).scale

    def _stuck(self, t: float, q: Array) -> LagrError:
        position = position_words(self._binding.coordinates, q)
        cause = say(
            "The conditions cannot be met beyond t = {t:.6g} s, from the position {position}.",
            t=t,
            position=position,
        )
        remedy = "Look how far the linkage can go, or begin nearer to a possible position."
        return refusal("Motion", cause, remedy, code="cannot-close")
