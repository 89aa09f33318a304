"""Other forms of the equations of a model: compared, and shown."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.certificate import Agreement, agreement
from lagr_gui.mechanics.chart import Chart
from lagr_gui.mechanics.coordinates.slopes import in_chart
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.formalisms import COMPUTING, FORMALISMS
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.hamilton_readable import cyclic, lagrangian, with_potential
from lagr_gui.mechanics.formalisms.in_speeds import Wanted
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.formalisms.newton_euler_readable import headed, reactions
from lagr_gui.mechanics.formalisms.numeric import Evaluator
from lagr_gui.mechanics.formalisms.quasi import Choice
from lagr_gui.mechanics.formalisms.readable import readable
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.sheets.sheet import COORDINATE, Entry, Sheet, needed
from lagr_gui.mechanics.sheets.shown_as import show_of
from lagr_gui.prepared import Prepared


def agreements(
    prepared: Prepared, values: Mapping[str, float], evaluations: Sequence[Evaluation]
) -> tuple[Agreement, ...]:
    """Every formalism against evaluations of the recursion, or why it does not apply."""
    evaluators = prepared.kept("formalisms", lambda: _evaluators(prepared.reading))
    compared: list[Agreement] = []
    for name, evaluator in evaluators.items():
        form = FORMALISMS[name]
        if isinstance(evaluator, str):
            compared.append(Agreement(name, form.title, None, 0, evaluator))
        else:
            compared.append(agreement(form, evaluator, values, evaluations))
    return tuple(compared)


SHARED = ("E", "x", "U", "D", "U_F", "D_F", "phi", "G", "gamma_bar", "gamma_bar2")
"""Results that are the same in every formalism."""


def formalism_sheet(
    prepared: Prepared,
    formalism: str,
    sheet: Sheet,
    quasi: Choice,
    chart: Chart | None = None,
    multipliers: bool = True,
) -> Sheet:
    """The sheet with a formalism's functions and equations instead of g, Γ and Q.

    In new coordinates these are those of the `chart` of the sheet.  Without `multipliers` chosen
    quasi-velocities that tell a condition are 0.  Raises LagrError for an unknown formalism, one
    that does not apply, or results too long.
    """
    title = FORMALISMS[formalism].name
    start = time.perf_counter()
    general = prepared.general
    key, reading = ("kinetics",), general.reading
    if chart is not None:
        key, reading = (*key, f"{chart!r}"), in_chart(reading, chart)
    kinetics = general.kept(key, lambda: Kinetics(reading, Exact(reading)))
    show = show_of(sheet, general.model, general.reading.typed)
    entries, balances = readable(title, kinetics, show, Wanted(quasi, multipliers))
    if title == "hamilton":
        entries = with_potential(entries, sheet)
    shared = shared_entries(sheet, title)
    if title == "gauss" and sheet.frictions:
        from lagr_gui.mechanics.sheets.friction_modes import with_sticking_forces

        entries = (*entries, with_sticking_forces(entries, sheet.frictions))
    of_frictions = (tree for force in sheet.frictions for tree in force.trees)
    used = needed(sheet.definitions, [*(entry.tree for entry in shared), *of_frictions])
    replaced_ones = [
        definition for definition in sheet.definitions if definition.meaning == COORDINATE
    ]
    found = replace(
        sheet,
        entries=(*shared, *entries),
        definitions=(
            *replaced_ones,
            *(definition for definition in used if definition not in replaced_ones),
        ),
        seconds=time.perf_counter() - start,
        formalism=title,
        balances=tuple(headed(balances, prepared.model)),
    )
    return with_remarks(found, kinetics)


def shared_entries(sheet: Sheet, formalism: str) -> list[Entry]:
    """What Lagrange's sheet tells that another formalism shows, too."""
    shared = [entry for entry in sheet.entries if entry.symbol in SHARED]
    return [*shared, lagrangian(sheet)] if formalism == "hamilton" else shared


def with_remarks(sheet: Sheet, kinetics: Kinetics) -> Sheet:
    """The sheet with what is said of its momenta or reactions."""
    remarks = {"hamilton": cyclic, "newton-euler": partial(reactions, kinetics)}
    said = remarks.get(sheet.formalism)
    return sheet if said is None else replace(sheet, notes=(*sheet.notes, *said(sheet)))


def _evaluators(reading: Reading) -> dict[str, Evaluator | str]:
    """Every formalism that computes, or the reason why it does not apply."""
    evaluators: dict[str, Evaluator | str] = {}
    for name in COMPUTING:
        try:
            evaluators[name] = FORMALISMS[name].evaluator(reading)
        except LagrError as error:
            evaluators[name] = error.problems[0].cause
    return evaluators
