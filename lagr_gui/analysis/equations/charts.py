"""New coordinates of a model: their chart, where it begins, and where it is not valid."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.expression import TIME, Symbol, write
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, TooLong, refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.kernel import Bound
from lagr_gui.mechanics.chart import INVALID, Chart
from lagr_gui.mechanics.closed import Closed, Metric
from lagr_gui.mechanics.coordinates.angles import chains, with_absolute
from lagr_gui.mechanics.coordinates.formulas import formulas, own_chart
from lagr_gui.mechanics.coordinates.mapped import (
    LOST,
    ChartKernel,
    from_anywhere,
    names_at,
    regularity,
    state_of,
)
from lagr_gui.mechanics.coordinates.slopes import Slopes, identity, in_chart
from lagr_gui.mechanics.numbers import known_values
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, derived
from lagr_gui.simulation import Trajectory

Coordinates = str | Mapping[str, str]
"""``relative``, ``absolute``, ``shortest``, or formulas, as a text or by name."""

CHOICES = ("relative", "absolute", "shortest")
PLACE = "New coordinates"

MIXED = 6
"""Of so many angles in chains every one is tried relative and absolute."""


@dataclass(frozen=True, eq=False)
class Moved:
    """A motion in new coordinates: p and ṗ (n, f) at times t (n,), as far as they are valid.

    `problem` says at which position they end to be so; None where they are all along.
    """

    chart: Chart
    t: NDArray[np.float64]
    p: NDArray[np.float64]
    pd: NDArray[np.float64]
    problem: Problem | None


def chart_of(prepared: Prepared, coordinates: Coordinates) -> Chart:
    """The chart of a choice, or of formulas.

    Raises LagrError for an unsound model, an unknown choice, and formulas that are none.
    """
    prepared = prepared.general
    reading, units = prepared.reading, prepared.report.units
    if isinstance(coordinates, str) and "=" not in coordinates:
        place = say("Coordinates “{choice}”", choice=coordinates)
        check_known(coordinates or "relative", CHOICES, place, "There is no such choice.", "chart")
        if coordinates in ("", "relative"):
            return identity(reading, units)
        prepared.refuse_states()
        turned = chains(reading)
        if coordinates == "absolute":
            return with_absolute(reading, units, turned, turned)
        return prepared.kept("shortest coordinates", lambda: _shortest(prepared))
    prepared.refuse_states()
    chart = own_chart(reading, units, formulas(coordinates))
    if Slopes(chart, reading).determinant().is_zero:
        cause = "The new coordinates do not determine those of the model: det ∂q/∂p is 0."
        raise refusal(PLACE, cause, "Give independent ones.", "chart")
    return chart


@derived
def _shortest(prepared: Prepared) -> Chart:
    """The chart whose g, Γ and Q have the fewest terms: relative, absolute, or angle by angle."""
    reading, units = prepared.reading, prepared.report.units
    turned = chains(reading)
    relative = identity(reading, units)
    if not turned:
        return relative

    def chart(chosen: frozenset[str]) -> Chart:
        choice = "absolute" if len(chosen) == len(turned) else "mixed"
        return with_absolute(reading, units, turned, chosen, choice) if chosen else relative

    costs: dict[frozenset[str], float] = {}

    def cost(chosen: frozenset[str]) -> float:
        if chosen not in costs:
            costs[chosen] = terms(prepared, chart(chosen))
        return costs[chosen]

    best = min(frozenset(turned), frozenset[str](), key=cost)
    for trial in _others(frozenset(turned), best) if len(turned) <= MIXED else ():
        if cost(trial) < cost(best):
            best = trial
    return chart(best)


def _others(names: frozenset[str], best: frozenset[str]) -> Iterator[frozenset[str]]:
    """The best choice with one angle the other way."""
    for name in sorted(names):
        yield best ^ {name}


def terms(prepared: Prepared, chart: Chart) -> float:
    """The terms of g, Γ and Q, as exponentials; infinite where they are too long."""
    closed = closed_in(prepared, chart)
    try:
        tensors = (closed.metric.g, closed.metric.gamma, closed.Q)
        return float(sum(value.length for table in tensors for value in table.values()))
    except TooLong:
        return math.inf


def closed_in(prepared: Prepared, chart: Chart) -> Closed:
    """The closed form in the coordinates of a chart."""
    if not chart.changed:
        return prepared.general.closed
    reading = in_chart(prepared.general.reading, chart)
    return prepared.general.kept(("chart", f"{chart!r}"), lambda: Closed(reading, Metric(reading)))


def with_values(model: Model) -> Model:
    """The model with a number for each parameter that has none: equations hold for any."""
    source = random.Random(1)
    values = known_values(model)
    return model.having(
        parameters=tuple(
            entry
            if entry.name in values
            else entry.having(value=round(source.uniform(0.5, 1.5), 3))
            for entry in model.parameters
        )
    )


def bound_chart(prepared: Prepared, chart: Chart) -> Bound:
    """The numbers of a chart with the values of a model's parameters."""
    key = ("chart kernel", f"{chart!r}")
    kernel = prepared.kept(key, lambda: ChartKernel(chart, prepared.reading))
    return kernel.bind(prepared.parameters)


