"""What is told of dry friction along a motion: changes of mode, force, slip, reserve."""

from __future__ import annotations

import json
from math import exp, pi
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.editing import edits
from lagr_gui.mechanics.checks.typed_friction import typed_friction
from tests.samples.gallery import sample


def block(kind: str = "joint_friction", **fields: object) -> System:
    """A mass that a spring pulls, with dry friction."""
    system = System("block", m=2.0, c=50.0, R=3.0)
    system.joint("prismatic", GROUND, system.body(mass="m"), "x")
    system.element("coordinate_spring", coordinate="x", c="c")
    system.element(kind, "rub", coordinate="x", **fields)
    system.start(x=(0.5, 0.0))
    return system


def test_each_half_swing_is_a_change_until_it_sticks() -> None:
    moved = block(kinetic="R").simulate(until=6)
    changes = moved.changes
    assert [c.after for c in changes] == ["slides"] * (len(changes) - 1) + ["sticks"]
    assert [c.sense for c in changes] == [1, -1, 1, 0]
    half = pi * (2 / 50) ** 0.5
    assert [c.t for c in changes] == pytest.approx([half, 2 * half, 3 * half, 4 * half], rel=1e-9)
    assert {c.item for c in changes} == {"element:rub"}
    assert moved.senses_at(0.1) == {"element:rub": -1}
    assert moved.senses_at(6.0) == {"element:rub": 0}


def test_force_slip_and_reserve_hold_while_it_slides_and_while_it_sticks() -> None:
    model = block(kinetic="R", static=4, stribeck=0.5, speed=0.1).model
    moved = pipeline.simulate(model)
    words = ("friction(rub)", "force(rub)", "slip(rub)", "reserve(rub)")
    r, same, slip, reserve = pipeline.outputs(model, moved, words).values()
    assert r == pytest.approx(same) and slip == pytest.approx(moved.qd[:, 0] - 0.1, abs=1e-12)
    balance = 2 * moved.qdd[:, 0] + 50 * moved.q[:, 0]
    assert r == pytest.approx(balance, abs=1e-9)
    slides = np.abs(slip) > 1e-9
    bound = [3 + exp(-((abs(v) / 0.5) ** 2)) for v in slip[slides]]
    assert np.abs(r[slides]) == pytest.approx(bound)
    assert reserve == pytest.approx(1 - np.abs(r) / 4) and (~slides).any()
    units = pipeline.output_units(model, words)
    assert list(units.values()) == ["N", "N", "m/s", ""]


def test_a_line_that_rubs_pushes_its_ends_as_its_length_says() -> None:
    system = System("bob", m=1.0)
    system.joint("prismatic", GROUND, system.body("Bob", mass="m"), "x")
    system.element("line_friction", "rub", body_a=1, body_b=0, point_b=(-1, 0, 0), kinetic=2)
    system.start(x=(0.0, -0.5))
    model = system.model
    moved = pipeline.simulate(model)
    (r,) = pipeline.outputs(model, moved, ["friction(rub)"]).values()
    assert r == pytest.approx(moved.qdd[:, 0], abs=1e-12) and r[0] == 2
    assert pipeline.output_units(model, ["friction(rub)"]) == {"friction(rub)": "N"}


def test_the_command_line_tells_changes(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    path = tmp_path / "block.lagr"
    block(kinetic="R").save(path)
    assert main(["simulate", str(path), "--until", "1", "--changes"]) == 0
    assert "0.628318531 s: rub slides forwards" in capsys.readouterr().out
    assert main(["simulate", str(path), "--until", "1", "--json"]) == 0
    (change,) = json.loads(capsys.readouterr().out)["changes"]
    assert (change["item"], change["after"]) == ("element:rub", "slides")


FORCES = {
    "-R*sign(x')": ("R", "0", "0"),
    "5*sin(t) - R*sign(x' - v)": ("R", "v", "5*sin(t)"),
    "-sign(x')*R/2 + m": ("R/2", "0", "m"),
    "R*sign(x')": None,
    "-R*x*sign(x')": None,
    "-R*sign(x)": None,
}


@pytest.mark.parametrize("force", FORCES)
def test_a_sign_of_a_velocity_becomes_an_element(force: str) -> None:
    system = System("block", m=2.0, R=3.0, v=0.0)
    system.joint("prismatic", GROUND, system.body(mass="m"), "x")
    system.element("coordinate_force", "push", coordinate="x", force=force)
    found = typed_friction(system.model, system.model.elements[0])
    if FORCES[force] is None:
        assert found is None
        return
    assert found is not None and (found.kinetic, found.speed, found.rest) == FORCES[force]
    model = edits.take_friction(system.model, "push", *FORCES[force])
    kinds = [element.kind for element in model.elements]
    assert kinds == ["coordinate_force", "joint_friction"][found.rest == "0" :]
    assert pipeline.check(model).sound
    state = [{"t": 0.3, "q": [0.1], "qd": [0.7]}]
    (before,) = pipeline.evaluate(system.model, state)
    sense = {"sigma_push": 1.0} if found.rest == "0" else {"sigma_dry_friction_1": 1.0}
    (after,) = pipeline.evaluate(pipeline.prepare(model).with_values(sense), state)
    assert pytest.approx(before.Q) == after.Q


def test_a_static_friction_below_the_sliding_one_is_refused() -> None:
    """0 stands for as much where it is typed, not where a parameter has that value."""
    refused = ["static-friction"]
    for static, codes in ((2, refused), (3, []), (0, []), ("R - 3", refused)):
        report = block(kinetic="R", static=static).check()
        assert [problem.code for problem in report.problems] == codes
    report = block(kinetic=0, static="R - 3", stribeck="R - 3").check()
    assert [problem.code for problem in report.problems] == ["stribeck"]
    wall = System("wall", none=0)
    wall.joint("planar", GROUND, wall.body(mass=1), "x", "y", "turn")
    wall.element("wall", body=1, mu=0.2, static="none")
    assert [problem.code for problem in wall.check().problems] == refused


def test_what_can_be_measured_of_a_brake_has_units_of_its_hinge() -> None:
    texts = pipeline.measurable(sample("brake"))["Elements"]["brake"]
    assert texts[:3] == ("friction(brake)", "slip(brake)", "reserve(brake)")
    units = pipeline.output_units(sample("brake"), texts[:3])
    assert list(units.values()) == ["N m", "rad/s", ""]
