"""Sheets in other coordinates than those of the model, compared before they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from lagr_gui.analysis.equations.assumptions import typed_numbers
from lagr_gui.analysis.equations.charts import (
    closed_in,
    somewhere_invalid,
    start_of,
    with_values,
)
from lagr_gui.analysis.equations.derivation import check_form, check_side, integral
from lagr_gui.analysis.equations.evaluation import assumed_at, met, towards
from lagr_gui.analysis.equations.formalisms import formalism_sheet
from lagr_gui.expression import Expression
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem, refusal
from lagr_gui.foundation.selfcheck import TOLERANCE, Disagreement, SelfCheck
from lagr_gui.mechanics.certificate import agreement, compare, random_states
from lagr_gui.mechanics.chart import Chart, Chosen
from lagr_gui.mechanics.coordinates.mapped import (
    ChartKernel,
    MappedEvaluator,
    MappedReach,
    regularity,
    state_of,
)
from lagr_gui.mechanics.coordinates.slopes import in_chart
from lagr_gui.mechanics.evaluation import ClosedEvaluator
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.mechanics.formalisms.quasi import Choice
from lagr_gui.mechanics.sheets.presentation import Presenter
from lagr_gui.mechanics.sheets.sheet import (
    COORDINATE,
    EXPANDED,
    FIRST_KIND,
    FORMS,
    Definition,
    Sheet,
)
from lagr_gui.mechanics.state import State
from lagr_gui.prepared import Prepared

STATES, SEED = 6, 1
"""Random states at which the equations are compared."""

NEAR = 1e-2
"""States at which ∂q/∂p is so near to having no inverse are left out: rounding grows there."""


def sheet_in_chart(
    prepared: Prepared, form: str, formalism: str, quasi: Choice, side: str, chart: Chart
) -> Sheet:
    """The sheet in new coordinates, compared with the recursion.

    Raises LagrError for what they do not have, Disagreement where the comparison fails.
    """
    check_form(form, FORMS)
    if form not in EXPANDED:
        cause = "The structured form is made of the motions of joints: it has their coordinates."
        remedy = "Choose another form, or the coordinates of the model."
        raise refusal("New coordinates", cause, remedy, "chart")
    check_side(side)
    name = FORMALISMS[formalism].name
    if name == FIRST_KIND:
        cause = "The first kind has the coordinates of bodies cut free."
        raise refusal("New coordinates", cause, "Choose another formalism.", "chart")
    sheet = replace(_sheet(prepared, form, chart, name), side=side)
    return sheet if name == "lagrange" else formalism_sheet(prepared, name, sheet, quasi, chart)


def _sheet(prepared: Prepared, form: str, chart: Chart, formalism: str) -> Sheet:
    general = prepared.general
    presenter = general.kept(
        ("chart sheets", general.cases, f"{chart!r}"),
        lambda: Presenter(closed_in(general, chart), general.model, integral),
    )
    start, problems = start_of(prepared, chart)
    numbers = typed_numbers(prepared) | dict.fromkeys(chart.names, 0.0)
    numbers |= {name: p for name, (p, _) in zip(chart.names, start, strict=False)}
    shown = presenter.sheet(form, prepared.special, numbers)
    certificate = _compared(prepared, chart, shown, numbers, formalism)
    return replace(
        shown,
        title=prepared.model.name,
        notes=(*somewhere_invalid(prepared, chart), *problems, *shown.notes),
        definitions=(*map(_definition, *zip(*chart.changed, strict=True)), *shown.definitions),
        chosen=Chosen(chart, start, certificate),
    )


def _definition(name: str, tree: Expression) -> Definition:
    return Definition(name, "scalar", (tree,), COORDINATE, name, ())


def _compared(
    prepared: Prepared, chart: Chart, sheet: Sheet, numbers: dict[str, float], formalism: str
) -> SelfCheck:
    """Compare what is printed with the recursion, whose numbers change as tensors do.

    Of another formalism accelerations are compared, too.  Raises Disagreement.
    """
    sampled = prepared.of(with_values(prepared.sampled.model))
    values = sampled.values
    kernel = ChartKernel(chart, sampled.reading)
    recursion = sampled.recursion
    closed = ClosedEvaluator(
        closed_in(prepared, chart),
        in_chart(sampled.reading, chart),
        MappedReach(recursion, kernel),
        sheet,
    )
    mapped = MappedEvaluator(kernel, sampled.evaluator)
    points = _points(sampled, chart, kernel, sheet, numbers)
    comparison = compare(closed, mapped, values, points, SEED)
    samples = comparison.states - comparison.skipped
    if not samples:
        reason = "At no random state of the new coordinates there are numbers."
        return SelfCheck(float("nan"), "recursion", 0, reason)
    if comparison.deviation > TOLERANCE:
        raise _contradicted(comparison.deviations)
    if formalism == "lagrange":
        return SelfCheck(comparison.deviation, "recursion", samples)
    form, read = FORMALISMS[formalism], in_chart(sampled.reading, chart)
    agreed = agreement(form, form.evaluator(read), values, mapped.evaluate(values, points))
    if agreed.deviation is not None and not agreed.deviation <= TOLERANCE:
        raise _contradicted({form.title: agreed.deviation})
    return SelfCheck(max(comparison.deviation, agreed.deviation or 0.0), "recursion", samples)


def _points(
    sampled: Prepared, chart: Chart, kernel: ChartKernel, sheet: Sheet, numbers: dict[str, float]
) -> list[State]:
    """Random states at which conditions and what is assumed hold, and the chart is valid."""
    bound = kernel.bind(sampled.parameters)
    assumed, names, states = sheet.assumptions, chart.names, list[State]()
    for point in random_states(len(names), STATES, SEED):
        point = towards(numbers, assumed, names, point)
        at = bound(np.array([point.t, *point.q, *point.qd]))
        if not (np.isfinite(at["q"]).all() and np.isfinite(at["qd"]).all()):
            continue
        old = met(sampled, State(point.t, tuple(at["q"].tolist()), tuple(at["qd"].tolist())))
        new = state_of(bound, point.t, np.array(old.q), np.array(old.qd), np.array(point.q))
        if new is None or regularity(bound(np.array([point.t, *new[0], *new[1]]))["J"]) < NEAR:
            continue
        state = State(point.t, tuple(new[0].tolist()), tuple(new[1].tolist()))
        if assumed_at(numbers, assumed, names, state):
            states.append(state)
    return states


def _contradicted(deviations: Mapping[str, float]) -> Disagreement:
    worst = max(deviations, key=lambda name: deviations[name])
    cause = say(
        "{name} in the new coordinates and the recursion differ by {residual} of their terms. The "
        "equations are withheld: they would be wrong.",
        name=worst,
        residual=f"{deviations[worst]:.1e}",
    )
    remedy = "This is a fault of the program, not of the model. Please report it with the model."
    return Disagreement(
        [Problem("Equations", cause, remedy, code="disagreement")], deviations[worst]
    )
