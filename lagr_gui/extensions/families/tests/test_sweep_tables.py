"""Runs leave a sweep as one table and as arrays of NumPy, and come back whole."""

from __future__ import annotations

import csv
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import lagr_gui
from lagr_gui import GROUND, LagrError, System, load_sweep, sweep_csv, sweep_npz
from lagr_gui.cli.__main__ import main
from lagr_gui.extensions.families.family import DONE, STOPPED, WAITING, Sweep
from tests.ground.sources import ROOT

ENDINGS = (".csv", ".npz")
MODEL = str(ROOT / "sample_models" / "simple_pendulum.lagr")


@pytest.fixture(scope="module")
def failing() -> Sweep:
    """Runs that end well, that end early, and that cannot begin."""
    system = System("Failing", m=1, b=1)
    system.joint("prismatic", GROUND, system.body("Cart", mass="m"), "x", axis=(1, 0, 0))
    system.element("coordinate_force", "pull", coordinate="x", force="sqrt(b - x)")
    system.start(x=(0, 1))
    settings = replace(lagr_gui.settings_of(system.model), t_end=2, points=5)
    axes = {"m": [1.0, -1.0], "b": [100.0, -1.0, 1.0], "x": [0.0]}
    return system.sweep(axes, ["x", "x' + t"], settings=settings)


def written(sweep: Sweep, path: Path) -> Path:
    made = sweep_csv(sweep) if path.suffix == ".csv" else sweep_npz(sweep)
    path.write_bytes(made.encode() if isinstance(made, str) else made)
    return path


def same(one: Sweep, other: Sweep) -> bool:
    pairs = ("t", "curves", "states", "ends")
    alike = [np.array_equal(getattr(one, n), getattr(other, n), equal_nan=True) for n in pairs]
    axes = {n: v.tolist() for n, v in one.axes.items()} == {
        n: v.tolist() for n, v in other.axes.items()
    }
    texts = (one.expressions, one.problems) == (other.expressions, other.problems)
    return all(alike) and axes and texts and [*one.axes] == [*other.axes]


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_was_written_comes_back_whole(failing: Sweep, ending: str, tmp_path: Path) -> None:
    assert {*failing.states} == {DONE, STOPPED} and len(failing.problems) == 5
    assert same(load_sweep(written(failing, tmp_path / f"runs{ending}")), failing)
    states = failing.states.copy()
    states[3:] = WAITING
    problems = {n: text for n, text in failing.problems.items() if n < 3}
    stopped = replace(failing, states=states, problems=problems)
    assert same(load_sweep(written(stopped, tmp_path / f"stopped{ending}")), stopped)


def test_one_run_and_one_time_are_a_sweep_too(tmp_path: Path) -> None:
    one = Sweep(
        axes={"l": np.array([-0.5])},
        t=np.array([0.0]),
        expressions=(),
        curves=np.zeros((1, 0, 1)),
        states=np.array([DONE], np.uint8),
        ends=np.array([0.0]),
        problems={},
    )
    for ending in ENDINGS:
        assert same(load_sweep(written(one, tmp_path / f"one{ending}")), one)


def test_other_programs_read_them(failing: Sweep, tmp_path: Path) -> None:
    rows = list(csv.DictReader(sweep_csv(failing).splitlines()))
    assert [*rows[0]] == [
        "run",
        "m",
        "b",
        "varied x",
        "t (s)",
        "x",
        "x' + t",
        "state",
        "end",
        "problem",
    ]
    assert len(rows) == 6 * 5
    assert [float(row["x"]) for row in rows[:5]] == failing["x"][0, 0, 0].tolist()
    assert rows[5]["problem"] == failing.problems[1]
    with np.load(written(failing, tmp_path / "runs.npz"), allow_pickle=False) as arrays:
        assert arrays["outputs"].shape == (6, 2, 5)
        assert arrays["values"][4].tolist() == [-1, -1, 0]
        assert arrays["axes/b"].tolist() == [100, -1, 1]
        assert [*arrays["expressions"]] == ["x", "x' + t"]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_command_writes_the_runs_of_the_growing_file(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["sweep", MODEL, "--vary", "l=1,0.5", "--vary", "q1=0:0.2:3", "--jobs", "1"]
    words += ["--until", "1", "--points", "11", "--output", "2*q1", "--json"]
    grown, whole = tmp_path / "p.h5", tmp_path / f"p{ending}"
    assert main([*words, "--out", str(grown)]) == 0
    assert main([*words, "--out", str(whole)]) == 0
    assert same(load_sweep(whole), load_sweep(grown))
    first = whole.read_bytes()
    assert main([*words, "--out", str(whole), "--overwrite"]) == 0
    assert whole.read_bytes() == first, "the same sweep, other bytes"
    capsys.readouterr()
    assert main([*words, "--out", str(whole), "--resume"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert "nothing to go on with" in problem["cause"] and ".h5" in problem["remedy"]


@pytest.mark.parametrize("ending", [".csv", ".npz"])
def test_a_command_writes_runs_of_a_file_anew(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = str(ROOT / "sample_models" / "simple_pendulum.lagr")
    kept, anew, once = (str(tmp_path / name) for name in ("k.h5", f"a{ending}", f"o{ending}"))
    words = ["--vary", "q1=0.1,0.2", "--output", "E", "--until", "1", "--points", "5"]
    for out in (kept, once):
        assert main(["sweep", model, *words, "--jobs", "1", "--out", out]) == 0
    capsys.readouterr()
    assert main(["sweep", kept, "--out", anew, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"] == 2
    assert Path(anew).read_bytes() == Path(once).read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--vary", "q1=1,2", "--out", "a.csv"], "Option --vary"),
        (["--from", "1", "--out", "a.csv"], "Option --from"),
        (["--out", "a.h5"], "Use .csv or .npz"),
        (["--out", "a.csv"], "There is no such file"),
    ],
)
def test_a_file_of_runs_is_not_computed(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", str(tmp_path / "none.h5"), *words]) == 1
    assert told in capsys.readouterr().err


def test_what_is_no_sweep_is_told(failing: Sweep, tmp_path: Path) -> None:
    def refused(name: str, content: bytes) -> str:
        (tmp_path / name).write_bytes(content)
        with pytest.raises(
            LagrError, match=r"no sweep|no file of arrays|not a text|is empty"
        ) as told:
            load_sweep(tmp_path / name)
        return str(told.value)

    table = sweep_csv(failing)
    lines = table.splitlines()
    for content in (b"", b"a,b\n1,2\n", b"\xff\xfe", f"{lines[0]}\n".encode()):
        refused("a.csv", content)
    assert "columns" in refused("a.csv", "\n".join([*lines[:3], "1,2"]).encode())
    refused("a.csv", table.replace("100.0", "hundred").encode())
    refused("a.csv", "\n".join([lines[0], *lines[6:], *lines[1:6]]).encode())
    refused("a.csv", "\n".join(lines[:-1]).encode())
    refused("a.csv", "\n".join(lines[:-5]).encode())
    refused("a.csv", table.replace(",2,", ",7,").encode())
    for content in (b"", b"PK", b"no archive"):
        refused("a.npz", content)
    with zipfile.ZipFile(tmp_path / "b.npz", "w") as file:
        file.writestr("t.npy", b"")
    refused("a.npz", (tmp_path / "b.npz").read_bytes())
    with pytest.raises(LagrError, match="no such file"):
        load_sweep(tmp_path / "nowhere.csv")
