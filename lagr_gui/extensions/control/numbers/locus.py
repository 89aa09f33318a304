"""Poles over one number: each followed on its way."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import linear_sum_assignment

from lagr_gui.extensions.control.numbers.state_space import (
    Complex,
    StateSpace,
    eigenvalues,
    in_order,
)
from lagr_gui.foundation.arrays import Array


def root_locus(matrix: Callable[[float], Array], values: Array) -> Complex:
    """The eigenvalues (v, n) of a matrix at each of the values (v,); a column is one on its way."""
    return _followed([in_order(eigenvalues(matrix(value))) for value in values.tolist()])


def regulated(system: StateSpace, Q: Array, R: Array, factors: Array) -> Complex:
    """The poles (v, n) of the regulator with the weights Q and R times each of the factors (v,).

    They are the stable eigenvalues of the Hamiltonian matrix of a continuous system: no gains are
    computed.  Factors for which that are not n are left out.
    """
    A, weighted = system.A, system.B @ np.linalg.solve(R, system.B.T)
    rows: list[Complex] = []
    for factor in factors.tolist():
        values = eigenvalues(np.block([[A, -weighted / factor], [-Q, -A.T]]))
        stable = in_order(values[values.real < 0])
        if len(stable) == system.n:
            rows.append(stable)
    return _followed(rows) if rows else np.zeros((0, system.n), complex)


def _followed(rows: list[Complex]) -> Complex:
    """Each pole in a column of its own: next to where it was before."""
    for place in range(1, len(rows)):
        far = np.abs(rows[place - 1][:, None] - rows[place][None, :])
        rows[place] = rows[place][linear_sum_assignment(far)[1]]
    return np.array(rows, complex)


def gains(most: float = 100.0, points: int = 300) -> Array:
    """Factors (v,) of a gain from 0 over 1 to `most`, closer together where they are small."""
    return np.concatenate([[0.0], np.geomspace(1 / most, most, points)])
