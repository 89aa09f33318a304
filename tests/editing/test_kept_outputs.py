"""The curves of a drawing show the same, whatever the things are called of which they speak."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import lagr_gui
from lagr_gui import GROUND, LagrError, System, pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.cli.__main__ import main
from lagr_gui.editing import edits
from lagr_gui.expression.sensors import SORTS
from lagr_gui.mechanics.trajectories.sensors import WORDS
from lagr_gui.model import Model
from lagr_gui.model.files import read_text, write_text
from tests.samples.gallery import sample


def shown(model: Model) -> list[np.ndarray]:
    """The curves of a drawing along the beginning of its motion, in their order."""
    return [*System.of(model).simulate(until=0.02, points=3).outputs.values()]


def measuring(model: Model) -> Model:
    """A drawing with all that sensors can measure on it as curves, and a sum of several."""
    found = pipeline.measurable(model)
    texts = [text for items in found.values() for own in items.values() for text in own]
    first = model.coordinates[0]
    name = next(p.name for p in model.parameters if p.name != "g")
    model = edits.add_output(
        model, f"{first}' + 2*{name}*position(1, {name}, 0, 3*{name}).x", "tip"
    )
    for text in texts:
        model = edits.add_output(model, text)
    return model


def everything_renamed(model: Model) -> Model:
    for index, symbol in enumerate(model.coordinates):
        model = edits.rename(model, f"coordinate:{symbol}", f"u_{index}")
    for index, entry in enumerate(model.parameters):
        model = edits.rename(model, f"parameter:{entry.name}", f"n_{index}")
    for index, body in enumerate(model.bodies):
        model = edits.rename(model, f"body:{body.number}", f"Body no. {index}")
    model = edits.rename(model, "body:0", "Floor, or so")
    for sort in ("joint", "element", "terminal"):
        for index, entry in enumerate(getattr(model, f"{sort}s")):
            model = edits.rename(model, f"{sort}:{entry.name}", f"{sort} ({index}), left")
    return model


@pytest.mark.parametrize(
    "name", ["double_pendulum", "four_bar", "swinging_atwood", "dc_motor_pendulum", "cart_pole"]
)
def test_they_go_with_names(name: str) -> None:
    model = measuring(sample(name))
    again = everything_renamed(model)
    assert len(again.simulation.outputs) == len(model.simulation.outputs) > 10
    for one, other in zip(shown(model), shown(again), strict=True):
        assert other == pytest.approx(one, rel=1e-6, abs=1e-6)


def test_they_go_with_numbers_folding_and_names_of_instances() -> None:
    model = measuring(sample("double_pendulum"))
    wanted = shown(model)
    numbers = model.numbers
    again = edits.renumber(model, dict(zip(numbers, (7, 3), strict=True)))
    folded = edits.fold(again, {"body:7", *(f"joint:{joint.name}" for joint in again.joints[1:])})
    named = edits.rename(folded, f"instance:{folded.instances[0].name}", "arm")
    for other in (again, folded, named):
        assert pipeline.check(other).sound
        for one, two in zip(wanted, shown(other), strict=True):
            assert two == pytest.approx(one, rel=1e-6, abs=1e-6)


def test_of_two_items_with_one_name_the_right_one_is_followed() -> None:
    system = System()
    body = system.body("B")
    system.joint("prismatic", GROUND, body, "x", name="B", axis=(1, 0, 0))
    system.element("spring", "B", body_a=0, body_b=body, point_a=(-1, 0, 0), c=3, l0=1)
    system.output("force(B).x")
    system.output("length(B)")
    system.output("position(B).x")
    texts = lambda model: [entry.expression for entry in model.simulation.outputs]  # noqa: E731
    model = edits.rename(system.model, "element:B", "coil")
    assert texts(model) == ["force(B).x", "length(coil)", "position(B).x"]
    model = edits.rename(model, "joint:B", "rail")
    assert texts(model) == ["force(rail).x", "length(coil)", "position(B).x"]
    model = edits.rename(model, "body:1", "2")
    assert texts(model)[-1] == "position(1).x", "a number would be that of a body"
    model = edits.rename(model, "coordinate:x", "s")
    assert texts(model) == ["force(rail).x", "length(coil)", "position(1).x"]


@pytest.mark.parametrize("text", ["force(B", "2*(", "", "length(", "3 m + m", "foo(m)"])
def test_what_does_not_read_stays_as_it_was_typed(text: str) -> None:
    model = edits.add_output(sample("double_pendulum"), text)
    renamed = edits.rename(model, "body:1", "Rod")
    assert renamed.simulation.outputs == model.simulation.outputs


def test_units_are_no_parameters() -> None:
    system = System(m=2.0)
    model = edits.add_output(system.model, "m*3 m + 1")
    renamed = edits.rename(model, "parameter:m", "mass")
    assert renamed.simulation.outputs[0].expression == "mass*3 m + 1"


def test_every_word_of_sensors_says_what_it_names() -> None:
    assert set(SORTS) == set(WORDS)


def test_files_without_curves_are_what_they_were() -> None:
    for name in ("double_pendulum", "four_bar"):
        text = write_text(sample(name))
        assert "outputs" not in text
        assert write_text(read_text(text, KINDS)) == text
    model = measuring(sample("double_pendulum"))
    assert read_text(write_text(model), KINDS) == model


def test_curves_change_neither_equations_nor_motions() -> None:
    model = sample("double_pendulum")
    other = measuring(model)
    assert pipeline.physics(model) == pipeline.physics(other)
    assert pipeline.dynamics(model) == pipeline.dynamics(other)


def test_a_curve_of_the_same_title_gives_way() -> None:
    model = edits.add_output(sample("double_pendulum"), "T", "a")
    model = edits.add_output(edits.add_output(model, "U"), "E", "a")
    assert [(o.title, o.expression) for o in model.simulation.outputs] == [("U", "U"), ("a", "E")]
    assert not edits.remove_output(edits.remove_output(model, "a"), "U").simulation.outputs
    with pytest.raises(LagrError, match="outputs"):
        edits.add_output(model, "1" * 100_001)


def test_the_command_line_and_python_take_those_of_the_drawing(tmp_path: Path, capsys) -> None:
    model = edits.add_output(sample("double_pendulum"), "position(1).x", "tip")
    model = edits.add_output(edits.add_output(model, "T + U"), "length(rope)", "gone")
    lagr_gui.save(model, tmp_path / "m.lagr")
    asked = ["simulate", str(tmp_path / "m.lagr"), "--until", "0.1", "--json"]
    assert main(asked) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found["outputs"]) == ["tip", "T + U"]
    assert found["output_units"] == {"tip": "m", "T + U": "J"}
    (problem,) = found["problems"]
    assert problem["severity"] == "warning" and "rope" in problem["cause"]
    assert main([*asked, "--output", "v = abs(velocity(1))"]) == 0
    assert list(json.loads(capsys.readouterr().out)["outputs"]) == ["v"]
    system = System.of(edits.remove_output(model, "gone"))
    assert list(system.simulate(until=0.1).outputs) == ["tip", "T + U"]
    assert list(system.simulate(until=0.1, outputs=["T"]).outputs) == ["T"]
    assert not system.simulate(until=0.1, outputs=()).outputs
