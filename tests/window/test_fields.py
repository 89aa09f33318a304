"""Fields filled with a real keyboard and pointer show what the model has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.window.display import Display, display

pytestmark = pytest.mark.window

MASS, POINT = "field_bodies_0_mass", "field_joints_0_point_child"


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Display]:
    """The program with one body on a joint, which is selected."""
    with display(tmp_path) as screen:
        screen.begin()
        screen.drag(screen.wait_for("tool", "body:rigid"), screen.ask("paper", 300, 0))
        screen.drag(screen.ask("port", 0, "right"), screen.ask("item", "body:1"))
        screen.click(screen.wait_for("entry", "Revolute"))
        screen.wait_for("item", "joint:revolute 1")
        screen.click(screen.ask("item", "body:1"))
        screen.until(selection=["body:1"])
        yield screen


def _model(screen: Display) -> dict[str, Any]:
    return json.loads(screen.ask("state")["text"])


def _mass(screen: Display) -> Any:
    return _model(screen)["bodies"][0].get("mass", 1)


def test_undo_takes_back_letters_while_one_types_and_then_steps(screen: Display) -> None:
    screen.fill(screen.wait_for("widget", MASS), "7")
    screen.until(undo="Change mass")
    assert _mass(screen) == 7
    screen.type("5")
    screen.key("ctrl+z")
    assert screen.ask("text", MASS) == "7"
    assert _mass(screen) == 7
    screen.key("ctrl+z")
    screen.until(undo="Connect")
    assert (_mass(screen), screen.ask("text", MASS)) == (1, "1")
    screen.key("ctrl+shift+z")
    screen.until(undo="Change mass")
    assert (_mass(screen), screen.ask("text", MASS)) == (7, "7")
    screen.click(screen.ask("paper", 300, 160))
    screen.until(selection=[])
    screen.key("ctrl+z")
    screen.until(undo="Connect")
    assert _mass(screen) == 1


def test_a_parameter_is_defined_with_pointer_and_keyboard(screen: Display) -> None:
    screen.fill(screen.wait_for("widget", MASS), "2*mu")
    screen.click(screen.wait_for("widget", "define_bodies_0_mass"))
    screen.until(undo="Add parameter")
    assert _mass(screen) == "2*mu"
    screen.click(screen.ask("item", "joint:revolute 1"))
    screen.until(selection=["joint:revolute 1"])
    screen.fill(screen.wait_for("widget", POINT), "(0, l, 0)")
    screen.wait_for("widget", "define_joints_0_point_child")
    screen.key("Tab", "space")
    screen.wait_for("parameter", "l")
    assert [entry["name"] for entry in _model(screen)["parameters"]] == ["g", "mu", "l"]
