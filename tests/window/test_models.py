"""Several models in tabs, with pointer and keyboard; a crash brings all of them back."""

from __future__ import annotations

import shutil

import pytest

from tests.window.display import Display, display

pytestmark = [
    pytest.mark.skipif(not shutil.which("xdotool"), reason="needs xdotool"),
]


def drawn(screen: Display, at: float) -> None:
    """A body on the drawing that is shown."""
    screen.click(screen.wait_for("tool", "body:rigid"))
    screen.click(screen.ask("paper", at, 0))
    screen.key("Escape")
    screen.until(bodies=[1], dirty=True)


def test_models_in_tabs_by_hand_and_all_of_them_after_a_crash(tmp_path):
    with display(tmp_path) as screen:
        screen.begin()
        assert screen.until(tabs=1)["shown"] == 0
        drawn(screen, 200)
        first = screen.until(bodies=[1])["text"]
        screen.key("ctrl+n")
        screen.until(tabs=2, shown=1, bodies=[], steps=0)
        drawn(screen, 300)
        second = screen.until(bodies=[1])["text"]
        assert first != second
        screen.key("ctrl+Tab")
        assert screen.until(shown=0, steps=1)["text"] == first
        screen.key("ctrl+shift+Tab")
        assert screen.until(shown=1)["text"] == second
        screen.click(screen.wait_for("tab", 0))
        assert screen.until(shown=0)["text"] == first
        screen.key("ctrl+z")
        screen.until(steps=0, bodies=[])
        screen.key("ctrl+Next")
        assert screen.until(shown=1)["text"] == second, "the other one's history is its own"
        screen.key("ctrl+Prior", "ctrl+shift+z")
        screen.until(shown=0, steps=1)
        screen.drag(screen.ask("tab", 0), screen.ask("tab", 1))
        assert screen.until(shown=1)["text"] == first
        screen.ask("grab", str(tmp_path / "tabs.png"))
        screen.wait_for("kept", 2)
        screen.kill()

        screen.start()
        screen.click(screen.wait_for("question"))
        screen.until(tabs=2, dirty=True, bodies=[1])
        texts = {screen.ask("state")["text"]}
        screen.key("ctrl+Tab")
        screen.until(shown=0)
        assert {screen.ask("state")["text"], *texts} == {first, second}
        screen.key("ctrl+w")
        screen.wait_for("question")
        screen.key("Escape")
        screen.until(tabs=2)
        screen.click(screen.ask("tab", 1), 2)
        screen.wait_for("question")
        screen.key("Escape")
        screen.until(tabs=2, shown=1)
