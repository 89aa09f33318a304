"""At the first start everything is on the screen, also on a small one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.window.display import display

pytestmark = pytest.mark.window


@pytest.mark.parametrize("screen", ["1366x768", "1100x700", "1920x1200"])
def test_the_window_and_its_status_bar_are_on_the_screen(tmp_path: Path, screen: str) -> None:
    width, height = map(int, screen.split("x"))
    with display(tmp_path, f"{screen}x24") as shown:
        shown.until(welcome=True)
        x, y, right, bottom = shown.wait_for("frame")
        assert x >= 0 and y >= 0 and right <= width and bottom <= height
        left, low = shown.wait_for("status_bar")
        assert 0 < left < width and low < bottom
