"""Absolute angles are offered where they make long equations much shorter, and only there."""

from __future__ import annotations

import pytest

from lagr_gui import equations, prepare
from lagr_gui.analysis.equations.long_equations import readable
from tests.samples.gallery import sample


@pytest.mark.parametrize(
    ("name", "offered"), [("five_link_chain", True), ("double_pendulum", False)]
)
def test_absolute_angles_are_offered_where_they_are_shorter(name: str, offered: bool) -> None:
    prepared = prepare(sample(name))
    codes = [note.code for note in readable(prepared, equations(prepared)).notes]
    assert ("absolute-angles" in codes) == offered
