"""The certificate of a model: all derivations and formalisms at the same states."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from lagr_gui.analysis.equations.evaluation import met
from lagr_gui.analysis.equations.formalisms import agreements
from lagr_gui.expression.arguments import whole
from lagr_gui.foundation.problem import NotStructured, TooLong
from lagr_gui.mechanics.certificate import Certificate, compare, random_states
from lagr_gui.mechanics.evaluation import LineEvaluator, unexpanded_evaluator
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared


@on_one_thread
def verify(
    prepared: Prepared, states: int = 5, seed: int = 1, expanded: bool = True
) -> Certificate:
    """Compare all derivations and formalisms at random states.

    States are brought to the conditions on the motion where that is possible: where conditions
    depend on each other, only such states have accelerations.  The closed form is compared as its
    formulas stand where it is too long, or nobody reads it `expanded`.  Raises LagrError for an
    unsound model.
    """
    states, seed = whole(states, "Number of states", 1), whole(seed, "Seed", 0)
    prepared = prepared.sampled
    values = prepared.values
    some = random_states(len(prepared.coordinates), states, seed, *prepared.surroundings)
    points = [met(prepared, point) for point in some]
    evaluator = prepared.evaluator
    closed = prepared.closed_evaluator if expanded else _unexpanded(prepared)
    both = compare(closed, evaluator, values, points, seed)
    start = time.perf_counter()
    structured, reason = _structured(prepared, values, points, both.skipped)
    known = evaluator.evaluate(values, points)
    forms = () if prepared.reading.fed_back else agreements(prepared, values, known)
    return replace(
        both,
        structured=structured,
        reason=reason,
        formalisms=forms,
        seconds=both.seconds + time.perf_counter() - start,
    )


def _unexpanded(prepared: Prepared) -> LineEvaluator:
    """Evaluates the formulas of the closed form as they stand."""
    made = prepared.reading, prepared.recursion
    evaluator = prepared.kept("evaluate unexpanded", lambda: unexpanded_evaluator(*made))
    return evaluator.sized(prepared.extents, 1 / prepared.unit_of_time)


def _structured(
    prepared: Prepared, values: Mapping[str, float], points: Sequence[State], skipped: int
) -> tuple[Mapping[str, float], str]:
    """Deviations of the structured form, or why there is none.

    One that has no numbers where the others have some is infinitely far off.
    """
    try:
        lines = prepared.structured_evaluator
    except (NotStructured, TooLong) as error:
        return {}, error.problems[0].cause
    comparison = compare(lines, prepared.evaluator, values, points, 0)
    return (comparison.deviations if comparison.skipped <= skipped else {"g": math.inf}), ""
