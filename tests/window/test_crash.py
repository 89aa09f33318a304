"""What is drawn survives the sudden end of the program."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from lagr_gui.editing.keeper import INTERVAL
from tests.window.display import display

pytestmark = pytest.mark.window


def test_after_a_sudden_end_at_most_ten_seconds_of_drawing_are_lost(tmp_path: Path) -> None:
    assert INTERVAL < 10
    with display(tmp_path) as screen:
        screen.begin()
        screen.drag(screen.wait_for("tool", "body:rigid"), screen.ask("paper", 240, 0))
        drawn = screen.until(bodies=[1])["text"]
        time.sleep(INTERVAL + 1)
        screen.program.kill()
    with display(tmp_path) as screen:
        screen.wait_for("question")
        time.sleep(0.5)  # the window manager still moves it
        screen.click(screen.ask("question"))
        state = screen.until(bodies=[1])
        assert state["text"] == drawn
        assert state["dirty"], "it is not saved yet"
