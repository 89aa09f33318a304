"""Accelerations that forces are made of, in numbers: (1 − E W) a = E u."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from lagr_gui.foundation.arrays import Array


def fed_back(
    force: Array,
    columns: Sequence[Array],
    places: Sequence[int],
    answer: Callable[[Array, bool], Array],
) -> Array:
    """The accelerations (…, r) of the coordinates at `places`; nan where there are none.

    The force (…, f) grows by a column (…, f) with each of them.  `answer` gives q̈ (…, f) for a
    force, or what it adds to q̈ (True).
    """
    at = list(places)
    u = answer(force, False)[..., at]
    W = np.stack([answer(column, True)[..., at] for column in columns], axis=-1)
    try:
        solution = np.linalg.solve(np.eye(len(at)) - W, u[..., None])
        return np.asarray(solution[..., 0], float)
    except np.linalg.LinAlgError:
        return np.full_like(u, np.nan)
