"""The page on lengths has all samples, with today's numbers."""

from __future__ import annotations

import pytest
from lengths import rows, written

from lagr_gui import pipeline
from lagr_gui.expression import read
from lagr_gui.foundation.resource import sample_models
from tests.ground.sources import ROOT

PAGE = (ROOT / "docs" / "lengths.md").read_text("utf-8")


def test_every_sample_has_a_row() -> None:
    for path in sample_models():
        assert f"| {pipeline.load(path).name} |" in PAGE, path.stem


@pytest.mark.parametrize(
    "name",
    [
        "simple_pendulum",
        "spinning_top",
        "lagr_system_2",
        "newtons_cradle",
        "rack_and_pinion",
        "swinging_atwood",
    ],
)
def test_rows_are_those_of_today(name: str) -> None:
    (row,) = rows([name])
    assert row in PAGE


def test_terms_are_counted_as_they_are_written() -> None:
    counts = [written(read(text)) for text in ("a*(b + c)", "a + b*c - d", "sin(a + b)")]
    assert counts == [2, 3, 2]
