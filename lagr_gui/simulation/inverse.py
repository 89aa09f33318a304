"""Inverse and mixed problems: motions from tables, and the forces that a motion needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.numerics import Slopes, pushes
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import FOLLOWING


class TableCourse:
    """Positions given at instants, made smooth by splines of degree 5.

    Without `noise` the splines pass through all points; with it (the standard deviation of the
    positions, rad or m) they are as smooth as that uncertainty allows.
    """

    def __init__(self, names: Sequence[str], t: Array, q: Array, noise: float = 0.0) -> None:
        from scipy.interpolate import UnivariateSpline, make_interp_spline

        self.names = tuple(names)
        if len(t) <= FOLLOWING.degree or np.any(np.diff(t) <= 0) or not np.isfinite(q).all():
            cause = say(
                "It has {count} rows, or its times do not rise, or a number is missing.",
                count=len(t),
            )
            remedy = say(
                "Give at least {degree} rows with rising times and finite numbers.",
                degree=FOLLOWING.degree + 1,
            )
            raise refusal("Table of the motion", cause, remedy, code="table")
        self.span = float(t[0]), float(t[-1])
        self.knots: list[float] = t.tolist()
        columns = q.T
        if noise:
            s = len(t) * noise**2
            self._splines = [
                UnivariateSpline(t, column, k=FOLLOWING.degree, s=s) for column in columns
            ]
            self.how = say("splines of degree 5, smoothed by {noise:g}", noise=noise)
        else:
            self._splines = [
                make_interp_spline(t, column, k=FOLLOWING.degree) for column in columns
            ]
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
