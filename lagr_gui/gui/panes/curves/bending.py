"""Where a curve over another one bends between two output times."""

from __future__ import annotations

import numpy as np

from lagr_gui.arrays import Array

MOST, PARTS = 4000, 8
"""Times that are added at most to those of a motion, and parts of one of its intervals."""
STRAIGHT = np.radians(3)
"""Turn of a line (in a square picture) up to which it does not look like a corner."""


def times_of(t: Array, x: Array, y: Array) -> Array:
    """The times t (n,) and others between them where a line through x, y (n,) has corners."""
    bends = np.zeros(max(len(t) - 1, 0), bool)
    corners = _turns(x, y) > STRAIGHT
    bends[:-1] |= corners
    bends[1:] |= corners
    parts = min(PARTS, MOST // max(int(bends.sum()), 1) + 1)
    inner = t[:-1][bends, None] + np.diff(t)[bends, None] * (np.arange(1, parts) / parts)
    return np.sort(np.concatenate([t, inner.ravel()]))


def _turns(x: Array, y: Array) -> Array:
    """By how much (rad) a line turns at each point (n-2,) but its ends."""
    across, up = (np.nan_to_num(np.diff(one)) / _span(one) for one in (x, y))
    steps = across + 1j * up
    return np.abs(np.angle(steps[1:] * steps[:-1].conj()))


def _span(values: Array) -> float:
    known = values[np.isfinite(values)]
    return float(known.max() - known.min()) or 1.0 if len(known) else 1.0
