"""Motions of some coordinates, given by tables or by expressions in the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from lagr_gui.expression import TIME, Expression, symbols
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.scope import Scope
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


class ExpressionCourse:
    """Positions given as expressions in the time, differentiated exactly."""

    def __init__(
        self, reading: Reading, motion: Mapping[str, Expression], parameters: Array
    ) -> None:
        scope = Scope(reading)
        names = {TIME, *reading.parameters}
        for name, tree in motion.items():
            place = say("Motion of {name}", name=name)
            for used in sorted(symbol.name for symbol in symbols(tree)):
                cause = say("“{wrong}” is neither the time nor a parameter.", wrong=used)
                check_known(used, names, place, cause, "motion")
        program, t = scope.program, scope.q[0]
        q = [scope.node(tree) for tree in motion.values()]
        qd = [program.derivative(node, t) for node in q]
        qdd = [program.derivative(node, t) for node in qd]
        outputs = {"q": q, "qd": qd, "qdd": qdd}
        self._bound = compile_kernel(program, [t], scope.parameters, outputs).bind(parameters)
        self.names = tuple(motion)

    def at(self, t: Array) -> tuple[Array, Array, Array]:
        """q, q̇ and q̈ (n, p) at times (n,)."""
        out = self._bound.many(t[:, None])
        return out["q"], out["qd"], out["qdd"]
