"""Which constraints stand for all others: independent ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.numerics import independent
from lagr_gui.simulation.constraints import BoundConstraints, Description


@dataclass(frozen=True, slots=True, eq=False)
class ChosenRows:
    """Independent rows of the constraints for one compiled system.

    `weights` make g regular, and are empty where it is; `sizes` (r,) are the diagonal of
    S = G g⁻¹ Gᵀ in a general position: pivots of S are measured by them.
    """

    rows: tuple[int, ...]
    weights: tuple[float, ...]
    sizes: Array


def choose_rows(constraints: BoundConstraints, t: float, q: Array, qd: Array) -> ChosenRows:
    """Independent rows that span all others near a state.

    Looked for at positions beside q too: where constraints depend on each other only at q
    itself (a singular configuration) all of them are needed.
    """
    best: list[int] = []
    source = np.random.default_rng(3)
    places: list[Description] = []
    beside = (q + 1e-2 * constraints.extents * source.standard_normal(len(q)) for _ in range(2))
    for start in [q, *beside]:
        near = constraints.project_positions(t, start) if start is not q else q
        if not np.isfinite(near).all():
            continue
        description = constraints.at(t, near, qd)
        places.append(description)
        rows = independent(description.rows, description.scale)
        if len(rows) > len(best):
            best = rows
    weights = _weights(places[0], best)
    sizes = np.max([_sizes(place, best, weights) for place in places], axis=0)
    return ChosenRows(tuple(best), weights, sizes)


def _weights(description: Description, rows: list[int]) -> tuple[float, ...]:
    g, scale = description.g, description.scale
    scaled = g * np.outer(scale, scale)
    if not len(g) or np.linalg.cond(scaled) < 1e10:
        return ()
    sizes = np.sum((description.G[rows] * scale) ** 2, axis=1)
    return tuple(float(f"{1 / size:.1g}") if size > 0 else 0.0 for size in sizes)


def _sizes(description: Description, rows: list[int], weights: tuple[float, ...]) -> Array:
    """The diagonal (r,) of S, with the weights in g."""
    scale = description.scale
    G, g = description.G[rows] * scale, description.g * np.outer(scale, scale)
    g = g + (G.T * weights) @ G if weights else g
    return np.einsum("sr,sr->s", G, np.linalg.lstsq(g, G.T, rcond=None)[0].T)
