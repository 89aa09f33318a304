"""The certificate of a model: all derivations and formalisms at the same states."""

from __future__ import annotations

import math
import time
from dataclasses import replace

from lagr_gui.given import whole
from lagr_gui.mechanics.certificate import Certificate, compare, random_states
from lagr_gui.mechanics.numbers import parameter_values, specialised, with_sample_functions
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
    third = compare(structured_evaluator(model), evaluator, values, points, seed)
    start = time.perf_counter()
    forms = agreements(model, values, evaluator.evaluate(values, points))
    return replace(
        both,
        structured=third.deviations if third.skipped <= both.skipped else {"g": math.inf},
        formalisms=forms,
        seconds=both.seconds + third.seconds + time.perf_counter() - start,
    )
