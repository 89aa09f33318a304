"""Accelerations from any form of the equations, and one place where constraints join them.

M q̈ = f + Gᵀλ,   G q̈ + γ̿ = 0
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.formalisms.calculus import Programmed
from lagr_gui.mechanics.formalisms.formalism import Balanced
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import descriptor

Residual = Callable[[Array], Array]
"""M q̈ − f (n, f) at accelerations (n, f)."""


HUGE = 1e30
"""Trial accelerations over the forces that are about, and trial forces: all is linear in them."""


@dataclass(frozen=True, eq=False)
class Constraint:
    """G (m, f) and γ̿ (m,) of constraints on the acceleration level at one state."""

    rows: descriptor.Slopes
    gamma: Array


class Evaluator(Protocol):
    """Computes accelerations by one formalism."""

    def accelerations(self, state: State, values: Sequence[float], constraint: Constraint) -> Array:
        """q̈ (f,); nan where it is not determined."""
        ...


class ResidualEvaluator:
    """Any form that is a balance for each coordinate: its residual as one kernel."""

    def __init__(self, form: type[Balanced], reading: Reading) -> None:
        calculus = Programmed(reading)
        kinetics = Kinetics(reading, calculus)
        self.f = len(reading.coordinates)
        scope = calculus.scope
        inputs = [*scope.whole_state, *(value.node for value in kinetics.qdd)]
        outputs = {"residual": [value.node for value in form(kinetics).residual()]}
        self.kernel = compile_kernel(scope.program, inputs, scope.parameters, outputs)

    def accelerations(self, state: State, values: Sequence[float], constraint: Constraint) -> Array:
        """q̈ (f,) from the residual."""
        bound = self.kernel.bind(values)
        head = state.row

        def residual(qdd: Array) -> Array:
            rows = np.column_stack([np.tile(head, (len(qdd), 1)), qdd])
            return bound.many(rows)["residual"]

        return solve(residual, self.f, constraint)


def solve(residual: Residual, f: int, constraint: Constraint) -> Array:
    """q̈ of a residual that is linear in q̈.

    M comes from trial accelerations so large that nothing else is seen beside them; one
    correction then makes the residual itself vanish.
    """
    if not f:
        return np.zeros(0)
    start = residual(np.zeros((1, f)))[0]
    if not np.all(np.isfinite(start)):
        return np.full(f, np.nan)
    trial = HUGE * max(1.0, float(np.max(np.abs(start))))
    M = ((residual(trial * np.eye(f)) - start) / trial).T
    rows, gamma = constraint.rows, constraint.gamma
    qdd = descriptor.solve(M, -start, rows, gamma).qdd
    if not np.all(np.isfinite(qdd)):
        return qdd
    left = _without_reactions(residual(qdd[None, :])[0], rows)
    correction = descriptor.solve(M, -left, rows, gamma + rows.G @ qdd).qdd
    return qdd + np.nan_to_num(correction)  # what is rounding alone may contradict itself


def _without_reactions(left: Array, rows: descriptor.Slopes) -> Array:
    """The part of a residual that no constraint force Gᵀλ can take."""
    if not len(rows):
        return left
    scale = rows.extents * np.ones(len(left))
    _, _, free = descriptor.resolve(rows, np.zeros(len(rows)), scale)
    return free @ (free.T @ left) / scale**2


def response(table: Array, constraint: Constraint) -> Array:
    """q̈ from accelerations without and with `HUGE` forces, (f + 1, f): row 0 is without.

    The constraints add the forces Gᵀλ.
    """
    start = table[0]
    if not np.all(np.isfinite(table)):
        return np.full(len(start), np.nan)
    if not len(constraint.rows):
        return start
    g = np.linalg.inv((table[1:].T - start[:, None]) / HUGE)
    return descriptor.solve(g, g @ start, constraint.rows, constraint.gamma).qdd
