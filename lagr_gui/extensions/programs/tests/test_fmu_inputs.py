"""Parameters of forces that are inputs of functional mock-up units, and change while these move."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import LagrError, fmu3, pipeline
from lagr_gui.editing import edits
from lagr_gui.extensions.programs.tests.test_fmu import (
    KINDS,
    UNITS,
    assert_near,
    compiled,
    dependent,
    derived,
    description_of,
    loaded,
    run,
)
from lagr_gui.model import Model, Parameter
from lagr_gui.prepared import prepare
from tests.cli.test_commands import SAMPLES, answer
from tests.samples.gallery import sample

CHANGED, END = 0.4, 0.8
BEFORE, AFTER = 0.3, -1.1
NAMES = ("dc_motor_pendulum", "double_pendulum", "four_bar", "bouncing_ball")


def pushed(name: str, value: float = BEFORE) -> Model:
    """A sample with a further force F on its last coordinate."""
    model = sample(name)
    model = model.having(parameters=(*model.parameters, Parameter(name="F", value=str(value))))
    last = prepare(sample(name)).coordinates[-1]
    return edits.add_element(model, "coordinate_force", coordinate=last, force="F")


def settings(model: Model, begin: float, end: float):
    own = prepare(model).settings
    return replace(own, t0=begin, t_end=end, points=11, rtol=1e-12, atol=1e-14)


@compiled
@loaded
@pytest.mark.parametrize("version", UNITS)
@pytest.mark.parametrize("name", NAMES)
def test_an_input_changes_the_motion_as_its_parameter_does(
    name: str, version: int, tmp_path: Path
) -> None:
    """The motion up to the change, and from its end on with another value."""
    model = pushed(name)
    first = pipeline.simulate(model, settings(model, 0.0, CHANGED))
    other = pushed(name, AFTER)
    for q, x, v in zip(first.coordinates, first.q[-1], first.qd[-1], strict=True):
        other = edits.set_start(other, q, float(x), float(v))
    second = pipeline.simulate(other, settings(other, CHANGED, END))
    rows = [(0.0, BEFORE), (CHANGED, BEFORE), (CHANGED, AFTER), (END, AFTER)]
    found = run(
        UNITS[version](model, inputs=["F"]),
        tmp_path,
        until=END,
        step=CHANGED / 10,
        course={"F": rows},
    )
    assert found["faults"] == []
    for kind in KINDS:
        for place, q in enumerate(first.coordinates):
            known = np.array([*first.q[:, place], *second.q[1:, place]])
            # where the input jumps an importer may write the state before the event, and after it
            t, there = np.array(found[kind]["time"]), np.array(found[kind][q])
            own = np.interp([*first.t, *second.t[1:]], t, there)
            assert np.max(np.abs(own - known) / (1 + np.abs(known))) < 1e-6, (kind, q)


@compiled
@loaded
@pytest.mark.parametrize("version", UNITS)
@pytest.mark.parametrize("name", ["double_pendulum", "four_bar", "dc_motor_pendulum"])
def test_derivatives_by_inputs_are_exact_and_told(name: str, version: int, tmp_path: Path) -> None:
    found = derived(UNITS[version](pushed(name), inputs=["F"]), tmp_path)
    whole, differences = np.array(found["one"]).T, np.array(found["differences"]).T
    count = differences.shape[1]
    assert_near(whole[:, :count], differences)
    assert "F" in found["known"][:count]
    known = dependent(tmp_path / "unit.fmu")
    for i, unknown in enumerate(found["unknown"]):
        for k, name_of in enumerate(found["known"][:count]):
            assert whole[i, k] == 0 or name_of in known[unknown], (unknown, name_of)


def test_other_inputs_are_another_unit() -> None:
    model = pushed("double_pendulum")
    texts = [description_of(fmu3(model, inputs=names)) for names in ((), ("F",), ("F", "F"))]
    tokens = [re.search(r'instantiationToken="([^"]+)"', text)[1] for text in texts]
    assert tokens[0] != tokens[1] == tokens[2]


@pytest.mark.parametrize(
    ("name", "parameter", "place"),
    [
        ("double_pendulum", "l1", "length"),
        ("double_pendulum", "m1", "mass"),
        ("double_pendulum", "g", "gravity"),
        ("dc_motor_pendulum", "L", "winding"),
        ("dc_motor_pendulum", "K", "motor"),
        ("dc_motor_pendulum", "nothing", "J, L, K"),
    ],
)
def test_what_would_jump_without_a_force_is_no_input(name, parameter, place) -> None:
    with pytest.raises(LagrError) as caught:
        fmu3(sample(name), inputs=[parameter])
    (problem,) = caught.value.problems
    assert parameter in problem.place
    assert problem.code == "input"


def test_inputs_are_named_on_the_command_line(capsys, tmp_path: Path) -> None:
    file = tmp_path / "motor.fmu"
    source = sample("dc_motor_pendulum")
    assert source.parameters[-1].name == "V0"
    words = ("export", str(SAMPLES["dc_motor_pendulum"]), "--to", "fmu3")
    assert answer(capsys, *words, "--inputs", "V0, R", "--out", str(file))
    text = description_of(file.read_bytes())
    inputs = re.findall(r'name="(\w+)" [^>]*causality="input" variability="continuous"', text)
    assert {"V0", "R"} <= {*inputs}
