"""Basins of attraction: which start values, or parameters, lead to which end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.extensions.families.family import MOST_TOLD, Sweep, combinations, failures
from lagr_gui.extensions.families.spreading import Cancel, Hear
from lagr_gui.extensions.families.sweeping import sweep
from lagr_gui.foundation.problem import refusal
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Settings
from lagr_gui.simulation.system import Array

NEAR = 0.01
"""Ends nearer than this part of their range are the same attractor, or are joined by others."""

SINGLE = 0.05
"""Where more than this part of the runs end alone it is told."""


@dataclass(frozen=True, eq=False)
class Basins:
    """Which end each combination of the values in `axes` comes to.

    `number` (…) counts attractors from 0, those of most runs first; −1 where a run did not reach
    its end, of which `problems` tell why, by number of the run.  `ends` (a, k) are the middles of
    the outputs there, by `expressions`.
    """

    axes: Mapping[str, Array]
    expressions: tuple[str, ...]
    number: NDArray[np.int64]
    ends: Array
    problems: Mapping[int, str]

    @property
    def shares(self) -> Array:
        """The part of all runs (a,) that comes to each of them."""
        counts = np.bincount(self.number[self.number >= 0], minlength=len(self.ends))
        return counts / max(self.number.size, 1)

    @property
    def alone(self) -> int:
        """How many ends one run alone comes to: where there are many, motions have not settled."""
        counts = np.bincount(self.number[self.number >= 0], minlength=len(self.ends))
        return int(np.sum(counts == 1))

    def columns(self) -> dict[str, Any]:
        """The table of a file: one row for each run."""
        return {**combinations(self.axes), "attractor": self.number.ravel()}

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        names = ("expressions", "number", "ends", "shares", "alone")
        data = {name: getattr(self, name) for name in names}
        return {"axes": dict(self.axes)} | data | {"failed": failures(self.problems)}

    def __str__(self) -> str:
        lines = [f"{len(self.ends)} attractors"]
        for number, (end, share) in enumerate(zip(self.ends, self.shares, strict=True)):
            parts = zip(self.expressions, end, strict=True)
            shown = ", ".join(f"{text} = {v:.6g}" for text, v in parts)
            lines.append(f"  {number}: {share:.1%}, {shown}")
        if self.alone > SINGLE * self.number.size:
            lines.append(f"  {self.alone} runs end alone: they may not have settled yet")
        failed = [*self.problems.items()]
        lines += [f"  run {n}: {text}" for n, text in failed[:MOST_TOLD]]
        return "\n".join(lines)


@on_one_thread
def basins(
    prepared: Prepared,
    vary: Mapping[str, Sequence[float]],
    outputs: Sequence[str] = (),
    near: float = NEAR,
    settings: Settings | None = None,
    jobs: int | None = None,
    scheduler: str = "",
    progress: Hear | None = None,
    cancel: Cancel | None = None,
) -> Basins:
    """Which end each run of a sweep comes to, by its `outputs` there; without any, all q and q̇.

    Ends nearer to each other than `near`, of the range of all of them or of 1, belong together.
    For angles that turn through take ``cos(q1)`` and ``sin(q1)``; for periodic attractors an end
    after a whole number of periods.  Runs use all cores, or a cluster, as those of `sweep`.
    """
    if not near > 0:
        raise refusal("Basins", "Nothing is that near.", "Give a number above 0.", "near")
    names = prepared.coordinates
    looked = outputs or (*names, *(f"{name}'" for name in names))
    few = replace(settings or prepared.settings, points=2)
    kinds: dict[str, Any] = {"jobs": jobs, "scheduler": scheduler}
    runs = sweep(prepared, vary, looked, None, few, progress=progress, cancel=cancel, **kinds)
    return attractors(runs, near)


def attractors(runs: Sweep, near: float = NEAR) -> Basins:
    """The ends of the runs of a sweep, gathered by neighbourhood."""
    from scipy.sparse import coo_array  # loaded, as the others, when the first ends are gathered
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import KDTree

    last = runs.curves[:, :, -1]
    reached = np.isfinite(last).all(axis=1)
    number = np.full(len(last), -1, np.int64)
    ends = np.zeros((0, last.shape[1]))
    if reached.any():
        states = last[reached]
        scale = np.maximum(np.ptp(states, axis=0), 1.0)
        # Cells of a grid first: of the ends in one cell nobody asks for pairs.
        cells, inside = np.unique(np.floor(states / scale / near), axis=0, return_inverse=True)
        pairs = KDTree(cells).query_pairs(1.5, p=np.inf, output_type="ndarray")
        links = coo_array((np.ones(len(pairs)), pairs.T), shape=(len(cells), len(cells)))
        labels = connected_components(links, directed=False)[1][inside.ravel()]
        order = np.argsort(-np.bincount(labels), kind="stable")
        number[reached] = np.argsort(order)[labels]
        ends = np.array([states[labels == label].mean(axis=0) for label in order])
    shaped = number.reshape(runs.shape)
    return Basins(runs.axes, runs.expressions, shaped, ends, runs.problems)
