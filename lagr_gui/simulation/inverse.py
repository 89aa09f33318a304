"""Inverse and mixed problems: motions from tables, forces and work that a motion needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.columns import Columns, NamedCourses
from lagr_gui.message import say
from lagr_gui.numerics import Slopes, pushes
from lagr_gui.problem import LagrError, Problem
from lagr_gui.selfcheck import SelfCheck
from lagr_gui.simulation.system import Array

if TYPE_CHECKING:
    from lagr_gui.mechanics.reactions import Reaction

DEGREE = 5
"""Splines of this degree: their accelerations have two continuous derivatives."""


@dataclass(frozen=True, eq=False)
class DrivenMotion(NamedCourses):
    """A motion of n instants with the p coordinates `prescribed`, and what it needs.

    q, qd, qdd (n, f); forces, power, work (n, p): the generalised forces on the prescribed
    coordinates beyond those of the model, the power τ q̇ that they supply, and their work since
    the start.  T, U (n,); dissipated, supplied (n,): powers of dampers, and of forces and
    prescribed motions of the model; lost, given (n,): the work of these since the start.  Works
    do not depend on the choice of instants.  multipliers (n, c) belong to the conditions
    `sources`.  reactions by joint: force, moment and point (n, 3) in space axes.  `how` tells how
    the motion was made.
    """

    coordinates: tuple[str, ...]
    prescribed: tuple[str, ...]
    t: Array
    q: Array
    qd: Array
    qdd: Array
    forces: Array
    T: Array
    U: Array
    dissipated: Array
    supplied: Array
    work: Array
    lost: Array
    given: Array
    sources: tuple[str, ...]
    multipliers: Array
    reactions: Mapping[str, Reaction]
    how: str
    certificate: SelfCheck | None = None

    @property
    def force(self) -> Columns:
        """The forces (n,) by the names of the prescribed coordinates."""
        return Columns(self.prescribed, self.forces)

    @property
    def free(self) -> tuple[str, ...]:
        """Coordinates that are not prescribed."""
        return tuple(name for name in self.coordinates if name not in self.prescribed)

    @property
    def power(self) -> Array:
        """τ q̇ (n, p)."""
        places = [self.coordinates.index(name) for name in self.prescribed]
        return self.forces * self.qd[:, places]

    @property
    def energy_error(self) -> float:
        """The largest part of the work that is not found as energy, over the largest of both."""
        works = np.column_stack([self.work.sum(axis=1), self.given, -self.lost])
        gained = self.T + self.U - self.T[0] - self.U[0]
        scale = float(max(np.max(np.abs(works)), np.max(np.abs(gained)), 1e-300))
        return float(np.max(np.abs(works.sum(axis=1) - gained))) / scale


class TableCourse:
    """Positions given at instants, made smooth by splines of degree 5.

    Without `noise` the splines pass through all points; with it (the standard deviation of the
    positions, rad or m) they are as smooth as that uncertainty allows.
    """

    def __init__(self, names: Sequence[str], t: Array, q: Array, noise: float = 0.0) -> None:
        from scipy.interpolate import UnivariateSpline, make_interp_spline

        self.names = tuple(names)
        if len(t) <= DEGREE or np.any(np.diff(t) <= 0) or not np.isfinite(q).all():
            cause = say(
                "It has {count} rows, or its times do not rise, or a number is missing.",
                count=len(t),
            )
            remedy = say(
                "Give at least {degree} rows with rising times and finite numbers.",
                degree=DEGREE + 1,
            )
            raise LagrError(Problem("Table of the motion", cause, remedy, code="table"))
        self.span = float(t[0]), float(t[-1])
        self.knots: list[float] = t.tolist()
        columns = q.T
        if noise:
            s = len(t) * noise**2
            self._splines = [UnivariateSpline(t, column, k=DEGREE, s=s) for column in columns]
            self.how = say("splines of degree 5, smoothed by {noise:g}", noise=noise)
        else:
            self._splines = [make_interp_spline(t, column, k=DEGREE) for column in columns]
            self.how = say("splines of degree 5 through {count} points", count=len(t))

    def at(self, t: Array) -> tuple[Array, Array, Array]:
        """q, q̇ and q̈ (n, p) at times (n,)."""
        q, qd, qdd = (
            np.column_stack([np.asarray(s(t, nu), float) for s in self._splines]) for nu in range(3)
        )
        return q, qd, qdd


def split(force: Array, rows: Slopes, places: Sequence[int]) -> tuple[Array, Array]:
    """τ (n, p) and λ (n, c) of force = Gᵀ λ + τ on the coordinates at `places`, of least norm."""
    n, f = force.shape
    others = np.ones((n, f))
    others[:, list(places)] = 0.0
    multipliers = pushes(rows, force, others)
    held = np.einsum("nmf,nm->nf", rows.G, multipliers)
    return (force - held)[:, list(places)], multipliers
