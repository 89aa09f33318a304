"""What a check of a drawing takes grows with the drawing, no faster: it runs after each edit."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from lagr_gui import System, pipeline
from lagr_gui.model import Model
from tests.each import each


def loose(count: int) -> Model:
    system = System("loose")
    for _ in range(count):
        system.body("", 1, (0, 0, 0))
    return system.model


def chain(count: int) -> Model:
    system = System("chain")
    for number in range(count):
        system.body("", 1, (0, 0, 0))
        system.joint("revolute", number, number + 1, f"q{number}", point_child=(0, 1, 0))
    return system.model


def lines(model: Model) -> int:
    """The lines of Python that a check runs."""
    count = 0

    def step(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        pipeline.check(model)
    finally:
        sys.settrace(before)
    return count


@each("drawn, count", [(loose, 60), (chain, 15)])
def test_a_check_is_linear_in_the_number_of_bodies(drawn: Any, count: int) -> None:
    pipeline.check(drawn(2))
    few, many = lines(drawn(count)), lines(drawn(4 * count))
    assert many < 4.5 * few
