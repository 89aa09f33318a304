"""Friction dampers along their slide: they rub against the change of their length."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, System
from lagr_gui.foundation.problem import LagrError
from tests.each import each
from tests.simulation.friction.drawings import Drawn, changes


def damper(drawn: Drawn, start: tuple[float, float], scale: float = 1, turned: bool = False) -> Any:
    """A mass on a slide, with a damper from its origin to two metres before that of space."""
    s = System("damper", m=scale)
    body = s.body(mass="m", gravity=False)
    drawn.join(s, "prismatic", body, "x")
    far = tuple(-2.0 * part for part in drawn.axis)
    places = [{"body": GROUND, "point": far}, {"body": body, "point": (0, 0, 0)}]
    a, b = reversed(places) if turned else places
    ends = {f"{key}_a": value for key, value in a.items()}
    ends |= {f"{key}_b": value for key, value in b.items()}
    s.element("line_friction", "damper", **ends, kinetic=scale)
    s.start(x=start)
    return s


@each(
    "drawn, start, scale, turned",
    [
        (Drawn(), (0.1, 1.0), 1.0, False),
        (Drawn((0, -1, 0)), (-3.0, -1.0), 1e6, False),
        (Drawn((0, 0, 1), backwards=True), (3.5, 1.0), 1e-6, True),
    ],
)
def test_it_slows_a_slide_whose_line_it_lies_in(
    drawn: Drawn, start: tuple[float, float], scale: float, turned: bool
) -> None:
    motion = damper(drawn, start, scale, turned).simulate(until=1.5, points=4)
    x, v = start
    assert motion.q[:, 0] == pytest.approx([x, x + 0.375 * v, x + 0.5 * v, x + 0.5 * v], abs=1e-9)
    grows = np.sign((drawn.sign * x + 2) * drawn.sign * v)  # the rate of |s x + 2|
    assert changes(motion) == [(0.0, (grows,)), (pytest.approx(1.0), (0,))]


@each("axis", [(1, 0, 0), (0, -1, 0), (0.6, 0.8, 0)])
def test_ends_that_pass_each_other_are_refused(axis: tuple[float, ...]) -> None:
    for start in (-1.9, -1.0), (-2.1, 1.0):
        with pytest.raises(LagrError) as stopped:
            damper(Drawn(axis), start).simulate(until=0.5, points=4)
        assert stopped.value.problems[0].code == "slip-jumps"
