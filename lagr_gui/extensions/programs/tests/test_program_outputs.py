"""What sensors show in programs that run by themselves, beside what they show here."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.tests.test_julia import Read
from lagr_gui.extensions.programs.tests.test_programs import HERE, MANY, text_of
from lagr_gui.extensions.programs.tests.toolchain import TOOLS, build
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.trajectories.sensors import DONE, WORKS
from lagr_gui.model import Model, Output
from lagr_gui.prepared import prepare
from tests.samples.gallery import sample

WORKING = tuple(f"{word}(" for word in DONE)
CHOSEN = ("slider_crank", "condenser_microphone", "kapitza_pendulum")


def everything(model: Model) -> list[str]:
    """All that can be measured and follows from a state."""
    groups = pipeline.measurable(model).values()
    found = [text for items in groups for texts in items.values() for text in texts]
    return [text for text in found if text not in WORKS and not text.startswith(WORKING)]


def showing(model: Model, texts: list[str]) -> Model:
    """The model with these outputs."""
    outputs = tuple(map(Output.of, texts))
    return model.having(simulation=model.simulation.having(outputs=outputs))


def seen(model: Model, points: int = 11) -> tuple[pipeline.Trajectory, dict[str, Array]]:
    """The beginning of a motion, and what sensors show along it."""
    settings = pipeline.settings_of(model)
    begin, end = settings.t0, settings.t_end
    short = replace(settings, t_end=begin + 0.02 * (end - begin), points=points)
    texts = [entry.expression for entry in model.simulation.outputs]
    motion = pipeline.simulate(model, short, outputs=texts)
    return motion, dict(motion.outputs)


def near(found: Array, known: Array, units: Sequence[str], bound: float = 1e-8) -> None:
    """Columns that agree to a part of the largest number of their unit: zeros are rounded, too.

    Reactions also tell of how far closed paths have drifted; moments are as exact as forces of
    the same parts, at arms of some metre.
    """
    size = np.maximum(np.max(np.abs(known), axis=0), 1e-3)
    largest = {unit: max(size[np.array(units) == unit]) for unit in units}
    if "N m" in largest:
        largest["N m"] = max(largest["N m"], largest.get("N", 0.0))
    assert np.max(np.abs(found - known) / [largest[unit] for unit in units]) <= bound


@pytest.mark.parametrize("language", HERE)
@pytest.mark.parametrize("name", CHOSEN)
def test_a_program_shows_what_sensors_show(name: str, language: str, tmp_path: Path) -> None:
    plain = sample(name)
    model = showing(plain, [*everything(plain), "twice = 2*t"])
    motion, known = seen(model)
    titles = [entry.title for entry in model.simulation.outputs]
    program = build(language, text_of(language, model), tmp_path)
    states = np.column_stack([motion.t, motion.q, motion.qd])
    found = program.answers("--outputs", states)
    values = np.column_stack([known[entry.expression] for entry in model.simulation.outputs])
    entries = describe(prepare(model)).shown
    shown, units = zip(*((e.title.line, e.unit.line) for e in entries), strict=True)
    near(found, values[:, [titles.index(title) for title in shown]], units)
    done = program.answer("--until", repr(float(motion.t[-1])), "--points", "11")
    head, *rows = csv.reader(done.stdout.splitlines())
    assert head[-len(shown) :] == [*shown] and not done.stderr
    table = np.array(rows, float)[:, -len(shown) :]
    size = 1 + np.max(np.abs(found), axis=0)
    assert np.max(np.abs(table - found) / size) <= 1e-6


@pytest.mark.parametrize("name", MANY)
def test_what_is_written_in_julia_shows_what_sensors_show(name: str) -> None:
    plain = sample(name)
    model = showing(plain, everything(plain))
    motion, known = seen(model)
    program = Read(text_of("julia", model))
    found = program.outputs(np.column_stack([motion.t, motion.q, motion.qd]))
    shown = describe(prepare(model)).shown
    values = np.column_stack([known[entry.title.line] for entry in shown])
    near(found, values, [entry.unit.line for entry in shown])


def test_outputs_are_told_with_names_and_units() -> None:
    model = showing(sample("slider_crank"), ["tip = position(1).x", "force(A).y", "work = T + U"])
    text = text_of("c", model)
    for words in ("tip [m]: = position(1).x", "work [J]: = T + U"):
        assert words in text


def test_what_is_no_function_of_a_state_is_left_out_and_told() -> None:
    model = showing(sample("double_pendulum"), ["balance", "phi_1", "nobody", "W = dissipated"])
    program = describe(prepare(model))
    assert [entry.title.line for entry in program.shown] == ["phi_1"] or program.shown == ()
    assert {"balance", "nobody", "W"} <= {words.line for words in program.unshown}
    assert "are left out: balance; " in text_of("c", model)


def test_a_program_without_outputs_has_none() -> None:
    assert TOOLS and "SHOWN" not in text_of("c", sample("double_pendulum"))


def test_what_is_divided_by_zero_in_numpy_is_infinite_as_elsewhere(tmp_path: Path) -> None:
    plain = sample("simple_pendulum")
    texts = ["atan(1/(q1 - 1.2))", "tanh(-1/t)", "exp(-1/(q1 - 1.2)^2)", "1/(1 + g/t)"]
    program = build("numpy", text_of("numpy", showing(plain, texts)), tmp_path)
    found = program.answers("--outputs", np.array([[0.0, 1.2, 0.0]]))
    assert found[0] == pytest.approx([np.pi / 2, -1, 0, 0])
