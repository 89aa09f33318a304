"""Linear differential equations ẋ = A(t) x + b(t) along a motion that is known.

Steps are those of Radau IIA with five stages, of order nine, that let fade what A lets fade fast.
All of them are taken at once; those that differ from two of half their length are halved.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.special import roots_jacobi

from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import VARIATION

Rates = Callable[[Array], tuple[Array, Array]]
"""Takes times (n,); gives A (n, m, m) and b (n, m, k)."""

_x, _ = roots_jacobi(VARIATION.stages - 1, 1, 0)
NODES = np.append((_x + 1) / 2, 1.0)
"""Where the stages stand in a step of length 1."""

_powers = np.arange(1, VARIATION.stages + 1)
_inverse = np.linalg.inv(NODES[:, None] ** (_powers - 1))
STAGES = (NODES[:, None] ** _powers / _powers) @ _inverse
"""Integrals (s, s) from 0 to each node of the polynomials that are 1 at one of the nodes."""
WEIGHTS = (1 / _powers) @ _inverse


def carried(rates: Rates, t: Array, start: Array, unit: Array | float = 1.0) -> Array:
    """x (n, m, k) at rising times t (n,) from its start (m, k), with a unit (m,) of each entry.

    What comes from b is measured by the largest of its column in any step.
    """
    todo = np.column_stack([t[:-1], t[1:]])
    ends: list[Array] = []
    steps: list[Array] = []
    m = len(start)
    far = np.concatenate([unit * np.ones(m), np.ones(start.shape[1])])
    units = far / far[:m, None]
    whole = _steps(rates, todo, m)
    least = np.zeros(len(far))
    least[:m] = 1.0
    least[m:] = np.max(np.abs(whole[:, :m, m:]) * units[:, m:], axis=(0, 1), initial=0.0)
    for halving in range(VARIATION.divisions + 1):
        if not len(todo):
            break
        halves = _halved(todo)
        parts = _steps(rates, halves, m)
        both = parts[1::2] @ parts[::2]
        miss, reach = (np.abs(x[:, :m] * units) for x in (both - whole, both))
        sizes = np.maximum(least, reach.max(axis=1))
        sizes[:, :m] = sizes[:, :m].max(axis=1, initial=1.0, keepdims=True)
        last = halving == VARIATION.divisions or len(steps) + len(todo) > VARIATION.most_spans
        fine = (miss.max(axis=1) <= VARIATION.step_apart * sizes).all(axis=1) | last
        ends.append(todo[fine, 1])
        steps.append(both[fine])
        rough = np.repeat(~fine, 2)
        todo, whole = halves[rough], parts[rough]
    course, x = np.empty((len(t), *start.shape)), start
    course[0], times = start, np.concatenate([np.empty(0), *ends])
    flat = [step for group in steps for step in group]
    for number in np.argsort(times, kind="stable"):
        step = flat[number]
        x = step[:m, :m] @ x + step[:m, m:]
        if (at := np.searchsorted(t, times[number])) < len(t) and t[at] == times[number]:
            course[at] = x
    return course


def _halved(spans: Array) -> Array:
    """Both halves of each span (n, 2), one behind the other."""
    middle = spans.mean(axis=1)
    return np.stack([spans[:, 0], middle, middle, spans[:, 1]], axis=1).reshape(-1, 2)


def _steps(rates: Rates, spans: Array, m: int) -> Array:
    """What carries x and k constants 1 on over spans (n, 2): (n, m + k, m + k)."""
    h, s = np.diff(spans, axis=1), VARIATION.stages
    A, b = rates((spans[:, :1] + h * NODES).ravel())
    n, k = len(spans), b.shape[2]
    A, b = A.reshape(n, s, m, m), b.reshape(n, s, m, k)
    matrix = -h[:, :, None, None, None] * np.einsum("ij,nipq->nipjq", STAGES, A)
    matrix = matrix.reshape(n, s * m, s * m) + np.eye(s * m)
    right = np.concatenate([A, b], axis=3).reshape(n, s * m, m + k)
    slopes = np.linalg.solve(matrix, right).reshape(n, s, m, m + k)
    transition = np.tile(np.eye(m + k), (n, 1, 1))
    transition[:, :m] += h[:, :, None] * np.einsum("i,nipq->npq", WEIGHTS, slopes)
    return transition
