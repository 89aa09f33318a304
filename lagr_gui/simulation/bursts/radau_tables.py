"""The coefficients of Radau IIA with three stages, of order 5.

Hairer, Wanner: Solving Ordinary Differential Equations II, sections IV.5 and IV.8.  They follow
from the nodes: A holds the integrals of the polynomials that are 1 at one node and 0 at the others.
"""

from __future__ import annotations

import numpy as np

from lagr_gui.arrays import Array

_root = np.sqrt(6.0)
_nodes: Array = np.array([(4 - _root) / 10, (4 + _root) / 10, 1.0])
_powers = np.arange(1, 4)
_courses = np.linalg.inv(_nodes[:, None] ** _powers)
A = (_nodes[:, None] ** _powers / _powers) @ np.linalg.inv(_nodes[:, None] ** (_powers - 1))
"""The weights (3, 3) of the stages."""


def _split() -> tuple[float, complex, Array]:
    """The real and one complex eigenvalue of A⁻¹, and the columns that take them apart."""
    found = np.linalg.eig(np.linalg.inv(A))
    values = np.array(found.eigenvalues, np.complex128)
    vectors = np.array(found.eigenvectors, np.complex128)
    real = int(np.argmin(np.abs(values.imag)))
    pair = int(np.argmax(values.imag))
    v = vectors[:, pair] / vectors[2, pair]
    r = vectors[:, real].real / vectors[2, real].real
    return float(values[real].real), complex(values[pair]), np.column_stack([r, v.real, v.imag])


_mu, _lambda, _T = _split()

NODES = _nodes
"""Where the stages stand in a step of length 1."""

MU, ALPHA, BETA = _mu, _lambda.real, _lambda.imag
"""The eigenvalues μ and α ± iβ of A⁻¹."""

TO_STAGES = _T.ravel()
"""T (3, 3): A⁻¹ T = T Λ, with Λ of μ and of α, β, −β, α."""

FROM_STAGES: Array = np.array(np.linalg.inv(_T).ravel(), float)
"""T⁻¹ (3, 3)."""

COURSES: Array = np.array(_courses.ravel(), float)
"""What x, x², x³ are multiplied with on the way through a step (3, 3), by the stages."""

ERRORS = ((-13 - 7 * float(_root)) / 3, (-13 + 7 * float(_root)) / 3, -1 / 3)
"""The weights of the stages in the error of order 3, beside the rate at the start over μ."""
