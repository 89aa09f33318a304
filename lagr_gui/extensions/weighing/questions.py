"""Which terms matter along a motion or in a box of states, and the equations without the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lagr_gui.analysis.equations.charts import Coordinates, bound_chart, chart_of, in_coordinates
from lagr_gui.analysis.equations.coordinates import equations
from lagr_gui.analysis.equations.derivation import check_form
from lagr_gui.analysis.equations.evaluation import met
from lagr_gui.expression.arguments import is_finite
from lagr_gui.extensions.weighing.terms import TermKernel, Terms, Weighing
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, refusal
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.mechanics.coordinates.slopes import in_chart
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, EXPANDED, Sheet, TermKey
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared, derived
from lagr_gui.simulation import Trajectory

Box = Mapping[str, Sequence[float]]
"""Ranges by coordinate, ``phi``, or velocity, ``phi'``; others are 0."""

PLACE = "Accuracy"
STATES, SEED = 300, 1
EVALUATIONS = 200_000
"""So often accelerations are computed at most while the shorter equations are integrated."""


@dataclass(frozen=True, eq=False)
class Shortened:
    """The shortest equations within an accuracy ε, with their errors; f equations each.

    `residual` bounds what the shorter equations leave, relative to the largest term of each
    (≤ ε), at the states that were looked at; `error` is the largest |q̈̃ − q̈| that occurs at
    these, `bound` the largest that (W2) allows.  Along a motion `q` (n, f) at times `t` is that
    of the shorter equations, from the same start, and `deviation` its largest distance from the
    motion; without one they are empty.
    """

    accuracy: float
    sheet: Sheet
    weighing: Weighing
    dropped: frozenset[TermKey]
    residual: tuple[float, ...]
    error: tuple[float, ...]
    bound: tuple[float, ...]
    t: Array
    q: Array
    deviation: tuple[float, ...]
    problem: Problem | None = None


@dataclass(frozen=True, eq=False)
class _Looked:
    """States (n, 1 + 2f) with accelerations (n, f), and what evaluates terms there."""

    sheet: Sheet
    terms: Terms
    states: Array
    qdd: Array
    limits: bool


@on_one_thread
def weigh(
    prepared: Prepared,
    trajectory: Trajectory | None = None,
    box: Box | None = None,
    form: str = DEFAULT_FORM,
    coordinates: Coordinates = "",
    name_parts: bool = False,
) -> Weighing:
    """The weight of each term of g, Γ and Q along a motion, or in a box of states.

    With `name_parts` terms are those of equations whose frequent sums have names.
    Raises LagrError where there is neither, for a box that does not fit, for the structured form,
    and where parameters or functions have no value.
    """
    prepared.refuse_states()
    prepared.refuse_frictions()
    looked = _looked(prepared, trajectory, box, form, coordinates, name_parts)
    return looked.terms.weigh(looked.states, looked.qdd)


@on_one_thread
def shorten(
    prepared: Prepared,
    accuracy: float,
    trajectory: Trajectory | None = None,
    box: Box | None = None,
    form: str = DEFAULT_FORM,
    coordinates: Coordinates = "",
    name_parts: bool = False,
) -> Shortened:
    """The equations without the terms that an accuracy ε (0 … 1) can spare, and their errors.

    Along a motion the shorter equations are simulated too.  Raises LagrError as `weigh` does.
    """
    prepared.refuse_states()
    prepared.refuse_frictions()
    if not is_finite(accuracy) or not 0 <= accuracy <= 1:
        raise _fault("The accuracy is a number from 0 to 1.", "Give 0.01 for one per cent.")
    looked = _looked(prepared, trajectory, box, form, coordinates, name_parts)
    weighing = looked.terms.weigh(looked.states, looked.qdd)
    dropped = weighing.dropped(accuracy)
    _, error, bound = looked.terms.errors(looked.states, looked.qdd, dropped)
    t, q, problem = np.zeros(0), np.zeros((0, looked.terms.kernel.f)), None
    if looked.limits:
        cause = "Walls, stops and ropes act: the shorter equations are not simulated."
        problem = Problem(PLACE, cause, "", Severity.WARNING, "accuracy")
    elif trajectory is not None:
        t, q, problem = _simulated(looked, dropped)
    away = np.abs(q - looked.states[: len(t), 1 : 1 + q.shape[1]]).max(axis=0, initial=0.0)
    return Shortened(
        accuracy,
        _told(looked.sheet, weighing, dropped, accuracy),
        weighing,
        dropped,
        weighing.residual(dropped),
        tuple(error.max(axis=0, initial=0.0).tolist()),
        tuple(bound.max(axis=0, initial=0.0).tolist()),
        t,
        q,
        tuple(away.tolist()) if len(t) else (),
        problem,
    )


def _told(sheet: Sheet, weighing: Weighing, dropped: frozenset[TermKey], accuracy: float) -> Sheet:
    cause = say(
        "{count} of {all} terms are left out. At the {states} states that were looked at, the "
        "residual of each equation is at most {accuracy} of its largest term.",
        count=len(dropped),
        all=len(weighing.terms),
        states=weighing.states,
        accuracy=f"{accuracy:g}",
    )
    note = Problem(PLACE, cause, "", severity=Severity.HINT, code="accuracy")
    return replace(sheet.without(dropped), notes=(note, *sheet.notes))


