"""Maps of stability over some values: of periodic motions, or of equilibria."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.small_motions.equilibria import Equilibrium
from lagr_gui.extensions.families.family import MOST_TOLD, combinations, failures
from lagr_gui.extensions.families.following import Followed
from lagr_gui.extensions.families.following_equilibria import followed_equilibria
from lagr_gui.extensions.families.following_motions import followed_motions
from lagr_gui.extensions.families.periodic import PeriodicMotion
from lagr_gui.extensions.families.sections import period_of
from lagr_gui.extensions.families.spreading import Cancel, Hear, report
from lagr_gui.extensions.families.varying import Family, family
from lagr_gui.foundation.message import phrase, say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Settings
from lagr_gui.simulation.system import Array

OF_MOTIONS, OF_EQUILIBRIA = 1.0, 0.0
"""Largest modulus of a multiplier, and largest growth (1/s), of what is stable."""

ROUNDING = 1e-6
"""Growth that is none, in a period or in a tenth of the model's time: multipliers of motions
without losses have modulus 1 but for rounding."""


@dataclass(frozen=True, eq=False)
class StabilityMap:
    """A measure (…) of stability for all combinations of values by the names in `axes`.

    With a `period` it is the largest modulus of a multiplier, stable up to 1; without one the
    largest growth (1/s) about an equilibrium, stable up to 0.  nan stands where there is none, and
    `problems` say why, by number of the combination.  `q`, `qd` (…, f) are the start of the motion,
    or the equilibrium.  `breaks` are the numbers of combinations before which the motion or the
    equilibrium that was followed has ended: another one begins there.  What grows by less than
    `rounding` does not grow.
    """

    axes: Mapping[str, Array]
    measure: Array
    limit: float
    problems: Mapping[int, str]
    coordinates: tuple[str, ...]
    q: Array
    qd: Array
    breaks: tuple[int, ...] = ()
    rounding: float = ROUNDING

    @property
    def of_motions(self) -> bool:
        """Whether periodic motions were judged, not equilibria."""
        return self.limit == OF_MOTIONS

    @property
    def stable(self) -> NDArray[np.bool_]:
        """Where nothing grows, but for rounding."""
        return self.measure <= self.limit + self.rounding

    def columns(self) -> dict[str, Array]:
        """The table of a file: one row for each combination."""
        table = combinations(self.axes)
        table["measure"] = self.measure.ravel()
        for dash, states in (("", self.q), ("'", self.qd)):
            for at, name in enumerate(self.coordinates):  # start values have the plain names
                table[f"found {name}{dash}"] = states[..., at].ravel()
        return table

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        data = {"axes": dict(self.axes), "measure": self.measure, "limit": self.limit}
        data |= {"coordinates": self.coordinates, "q": self.q, "qd": self.qd}
        return data | {"failed": failures(self.problems), "breaks": self.breaks}

    def __str__(self) -> str:
        finite = np.isfinite(self.measure)
        lines = [f"{finite.sum()} combinations, {self.stable[finite].sum()} of them stable"]
        lines += [f"  {name}: {v.min():g} to {v.max():g}" for name, v in self.axes.items()]
        if self.breaks:
            what = "periodic motion" if self.of_motions else "equilibrium"
            lines.append(f"  the {what} ends {len(self.breaks)} times: others begin there")
        failed = [*self.problems.items()]
        lines += [f"  combination {n}: {text}" for n, text in failed[:MOST_TOLD]]
        return "\n".join(lines)


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

    With a `period` (s, or an expression in parameters) a periodic motion is judged by its
    multipliers; runs use all cores, or a cluster, as those of `sweep`.  Without one it is an
    equilibrium, by its eigenvalues.  The first is the one near the start; it is followed from each
    combination to the next, and where it ends, as in a fold, that is told (`breaks`).  Raises
    LagrError for equilibria of equations that change with time, whose eigenvalues decide nothing.
    """
    prepared.refuse_frictions()
    asked = family(prepared, vary, (), settings)
    if period is None:
        equilibria = _about_equilibria(asked, prepared.coordinates, progress, cancel)
        return replace(equilibria, rounding=ROUNDING / prepared.unit_of_time)
    prepared.refuse_states()
    period_of(prepared, period)
    motions = followed_motions(asked, period, jobs, scheduler, progress, cancel)
    return _map(asked, prepared.coordinates, OF_MOTIONS, [(f, _largest(f.found)) for f in motions])


def _largest(motion: PeriodicMotion | None) -> float:
    return np.nan if motion is None else motion.largest


def _growth(place: Equilibrium | None) -> float:
    return np.nan if place is None or not len(place.eigenvalues) else place.eigenvalues.real.max()


def _about_equilibria(
    asked: Family, coordinates: tuple[str, ...], progress: Hear | None, cancel: Cancel | None
) -> StabilityMap:
    """The largest growth (1/s) about the equilibrium that is followed over the map."""
    measured = list[tuple[Followed[Equilibrium], float]]()
    for followed in followed_equilibria(asked, from_start=True):
        if followed.found is not None and followed.found.obstacle:
            raise _undecided(followed.found.obstacle)
        measured.append((followed, _growth(followed.found)))
        report(followed.number + 1, asked.runs, progress, cancel)
    return _map(asked, coordinates, OF_EQUILIBRIA, measured)


def _undecided(obstacle: str) -> LagrError:
    cause = say("Equilibria have no verdict here: {obstacle}.", obstacle=phrase(obstacle))
    remedy = say("Where forces repeat give their period, such as 2*pi/Omega.")
    return refusal(say("Stability map"), cause, remedy, "period")


def _state(end: Equilibrium | PeriodicMotion) -> tuple[Array, Array]:
    return end.q, end.qd if isinstance(end, PeriodicMotion) else np.zeros(len(end.q))


def _map(
    asked: Family,
    coordinates: tuple[str, ...],
    limit: float,
    measured: Sequence[tuple[Followed[Equilibrium] | Followed[PeriodicMotion], float]],
) -> StabilityMap:
    """The map of what was found, in the order of combinations, and its measure."""
    nowhere = np.full((2, len(coordinates)), np.nan)
    states = np.array(
        [nowhere if place.found is None else _state(place.found) for place, _ in measured]
    )
    q, qd = np.moveaxis(states, 1, 0).reshape(2, *asked.shape, -1)
    return StabilityMap(
        {name: np.array(values) for name, values in asked.axes.items()},
        np.array([measure for _, measure in measured]).reshape(asked.shape),
        limit,
        {place.number: place.problem for place, _ in measured if place.problem},
        coordinates,
        q,
        qd,
        tuple(place.number for place, _ in measured if place.begins),
    )
