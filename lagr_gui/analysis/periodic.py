"""Periodic motions, their multipliers (Floquet), and maps of stability over two values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.equilibria import equilibria
from lagr_gui.analysis.outputs import Outputs
from lagr_gui.analysis.sections import period_of
from lagr_gui.analysis.sensitivity import slopes_along, varied_by
from lagr_gui.analysis.simulating import run
from lagr_gui.analysis.spreading import AskedOfEach, Cancel, Hear, answers_of
from lagr_gui.analysis.varying import family
from lagr_gui.message import say
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.problem import LagrError, refusal
from lagr_gui.simulation import Settings
from lagr_gui.simulation.system import Array

ROUNDS = 30
"""Steps of Newton's method."""

CLOSED = 1e-9
"""A motion whose ends differ less, by their size or by 1, is periodic."""

ACCURATE = 1e-10
"""The relative tolerance of motions whose ends are compared."""

WANDERING = 10.0
"""How far (rad, m) a step of Newton's method may go at once."""


@dataclass(frozen=True, eq=False)
class PeriodicMotion:
    """A periodic motion: its start q, q̇ (f,), and the multipliers (2f,) of small deviations.

    A deviation grows by its multiplier in each period; the motion is stable where none is larger
    than 1 in modulus.  `monodromy` (2f, 2f) carries deviations over one period.
    """

    coordinates: tuple[str, ...]
    period: float
    q: Array
    qd: Array
    monodromy: Array
    multipliers: NDArray[np.complex128]

    @property
    def largest(self) -> float:
        """The largest modulus of a multiplier."""
        return float(np.abs(self.multipliers).max())

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        pairs = [[entry.real, entry.imag] for entry in self.multipliers.tolist()]
        names = ("coordinates", "period", "q", "qd", "largest")
        return {name: getattr(self, name) for name in names} | {"multipliers": pairs}

    def __str__(self) -> str:
        lines = [f"periodic motion of {self.period:.6g} s"]
        for name, q, qd in zip(self.coordinates, self.q, self.qd, strict=True):
            lines.append(f"  {name} = {q:.9g}, {name}' = {qd:.9g}")
        for entry in self.multipliers.tolist():
            lines += [f"  |μ| = {abs(entry):.9g}, phase {np.angle(entry):.6g} rad"]
        return "\n".join(lines)


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
        return "\n".join(lines)


ROUNDING = 1e-6
"""Growth that is none: multipliers of motions without losses have modulus 1 but for rounding."""


@on_one_thread
def periodic_motion(
    prepared: Prepared, period: float | str, settings: Settings | None = None
) -> PeriodicMotion:
    """The periodic motion of a given period near the start, and its multipliers.

    Newton's method makes the ends of a period meet, with the exact slopes of the motion.  `period`
    is a number (s) or an expression in parameters, such as ``2*pi/Omega``.  Raises LagrError where
    none is found.
    """
    return closed_motion(prepared, settings or prepared.settings, period)


def closed_motion(prepared: Prepared, settings: Settings, period: float | str) -> PeriodicMotion:
    """The periodic motion near the start of the settings."""
    T = period_of(prepared, period)
    names = prepared.coordinates
    f, vary = len(names), [*names, *(f"{name}'" for name in names)]
    fine = replace(settings, t_end=settings.t0 + T, points=2)
    fine = replace(fine, rtol=min(fine.rtol, ACCURATE), atol=min(fine.atol, ACCURATE / 100))
    for _ in range(ROUNDS):
        motion = run(prepared, fine, Outputs(prepared, ()), checked=False)
        start = np.concatenate([motion.q[0], motion.qd[0]])
        end = np.concatenate([motion.q[-1], motion.qd[-1]])
        asked = varied_by(prepared, vary, (), fine)
        values = {name: own[0] for name, own in asked.axes.items()}
        slopes = slopes_along(asked, values, prepared, motion, motion.t)
        monodromy = np.vstack([slopes.q[-1], slopes.qd[-1]])
        if np.abs(end - start).max() <= CLOSED * max(1.0, float(np.abs(end).max())):
            own = np.linalg.eigvals(monodromy).astype(complex)
            order = np.argsort(-np.abs(own), kind="stable")
            return PeriodicMotion(names, T, start[:f], start[f:], monodromy, own[order])
        step = np.linalg.lstsq(np.eye(2 * f) - monodromy, end - start, rcond=1e-12)[0]
        step *= min(1.0, WANDERING / max(float(np.abs(step).max()), 1e-300))
        moved = start + step
        fine = replace(fine, q0=moved[:f].tolist(), qd0=moved[f:].tolist())
    cause = say("The ends of a period of {T} s do not meet.", T=f"{T:.6g}")
    raise refusal("Periodic motion", cause, "Begin nearer to it, or take another period.", "period")


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
