"""Numbers are numbers: nothing else passes for one in files, tables and options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lagr_gui import pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.exchange.tables.motion_file import read_motion
from lagr_gui.foundation.problem import LagrError, Problem
from tests.hostile.changes import replaced
from tests.model.hostile import SOUND

NUMBERS = (
    ("simulation", "until"),
    ("simulation", "rtol"),
    ("layout", "places", 0, "x"),
    ("parameters", 0, "minimum"),
)
WHOLE = (("version",), ("bodies", 0, "number"), ("joints", 0, "parent"), ("joints", 1, "child"))
BODIES = (("elements", 0, "body_a"),)
NONE = ["5", "1_000", True, False, None, [1], {}, "１", 10**400]


def told(data: object) -> str:
    with pytest.raises(LagrError) as caught:
        pipeline.read_text(json.dumps(data))
    return " ".join(map(str, caught.value.problems))


@pytest.mark.parametrize("value", NONE, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize(
    "path", NUMBERS + WHOLE + BODIES, ids=lambda path: ".".join(map(str, path))
)
def test_nothing_but_a_number_is_a_number_in_a_file(
    path: tuple[str | int, ...], value: object
) -> None:
    data = {**SOUND, "simulation": {"until": 5, "rtol": 1e-9}}
    assert pipeline.read_text(json.dumps(data))
    if value is None and path[-1] == "minimum":
        return  # null is allowed there
    assert told(replaced(data, path, value))


@pytest.mark.parametrize("path", WHOLE + BODIES, ids=lambda path: ".".join(map(str, path)))
@pytest.mark.parametrize("value", [1.0, 1.5, -1])
def test_numbers_of_bodies_are_whole(path: tuple[str | int, ...], value: float) -> None:
    assert told(replaced(SOUND, path, value))


@pytest.mark.parametrize("entry", ["1_000", "１", "nan", "inf", "0x10", "1e", "", "--1", "1 2"])
def test_nothing_but_a_number_is_a_number_in_a_table(entry: str, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text(f"t;q1\n0;{entry}\n1;2\n", "utf-8")
    with pytest.raises(LagrError, match="is no number"):
        read_motion(table)


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--until", "1_000"],
        ["simulate", "--until", "１"],
        ["simulate", "--points", "1_0"],
        ["verify", "--states", "²"],
        ["equilibrium", "--seed", "true"],
    ],
    ids=" ".join,
)
def test_nothing_but_a_number_is_a_number_in_an_option(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "model.lagr"
    model.write_text(json.dumps(SOUND), "utf-8")
    with pytest.raises(SystemExit) as caught:
        main([words[0], str(model), *words[1:]])
    assert caught.value.code == 2
    assert words[1] in capsys.readouterr().err


def test_a_value_that_is_set_has_no_underscores(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "model.lagr"
    model.write_text(json.dumps(SOUND), "utf-8")
    assert main(["evaluate", str(model), "--set", "m=1_000"]) == 1
    assert "--set m=1_000" in capsys.readouterr().err


def test_a_number_of_five_thousand_digits_is_told_in_our_words() -> None:
    text = json.dumps(SOUND).replace("9.81", "9" * 5000)
    with pytest.raises(LagrError, match="a number has 5000 digits") as caught:
        pipeline.read_text(text)
    assert "int_max" not in str(caught.value) and "limit" not in str(caught.value)


@pytest.mark.parametrize("path", [("bodies", 0, "name"), ("joints", 0, "name"), ("name",)])
def test_a_name_of_a_hundred_thousand_characters_is_refused_shortly(
    path: tuple[str | int, ...],
) -> None:
    said = told(replaced(SOUND, path, "n" * 100_000))
    assert "at most 1000 characters" in said
    assert len(said) < 300


def test_long_and_odd_words_are_never_told_whole() -> None:
    problem = Problem("a" * 10_000, "b\x1b[2J\u202e\ud800c", "Mend it.")
    assert len(problem.place) == 2000
    assert problem.cause == "b\ufffd[2J\ufffd\ufffdc"


def test_half_a_character_in_any_text_is_told_by_the_reader() -> None:
    for path in (("name",), ("bodies", 0, "name"), ("description",), ("parameters", 0, "unit")):
        data = {**SOUND, "name": "", "description": ""}
        assert "half a character" in told(replaced(data, path, "x\ud800"))
