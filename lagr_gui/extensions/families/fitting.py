"""Parameters and start values fitted to measured curves, by least squares with exact slopes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lagr_gui.analysis.motions.samples import sampled, without_works
from lagr_gui.analysis.motions.simulation import run
from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.expression.arguments import by_name, number
from lagr_gui.extensions.families.sensitivity import output_slopes, slopes_along, varied_by
from lagr_gui.extensions.families.varying import Family
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Cancelled, LagrError, Problem, Severity, refusal
from lagr_gui.mechanics.trajectories.sensors import loads_of
from lagr_gui.model import Model, Output
from lagr_gui.model.valued import with_values
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Settings, Trajectory
from lagr_gui.simulation.system import Array

RANK = 1e-7
"""Columns of slopes, each of length 1, depend on each other below this singular value."""

TAKES_PART = 1e-3
"""Who has more than this part of a combination that is not seen takes part in it."""

ROUNDS = 3
"""Fits one after the other, where uncertainties follow from what is left over."""

EXACT = 1e-9
"""The least uncertainty of a column that is taken, of its range: curves may fit exactly."""

TIME = "t"

HearFit = Callable[[int, float], None]
"""Takes how often a motion was computed, and the rms of what is left over by its uncertainty."""


@dataclass(frozen=True, eq=False)
class Fit:
    """Values that fit k parameters and start values to measured curves.

    `errors` are standard errors, inf for those that the curves do not determine
    (`undetermined`); `correlation` (k, k) goes with `names`.  `rms` and `sigma` tell by column
    what is left over and the uncertainty that was taken; `chi2` is the sum of squares by it, with
    so many `freedoms`.  `model` has the values.
    """

    names: tuple[str, ...]
    values: Mapping[str, float]
    errors: Mapping[str, float]
    units: Mapping[str, str]
    correlation: Array
    undetermined: tuple[str, ...]
    rms: Mapping[str, float]
    sigma: Mapping[str, float]
    chi2: float
    freedoms: int
    evaluations: int
    t: Array
    measured: Mapping[str, Array]
    fitted: Mapping[str, Array]
    model: Model
    notes: tuple[Problem, ...]

    def as_json(self) -> dict[str, Any]:
        """What is found, for programs."""
        names = ("values", "errors", "correlation", "undetermined", "rms", "sigma", "chi2")
        data = {name: getattr(self, name) for name in (*names, "freedoms", "evaluations")}
        return data | {"points": len(self.t)}

    def columns(self) -> dict[str, Array]:
        """The table of a file: measured and fitted curves (n,)."""
        table = {"t (s)": self.t}
        for text, curve in self.measured.items():
            table |= {f"{text} measured": curve, f"{text} fitted": self.fitted[text]}
        return table

    def __str__(self) -> str:
        lines = [f"  {self.said(name)}" for name in self.names]
        lines += [f"  rms of {text}: {value:.4g}" for text, value in self.rms.items()]
        lines.append(f"  χ² = {self.chi2:.4g} with {self.freedoms} degrees of freedom")
        return "\n".join([f"Fit to {len(self.t)} times", *lines])

    def said(self, name: str) -> str:
        """A value with its error: ``l = 0.803 ± 0.004 m``."""
        value, error, unit = self.values[name], self.errors[name], self.units.get(name, "")
        if not np.isfinite(error):
            return f"{name} = {value:.6g} {unit}".rstrip() + " (?)"
        places = max(0, 1 - int(np.floor(np.log10(error)))) if error > 0 else 6
        if places > 6 or abs(value) >= 1e6:
            return f"{name} = {value:.9g} ± {error:.2g} {unit}".rstrip()
        return f"{name} = {value:.{places}f} ± {error:.{places}f} {unit}".rstrip()


@on_one_thread
def fit(
    prepared: Prepared,
    table: Mapping[str, Sequence[float] | Array],
    vary: Sequence[str] | Mapping[str, float | None],
    sigma: Mapping[str, float] | None = None,
    settings: Settings | None = None,
    progress: HearFit | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Fit:
    """Parameters and start values for which the motion is nearest to measured curves.

    `table` has times ``t`` and columns by what they measure: coordinates or other outputs, also
    with names (``tip = position(Bob).x``); nan where nothing was measured.  `vary` are names of
    parameters, coordinates (start positions) and velocities ``phi'``, perhaps with values to begin
    from (None: that of the model).  `sigma` are the uncertainties of columns; without them each has
    that of what is left over.  Positive parameters stay positive.
    Raises LagrError for what cannot be read, for fewer measured values than what varies, and where
    no motion is found.
    """
    prepared.refuse_states()
    prepared.refuse_frictions()
    t, measured = _measured(table)
    chosen = replace(settings or prepared.settings, points=2)
    if not chosen.t0 <= t[0] or not t[-1] > chosen.t0:
        cause = say("They begin at {t} s, before the motion.", t=f"{t[0]:g}")
        raise refusal("Table of the motion", cause, "Begin the simulation earlier.", "table")
    chosen = replace(chosen, t_end=float(t[-1]))
    asked = varied_by(prepared, vary, [*measured], chosen)
    measured = dict(zip(asked.seen.titles, measured.values(), strict=True))
    _check_begin(prepared, asked)
    work = _Fitting(prepared, asked, t, np.array([*measured.values()]), progress, cancel)
    deviations = {
        text: number(s, "Uncertainties")
        for text, s in by_name(sigma or {}, "Uncertainties").items()
    }
    for text, value in deviations.items():
        if text not in measured or value <= 0:
            cause = "It is that of no column, or not positive."
            place = say("Uncertainty of “{text}”", text=text)
            raise refusal(place, cause, "Name columns of the table.", "table")
    return work.solved(measured, deviations)


def _check_begin(prepared: Prepared, asked: Family) -> None:
    """Raise LagrError where what is to stay positive does not begin so."""
    positive = {p.name for p in prepared.model.parameters if p.positive}
    for name, (value,) in asked.axes.items():
        if name in positive and value <= 0:
            place = say("What varies: “{name}”", name=name)
            cause = say("It begins with {value}, but is to be positive.", value=f"{value:g}")
            raise refusal(place, cause, "Begin above 0.", "values")


class _Fitting:
    """What is under way: the motions of trial values, and what they leave over."""

    def __init__(
        self,
        prepared: Prepared,
        asked: Family,
        t: Array,
        curves: Array,
        progress: HearFit | None,
        cancel: Callable[[], bool] | None,
    ) -> None:
        self.prepared, self.asked, self.t, self.curves = prepared, asked, t, curves
        self.seen = Outputs(prepared, asked.outputs)
        without_works(self.seen)
        self.known = np.isfinite(curves)
        self.weights = np.ones(len(curves))
        self.evaluations, self._progress, self._cancel = 0, progress, cancel
        self._last: tuple[tuple[float, ...], Prepared, Trajectory] | None = None
        binding = prepared.conditions
        bouncing = binding is not None and binding.limits
        self.exact = not bouncing and not loads_of(self.seen.trees)

    def values(self, x: Array) -> dict[str, float]:
        """Trial values by name."""
        return dict(zip(self.asked.axes, x.tolist(), strict=True))

    def motion(self, x: Array) -> tuple[Prepared, Trajectory]:
        """The motion of trial values. Raises LagrError where there is none."""
        key = tuple(x.tolist())
        if self._last is None or self._last[0] != key:
            if self._cancel is not None and self._cancel():
                raise Cancelled
            self.evaluations += 1
            member, start = self.asked.having(self.values(x))
            settings = self.asked.starting(start)
            trajectory = run(
                member, settings, Outputs(member, ()), cancel=self._cancel, checked=False
            )
            self._last = key, member, trajectory
        return self._last[1:]

    def outputs(self, x: Array) -> Array:
        """The curves (k, n) of trial values."""
        member, trajectory = self.motion(x)
        along = self.seen.of(member).along(sampled(member, trajectory, self.t))
        return np.array([*along.values()])

    def left(self, x: Array) -> Array:
        """What is left over (m,), by its uncertainty; nan where there is no motion."""
        try:
            curves = self.outputs(x)
        except LagrError:
            if self.evaluations <= 1:
                raise
            return np.full(int(self.known.sum()), np.nan)
        parts = ((curves - self.curves) / self.weights[:, None])[self.known]
        if self._progress is not None:
            self._progress(self.evaluations, float(np.sqrt(np.mean(parts**2))))
        return parts

    def slopes(self, x: Array) -> Array:
        """The slopes (m, k) of what is left over."""
        member, trajectory = self.motion(x)
        along = slopes_along(self.asked, self.values(x), member, trajectory, self.t)
        tables = output_slopes(member, self.seen.of(member), trajectory, along)
        rows = np.array([*tables.values()])
        return (rows / self.weights[:, None, None])[self.known]

    def solved(self, measured: Mapping[str, Array], deviations: Mapping[str, float]) -> Fit:
        """The fit; uncertainties that are not known follow from what is left over."""
        titles, counts = self.seen.titles, self.known.sum(axis=1)
        if counts.sum() < len(self.asked.axes):
            cause = "There are fewer measured values than what varies."
            raise refusal("Table of the motion", cause, "Let less vary.", "table")
        ranges = np.nanmax(self.curves, axis=1) - np.nanmin(self.curves, axis=1)
        ranges[ranges == 0] = 1.0
        typed = np.array([deviations.get(title, np.nan) for title in titles])
        self.weights = np.where(np.isnan(typed), ranges, typed)
        x = np.array([axis[0] for axis in self.asked.axes.values()])
        freedoms = int(counts.sum()) - len(x)
        solution: Any = None
        for number_of in range(ROUNDS if np.isnan(typed).any() else 1):
            if number_of and len(titles) == 1:
                break
            solution = self._least(x)
            x = solution.x
            rms = self._rms(x)
            scale = rms * np.sqrt(counts.sum() / max(freedoms, 1))
            self.weights = np.where(np.isnan(typed), np.maximum(scale, EXACT * ranges), typed)
        return self._told(x, measured, freedoms)

    def _least(self, x: Array) -> Any:
        from scipy.optimize import least_squares  # loaded when the first fit needs it

        positive = {p.name for p in self.prepared.model.parameters if p.positive}
        least = [0.0 if name in positive else -np.inf for name in self.asked.axes]
        jac = self.slopes if self.exact else "3-point"
        kind: Any = {"x_scale": "jac", "xtol": 1e-12, "ftol": 1e-12, "gtol": 1e-12}
        return least_squares(self.left, x, jac, (least, np.inf), **kind)  # type: ignore[arg-type]

    def _rms(self, x: Array) -> Array:
        """What is left over of each column (k,)."""
        left = np.where(self.known, self.outputs(x) - self.curves, 0.0)
        return np.sqrt((left**2).sum(axis=1) / np.maximum(self.known.sum(axis=1), 1))

    def _told(self, x: Array, measured: Mapping[str, Array], freedoms: int) -> Fit:
        names, titles = tuple(self.asked.axes), self.seen.titles
        slopes = self.slopes(x) if self.exact else self._differences(x)
        covariance, combinations = covariance_of(slopes)
        with np.errstate(all="ignore"):
            errors = np.sqrt(np.diag(covariance))
            correlation = covariance / np.outer(errors, errors)
        lost = [n for n, e in zip(names, errors, strict=True) if not np.isfinite(e)]
        model = with_values(self.prepared.model, self.prepared.coordinates, self.values(x))
        return Fit(
            names,
            self.values(x),
            dict(zip(names, errors.tolist(), strict=True)),
            {p.name: p.unit for p in self.prepared.model.parameters if p.name in names},
            correlation,
            tuple(lost),
            dict(zip(titles, self._rms(x).tolist(), strict=True)),
            dict(zip(titles, self.weights.tolist(), strict=True)),
            float(np.sum(self.left(x) ** 2)),
            freedoms,
            self.evaluations,
            self.t,
            measured,
            dict(zip(titles, self.outputs(x), strict=True)),
            model,
            tuple(_unseen(names, combination) for combination in combinations),
        )

    def _differences(self, x: Array) -> Array:
        """Slopes by central differences, for motions with impacts and for reactions."""
        columns: list[Array] = []
        for at, value in enumerate(x):
            h = 1e-5 * (abs(value) or 1.0)
            sides = [np.where(np.arange(len(x)) == at, value + side * h, x) for side in (-1, 1)]
            below, above = map(self.left, sides)
            columns.append((above - below) / (2 * h))
        return np.column_stack(columns)


def covariance_of(slopes: Array) -> tuple[Array, list[Array]]:
    """The covariance (k, k) of what slopes (m, k) determine; combinations (k,) that they do not.

    It is infinite for whoever takes part in one of these.
    """
    sizes = np.linalg.norm(slopes, axis=0)
    usual = np.where(sizes > 0, sizes, 1.0)
    _, s, rows = np.linalg.svd(slopes / usual, full_matrices=False)
    seen = s > RANK
    scaled = rows[seen] / s[seen, None] / usual
    covariance = scaled.T @ scaled
    unseen = [row for row, good in zip(rows, seen, strict=True) if not good]
    for row in unseen:
        lost = np.abs(row) > TAKES_PART
        covariance[lost, lost] = np.inf
    return covariance, unseen


def _unseen(names: Sequence[str], combination: Array) -> Problem:
    """What is to be said about a combination that the curves do not determine."""
    parts = [n for n, part in zip(names, combination, strict=True) if abs(part) > TAKES_PART]
    if len(parts) == 1:
        cause = say("The curves do not depend on {name}.", name=parts[0])
    else:
        cause = say("The curves do not tell {names} apart.", names=", ".join(parts))
    remedy = "Keep one of them as it is, or measure more."
    return Problem("Fitted values", cause, remedy, Severity.WARNING, "not-identifiable")


def _measured(table: Mapping[str, Any]) -> tuple[Array, dict[str, Array]]:
    """Times (n,) that rise, and columns (n,) by what they measure."""
    place = "Table of the motion"
    columns = by_name(table, place)
    try:
        curves = {
            Output.of(str(name)).typed: np.asarray(column, float)
            for name, column in columns.items()
        }
    except (TypeError, ValueError):
        raise refusal(place, "It holds what is no number.", "Give numbers.", "table") from None
    t = curves.pop(TIME, None)
    if (
        t is None
        or not curves
        or any(curve.shape != t.shape for curve in curves.values())
        or t.ndim != 1
    ):
        cause = "It has no column t, no other column, or columns of other lengths."
        raise refusal(place, cause, "Name columns t and what was measured.", "table")
    if len(t) < 2 or not np.isfinite(t).all() or np.any(np.diff(t) <= 0):
        raise refusal(place, "Its times do not rise.", "Sort its rows.", "table")
    return t, curves
