"""Numbers of the equations at states, compared first; and why there are none, in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.audits import check_accelerations, check_evaluations
from lagr_gui.analysis.empty_tables import beyond_tables
from lagr_gui.analysis.equations.assumptions import start_numbers
from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.analysis.runs import sliding_at, without_direction
from lagr_gui.analysis.structure.singular_coordinates import failing
from lagr_gui.foundation.message import Message, joined, say
from lagr_gui.foundation.problem import LagrError, NotStructured, Problem, Severity, TooLong
from lagr_gui.foundation.registry import check_known
from lagr_gui.foundation.selfcheck import SelfCheck, disagreement
from lagr_gui.mechanics.certificate import TOLERANCE as ALIKE
from lagr_gui.mechanics.certificate import compare, random_states
from lagr_gui.mechanics.checks.laws import eased_frictions
from lagr_gui.mechanics.evaluation import (
    ClosedEvaluator,
    Evaluation,
    LineEvaluator,
    ReachKernel,
    RecursiveEvaluator,
)
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.mechanics.formalisms.numeric import Constraint
from lagr_gui.mechanics.sheets.directions import Direction
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import dependent, is_definite, on_one_thread, rank, scales, unmet
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.constraints import BoundConstraints, place_of
from lagr_gui.simulation.faults import invalid_coordinates, negative_inertia
from lagr_gui.simulation.positions.freedom import Freedom, freedom

MISSED = 1e-6
"""States that miss conditions by more, of what these could be, are compared at the nearest one that
meets them, too."""

NEAR, IDLE = 1e-6, 1e-13
"""A singular value of the slopes of conditions between these, relative to what they could be, is
that of a singular configuration up to rounding; below them conditions are idle or redundant."""

STATES = 2
"""Random states at which a closed form is compared."""

SEED = 1
"""Of the random states: the same model is always compared at the same ones."""

DEPENDENT = "dependent-conditions"
"""The code of a problem that speaks of conditions, and takes no number away."""

UNDETERMINED = (
    "The accelerations are those that the independent conditions leave; more motions can begin "
    "there, and which one follows is not determined. Of the multipliers only what they exert "
    "together is: the smallest ones are told. Look at a position a little beside it."
)

HALVINGS = 40
"""So often the way of a state from the start is halved until it meets what is assumed."""


@on_one_thread
def evaluate(
    prepared: Prepared,
    states: State | Mapping[str, Any] | Sequence[State | Mapping[str, Any]],
    derivation: str = "recursion",
) -> list[Evaluation]:
    """E, x, g, Γq̇q̇, Q, q̈, T, U, D at given states (or a single one), by either derivation.

    Where there are no accelerations `problem` says why, and the certificate that they were not
    compared.
    Raises LagrError for an unsound model, states that do not fit and such in which dry friction
    does not slide, Disagreement where an independent formalism contradicts.
    """
    points = State.read_all(states, prepared.coordinates, prepared.layout.states)
    if prepared.reading.frictions:
        alone = ((sliding_at(prepared, state), [state]) for state in points)
        return [_evaluated(*one, derivation)[0] for one in alone]
    return _evaluated(prepared, points, derivation)


def _evaluated(prepared: Prepared, points: Sequence[State], derivation: str) -> list[Evaluation]:
    """The same of a system that slides in these senses at all states."""
    values = prepared.values
    evaluator = _evaluator(prepared, derivation)
    evaluations = [_explained(prepared, entry) for entry in evaluator.evaluate(values, points)]
    missing = [state for state, e in zip(points, evaluations, strict=True) if _misses(e)]
    beside = evaluator.evaluate(values, [met(prepared, state) for state in missing])
    regular = [entry for entry in beside if not _is_singular(entry)]
    certificate = check_evaluations(prepared, [*evaluations, *regular])
    for entry in evaluations:
        if entry.problem is not None and entry.problem.code != DEPENDENT:
            certificate = certificate.but(entry.problem.cause)
    return [replace(entry, certificate=certificate) for entry in evaluations]


def _explained(prepared: Prepared, evaluation: Evaluation) -> Evaluation:
    return replace(evaluation, problem=no_answer(prepared, evaluation))


@on_one_thread
def accelerations(
    prepared: Prepared,
    formalism: str,
    states: State | Mapping[str, Any] | Sequence[State | Mapping[str, Any]],
) -> NDArray[np.float64]:
    """q̈ (n, f) at n states (or a single one) by one formalism; nan where it is not determined.

    Slopes and rates of the conditions are those of the recursion.  Raises LagrError for an unsound
    model, an unknown formalism or one that does not apply, Disagreement where an independent
    formalism contradicts.
    """
    points = State.read_all(states, prepared.coordinates, prepared.layout.states)
    if prepared.reading.frictions:
        alone = ((sliding_at(prepared, state), [state]) for state in points)
        every = [_accelerations(slid, formalism, one) for slid, one in alone]
        return np.concatenate(every) if every else np.zeros((0, len(prepared.coordinates)))
    return _accelerations(prepared, formalism, points)


def _accelerations(
    prepared: Prepared, formalism: str, points: Sequence[State]
) -> NDArray[np.float64]:
    """The same of a system that slides in these senses at all states."""
    form = FORMALISMS[formalism]
    reading, values = prepared.reading, prepared.values
    evaluations = prepared.evaluator.evaluate(values, points)
    evaluator = form.evaluator(reading)
    qdd = np.array(
        [
            evaluator.accelerations(state, list(values.values()), Constraint(at.rows, at.gamma))
            for state, at in zip(points, evaluations, strict=True)
        ]
    ).reshape(len(points), len(reading.coordinates))
    check_accelerations(prepared, evaluations, qdd)
    return qdd


def _printed_evaluator(prepared: Prepared, sampled: Prepared) -> tuple[LineEvaluator, Sheet]:
    """Evaluates the equations as they are printed; `sampled` has what they leave open.

    Raises LagrError where they are too long to be printed.
    """
    sheet = sheet_of(prepared)
    reading, reach = sampled.reading, ReachKernel(sampled.recursion)
    return ClosedEvaluator(prepared.general.closed, reading, reach, sheet), sheet


def _evaluator(prepared: Prepared, derivation: str) -> ClosedEvaluator | RecursiveEvaluator:
    place, formalisms = (
        say("Derivation “{derivation}”", derivation=derivation),
        ("recursion", "closed"),
    )
    check_known(derivation, formalisms, place, "There is no such derivation.", "derivation")
    return prepared.closed_evaluator if derivation == "closed" else prepared.evaluator


def _misses(evaluation: Evaluation) -> bool:
    """Whether a state does not meet its conditions."""
    return bool(np.max(evaluation.missed, initial=0.0) > MISSED)


def _is_singular(evaluation: Evaluation) -> bool:
    """Whether conditions almost depend on each other at a state, so that few digits are right."""
    could = evaluation.reach.max(axis=1, initial=0.0)
    rows = evaluation.G[could > 0] / could[could > 0, None]
    if not np.isfinite(rows).all():
        return False
    values = np.linalg.svd(rows, compute_uv=False)
    return bool(np.any((values > IDLE) & (values < NEAR)))


def met(prepared: Prepared, state: State) -> State:
    """The nearest state that meets the conditions; as it is where none is found."""
    binding = prepared.conditions
    if binding is None:
        return state
    q, qd = binding.project(state.t, np.array(state.q), np.array(state.qd))
    moved = State(state.t, tuple(q.tolist()), tuple(qd.tolist()), state.z)
    return moved if np.isfinite([*moved.q, *moved.qd]).all() else state


@on_one_thread
def certify(prepared: Prepared) -> SelfCheck:
    """Compare the equations that are read with recursion and independent check.

    They are those of the closed form as it is printed; where that is too long, of the structured
    form, and where that leaves lines out, nothing is compared.  That is at random states at which
    what is assumed of lengths holds, with samples in the place of functions that are left
    unspecified.
    Raises Disagreement, and LagrError for an unsound model or parameters without value.
    """
    drawn, prepared = prepared, prepared.named
    sampled = prepared.sampled
    values = sampled.values
    try:
        printed, assumed = _as_printed(prepared, sampled)
    except TooLong:
        return SelfCheck(math.nan, "recursion", reason=say("The equations have too many lines."))
    start = start_numbers(prepared) if assumed else {}
    names = sampled.coordinates
    some = random_states(len(names), STATES, SEED, *sampled.surroundings)
    points = [towards(start, assumed, names, point) for point in some]
    points = [met(sampled, point) for point in points]
    points = [p for p in points if assumed_at(start, assumed, names, p)]
    both = compare(printed, sampled.evaluator, values, points, SEED)
    if both.deviation > ALIKE:
        worst = max(both.deviations, key=lambda name: both.deviations[name])
        quantity = say("The printed form of {name}", name=worst)
        raise disagreement(quantity, both.deviation, "Equations")
    if prepared is drawn and not eased_frictions(drawn.model):
        comparison = check_evaluations(sampled, printed.evaluate(values, points))
    else:  # the check knows no names of forces, and what is printed no power of friction
        whole = drawn.sampled
        comparison = check_evaluations(whole, whole.evaluator.evaluate(whole.values, points))
    other = SelfCheck(both.deviation, "recursion", both.states - both.skipped)
    return (
        max((comparison, other), key=lambda check: check.residual) if comparison.samples else other
    )


def _as_printed(
    prepared: Prepared, sampled: Prepared
) -> tuple[LineEvaluator, tuple[Direction, ...]]:
    """Evaluates the equations as they are printed, with what they assume.

    Raises TooLong where nobody can read them in any form.
    """
    try:
        printed, sheet = _printed_evaluator(prepared, sampled)
    except TooLong:
        try:
            return sampled.structured_evaluator, ()
        except NotStructured:
            return sampled.closed_evaluator, ()
    return printed, sheet.assumptions


def assumed_at(
    start: Mapping[str, float], assumed: Sequence[Direction], names: Sequence[str], at: State
) -> bool:
    """Whether what is assumed of lengths holds at a state."""
    numbers = {**start, **dict(zip(names, at.q, strict=True))}
    return all(entry.holds(numbers) for entry in assumed)


def towards(
    start: Mapping[str, float], assumed: Sequence[Direction], names: Sequence[str], at: State
) -> State:
    """The state, or one so far towards the start that what is assumed there holds."""
    for _ in range(HALVINGS):
        if assumed_at(start, assumed, names, at):
            break
        q = tuple((value + start[name]) / 2 for name, value in zip(names, at.q, strict=True))
        at = replace(at, q=q)
    return at


def _dependence(prepared: Prepared, evaluation: Evaluation) -> Message | None:
    """Which conditions bind less at a state than elsewhere; None where all bind as they do."""
    binding = prepared.conditions
    if binding is None or not np.isfinite(evaluation.G).all() or not len(evaluation.G):
        return None
    scale = scales(evaluation.mass_matrix, binding.extents)
    here = rank(evaluation.rows, scale)
    if here == min(evaluation.G.shape):
        return None
    places = (
        freedom(binding, evaluation.t, evaluation.q, evaluation.qd),
        *_at_start(prepared, binding),
    )
    elsewhere = max(places, key=lambda place: place.rank)
    if here >= elsewhere.rank:
        return None
    lost = dependent(evaluation.rows, scale)
    names = dict.fromkeys(evaluation.sources[s] for s in lost if s not in elsewhere.idle)
    return say(
        "It is a dead position: of {count} conditions {here} are independent in it, elsewhere "
        "{rank}. What depends on others there, or binds nothing: {places}.",
        count=len(evaluation.G),
        places=joined(map(place_of, names), ", "),
        here=here,
        rank=elsewhere.rank,
    )


def _at_start(prepared: Prepared, binding: BoundConstraints) -> tuple[Freedom, ...]:
    """The freedom at the start; none where that meets no conditions."""

    def made() -> tuple[Freedom, ...]:
        try:
            start = prepared.assembly
        except LagrError:
            return ()
        return (freedom(binding, prepared.model.simulation.start, start.q, start.qd),)

    return prepared.own("freedom at the start", made)


def no_answer(prepared: Prepared, found: Evaluation) -> Problem | None:
    """Why an evaluation has no accelerations, or none that are sure to be followed; None else."""
    place = say("State at t = {t:g} s", t=found.t)
    if np.isfinite(found.qdd).all():
        if is_definite(found.g[1:, 1:], found.rows):
            if (lost := _dependence(prepared, found)) is None:
                return None
            return Problem(place, lost, UNDETERMINED, Severity.WARNING, DEPENDENT)
        words = negative_inertia("", found.t).problems[0]
        return replace(words, place=place, severity=Severity.WARNING)
    if (invalid := failing(prepared, found.t, found.q)) is not None:
        error = invalid_coordinates(invalid, prepared.coordinates, found.t, found.q)
        return replace(error.problems[0], severity=Severity.WARNING)
    if (error := without_direction(prepared, found.t, found.q)) is not None:
        return replace(error.problems[0], severity=Severity.WARNING)
    if left := beyond_tables(prepared, found.t, found.y):
        return replace(left[0], severity=Severity.WARNING)
    rest = found.Q - found.h
    if not (np.isfinite(found.g).all() and np.isfinite(rest).all() and np.isfinite(found.G).all()):
        cause = "A force, a mass or a condition has no value there."
        remedy = (
            "Look for divisions by zero, for roots of negative numbers, and for springs and "
            "dashpots without length."
        )
        return Problem(place, cause, remedy, Severity.WARNING, "no-value")
    row = unmet(found.g[1:, 1:], rest, found.rows, found.gamma) if len(found.G) else None
    if row is not None:
        cause = say(
            "No acceleration meets all conditions; that of {place} is missed.",
            place=place_of(found.sources[row]),
        )
        if (lost := _dependence(prepared, found)) is not None:
            cause = joined((cause, lost), " ")
        remedy = (
            "Take away one of the conditions that speak of the same motion, or make them agree."
        )
        return Problem(place, cause, remedy, Severity.WARNING, "contradiction")
    cause = (
        "The metric g is singular there: a motion has no inertia, and nothing determines its "
        "acceleration."
    )
    remedy = "Give a body that moves a mass or a moment of inertia, or choose another position."
    return Problem(place, cause, remedy, Severity.WARNING, "singular-metric")
