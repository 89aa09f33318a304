"""Polynomials on a span from few samples, by coefficients that bound them: Bernstein's.

A polynomial lies between its least and its largest coefficient, and changes its sign at most as
often as they do.

Farouki: The Bernstein polynomial basis, Computer Aided Geometric Design 29 (2012).
"""

from __future__ import annotations

from math import comb

import numpy as np

DEGREE = 8
"""Of the polynomial through the samples: that of the dense output of long steps, and one more."""

PLACES = tuple(float(x) for x in (1 - np.cos(np.pi * np.arange(DEGREE + 1) / DEGREE)) / 2)
"""Where samples are taken on the span 0 … 1: Chebyshev's points, both ends with them."""


def _coefficients() -> tuple[float, ...]:
    """The matrix (9, 9) that makes Bernstein coefficients of samples, by rows."""
    x, k = np.array(PLACES)[:, None], np.arange(DEGREE + 1)
    binomials = np.array([comb(DEGREE, i) for i in k])
    made = np.linalg.inv(binomials * x**k * (1 - x) ** (DEGREE - k))
    made[0], made[-1] = np.eye(DEGREE + 1)[[0, -1]]
    return tuple(made.ravel().tolist())


def _last_waves(count: int) -> tuple[float, ...]:
    """The matrix (count, 9) that makes the last coefficients of Chebyshev's series, by rows."""
    i = np.arange(DEGREE + 1)
    ends = np.where((i == 0) | (i == DEGREE), 0.5, 1.0)
    waves = np.cos(np.pi * np.outer(i, i) / DEGREE) * ends * ends[:, None] * 2 / DEGREE
    return tuple(waves[-count:].ravel().tolist())


WAVES = 3
"""Chebyshev coefficients that tell what a polynomial of this degree may miss of a curve."""

TO_BERNSTEIN, LAST_WAVES = _coefficients(), _last_waves(WAVES)
