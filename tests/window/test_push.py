"""A body of the animation is pulled aside with a real pointer, held, and let go."""

from __future__ import annotations

from pathlib import Path

import pytest

from lagr_gui.model.files import write_text
from tests.patience import wait_for
from tests.systems import pendulum
from tests.window.display import Display, display

pytestmark = pytest.mark.window


def test_a_pendulum_is_pulled_up_held_and_let_go(tmp_path: Path) -> None:
    file = tmp_path / "pendulum.lagr"
    file.write_text(write_text(pendulum()), encoding="utf-8")  # it hangs still until it is pulled
    with display(tmp_path) as screen:
        screen.begin()
        _open(screen, file)
        screen.until(sound=True)
        text = screen.ask("state")["text"]
        screen.click(screen.ask("button", "run"))
        screen.until(simulating=False)
        screen.wait_for("figure", 1)
        screen.click(screen.wait_for("widget", "by_hand"))
        screen.until(by_hand=True)
        x, y = wait_for(lambda: screen.ask("handled", 1) and screen.ask("figure", 1), "a bit")
        screen.do("mousemove", x, y)
        screen.do("mousedown", 1)
        screen.until(holding=True)
        for part in range(1, 9):
            screen.do("mousemove", x + 12 * part, y - 6 * part)
        wait_for(lambda: screen.ask("handled", 1)[1] > -0.4, "the bob is drawn aside")
        screen.do("mouseup", 1)
        screen.until(holding=False)
        wait_for(lambda: screen.ask("handled", 1)[1] < -0.45, "it swings back")
        screen.key("space")
        screen.until(resting=True)
        screen.key("Escape")
        assert screen.until(by_hand=False)["text"] == text


def _open(screen: Display, file: Path) -> None:
    screen.key("ctrl+o")
    screen.wait_for("widget", "fileNameEdit")
    screen.key("ctrl+a")
    screen.type(str(file))
    screen.key("Return")
