"""Positions of a bound system in numbers, and steps between them that stay on their branch.

Motions are measured in the metric of the masses: dq̄² = dqᵀ g dq.  It is the same in whatever
coordinates a system is described, and wherever its loops are cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

import numpy as np
from scipy import linalg
from scipy.linalg import qr

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import Bound
from lagr_gui.numerics import RANKS, Slopes

_LAPACK: Any = linalg.lapack

YIELDING = 1e-3
"""The part of the inertia that a coordinate without any is given: it goes ahead of the others."""

ROUNDS, EACH = 40, 0.3
"""Newton steps back to loops; slopes are taken anew where a step is not this much smaller."""

SETTLED, ROUNDING = 1e-13, 1e-10
"""Steps that end a way back, in the scale of the coordinates; below the second they may stall."""

CLOSED = 1e-11
"""How far coordinates may be from where loops are closed: two digits less than what is promised."""


@dataclass(frozen=True, eq=False)
class Posture:
    """Positions q (f,): the n conditions and limits there, their slopes, and the metric."""

    q: Array
    position: Array
    rows: Slopes
    g: Array

    @cached_property
    def scale(self) -> Array:
        """Lengths of one unit of each coordinate (f,)."""
        return self.rows.scale(self.g)

    @cached_property
    def whole(self) -> float:
        """The size of a motion of the system as a whole."""
        return self.size(self.rows.extents * np.ones(len(self.q)))

    @cached_property
    def frame(self) -> Array:
        """X (f, f) of dq = X dy: |dy| is the size of a motion."""
        scale = self.scale
        table = self.g * np.outer(scale, scale) + YIELDING * np.eye(len(scale))
        lower, failed = _LAPACK.dpotrf(table, lower=1, clean=1)
        if failed or not np.isfinite(lower).all():  # energies that are below zero measure nothing
            return np.diag(scale)
        return scale[:, None] * _LAPACK.dtrtri(lower, lower=1)[0].T

    def size(self, dq: Array) -> float:
        """The size of a motion in the scale of the coordinates."""
        return float(np.linalg.norm(dq / self.scale))


@dataclass(frozen=True, eq=False)
class Bonds:
    """What some rows (m,) leave at a seat: `free` (f, n), motions in dy, at right angles."""

    seat: Posture
    held: Sequence[int]
    free: Array
    _sizes: Array = field(repr=False)
    _Q: Array = field(repr=False)
    _R: Array = field(repr=False)
    _order: list[int] = field(repr=False)

    @staticmethod
    def of(seat: Posture, held: Sequence[int]) -> Bonds:
        """The bonds of the rows that are held."""
        f = len(seat.q)
        if not len(held):
            return Bonds(seat, held, np.eye(f), np.zeros(0), np.eye(f), np.zeros((0, 0)), [])
        rows = seat.rows[list(held)]
        table, sizes = rows.even(seat.scale)
        bonds = (table / seat.scale) @ seat.frame
        Q, R, order = cast(tuple[Array, ...], qr(bonds.T, pivoting=True, check_finite=False))
        depth = np.abs(np.diagonal(R))
        rank = int(np.sum(depth > RANKS.dependent))
        first = [int(row) for row in order[:rank]]
        return Bonds(seat, held, Q[:, rank:], sizes, Q[:, :rank], R[:rank, :rank], first)

    def back(self, miss: Array) -> Array:
        """The smallest motion dq (f,) that undoes what the rows miss (m,)."""
        if not len(self._order):
            return np.zeros_like(self.seat.q)
        right = -(miss / self._sizes)[self._order]
        return self.seat.frame @ (self._Q @ _solved(self._R, right, inward=True))

    def efforts(self, push: Array) -> Array:
        """Multipliers (m,) with which the rows take up a push (f,) in dq: Gᵀ λ = push.

        Of rows that depend on each other the first found take all.
        """
        efforts = np.zeros(len(self.held))
        if len(self._order):
            along = self._Q.T @ (self.seat.frame.T @ push)
            efforts[self._order] = _solved(self._R, along)
            efforts = efforts / self._sizes
        return efforts


def _solved(R: Array, right: Array, inward: bool = False) -> Array:
    """x of R x = right, or of Rᵀ x = right, for a triangle R."""
    return _LAPACK.dtrtrs(R, right, trans=int(inward))[0]


class Linkage:
    """A system whose time stands still: its rows are conditions first, then limits H ≤ 0."""

    def __init__(
        self, bound: Bound, t: float, placed: Sequence[bool], conditions: int, extents: Array
    ) -> None:
        """`placed` (n,) tells rows on positions from those that bind velocities alone.

        `extents` (f,) are how far coordinates go where the system moves as a whole.
        """
        self._bound, self._t, self._extents = bound, t, extents
        self._placed = np.array(placed, bool)
        self.conditions = list(range(conditions))
        self.limits = list(range(conditions, len(placed)))

    def at(self, q: Array) -> Posture:
        """The seat at positions (f,)."""
        out = self._bound(np.concatenate([[self._t], q, np.zeros_like(q)]))
        position = np.where(self._placed, out["position"], 0.0)
        return Posture(q, position, Slopes(out["G"], out["reach"], self._extents), out["g"])

    def slopes(self, q: Array) -> Array:
        """G (k, n, f) at several positions (k, f)."""
        times = np.full((len(q), 1), self._t)
        return self._bound.many(np.hstack([times, q, np.zeros_like(q)]))["G"]

    def closed(self, bonds: Bonds, q: Array) -> Posture | None:
        """The seat nearest to q at which what is held is met; None where there is none near.

        The slopes are those of the bonds as long as they lead there quickly.
        """
        if not len(q):
            return self.at(q)  # nothing moves
        last = np.inf
        for _ in range(ROUNDS):
            seat = self.at(q)
            if not (np.isfinite(seat.position).all() and np.isfinite(seat.rows.G).all()):
                return None
            step = bonds.back(seat.position[list(bonds.held)])
            if not np.isfinite(step).all():
                return None
            size = seat.size(step) / (seat.whole + seat.size(q))
            if size <= SETTLED or (size < ROUNDING and size >= last):
                return seat if self._is_closed(seat, bonds.held) else None
            if size > EACH * last:
                bonds = Bonds.of(seat, bonds.held)
                step = bonds.back(seat.position[list(bonds.held)])
                if seat.size(step) / (seat.whole + seat.size(q)) > 1.0:
                    return None
            q, last = q + step, size
        return None

    def _is_closed(self, seat: Posture, held: Sequence[int]) -> bool:
        """Whether what is held is met, also by rows that follow from others."""
        sizes, could = seat.rows[list(held)].sizes(seat.scale)
        limit = seat.whole * np.where(sizes > 0, CLOSED * sizes, RANKS.idle * could)
        return bool(np.all(np.abs(seat.position[list(held)]) <= limit))
