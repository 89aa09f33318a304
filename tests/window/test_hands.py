"""Selecting, dropping and duplicating with a real pointer."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ground.sources import ROOT
from tests.window.display import Display, display
from tests.window.giver import PLACE

pytestmark = pytest.mark.window


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Display]:
    """The program with an empty drawing."""
    with display(tmp_path) as screen:
        screen.begin()
        yield screen


def draw(screen: Display, *places: tuple[int, int]) -> None:
    """A rigid body at each place."""
    screen.click(screen.wait_for("tool", "body:rigid"))
    for place in places:
        screen.click(screen.ask("paper", *place))
    screen.key("Escape")
    screen.until(bodies=list(range(1, len(places) + 1)))


def test_a_click_takes_one_of_several_and_a_drag_moves_them_all(screen: Display) -> None:
    draw(screen, (240, 0), (480, 0), (240, 160))
    everything = ["body:1", "body:2", "body:3"]
    screen.drag(screen.ask("paper", 140, -80), screen.ask("paper", 580, 240))
    screen.until(selection=everything)
    screen.drag(screen.ask("item", "body:2"), screen.ask("paper", 500, 40))
    state = screen.until(selection=everything, undo="Move")
    assert '"item": "body:3", "x": 260.0, "y": 200.0' in state["text"]
    screen.click(screen.ask("item", "body:2"))
    screen.until(selection=["body:2"])


def test_body_0_dropped_from_the_palette_comes_to_that_place(screen: Display) -> None:
    draw(screen, (240, 0))
    screen.drag(screen.wait_for("tool", "body:0"), screen.ask("paper", 200, 120))
    state = screen.until(selection=["body:0"], undo="Move", bodies=[1])
    assert '"item": "body:0", "x": 200.0, "y": 120.0' in state["text"]


def test_a_file_dropped_on_the_window_stays_where_it_is(screen: Display, tmp_path: Path) -> None:
    file = tmp_path / "dropped.lagr"
    file.write_bytes((ROOT / "sample_models" / "double_pendulum.lagr").read_bytes())
    command = [sys.executable, "-m", "tests.window.giver", str(file)]
    giver = subprocess.Popen(
        command, cwd=ROOT, env=screen.environment, stdout=subprocess.PIPE, encoding="utf-8"
    )
    try:
        assert giver.stdout is not None and giver.stdout.readline() == "ready\n"
        left, top, width, height = PLACE
        screen.drag([left + width // 2, top + height // 2], screen.ask("paper", 100, 0))
        screen.until(bodies=[1, 2])
        assert giver.stdout.readline() == "CopyAction\n"
    finally:
        giver.kill()
        giver.wait()
        if giver.stdout is not None:
            giver.stdout.close()
