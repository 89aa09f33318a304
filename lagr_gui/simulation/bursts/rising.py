"""Whether a curve rises through 0 within a span, from its samples, in the small language.

The polynomial through them is bounded by its Bernstein coefficients, and what it may miss of the
curve by its last Chebyshev coefficients.
"""

from __future__ import annotations

from lagr_gui.native import Reals
from lagr_gui.numerics.bernstein import DEGREE, LAST_WAVES, TO_BERNSTEIN, WAVES
from lagr_gui.simulation.tuning import RUN

CLEAR, RISES, UNSURE = range(3)
"""It nowhere rises through 0; once, and stays above; the span is to be halved."""

ROUNDING = RUN.sampled


def verdict(samples: Reals, c: int) -> int:
    """What one of c curves does, whose samples are every c-th of these."""
    apart = uncertainty(samples, c)
    low, high = False, False
    for k in range(DEGREE + 1):
        b, e = 0.0, 0.0 if k == 0 or k == DEGREE else apart
        for j in range(DEGREE + 1):
            b += TO_BERNSTEIN[k * (DEGREE + 1) + j] * samples[j * c]
        if b + e < 0.0:
            if high:
                return UNSURE
            low = True
        elif b >= e:
            high = low
        elif b < e:
            return UNSURE
    return RISES if high else CLEAR


def uncertainty(samples: Reals, c: int) -> float:
    """How far the polynomial may be from the curve."""
    size, apart = 0.0, 0.0
    for j in range(DEGREE + 1):
        size = max(size, abs(samples[j * c]))
    for i in range(WAVES):
        wave = 0.0
        for j in range(DEGREE + 1):
            wave += LAST_WAVES[i * (DEGREE + 1) + j] * samples[j * c]
        apart += abs(wave)
    return apart + ROUNDING * size
