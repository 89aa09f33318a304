"""``lagr fit`` and ``lagr sensitivities`` beside what is known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from lagr_gui.cli.__main__ import main
from tests.ground.sources import ROOT

PENDULUM = str(ROOT / "sample_models" / "simple_pendulum.lagr")


def test_a_pendulum_is_fitted_to_its_own_motion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, fitted = tmp_path / "measured.csv", tmp_path / "fitted.lagr"
    options = ["--until", "3", "--points", "60", "--rtol", "1e-10"]
    assert main(["simulate", PENDULUM, "--set", "l=0.8", "--out", str(table), *options]) == 0
    capsys.readouterr()
    words = ["fit", PENDULUM, str(table), "--vary", "l=0.7"]
    assert main([*words, "--json"]) == 0, "a table as it was written"
    told = json.loads(capsys.readouterr().out)
    assert told["values"]["l"] == pytest.approx(0.8, rel=1e-6)
    words += ["--output", "q1", "--sigma", "q1=0.01"]
    assert main([*words, "--out", str(fitted), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["values"]["l"] == pytest.approx(0.8, rel=1e-6)
    assert told["points"] == 60 and told["chi2"] < 1e-6 and not told["undetermined"]
    assert main([*words, "--vary", "g"]) == 0
    said = capsys.readouterr()
    assert "(?)" in said.out and "tell l, g apart" in said.err
    assert main(["check", str(fitted), "--json"]) == 0


def test_a_column_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    table = tmp_path / "measured.csv"
    table.write_text("t,q1\n0,1.2\n0.1,1.1\n0.2,0.9\n", "utf-8")
    assert main(["fit", PENDULUM, str(table), "--vary", "l", "--output", "q2"]) == 1
    assert "There is no column “q2”." in capsys.readouterr().err


def test_slopes_of_a_pendulum_by_its_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "slopes.csv"
    words = ["--set", "l=0.5", "--set", "g=8", "--until", "2", "--points", "21", "--rtol", "1e-10"]
    start = tmp_path / "start.json"
    start.write_text('{"t": 0, "q": {"q1": 0}, "qd": {"q1": 0}}', "utf-8")
    words += ["--start", str(start), "--out", str(out), "--json"]
    assert main(["sensitivities", PENDULUM, "--vary", "q1", *words]) == 0
    told = json.loads(capsys.readouterr().out)
    swing = np.cos(4 * np.array(told["t"]))  # small motions: ω² = g/l
    assert told["slopes"]["q1"]["q1"] == pytest.approx(swing, abs=1e-7)
    assert out.read_text("utf-8").startswith("t (s),d(q1)/d(q1)")


def test_what_is_no_number_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", PENDULUM, "none.csv", "--vary", "l=x"]) == 1
    assert "There is no number" in capsys.readouterr().err


@pytest.mark.parametrize("start", ["-1", "0"])
def test_what_stays_positive_begins_so(
    start: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "measured.csv"
    table.write_text("t,q1\n0,1.2\n0.1,1.1\n0.2,0.9\n", "utf-8")
    assert main(["fit", PENDULUM, str(table), "--vary", f"l={start}"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert f"“l”: It begins with {start}, but is to be positive. Begin above 0." in line
