"""Edits that only name, number or place things anew leave the mechanics as they were."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model
from lagr_gui.model.files import read_text, write_text
from tests.samples.gallery import RUBBING

PATHS = {path.stem: path for path in sample_models()}
LONG = {"quadruped", "whipple_bicycle", "robot_arm_6r", "flexible_arm", "andrews_squeezer"}
NAMES = sorted(set(PATHS) - LONG - {*RUBBING})


@cache
def sample(name: str) -> Model:
    return pipeline.load(PATHS[name])


@cache
def state(name: str) -> tuple[Any, Any]:
    """The start of a sample, a little beside it where nothing binds."""
    prepared = pipeline.prepare(sample(name))
    q, qd = map(np.array, prepared.start_values)
    if prepared.conditions is not None:
        return q, qd
    source = np.random.default_rng(len(name))
    return q + source.uniform(0.01, 0.1, len(q)), qd + source.uniform(-0.5, 0.5, len(q))


def moves(model: Model, name: str) -> dict[str, Any]:
    """What mechanics says of a state, in the order of the coordinates."""
    q, qd = state(name)
    (found,) = pipeline.evaluate(model, [{"t": 0.2, "q": q.tolist(), "qd": qd.tolist()}])
    return {key: np.array(getattr(found, key)) for key in ("qdd", "g", "Q", "T", "U", "D")}


@cache
def wanted(name: str) -> dict[str, Any]:
    return moves(sample(name), name)


def same(model: Model, name: str) -> None:
    for key, value in moves(model, name).items():
        assert value == pytest.approx(wanted(name)[key], rel=1e-9, abs=1e-9, nan_ok=True), key


@pytest.mark.parametrize("name", NAMES)
def test_whatever_things_are_called(name: str) -> None:
    model = sample(name)
    for sort in ("parameter", "function"):
        for index, entry in enumerate(getattr(model, f"{sort}s")):
            if entry.name != "g":
                model = edits.rename(model, f"{sort}:{entry.name}", f"n_{sort[:2]}{index}")
    for index, symbol in enumerate(model.coordinates):
        model = edits.rename(model, f"coordinate:{symbol}", f"u_{index}")
    for index, body in enumerate(model.bodies):
        model = edits.rename(model, f"body:{body.number}", f"Body no. {index}")
    for sort in ("joint", "element", "terminal"):
        for index, entry in enumerate(getattr(model, f"{sort}s")):
            model = edits.rename(model, f"{sort}:{entry.name}", f"{sort} number {index}")
    assert len(model.coordinates) == len(sample(name).coordinates)
    same(model, name)


TREES = sorted(name for name in NAMES if pipeline.check(sample(name)).tree)


@pytest.mark.parametrize("name", TREES)
def test_whatever_numbers_bodies_have(name: str) -> None:
    model = sample(name)
    numbers = list(model.numbers)
    again = edits.renumber(model, dict(zip(numbers, reversed(numbers), strict=True)))
    symbols = pipeline.check(model).coordinates
    assert set(pipeline.check(again).coordinates) == set(symbols)
    q, qd = (dict(zip(symbols, part.tolist(), strict=True)) for part in state(name))
    (found,) = pipeline.evaluate(again, [{"t": 0.2, "q": q, "qd": qd}])
    before = wanted(name)
    for key in ("T", "U", "D"):
        assert getattr(found, key) == pytest.approx(before[key], rel=1e-9, abs=1e-9), key
    order = [pipeline.check(again).coordinates.index(symbol) for symbol in symbols]
    qdd = np.array(found.qdd)[order]
    assert qdd == pytest.approx(before["qdd"], rel=1e-8, abs=1e-8, nan_ok=True)


@pytest.mark.parametrize("name", NAMES)
def test_wherever_things_are_drawn(name: str) -> None:
    model = edits.arrange(sample(name))
    keys = {f"body:{number}" for number in model.numbers}
    model = edits.align(model, keys, "row")
    model = edits.distribute(model, keys, "column")
    same(read_text(write_text(model), KINDS), name)


@pytest.mark.parametrize("name", NAMES)
def test_however_often_it_is_saved(name: str) -> None:
    once = read_text(write_text(sample(name)), KINDS)
    assert once == sample(name) and write_text(once) == write_text(sample(name))
    same(once, name)


@pytest.mark.parametrize("name", NAMES)
def test_all_of_it_pasted_into_an_empty_drawing_moves_alike(name: str) -> None:
    model = sample(name)
    if model.base != Model().base or any(model.start):
        model = model.model_copy(update={"base": Model().base})
    keys = {
        *(f"body:{number}" for number in model.numbers),
        *(f"joint:{joint.name}" for joint in model.joints),
        *(f"element:{element.name}" for element in model.elements),
        *(f"terminal:{terminal.name}" for terminal in model.terminals),
    }
    empty = Model(gravity=model.gravity, parameters=model.parameters, functions=model.functions)
    pasted = edits.paste(empty, edits.copy(model, keys), (0.0, 0.0))
    q, qd = state(name)
    given = [{"t": 0.2, "q": q.tolist(), "qd": qd.tolist()}]
    (one,), (other,) = (pipeline.evaluate(each, given) for each in (model, pasted))
    assert other.qdd == pytest.approx(one.qdd, rel=1e-9, abs=1e-9, nan_ok=True)
    assert pytest.approx(one.T, rel=1e-10, abs=1e-12) == other.T


@pytest.mark.parametrize("name", NAMES)
def test_a_parameter_is_worth_its_value_however_that_is_written(name: str) -> None:
    model = sample(name)
    for index, parameter in enumerate(model.parameters):
        if isinstance(parameter.value, float):
            text = f"2*({parameter.value / 2!r})"
            model = edits.set_value(model, ("parameters", index, "value"), text)
    same(model, name)
