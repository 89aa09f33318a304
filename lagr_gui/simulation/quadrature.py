"""Integrals of a course that can be asked for at any time, to a tolerance of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.polynomial import legendre

from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import QUADRATURE

_x, _ = legendre.leggauss(QUADRATURE.panel_points)
_TO_SERIES = np.linalg.inv(legendre.legvander(_x, QUADRATURE.panel_points - 1))


def integrated(
    course: Callable[[Array], Array],
    t: Array,
    breaks: Sequence[float] | Array = (),
    scale: float = 0.0,
) -> Array:
    """Integrals (n, k) of values (…, k) from the first of the rising times (n,) to each of them.

    The result does not depend on how many times there are: the span is divided where the course
    needs it, and at `breaks`.  What is small beside `scale` is not resolved.
    """
    inner = [b for b in breaks if t[0] < b < t[-1]]
    edges = np.array([t[0], *inner, t[-1]]) if len(inner) else np.linspace(t[0], t[-1], 3)
    edges = np.unique(edges)  # of a span of one rounding there are no halves
    todo = np.column_stack([edges[:-1], edges[1:]])
    done: list[Array] = []
    series: list[Array] = []
    largest = scale
    for halving in range(QUADRATURE.halvings + 1):
        half = np.diff(todo, axis=1) / 2
        times = todo.mean(axis=1, keepdims=True) + half * _x
        values = course(times.ravel()).reshape(len(todo), QUADRATURE.panel_points, -1)
        parts = half[:, :, None] * np.einsum("ij,njk->nik", _TO_SERIES, values)
        sizes = 2 * np.abs(parts).max(axis=1, initial=0.0)
        largest = max(largest, float(np.max(sizes.sum(axis=0), initial=0.0)))
        rest = np.abs(parts[:, -3:]).max(axis=(1, 2), initial=0.0)
        last = halving == QUADRATURE.halvings or len(done) + len(todo) > QUADRATURE.panels
        fine = ~(rest > QUADRATURE.miss * largest) | last
        done += list(todo[fine])
        series += list(parts[fine])
        coarse = todo[~fine]
        if not len(coarse):
            break
        middle = coarse.mean(axis=1)
        todo = np.vstack(
            [np.column_stack([coarse[:, 0], middle]), np.column_stack([middle, coarse[:, 1]])]
        )
    return _summed(np.array(done), np.array(series), t)


def _summed(panels: Array, series: Array, t: Array) -> Array:
    """Integrals (n, k) from series (p, m, k) of what panels (p, 2) hold."""
    order = np.argsort(panels[:, 0])
    panels, series = panels[order], series[order]
    sums = np.vstack([np.zeros((1, series.shape[2])), np.cumsum(2 * series[:, 0], axis=0)])
    which = np.clip(np.searchsorted(panels[:, 0], t, side="right") - 1, 0, len(panels) - 1)
    low, high = panels[which].T
    x = np.clip(2 * (t - low) / (high - low) - 1, -1, 1)
    courses = legendre.legint(series, lbnd=-1, axis=1)[which]
    return sums[which] + np.einsum(
        "ni,nik->nk", legendre.legvander(x, QUADRATURE.panel_points), courses
    )
