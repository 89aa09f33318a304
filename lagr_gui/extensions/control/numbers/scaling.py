"""Scales of states that do not depend on the units in which somebody writes a system."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm

from lagr_gui.foundation.arrays import Array


@dataclass(frozen=True, eq=False)
class ScaledSystem:
    """A, B with states x = d ξ: A (r, r) has the norm 1, each column of B too.

    Only the r states `reached` by the inputs along some path of entries are there; `size` (n,) are
    the scales d of all, 1 for those that no path reaches.
    """

    A: Array
    B: Array
    reached: NDArray[np.intp]
    size: Array


def scaled(A: Array, B: Array) -> ScaledSystem:
    """A system in the scales by which its inputs move each state.

    d = e^{|A| T} |b| with T = 1/ρ(|A|), of several inputs the geometric mean: no sum cancels, and
    other units of states, inputs and time multiply d by just these units, so that what is computed
    with the scaled matrices is the same in all units.
    """
    sizes, sums = np.abs(A), np.abs(B).sum(axis=0)
    inputs = np.abs(B[:, sums > 0]) / sums[sums > 0]
    quickest = float(np.max(np.abs(np.linalg.eigvals(sizes)), initial=0.0))
    spread = np.asarray(expm(sizes / quickest if quickest else sizes), float) @ inputs
    moved = spread > 0
    logarithms = np.log(np.where(moved, spread, 1.0)).sum(axis=1)
    reached = moved.any(axis=1)
    size = np.where(reached, np.exp(logarithms / np.maximum(moved.sum(axis=1), 1)), 1.0)
    places = np.flatnonzero(reached)
    inner = (A / size[:, None] * size)[np.ix_(places, places)]
    outer = (B / size[:, None])[places]
    lengths = np.linalg.norm(outer, axis=0)
    outer = outer / np.where(lengths > 0, lengths, 1.0)
    norm = float(np.linalg.norm(inner, 2)) if len(places) else 0.0
    return ScaledSystem(inner / norm if norm else inner, outer, places, size)