def start_of(
    prepared: Prepared, chart: Chart
) -> tuple[tuple[tuple[float, float], ...], tuple[Problem, ...]]:
    """p and ṗ at the start of the model, or why there are none."""
    try:
        state, bound = prepared.start, bound_chart(prepared, chart)
    except LagrError:  # without values there is no start
        return (), ()
    q, qd = np.array(state.q), np.array(state.qd)
    p = from_anywhere(bound, state.t, q)
    if p is None:
        cause = say(
            "The start, {position}, was not reached by the new coordinates.",
            position=names_at(chart.old, q),
        )
        return (), (_warning(cause, "Begin elsewhere, or choose others."),)
    bound_state = state_of(bound, state.t, q, qd, p)
    if bound_state is None:
        cause = say(
            "They are not valid at the start, {position}: det ∂q/∂p is 0 there.",
            position=names_at(chart.names, p),
        )
        return (), (_warning(cause, "Begin elsewhere, or choose others."),)
    return tuple(zip(bound_state[0].tolist(), bound_state[1].tolist(), strict=True)), ()


def somewhere_invalid(prepared: Prepared, chart: Chart) -> tuple[Problem, ...]:
    """What to say where ∂q/∂p has no inverse at some positions."""
    value = Slopes(chart, prepared.reading).determinant()
    if all(value.derivative(Symbol(name)).is_zero for name in (*chart.names, TIME)):
        return ()
    cause = say(
        "The new coordinates are not valid where det ∂q/∂p = {expression} is 0.",
        expression=write(value.tree()),
    )
    return (_warning(cause, "", Severity.HINT),)


def _warning(cause: str, remedy: str, severity: Severity = Severity.WARNING) -> Problem:
    return Problem(PLACE, cause, remedy, severity=severity, code=INVALID)


def in_coordinates(prepared: Prepared, trajectory: Trajectory, coordinates: Coordinates) -> Moved:
    """A motion of the model in new coordinates, and where these are not valid any more.

    Raises LagrError as `equations` does for coordinates that are none.
    """
    chart = chart_of(prepared, coordinates)
    bound = bound_chart(prepared, chart)
    rows: list[Sequence[NDArray[np.float64]]] = []
    problem = None
    near = from_anywhere(bound, trajectory.t[0], trajectory.q[0])
    side = 0.0
    for t, q, qd in zip(trajectory.t, trajectory.q, trajectory.qd, strict=True):
        state = None if near is None else state_of(bound, t, q, qd, near)
        now = 0.0 if state is None else _side(bound, t, state[0])
        if state is None or now * side < 0:
            problem = _lost(chart, t, q)
            break
        rows.append(state)
        near, side = state[0], now
    f, n = len(chart.names), len(rows)
    table = np.array(rows, float).reshape(n, 2, f)
    return Moved(chart, trajectory.t[:n], table[:, 0], table[:, 1], problem)


def _side(bound: Bound, t: float, p: NDArray[np.float64]) -> float:
    """The sign of det ∂q/∂p; 0 where it vanishes."""
    J = bound(np.concatenate([[t], p, np.zeros(len(p))]))["J"]
    return 0.0 if regularity(J) < LOST else float(np.sign(np.linalg.det(J)))


def _lost(chart: Chart, t: float, q: NDArray[np.float64]) -> Problem:
    cause = say(
        "From t = {t} s, at {position}, they are not valid.",
        t=f"{t:.4g}",
        position=names_at(chart.old, q),
    )
    return _warning(cause, "Choose others for this motion.")
