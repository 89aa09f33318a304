"""From a model to its equations and their numbers, by both derivations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from lagr_gui import model as files
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import Energies
from lagr_gui.expression import Expression
from lagr_gui.mechanics.closed import Closed, Metric
from lagr_gui.mechanics.closed.unexpanded import Formulas
from lagr_gui.mechanics.directions import broken
from lagr_gui.mechanics.evaluation import (
    ClosedEvaluator,
    LineEvaluator,
    ReachKernel,
    RecursiveEvaluator,
)
from lagr_gui.mechanics.formalisms.quasi import Choice
from lagr_gui.mechanics.numbers import known_values, place_numbers, specialised
from lagr_gui.mechanics.present import Presenter
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.scope import Scope
from lagr_gui.mechanics.sheet import EXPANDED, FORMS, SIDES, STRUCTURED, Sheet
from lagr_gui.mechanics.structured import Structured, StructuredEvaluator
from lagr_gui.message import say
from lagr_gui.model import Model
from lagr_gui.pipeline.cache import derived, kept, physics
from lagr_gui.pipeline.formalisms import formalism_sheet
from lagr_gui.pipeline.integrals import integral
from lagr_gui.pipeline.structure import check, read
from lagr_gui.pipeline.structured import sheet_of as structured_sheet_of
from lagr_gui.problem import LagrError, Problem
from lagr_gui.registry import did_you_mean
from lagr_gui.simulation import Trajectory


@derived
def equations(
    model: Model,
    form: str = "shortest",
    special: str = "",
    progress: Callable[[str, float], None] | None = None,
    formalism: str = "lagrange",
    quasi: Choice = "diagonal",
    side: str = "right",
) -> Sheet:
    """g, Γ, Q, T, U, D and the kinematics in closed form, only what differs from zero.

    The form ``structured`` has vectors and composite quantities, and `definitions` of them.
    Another `formalism` gives its own functions and equations; `quasi` are the quasi-velocities
    of Boltzmann and Hamel.  Forces stand on the right of equations of motion, or everything on
    one `side` (``one``).  Raises LagrError for an unsound model, an unknown form, formalism, side
    or special case, and where a formalism does not apply.
    """
    check_form(form, FORMS)
    check_side(side)
    if form == STRUCTURED:
        if formalism != "lagrange":
            raise _only_lagrange(formalism)
        read(specialised(model, special))
        return replace(structured_sheet_of(model, special), title=model.name, side=side)
    numbers = start_numbers(model, special)
    found = presenter_of(model, progress).sheet(form, special, numbers)
    sheet = replace(found, title=model.name, side=side)
    return sheet if formalism == "lagrange" else formalism_sheet(model, formalism, sheet, quasi)


def start_numbers(model: Model, special: str) -> dict[str, float]:
    """Parameters and coordinates at the start by name, zero where nothing is given.

    Raises LagrError for an unsound model or an unknown special case.
    """
    model = specialised(model, special)
    return dict.fromkeys(read(model).coordinates, 0.0) | place_numbers(model)


def applies(model: Model, sheet: Sheet) -> bool:
    """Whether what a sheet of this model, if it is sound, assumes of lengths is so at its start."""
    if not sheet.directions or sheet.chosen is not None or not check(model).sound:
        return True
    numbers = start_numbers(model, sheet.special)
    return all(entry.holds(numbers) for entry in sheet.directions)


def ended(
    model: Model, sheet: Sheet, trajectory: Trajectory
) -> tuple[tuple[Expression, float], ...]:
    """What a sheet takes to be positive and a motion of the model does not keep, and from when (s).

    Raises LagrError for a model without the sheet's special case.
    """
    values = known_values(specialised(model, sheet.special))
    found = broken(sheet.assumptions, values, trajectory.coordinates, trajectory.q.tolist())
    return tuple((entry.tree, float(trajectory.t[instant])) for entry, instant in found)


def check_form(form: str, forms: Sequence[str] = EXPANDED) -> None:
    """Raise LagrError for a form that is none of these."""
    if form not in forms:
        place = say("Form “{form}”", form=form)
        cause = (
            "It is not multiplied out, which is needed here."
            if form == STRUCTURED
            else "There is no such form."
        )
        raise LagrError(Problem(place, cause, did_you_mean(form, forms), code="form"))


def check_side(side: str) -> None:
    """Raise LagrError for a side that is none."""
    if side not in SIDES:
        place = say("Side “{side}”", side=side)
        cause = "Forces stand on the right, or everything on one side."
        raise LagrError(Problem(place, cause, did_you_mean(side, SIDES), code="side"))


def _only_lagrange(formalism: str) -> LagrError:
    return LagrError(
        Problem(
            place=say("Formalism “{name}”", name=formalism),
            cause="It has no structured form.",
            remedy="Choose Lagrange's equations, or another form.",
            code="structured",
        )
    )


def presenter_of(model: Model, progress: Callable[[str, float], None] | None = None) -> Presenter:
    """What shows the closed form of a model. Raises LagrError for an unsound model."""
    key = physics(model) + files.write_text(files.Model(special_cases=model.special_cases))
    closed = closed_of(model, progress)
    return kept("sheets", key, lambda: Presenter(closed, model, integral))


def closed_of(model: Model, progress: Callable[[str, float], None] | None = None) -> Closed:
    """The closed form; its metric is kept when only elements change."""

    def metric() -> Metric:
        moving = tuple(e for e in model.elements if isinstance(ELEMENTS[e.kind].law, Energies))
        bodies = model.model_copy(update={"elements": moving})
        reading = read(model)
        key = f"{physics(bodies)} {reading.coordinates} {reading.charges}"
        return kept("metric", key, lambda: Metric(reading, progress))

    return kept("closed", physics(model), lambda: Closed(read(model), metric(), progress))


def closed_evaluator(model: Model) -> ClosedEvaluator:
    """Evaluates the closed form; where it is too long, its formulas without expanding them."""
    return kept("evaluate closed", physics(model), lambda: _closed_evaluator(model))


def printed_evaluator(model: Model, special: str, sampled: Model) -> tuple[LineEvaluator, Sheet]:
    """Evaluates the equations as they are printed; `sampled` has what they leave open.

    Raises LagrError where they are too long to be printed.
    """
    sheet = equations(model, special=special)
    reading, reach = read(sampled), ReachKernel(recursion_of(sampled))
    return ClosedEvaluator(closed_of(model), reading, reach, sheet), sheet


def _closed_evaluator(model: Model) -> ClosedEvaluator:
    reading, reach = read(model), ReachKernel(recursion_of(model))
    try:
        return ClosedEvaluator(closed_of(model), reading, reach)
    except LagrError as error:
        if error.problems[0].code != "too-long":
            raise
    metric = Metric(reading, algebra=Formulas(Scope(reading)))
    return ClosedEvaluator(Closed(reading, metric), reading, reach)


def structured_evaluator(model: Model) -> StructuredEvaluator:
    """Evaluates the structured form."""

    def made() -> StructuredEvaluator:
        reading = read(model)
        return StructuredEvaluator(Structured(reading), reading, ReachKernel(recursion_of(model)))

    return kept("evaluate structured", physics(model), made)


def recursive_evaluator(model: Model) -> RecursiveEvaluator:
    """Evaluates the recursion."""

    return kept("evaluate", physics(model), lambda: RecursiveEvaluator(separate_bodies(model)))


def separate_bodies(model: Model) -> Recursion:
    """The recursion that tells bodies apart which are fixed to each other."""
    return kept("separate", physics(model), lambda: Recursion(read(model), separate=True))


def recursion_of(model: Model) -> Recursion:
    """The recursion, made to be computed."""
    return kept("recursion", physics(model), lambda: Recursion(read(model)))
