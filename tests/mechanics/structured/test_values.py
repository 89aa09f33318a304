"""Numbers of lines that are read, against the recursion and against what words say of them."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.analysis.equations.lines import OF_STATES
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Model, Replacement, SpecialCase
from lagr_gui.pipeline import Lines, LineValues, State

SAMPLES = {path.stem: path for path in sample_models()}


def read(name: str) -> Model:
    return pipeline.load(SAMPLES[name])


def some_state(model: Model) -> State:
    draw = np.random.default_rng(4)
    count = len(pipeline.check(model).coordinates)
    q, qd = draw.uniform(0.2, 1.2, (2, count)).tolist()
    return State(0.7, tuple(q), tuple(qd))


def everything(model: Model, form: str, state: State | None) -> tuple[Sheet, LineValues]:
    sheet = pipeline.equations(model, form)
    results = (entry for entry in sheet.entries if entry.symbol in OF_STATES)
    lines = Lines.of(sheet, (*sheet.definitions, *results))
    return sheet, pipeline.line_values(model, lines, state)


@pytest.mark.parametrize("form", ["structured", "shortest", "collected"])
@pytest.mark.parametrize("name", ["double_pendulum", "two_pendulums_dashpot", "four_bar"])
def test_numbers_of_results_are_those_of_the_recursion(name: str, form: str):
    model = read(name)
    state = some_state(model)
    _, found = everything(model, form, state)
    (wanted,) = pipeline.evaluate(model, state)
    f = len(pipeline.check(model).coordinates)
    g, Q = np.zeros((f + 1, f + 1)), np.zeros(f)
    for (symbol, indices), (value, *_) in found.entries.items():
        if symbol == "g":
            g[indices] = g[indices[::-1]] = value
        elif symbol == "Q":
            Q[indices[0] - 1] = value
    assert g == pytest.approx(wanted.g, rel=1e-9, abs=1e-12)
    assert pytest.approx(wanted.Q, rel=1e-9, abs=1e-9) == Q
    assert found.entries["T", ()] == pytest.approx((wanted.T,), rel=1e-9)
    assert found.t == state.t


def test_composite_quantities_of_an_arm_are_what_their_words_say():
    model = read("robot_arm_6r")
    _, found = everything(model, "structured", some_state(model))
    axes = [name for name in found.definitions if name.startswith("e_")]
    assert axes and all(np.hypot.reduce(found.definitions[e]) == pytest.approx(1) for e in axes)
    whole = max(v for name, (v, *_) in found.definitions.items() if name.startswith("mhat_"))
    values = {p.name: p.value for p in model.parameters}
    assert whole <= sum(v for name, v in values.items() if name.lower().startswith("m")) + 1e-12
    for name, entries in found.definitions.items():
        if name.startswith("Jhat_"):
            J = np.reshape(entries, (3, 3))
            assert pytest.approx(J.T) == J
            assert np.linalg.eigvalsh(J).min() > 0


def test_only_what_is_wanted_is_computed_with_all_it_is_made_of():
    model = read("double_pendulum")
    sheet = pipeline.equations(model, "structured")
    (energy,) = sheet.of("T")
    lines = Lines.of(sheet, [energy])
    assert {entry.symbol for entry in lines.entries} == {"g", "T"}
    found = pipeline.line_values(model, lines, some_state(model))
    assert set(found.definitions) == {own.name for own in lines.definitions}
    alone = Lines.of(sheet, sheet.definitions[:1])
    assert (len(alone.definitions), alone.entries) == (1, ())


def test_without_a_state_numbers_are_those_of_the_start():
    model = read("four_bar")
    _, found = everything(model, "structured", None)
    gaps = [value for (symbol, _), (value, *_) in found.entries.items() if symbol == "phi"]
    assert gaps == pytest.approx([0] * len(gaps), abs=1e-9), "the start meets its conditions"
    assert gaps and found.t == model.simulation.start


def test_numbers_of_a_special_case_are_of_its_lines():
    case = SpecialCase(name="light", replacements=(Replacement(name="g", value=0),))
    model = read("double_pendulum").model_copy(update={"special_cases": (case,)})
    sheet = pipeline.equations(model, "structured", "light")
    lines = Lines.of(sheet, sheet.of("g"))
    usual, light = (pipeline.line_values(model, lines, some_state(model), s) for s in ("", "light"))
    assert light.entries == usual.entries != {}
    weight = Lines.of(sheet, sheet.of("Q"))
    assert not weight.entries, "without gravity nothing pulls"
