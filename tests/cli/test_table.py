"""``lagr table``: measured curves from files become functions, or are told with their row."""

from __future__ import annotations

import json
import os
from contextlib import nullcontext
from pathlib import Path

import h5py
import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.cli import program
from lagr_gui.cli.__main__ import main
from lagr_gui.foundation.resource import sample_models
from tests.hostile import damaged

PENDULUM = str(next(path for path in sample_models() if path.stem == "simple_pendulum"))


def run(*words: object) -> int:
    return main(["table", PENDULUM, "--name", "M", *map(str, words)])


def test_a_file_of_numbers_becomes_a_function_with_its_integral(tmp_path: Path) -> None:
    source, out = tmp_path / "motor.csv", tmp_path / "out.lagr"
    source.write_text("n (rpm);T (N m)\n0;4,5\n1000;4,0\n3000;1,25\n", "utf-8")
    assert run("--from", source, "--integral", "W", "--outside", "hold", "-o", out) == 0
    motor, whole = pipeline.load(out).functions[-2:]
    assert motor.table is not None and motor.table.points == ((0, 4.5), (1000, 4), (3000, 1.25))
    assert (motor.table.x_unit, motor.table.y_unit) == ("rpm", "N m")
    assert motor.table.xs[1] == pytest.approx(1000 * 2 * np.pi / 60, rel=1e-15)
    assert (whole.name, whole.integral) == ("W", "M")
    assert not pipeline.check(pipeline.load(out)).problems


def test_the_same_name_gets_new_points(tmp_path: Path) -> None:
    source, out, new = (tmp_path / name for name in ("a.csv", "out.lagr", "new.lagr"))
    source.write_text("x,y,z\n0,1,2\n1,2,3\n", "utf-8")
    assert run("--from", source, "-o", out) == 0
    again = ["table", str(out), "--name", "M", "--from", str(source), "--y", "z", "-o", str(new)]
    assert main(again) == 0
    (function,) = (entry for entry in pipeline.load(new).functions if entry.name == "M")
    assert function.table is not None and function.table.points == ((0, 2), (1, 3))


@pytest.mark.parametrize("ending", ["npz", "h5"])
def test_arrays_are_read_too(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, columns = tmp_path / f"a.{ending}", {"x": np.arange(4.0), "y": np.arange(4.0) ** 2}
    if ending == "npz":
        np.savez(path, **columns)  # type: ignore[arg-type]
    else:
        with h5py.File(path, "w") as file:
            for name, column in columns.items():
                file[name] = column
    assert run("--from", path, "--x", "x", "--y", "y", "--y-unit", "kN", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["points"], found["units"]) == (4, ["", "kN"])


WRONG = {
    "x,y\n0,1\n0,2\n": "Row 3 has x = 0 after x = 0",
    "x,y\n0,1\n2,2\n1,2\n": "Row 4 has x = 1 after x = 2",
    "x,y\n0,1\n1,nan\n": "Row 3, column “y”: “nan” is no number",
    "x,y\n0,1\n1\n": "Row 3 has 1 entries",
    "x,y\n0,1\n": "two points or more",
    "x\n0\n1\n": "one column only",
    "": "It is empty",
    "x,y,y\n0,1,2\n": "occurs twice",
    "x (furlong),y\n0,1\n1,2\n": "furlong",
    "=cmd|' /C calc'!A0,y\n0,1\n=1+1,2\n": "“=1+1” is no number",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_curve_is_told(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "a.csv"
    source.write_text(text, "utf-8")
    assert run("--from", source) == 1
    told = capsys.readouterr()
    assert WRONG[text] in told.err and "“phi”" not in told.err and not told.out


def test_a_name_that_is_taken_and_a_column_that_is_missing_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "a.csv"
    source.write_text("x,y\n0,1\n1,2\n", "utf-8")
    assert main(["table", PENDULUM, "--name", "q1", "--from", str(source)]) == 1
    assert run("--from", source, "--y", "z") == 1
    told = capsys.readouterr().err
    assert "is taken by" in told and "There is no column “z”" in told


@pytest.mark.parametrize(
    "words", ["", "--name F", "--from f.csv", "--name F --from f.csv --between curved"]
)
def test_a_call_without_name_or_file_ends_with_usage(words: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["table", PENDULUM, *words.split()])
    assert ended.value.code == 2


@pytest.mark.parametrize("file", ["missing.csv", "curve.txt"])
def test_a_file_that_cannot_be_read_is_told(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--from", file) == 1
    assert file in capsys.readouterr().err


def test_what_takes_long_is_told_of_the_command_not_of_the_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    monkeypatch.setattr(program, "told", lambda command: told.append(command) or nullcontext())
    (tmp_path / "a.csv").write_text("x,y\n0,1\n1,2\n", "utf-8")
    assert run("--from", tmp_path / "a.csv") == 0
    assert told == ["table"]


@pytest.mark.parametrize("kind", ["cut", "ring", "writer", "pipe"])
def test_what_is_no_table_ends_in_words(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place, sound = tmp_path / "a.h5", damaged.SOUND["h5"]
    contents = {
        "cut": sound[:200],
        "ring": damaged.hdf5(damaged.LEADING["virtual of itself without end"]),
        "writer": damaged.of_a_writer(sound[:-1000]),
    }
    if kind in contents:
        place.write_bytes(contents[kind])
    else:
        os.mkfifo(place)
    assert run("--from", place) == 1
    told = capsys.readouterr().err
    assert told.splitlines()[-1].startswith("error: ") and "Traceback" not in told
