"""The certificate of a model: all derivations and formalisms at the same states."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from lagr_gui.given import whole
from lagr_gui.mechanics.certificate import Certificate, compare, random_states
from lagr_gui.mechanics.numbers import parameter_values, specialised, with_sample_functions
from lagr_gui.mechanics.state import State
from lagr_gui.model import Model
from lagr_gui.numerics import on_one_thread
from lagr_gui.pipeline.derivation import (
    closed_evaluator,
    recursive_evaluator,
    structured_evaluator,
)
from lagr_gui.pipeline.evaluating import met
from lagr_gui.pipeline.formalisms import agreements
from lagr_gui.pipeline.structure import read
from lagr_gui.problem import LagrError


@on_one_thread
def verify(model: Model, states: int = 5, seed: int = 1, special: str = "") -> Certificate:
    """Compare all derivations and formalisms at random states.

    States are brought to the conditions on the motion where that is possible: where conditions
    depend on each other, only such states have accelerations.  Raises LagrError for an unsound
    model.
    """
    states, seed = whole(states, "Number of states", 1), whole(seed, "Seed", 0)
    model = with_sample_functions(specialised(model, special))
    reading = read(model)
    values = parameter_values(model)
    points = [met(model, p) for p in random_states(len(reading.coordinates), states, seed)]
    evaluator = recursive_evaluator(model)
    both = compare(closed_evaluator(model), evaluator, values, points, seed)
    start = time.perf_counter()
    structured, reason = _structured(model, values, points, both.skipped)
    forms = agreements(model, values, evaluator.evaluate(values, points))
    return replace(
        both,
        structured=structured,
        reason=reason,
        formalisms=forms,
        seconds=both.seconds + time.perf_counter() - start,
    )


def _structured(
    model: Model, values: Mapping[str, float], points: Sequence[State], skipped: int
) -> tuple[Mapping[str, float], str]:
    """Deviations of the structured form, or why there is none.

    One that has no numbers where the others have some is infinitely far off.
    """
    try:
        lines = structured_evaluator(model)
    except LagrError as error:
        if error.problems[0].code not in ("structured", "too-long"):
            raise
        return {}, error.problems[0].cause
    found = compare(lines, recursive_evaluator(model), values, points, 0)
    return (found.deviations if found.skipped <= skipped else {"g": math.inf}), ""
