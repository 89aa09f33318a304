"""Accelerations from any form of the equations, and one place where constraints join them.

M q̈ = f + Gᵀλ,   G q̈ + γ̿ = 0
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.evaluation import SINGULAR, State
from lagr_gui.mechanics.formalisms.calculus import Programmed
from lagr_gui.mechanics.formalisms.formalism import Balanced
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.reading import Reading

Array = NDArray[np.float64]
Residual = Callable[[Array], Array]
"""M q̈ − f (n, f) at accelerations (n, f)."""


@dataclass(frozen=True, eq=False)
class Constraint:
    """G (m, f) and γ̿ (m,) of constraints on the acceleration level at one state."""

    G: Array
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
        inputs = [*scope.state, *(value.node for value in kinetics.qdd)]
        outputs = [value.node for value in form(kinetics).residual()]
        self.kernel = compile_kernel(scope.program, inputs, scope.parameters, outputs)

    def accelerations(self, state: State, values: Sequence[float], constraint: Constraint) -> Array:
        """q̈ (f,) from the residual."""
        self.kernel.set_parameters(list(values))
        head = np.array([state.t, *state.q, *state.qd])

        def residual(qdd: Array) -> Array:
            rows = np.column_stack([np.tile(head, (len(qdd), 1)), qdd])
            return self.kernel.many(rows)

        return solve(residual, self.f, constraint)


def solve(residual: Residual, f: int, constraint: Constraint) -> Array:
    """q̈ of a residual that is linear in q̈.

    M comes from trial accelerations, as large as they must be so that little is lost by
    cancellation; one correction then makes the residual itself vanish.
    """
    if not f:
        return np.zeros(0)
    start = residual(np.zeros((1, f)))[0]
    if not np.all(np.isfinite(start)):
        return np.full(f, np.nan)
    M = residual(np.eye(f)) - start
    size = np.max(np.abs(start)) / np.maximum(np.max(np.abs(M), axis=1), 1e-300)
    size = np.where((size > 0) & (size < 1e12), size, 1.0)
    M = ((residual(np.diag(size)) - start) / size[:, None]).T
    qdd = constrained(M, -start, constraint.G, -constraint.gamma)
    if not np.all(np.isfinite(qdd)):
        return qdd
    left = residual(qdd[None, :])[0]
    return qdd + constrained(M, -left, constraint.G, -constraint.gamma - constraint.G @ qdd)


def constrained(M: Array, f: Array, G: Array, right: Array) -> Array:
    """q̈ of M q̈ = f + Gᵀλ, G q̈ = right with the shortest λ; nan where M leaves it open."""
    scale = np.sqrt(np.abs(np.diag(M)))
    free = np.full(len(f), np.nan)
    if not np.all(np.isfinite(M)) or (not len(G) and np.min(scale) == 0):
        return free
    scale = np.where(scale > 0, scale, 1.0)
    m, r, g = M / np.outer(scale, scale), f / scale, G / scale
    if not len(G):
        return free if np.linalg.cond(m) > 1 / SINGULAR else np.linalg.solve(m, r) / scale
    whole = np.block([[m, -g.T], [g, np.zeros((len(g), len(g)))]])
    found, _, rank, _ = np.linalg.lstsq(whole, np.concatenate([r, right]), rcond=SINGULAR)
    determined = np.linalg.matrix_rank(np.vstack([m, g]), tol=SINGULAR) == len(f)
    return found[: len(f)] / scale if determined and rank else free


def response(table: Array, constraint: Constraint) -> Array:
    """q̈ from accelerations without and with unit forces, (f + 1, f): row 0 is without.

    The constraints add the forces Gᵀλ.
    """
    start, G = table[0], constraint.G
    if not np.all(np.isfinite(table)) or not len(G):
        return start if np.all(np.isfinite(table)) else np.full(len(start), np.nan)
    mobility = table[1:].T - start[:, None]
    missing = -constraint.gamma - G @ start
    factors = np.linalg.lstsq(G @ mobility @ G.T, missing, rcond=SINGULAR)[0]
    return start + mobility @ G.T @ factors
