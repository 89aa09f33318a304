"""Arms whose axes are skew are written in the structured form, however their frames are turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from lagr_gui import System, matrices
from lagr_gui.algebra.canonical import too_long
from lagr_gui.extensions.robotics import questions as robotics
from lagr_gui.foundation.problem import TooLong
from lagr_gui.mechanics.sheets.sheet import STRUCTURED
from lagr_gui.model import Model
from tests.each import each

Rows = Sequence[Sequence[object]]

STRAIGHT: Rows = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
QUARTER: Rows = ((1, 0, 0), (0, 0, -1), (0, 1, 0))
HALF: Rows = ((1, 0, 0), (0, -1, 0), (0, 0, -1))
TILTED: Rows = ((1, 0, 0), (0, "cos(a)", "-sin(a)"), (0, "sin(a)", "cos(a)"))


def arm(turned: Rows, count: int = 5) -> Model:
    """Links one behind the other, about z of frames that are turned from joint to joint."""
    system = System("arm")
    system.parameter("a", 0.3)
    for number in range(1, count + 1):
        system.body(mass=1)
        fields: dict[str, Any] = {
            "point_parent": (0.5 * (number > 1), 0, 0),
            "point_child": (-0.5, 0, 0),
        }
        fields |= {"axis": (0, 0, 1), "orientation": turned}
        system.joint("revolute", number - 1, number, f"q{number}", **fields)
    return system.model


@each("turned", [QUARTER, TILTED])
def test_skew_axes_that_have_one_name_in_their_frames_are_skew(turned: Rows) -> None:
    assert matrices(arm(turned)).sheet.form == STRUCTURED


@each("turned", [STRAIGHT, HALF])
def test_parallel_axes_are_parallel_either_way_round(turned: Rows) -> None:
    assert matrices(arm(turned)).sheet.form != STRUCTURED


def test_what_is_too_long_multiplied_out_is_structured(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> object:
        raise too_long()

    monkeypatch.setattr(robotics, "entries_of", endless)
    assert matrices(arm(STRAIGHT, 2)).sheet.form == STRUCTURED
    with pytest.raises(TooLong, match="--form structured"):
        matrices(arm(STRAIGHT, 2), form="shortest")
