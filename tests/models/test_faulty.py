"""Every faulty model ends in words that an engineer understands, never in a wrong number."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.model import Model
from lagr_gui.simulation import Trajectory
from tests.models.faulty import COLLECTION, Faulty

Told = dict[str, Sequence[Problem]]


def walk(model: Model) -> Told:
    """What each stage tells; a stage that raises tells its problems."""
    told: Told = {"check": pipeline.check(model).problems}
    f = len(pipeline.check(model).coordinates)
    source = np.random.default_rng(7)
    state = {"t": 0.3, "q": source.uniform(-1, 1, f), "qd": source.uniform(-1, 1, f)}
    stages: dict[str, Callable[[], Any]] = {
        "mobility": lambda: pipeline.mobility(model).notes,
        "equations": lambda: sheet(model),
        "evaluate": lambda: sane(pipeline.evaluate(model, [state])[0]),
        "verify": lambda: agreed(model),
        "simulate": lambda: sound(pipeline.simulate(model)),
    }
    for stage, run in stages.items():
        try:
            told[stage] = run()
        except LagrError as error:
            told[stage] = error.problems
    return told


def sheet(model: Model) -> tuple[Problem, ...]:
    assert pipeline.equations(model).of("g") or not model.coordinates
    return ()


def sane(found: pipeline.Evaluation) -> tuple[Problem, ...]:
    """Accelerations meet equations and conditions, or there are none at all."""
    if not np.isfinite(found.qdd).all():
        assert np.isnan(found.qdd).all() and np.isnan(found.multipliers).all()
        return ()
    left = found.g[1:, 1:] @ found.qdd + found.h - found.Q - found.G.T @ found.multipliers
    size = 1 + np.abs([*found.Q, *(found.g[1:, 1:] @ found.qdd), 0]).max()
    assert np.all(np.abs(left) < 1e-8 * size)
    wrong = np.abs(found.G @ found.qdd + found.gamma)
    assert np.all(wrong < 1e-6 * (1 + np.abs(found.gamma)))
    return ()


def agreed(model: Model) -> tuple[Problem, ...]:
    certificate = pipeline.verify(model, states=2)
    assert certificate.holds or certificate.skipped == certificate.states
    return ()


def sound(run: Trajectory) -> tuple[Problem, ...]:
    assert run.drift.max() < 1e-9 and run.slip.max() < 1e-8
    assert run.energy_error < 1e-6
    return run.notes


@pytest.mark.parametrize("name", COLLECTION)
def test_a_faulty_model_is_told_in_the_words_of_mechanics(name: str) -> None:
    faulty: Faulty = COLLECTION[name]
    told = walk(faulty.make().model)
    found = [problem for problem in told[faulty.stage] if problem.code == faulty.code]
    assert found, told[faulty.stage]
    text = " ".join(f"{p.place} {p.cause} {p.remedy}" for p in found)
    for word in faulty.words:
        assert re.search(word, text), word
    for problems in told.values():
        for problem in problems:
            assert problem.place and problem.cause.endswith((".", ".)")), problem


def test_the_collection_is_large_enough() -> None:
    assert len(COLLECTION) >= 30


@pytest.mark.parametrize("name", [n for n, f in COLLECTION.items() if f.code != "redundant"])
def test_what_is_an_error_also_stops_a_simulation(name: str) -> None:
    faulty = COLLECTION[name]
    model = faulty.make().model
    try:
        first = pipeline.mobility(model).notes
    except LagrError as error:
        first = error.problems
    if any(problem.code == faulty.code and problem.severity.value == "error" for problem in first):
        with pytest.raises(LagrError):
            pipeline.simulate(model)