@derived
def _looked(
    prepared: Prepared,
    trajectory: Trajectory | None,
    box: Box | None,
    form: str,
    coordinates: Coordinates,
    name_parts: bool,
) -> _Looked:
    check_form(form, EXPANDED)
    if prepared.reading.frictions:
        cause = "Forces of dry friction are what is needed while they stick: no term weighs them."
        raise _fault(cause, "Leave the elements with dry friction out.")
    sheet = equations(prepared, form, coordinates=coordinates, name_parts=name_parts)
    reading = prepared.reading
    if reading.meshes:
        cause = (
            "Meshes without inductance have equations of their own, whose terms are not weighed."
        )
        raise _fault(cause, "Give each mesh an inductance.")
    charted = reading if sheet.chosen is None else in_chart(reading, sheet.chosen.chart)
    key = ("terms", form, prepared.special, f"{coordinates}", hash(sheet.entries))
    kernel = prepared.kept(key, lambda: TermKernel(sheet, charted))
    terms = kernel.bind(prepared.parameters)
    if trajectory is not None:
        states, qdd = _along(prepared, trajectory, coordinates)
    elif box:
        states, qdd = _in_box(prepared, reading, box, coordinates)
    else:
        raise _fault("There are no states to look at.", "Simulate a motion, or give a box.")
    usable = np.isfinite(states).all(axis=1) & np.isfinite(qdd).all(axis=1)
    if not usable.any():
        raise _fault("At no state there are accelerations.", "Give other states.")
    if trajectory is None:
        states, qdd = states[usable], qdd[usable]
    return _Looked(sheet, terms, states, qdd, bool(reading.limits))


def _along(
    prepared: Prepared, trajectory: Trajectory, coordinates: Coordinates
) -> tuple[Array, Array]:
    """The states of a motion, in the coordinates that are chosen."""
    chart = chart_of(prepared, coordinates)
    if not chart.changed:
        states = np.column_stack([trajectory.t, trajectory.q, trajectory.qd])
        return states, trajectory.qdd
    moved = in_coordinates(prepared, trajectory, coordinates)
    if moved.problem is not None:
        raise LagrError(replace(moved.problem, severity=Severity.ERROR))
    states = np.column_stack([moved.t, moved.p, moved.pd])
    bound = bound_chart(prepared, chart).many(states)
    return states, _solved(bound["J"], trajectory.qdd - bound["a"])


def _solved(J: Array, right: Array) -> Array:
    return np.asarray(np.linalg.solve(J, right[..., None])[..., 0], float)


def _in_box(
    prepared: Prepared, reading: Reading, box: Box, coordinates: Coordinates
) -> tuple[Array, Array]:
    """Random states in a box, brought to the conditions; accelerations by the recursion."""
    chart = chart_of(prepared, coordinates)
    names = (*chart.names, *(f"{name}'" for name in chart.names))
    for name, ends in box.items():
        if name not in names:
            cause = say("There is no coordinate or velocity “{name}”.", name=name)
            raise _fault(cause, did_you_mean(name, names))
        if len(ends) != 2 or not all(map(is_finite, ends)) or ends[0] > ends[1]:
            cause = say("The range of “{name}” is no pair of numbers.", name=name)
            raise _fault(cause, "Give the least and the greatest value.")
    source = np.random.default_rng(SEED)
    low, high = (np.array([float(box.get(n, (0, 0))[end]) for n in names]) for end in (0, 1))
    f, values = len(chart.names), prepared.values
    drawn = source.uniform(low, high, (STATES, 2 * f))
    start = prepared.model.simulation.start
    old, bound = np.column_stack([np.full(STATES, start), drawn]), bound_chart(prepared, chart)
    mapped = bound.many(old)
    states = [
        met(prepared, State(start, tuple(q.tolist()), tuple(qd.tolist())))
        for q, qd in zip(mapped["q"], mapped["qd"], strict=True)
    ]
    if reading.constraints and chart.changed:
        cause = "In other coordinates, a box of states is offered without conditions only."
        raise _fault(cause, "Weigh along a motion.")
    evaluations = prepared.evaluator.evaluate(values, states)
    qdd = np.array([entry.qdd for entry in evaluations]).reshape(STATES, f)
    if chart.changed:
        return old, _solved(mapped["J"], qdd - mapped["a"])
    return np.array([[s.t, *s.q, *s.qd] for s in states]), qdd


def _simulated(looked: _Looked, dropped: frozenset[TermKey]) -> tuple[Array, Array, Problem | None]:
    """The motion by the shorter equations at the same times, as far as it goes."""
    from scipy.integrate import solve_ivp

    f, terms, t = looked.terms.kernel.f, looked.terms, looked.states[:, 0]
    keep = np.array([key not in dropped for key in terms.kernel.keys], bool)
    reached, count = t[0], 0

    def rate(at: float, state: Array) -> Array:
        nonlocal count, reached
        qdd = terms.at(np.concatenate([[at], state]), keep)
        count, reached = count + 1, at
        if count > EVALUATIONS or not np.isfinite(qdd).all():
            raise _Ended
        return np.concatenate([state[f:], qdd])

    begin, far = looked.states[0, 1:], np.max(np.abs(looked.states[:, 1:]), axis=0)
    least = 1e-11 * np.where(far > 0, far, 1.0)
    try:
        span = t[0], t[-1]
        done = solve_ivp(rate, span, begin, "DOP853", t_eval=t, rtol=1e-9, atol=least)
        if done.success:
            return t, done.y.T[:, :f], None
    except _Ended:
        pass
    cause = say("The shorter equations cannot be integrated beyond t = {t} s.", t=f"{reached:.4g}")
    problem = Problem(PLACE, cause, "Ask for more accuracy.", Severity.WARNING, "accuracy")
    return t[:0], np.zeros((0, f)), problem


class _Ended(Exception):
    """The shorter equations have no accelerations, or take too long."""


def _fault(cause: str, remedy: str) -> LagrError:
    return refusal(PLACE, cause, remedy, "accuracy")
