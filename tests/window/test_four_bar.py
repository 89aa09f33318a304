"""A four-bar linkage, drawn with a real pointer: no equation is typed, no special joint chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from lagr_gui import pipeline
from tests.window.display import Display, display

pytestmark = pytest.mark.window

BODIES = {1: (240, -120), 2: (520, -120), 3: (240, 160)}
POINTS = {
    "revolute 1": ("(0, 0, 0)", "(-0.15, 0, 0)"),  # 0–1
    "revolute 2": ("(0.15, 0, 0)", "(-0.4, 0, 0)"),  # 1–2
    "revolute 3": ("(0.9, 0, 0)", "(-0.3, 0, 0)"),  # 0–3
    "revolute 4": ("(0.3, 0, 0)", "(0.4, 0, 0)"),  # 3–2 closes the path
}


def test_a_four_bar_is_drawn_and_runs(tmp_path: Path) -> None:
    with display(tmp_path) as screen:
        screen.begin()
        _draw(screen)
        _measure(screen)
        _run(screen)
        file = tmp_path / "four_bar.lagr"
        _save(screen, file)
    model = pipeline.load(file)
    found = pipeline.mobility(model)
    assert found.freedom.freedoms == 1 and found.grubler == -2
    motion = pipeline.simulate(model)
    assert motion.constraint_error < 1e-9 and motion.energy_error < 1e-7


def _draw(screen: Display) -> None:
    for number, place in BODIES.items():
        screen.click(screen.wait_for("tool", "body:rigid"))
        screen.click(screen.ask("paper", *place))
        screen.key("Escape")
        screen.until(bodies=list(range(1, number + 1)))
    for a, side, b in ((0, "right", 1), (1, "right", 2), (0, "bottom", 3), (3, "right", 2)):
        screen.drag(screen.ask("port", a, side), screen.ask("item", f"body:{b}"))
        screen.click(screen.wait_for("entry", "Revolute"))
    screen.until(sound=True, cuts=["revolute 4"])


def _measure(screen: Display) -> None:
    for joint, (name, points) in enumerate(POINTS.items()):
        screen.click(screen.ask("item", f"joint:{name}"))
        screen.until(selection=[f"joint:{name}"])
        for end, point in zip(("parent", "child"), points, strict=True):
            screen.fill(screen.wait_for("widget", f"field_joints_{joint}_point_{end}"), point)
    screen.click(screen.ask("item", "joint:revolute 1"))
    screen.fill(screen.wait_for("widget", "field_start_q1_position"), "45 deg")
    screen.until(freedoms=1)


def _run(screen: Display) -> None:
    screen.click(screen.ask("button", "run"))
    assert screen.moved()["drift"] < 1e-7


def _save(screen: Display, file: Path) -> None:
    screen.click(screen.ask("item", "body:1"))
    screen.key("ctrl+s")
    screen.wait_for("widget", "fileNameEdit")
    screen.key("ctrl+a")
    screen.type(str(file))
    screen.key("Return")
    screen.until(dirty=False)
