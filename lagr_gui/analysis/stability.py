"""Maps of stability over some values: of periodic motions, or of equilibria."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.following import followed_equilibria
from lagr_gui.analysis.periodic import closed_motion
from lagr_gui.analysis.sections import period_of
from lagr_gui.analysis.spreading import AskedOfEach, Cancel, Hear, answers_of
from lagr_gui.analysis.varying import Family, family
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.problem import Cancelled
from lagr_gui.simulation import Settings
from lagr_gui.simulation.family import MOST_TOLD
from lagr_gui.simulation.system import Array


@dataclass(frozen=True, eq=False)
class StabilityMap:
    """A measure (…) of stability for all combinations of values by the names in `axes`.

    With a `period` it is the largest modulus of a multiplier, stable up to 1; without one the
    largest growth (1/s) about an equilibrium, stable up to 0.  nan stands where there is none, and
    `problems` say why, by number of the combination.  `breaks` are the numbers of those before
    which the equilibrium that was followed has ended: another one begins there.
    """

    axes: Mapping[str, Array]
    measure: Array
    limit: float
    problems: Mapping[int, str]
    breaks: tuple[int, ...] = ()

    @property
    def stable(self) -> NDArray[np.bool_]:
        """Where nothing grows, but for rounding."""
        return self.measure <= self.limit + ROUNDING

    def columns(self) -> dict[str, Array]:
        """The table of a file: one row for each combination."""
        grids = np.meshgrid(*self.axes.values(), indexing="ij")
        found = {name: grid.ravel() for name, grid in zip(self.axes, grids, strict=True)}
        return found | {"measure": self.measure.ravel()}

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        failed = [{"number": n, "cause": text} for n, text in self.problems.items()]
        told = {"axes": dict(self.axes), "measure": self.measure, "limit": self.limit}
        return told | {"failed": failed, "breaks": self.breaks}

    def __str__(self) -> str:
        known = np.isfinite(self.measure)
        lines = [f"{known.sum()} combinations, {self.stable[known].sum()} of them stable"]
        lines += [f"  {name}: {v.min():g} to {v.max():g}" for name, v in self.axes.items()]
        if self.breaks:
            lines.append(f"  the equilibrium ends {len(self.breaks)} times: others begin there")
        failed = [*self.problems.items()]
        lines += [f"  combination {n}: {text}" for n, text in failed[:MOST_TOLD]]
        return "\n".join(lines)


ROUNDING = 1e-6
"""Growth that is none: multipliers of motions without losses have modulus 1 but for rounding."""


@on_one_thread
def stability(
    prepared: Prepared,
    vary: Mapping[str, Sequence[float]],
    period: float | str | None = None,
    settings: Settings | None = None,
    jobs: int | None = None,
    scheduler: str = "",
    progress: Hear | None = None,
    cancel: Cancel | None = None,
) -> StabilityMap:
    """A map of stability over parameters: where the periodic motion, or an equilibrium, is stable.

    With a `period` (s, or an expression in parameters) the periodic motion near the start is judged
    by its multipliers; runs use all cores, or a cluster, as those of `sweep`.  Without one it is
    the equilibrium nearest to the start, by its eigenvalues: it is followed from each combination
    to the next, and where it ends, as in a fold, that is told (`breaks`).
    """
    asked = family(prepared, vary, (), settings)
    axes = {name: np.array(values) for name, values in asked.axes.items()}
    if period is None:
        return _about_equilibria(asked, axes, progress, cancel)
    period_of(prepared, period)
    question = AskedOfEach(asked, f"{__name__}:growth", {"period": period})
    found = answers_of(question, jobs, scheduler, progress, cancel)
    measure = np.array([np.nan if a.found is None else a.found for a in found])
    problems = {answer.number: answer.problem for answer in found if answer.problem}
    return StabilityMap(axes, measure.reshape(asked.shape), 1.0, problems)


def growth(prepared: Prepared, settings: Settings, period: float | str) -> float:
    """The largest multiplier of a periodic motion."""
    return closed_motion(prepared, settings, period).largest


def _about_equilibria(
    asked: Family, axes: Mapping[str, Array], progress: Hear | None, cancel: Cancel | None
) -> StabilityMap:
    """The largest growth (1/s) about the equilibrium that is followed over the map."""
    measure, problems, breaks = np.full(asked.runs, np.nan), dict[int, str](), list[int]()
    for own in followed_equilibria(asked, from_start=True):
        if own.problem:
            problems[own.number] = own.problem
        elif own.found is not None:
            measure[own.number] = own.found.eigenvalues.real.max()
        breaks += [own.number] * own.begins
        if progress is not None:
            progress(own.number + 1, asked.runs)
        if cancel is not None and cancel():
            raise Cancelled
    return StabilityMap(axes, measure.reshape(asked.shape), 0.0, problems, tuple(breaks))
