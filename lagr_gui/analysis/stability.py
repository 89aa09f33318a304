"""Maps of stability over some values: of periodic motions, or of equilibria."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.equilibria import equilibria
from lagr_gui.analysis.periodic import closed_motion
from lagr_gui.analysis.sections import period_of
from lagr_gui.analysis.spreading import AskedOfEach, Cancel, Hear, answers_of
from lagr_gui.analysis.varying import family
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.problem import LagrError, refusal
from lagr_gui.simulation import Settings
from lagr_gui.simulation.family import MOST_TOLD
from lagr_gui.simulation.system import Array


@dataclass(frozen=True, eq=False)
class StabilityMap:
    """A measure (…) of stability for all combinations of values by the names in `axes`.

    With a `period` it is the largest modulus of a multiplier, stable up to 1; without one the
    largest growth (1/s) about an equilibrium, stable up to 0.  nan stands where there is none, and
    `problems` say why, by number of the combination.
    """

    axes: Mapping[str, Array]
    measure: Array
    limit: float
    problems: Mapping[int, str]

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
        return told | {"failed": failed}

    def __str__(self) -> str:
        known = np.isfinite(self.measure)
        lines = [f"{known.sum()} combinations, {self.stable[known].sum()} of them stable"]
        lines += [f"  {name}: {v.min():g} to {v.max():g}" for name, v in self.axes.items()]
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
    by its multipliers, without one the equilibrium nearest to the start by its eigenvalues.  Runs
    use all cores, or a cluster, as those of `sweep`.
    """
    asked = family(prepared, vary, (), settings)
    if period is not None:
        period_of(prepared, period)
    question = AskedOfEach(asked, f"{__name__}:growth", {"period": period})
    found = answers_of(question, jobs, scheduler, progress, cancel)
    measure = np.array([np.nan if a.found is None else a.found for a in found])
    return StabilityMap(
        {name: np.array(values) for name, values in asked.axes.items()},
        measure.reshape(asked.shape),
        0.0 if period is None else 1.0,
        {answer.number: answer.problem for answer in found if answer.problem},
    )


def growth(prepared: Prepared, settings: Settings, period: float | str | None) -> float:
    """The largest multiplier of a periodic motion, or growth (1/s) about an equilibrium."""
    if period is not None:
        return closed_motion(prepared, settings, period).largest
    start = dict(zip(prepared.coordinates, settings.q0, strict=True))
    search = equilibria(prepared, near=start)
    if not search.found:
        raise LagrError(search.notes)
    first = search.found[0]
    if not len(first.eigenvalues):
        raise refusal("Linearisation", first.reason, "Take another place.", "no-modes")
    return float(first.eigenvalues.real.max())
