"""A double pendulum, built with a real pointer and keyboard from an empty drawing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lagr_gui import pipeline
from tests.patience import wait_for
from tests.window.display import Display, display

pytestmark = pytest.mark.window


def test_a_double_pendulum_is_drawn_run_saved_undone_and_opened_again(tmp_path: Path) -> None:
    with display(tmp_path) as screen:
        screen.begin()
        _draw(screen)
        _describe(screen)
        _run(screen)
        file = tmp_path / "pendulum.lagr"
        saved = _save(screen, file)
        _undo_everything(screen, saved)
        _open_again(screen, file, saved)
        _compare(file)


def _draw(screen: Display) -> None:
    screen.drag(screen.wait_for("tool", "body:rigid"), screen.ask("paper", 240, 0))
    screen.until(bodies=[1])
    screen.click(screen.ask("tool", "body:rigid"))
    screen.click(screen.ask("paper", 480, 0))
    screen.key("Escape")
    screen.until(bodies=[1, 2])
    for a, b in ((0, 1), (1, 2)):
        screen.drag(screen.ask("port", a, "right"), screen.ask("item", f"body:{b}"))
        screen.click(screen.wait_for("entry", "Revolute"))
    screen.until(coordinates=["q1", "q2"], sound=True)


def _describe(screen: Display) -> None:
    for joint, parent in ((0, "(0, 0, 0)"), (1, "(0, -0.5, 0)")):
        screen.click(screen.ask("item", f"joint:revolute {joint + 1}"))
        screen.until(selection=[f"joint:revolute {joint + 1}"])
        screen.fill(screen.wait_for("widget", f"field_joints_{joint}_point_parent"), parent)
        screen.fill(screen.wait_for("widget", f"field_joints_{joint}_point_child"), "(0, 0.5, 0)")
    screen.fill(screen.wait_for("widget", "field_start_q2_position"), "30 deg")
    for body, name in ((1, "Upper"), (2, "Lower")):
        screen.double_click(screen.ask("item", f"body:{body}"))
        screen.key("ctrl+a")
        screen.type(name)
        screen.key("Return")
    state = screen.ask("state")
    assert '"name": "Upper"' in state["text"] and '"name": "Lower"' in state["text"]
    assert '"30 deg"' in state["text"]


def _run(screen: Display) -> None:
    screen.click(screen.ask("button", "run"))
    assert screen.moved()["drift"] < 1e-7
    wait_for(lambda: True if screen.ask("state")["entries"] > 10 else None, "the equations")


def _save(screen: Display, file: Path) -> str:
    screen.click(screen.ask("item", "body:1"))
    screen.key("ctrl+s")
    screen.wait_for("widget", "fileNameEdit")
    screen.key("ctrl+a")
    screen.type(str(file))
    screen.key("Return")
    return screen.until(dirty=False)["text"]


def _undo_everything(screen: Display, saved: str) -> None:
    screen.click(screen.ask("item", "body:0"))
    steps = screen.ask("state")["steps"]
    for _ in range(steps):
        screen.key("ctrl+z")
    state = screen.until(undo=None)
    assert state["bodies"] == [] and state["coordinates"] == []
    for _ in range(steps):
        screen.key("ctrl+shift+z")
    assert screen.until(bodies=[1, 2], dirty=False)["text"] == saved


def _open_again(screen: Display, file: Path, saved: str) -> None:
    screen.key("ctrl+n")
    screen.until(bodies=[])
    screen.key("ctrl+o")
    screen.wait_for("widget", "fileNameEdit")
    screen.type(str(file))
    screen.key("Return")
    assert screen.until(bodies=[1, 2])["text"] == saved


def _compare(file: Path) -> None:
    """What was drawn is a double pendulum of two cubes of mass 1 with edges of 0.2."""
    (state,) = pipeline.evaluate(pipeline.load(file), [{"t": 0, "q": [0.3, 0.5], "qd": [0, 0]}])
    J = 0.2**2 / 6  # m = 1; centres of mass 0.5 below the hinges, which are 1 apart
    assert state.g[2, 2] == pytest.approx(J + 0.5**2)
    assert state.g[1, 1] == pytest.approx(2 * J + 0.5**2 + 1 + 0.5**2 + 2 * 0.5 * np.cos(0.5))
