"""Commands where there is little to be told: an empty answer or words, never a traceback."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from lagr_gui import GROUND, LagrError, pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.expression.arguments import number_in
from lagr_gui.extensions.families.tests.oscillators import driven

SPAN = "--until 0.2 --points 3"
NOTHING = (
    f"section --crossing x-100 {SPAN}",
    f"section --crossing x --after 50 {SPAN}",
    f"section --every 0.1 --after 50 {SPAN}",
    "section --crossing x --until 0",
    f"section --crossing x-100 --output E {SPAN}",
    f"section --crossing x-100 --vary a=1,2 --jobs 1 {SPAN}",
    f"section --crossing x --vary a=0 --jobs 1 {SPAN}",
    f"section --every 0.1 --vary a=0,0 --jobs 1 {SPAN}",
    "stability --vary a=0 --jobs 1",
    "stability --vary a=0,0 --period 1 --jobs 1",
    f"basins --vary a=0 --jobs 1 {SPAN}",
)
"""Asked of ẍ = −x/a − ẋ: what never happens, and values that all fail."""
ONCE = (
    "simulate --until 0",
    "energy --until 0",
    "forces --until 0",
    "sensitivities --vary a --vary x' --until 0",
    "sensitivities --vary x --output E --until 0",
    "section --every 1 --until 0",
    "section --every 1 --vary a=1 --jobs 1 --until 0",
    "sweep --vary a=1 --jobs 1 --until 0 --points 3",
    "basins --vary a=1 --jobs 1 --until 0 --points 3",
    "locus --vary a=1",
    "locus --vary a=0,1 --at start",
    "stability --vary a=1 --jobs 1",
)
"""Asked of the same: one instant, or one value that does not fail."""
REFUSED = {
    "locus --vary a=0": "a = 0 … 0: None of these values has eigenvalues",
    "locus --vary a=0,0 --at start": "a = 0 … 0: None of these values has eigenvalues",
    "sensitivities --vary a --set a=0": "no real value",
    "periodic --period 1 --set a=0": "no real value",
    "equilibrium --set a=0": "no real value",
    "response --input x --set a=0": "no real value",
    "simulate --until 0 --set a=0": "no real value",
}
"""Where nothing can be told at all, with words of the error."""


@pytest.fixture(params=[0.0, 0.1])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A file of a system that rests, or moves."""
    system = driven("-x/a - x'", a=1)
    system.start(x=request.param)
    pipeline.save(system.model, tmp_path / "system.lagr")
    return str(tmp_path / "system.lagr")


def numbers_of(words: str, model: str, out: Path) -> list[float]:
    """All numbers of the table that a command writes."""
    command, *others = words.split()
    assert main([command, model, *others, "--out", str(out), "--overwrite", "--json"]) == 0, words
    _, *rows = csv.reader(out.read_text("utf-8").splitlines())
    return [number for row in rows for entry in row if (number := number_in(entry)) is not None]


def test_what_is_not_found_is_an_empty_answer(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in NOTHING:
        numbers = numbers_of(words, model, tmp_path / "table.csv")
        told = json.loads(capsys.readouterr().out)
        assert not numbers or all(f["number"] in (0, 1) for f in told["failed"]), words
        assert {0.0, -1.0} >= {*numbers}, "the value 0 that failed, and the number of no end"


def test_one_instant_or_value_is_an_answer(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ONCE:
        numbers = numbers_of(words, model, tmp_path / "table.csv")
        assert numbers, words
        assert isinstance(json.loads(capsys.readouterr().out), dict)


def test_where_nothing_can_be_told_one_line_says_why(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, said in REFUSED.items():
        command, *others = words.split()
        assert main([command, model, *others]) == 1, words
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("error: ") and said in line, words


def test_no_motion_is_periodic_where_forces_have_no_value() -> None:
    """A slip angle has no value at rest, to which steps of Newton's method lead."""
    slipping = driven("0*x")
    slipping.joint("prismatic", GROUND, slipping.body("Side", mass=1), "y", axis=(0, 0, 1))
    slipping.element("coordinate_force", "slip", coordinate="y", force="-atan(y'/x')")
    slipping.start(x=(0.0, 20.0))
    with pytest.raises(LagrError, match="where forces have no value"):
        pipeline.periodic_motion(slipping.model, 1.0)
