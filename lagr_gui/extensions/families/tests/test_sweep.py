"""Sweeps beside closed forms, beside single simulations, and under everything that may happen."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import h5py
import numpy as np
import pytest

import lagr_gui
from lagr_gui import GROUND, LagrError, Settings, System, load_sweep
from lagr_gui.cli.__main__ import main
from lagr_gui.extensions.families import spreading, varying
from lagr_gui.extensions.families.family import DONE, Sweep
from lagr_gui.extensions.families.sweep_file import BESIDE, SweepFile
from lagr_gui.extensions.families.tests import oscillators
from lagr_gui.foundation.problem import Cancelled
from lagr_gui.prepared import Prepared
from tests.ground.sources import ROOT
from tests.patience import wait_for


@pytest.fixture(scope="module")
def oscillator() -> System:
    """m ẍ + k ẋ + c x = F cos(Ω t)."""
    system = System("Oscillator", m=2, c=50, k=0.4, F=0, Omega=1)
    system.joint("prismatic", GROUND, system.body("Mass", mass="m"), "x", axis=(1, 0, 0))
    system.element("coordinate_spring", "spring", coordinate="x", c="c", q0=0)
    system.element("coordinate_damper", "damper", coordinate="x", k="k")
    system.element("coordinate_force", "force", coordinate="x", force="F*cos(Omega*t)")
    system.start(x=0.1)
    return system


@pytest.fixture
def crews(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen]:
    """Worker processes are started after two runs; all of them."""
    started: list[subprocess.Popen] = []
    start = subprocess.Popen

    def noted(*words: object, **named: object) -> subprocess.Popen:
        started.append(start(*words, **named))  # type: ignore[call-overload]
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", noted)
    monkeypatch.setattr(spreading, "TRIAL", 0.0)
    monkeypatch.setattr(spreading, "WORTH", 0.0)
    monkeypatch.setattr(spreading, "PART", 0.05)
    return started


def chosen(system: System, **settings: object) -> Settings:
    return replace(lagr_gui.settings_of(system.model), **settings)


def alike(one: Sweep, other: Sweep) -> bool:
    """Whether two sweeps hold the same numbers, to the last bit."""
    same = one.curves.tobytes() == other.curves.tobytes() and one.problems == other.problems
    return same and one.ends.tobytes() == other.ends.tobytes()


def test_start_velocities_and_stiffness_against_the_closed_form(oscillator: System) -> None:
    axes = {"c": [20.0, 50.0, 80.0], "x'": np.linspace(-1, 1, 5)}
    found = oscillator.sweep(axes, ["x", "x'"], settings=chosen(oscillator, t_end=2, points=41))
    assert found.shape == (3, 5) and found["x"].shape == (3, 5, 41) and found.complete
    decay = 0.4 / 4
    for i, c in enumerate(axes["c"]):
        w = np.sqrt(c / 2 - decay**2)
        for j, v in enumerate(axes["x'"]):
            swing = 0.1 * np.cos(w * found.t) + (v + decay * 0.1) / w * np.sin(w * found.t)
            assert found["x"][i, j] == pytest.approx(np.exp(-decay * found.t) * swing, abs=1e-9)
            assert found.values(5 * i + j) == {"c": c, "x'": v}


def test_amplitudes_over_frequency(oscillator: System) -> None:
    """F/√((c − m Ω²)² + (k Ω)²), when what was at the start has died away."""
    driven = System.of(oscillator.model)
    driven.set(F=3, k=8)
    omega = np.linspace(2, 8, 13)
    settings = chosen(driven, t0=0, t_end=25, points=2001)
    found = driven.sweep({"Omega": omega}, settings=settings)
    late = np.abs(found["x"][:, found.t > 18]).max(axis=1)
    expected = 3 / np.hypot(50 - 2 * omega**2, 8 * omega)
    assert late == pytest.approx(expected, rel=1e-3)


def test_runs_are_simulations_to_the_last_bit(crews: list[subprocess.Popen]) -> None:
    """Whatever the number of processes; also where limits are struck."""
    wall = System.of(lagr_gui.load(ROOT / "sample_models" / "double_pendulum_wall.lagr"))
    names = wall.check().coordinates
    axes = {names[0]: np.linspace(-1.2, -0.7, 4), f"{names[1]}'": [-1.0, 0.0, 2.0]}
    settings = chosen(wall, t_end=1.5, points=31)
    words = ["E", f"abs(acceleration({wall.model.bodies[0].number}))", "dissipated"]
    alone = wall.sweep(axes, words, settings=settings, jobs=1)
    assert not crews
    together = wall.sweep(axes, words, settings=settings, jobs=2)
    assert len(crews) == 2 and alike(alone, together)
    for number in (0, 5, 11):
        varied = System.of(wall.model)
        values = alone.values(number)
        start = {entry.coordinate: entry for entry in varied.model.start}
        second = start.get(names[1])
        varied.start(
            **{
                names[0]: (values[names[0]], start[names[0]].velocity if names[0] in start else 0),
                names[1]: (second.position if second else 0, values[f"{names[1]}'"]),
            }
        )
        single = varied.simulate(until=1.5, points=31, outputs=words)
        for k, word in enumerate(words):
            assert alone.curves[number, k].tobytes() == single.outputs[word].tobytes()


def test_the_first_run_that_ends_well_is_compared_with_an_independent_formalism(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whichever that is; one that disagrees has no numbers, and the next one is compared."""
    usual, compared = varying.run, list[float]()

    def watched(prepared: Prepared, *given: Any, checked: bool, **named: Any) -> Any:
        m = prepared.values["m"]
        if checked:
            compared.append(m)
        if checked and m == 3:
            raise LagrError.refusal("Motion", "It disagrees.", "")
        return usual(prepared, *given, checked=checked, **named)

    monkeypatch.setattr(varying, "run", watched)
    for masses, which, said in (
        ([1.0, 2.0], [1.0], "1 compared"),
        ([-1.0, -2.0, 2.0, 1.0], [2.0], "1 compared"),
        ([-1.0, 3.0, 2.0], [3.0, 2.0], "1 compared"),
        ([-1.0, -2.0], [], "0 compared"),
    ):
        compared.clear()
        found = oscillators.oscillator(m=1).sweep({"m": masses}, jobs=1)
        assert [m for m in compared if m > 0] == which and said in str(found)
        (good,) = np.nonzero(found.states == DONE)
        assert [masses[number] for number in good] == [m for m in masses if m > 0 and m != 3]


def test_failures_of_single_runs_are_told_and_end_nothing() -> None:
    system = System("Failing", m=1, b=1)
    system.joint("prismatic", GROUND, system.body("Cart", mass="m"), "x", axis=(1, 0, 0))
    system.element("coordinate_force", "pull", coordinate="x", force="sqrt(b - x)")
    system.start(x=(0, 1))
    settings = chosen(system, t_end=2, points=21)
    found = system.sweep({"m": [1.0, -1.0], "b": [-1.0, 1.0, 100.0]}, settings=settings)
    assert {*found.problems} == {0, 1, 3, 4, 5} and found.complete
    assert "mass" in found.problems[3].lower()
    assert np.isnan(found.curves[3]).all() and np.isnan(found.ends[3])
    reached = found.ends[1]
    assert 0 < reached < 2
    assert np.isfinite(found["x"][0, 1][found.t < reached]).all()
    assert np.isnan(found["x"][0, 1][found.t > reached]).all()
    assert np.isfinite(found["x"][0, 2]).all()
    assert "5 ended early" in str(found)


def test_killed_workers_lose_nothing(
    oscillator: System, crews: list[subprocess.Popen], tmp_path: Path
) -> None:
    axes = {"c": np.linspace(10, 90, 20), "k": np.linspace(0, 2, 15)}
    settings = chosen(oscillator, t_end=2, points=11)
    expected = oscillator.sweep(axes, ["E"], settings=settings, jobs=1)
    source, kills = random.Random(5), [60, 120, 180]

    def strike(done: int, runs: int) -> None:
        if kills and done >= kills[0]:
            kills.pop(0)
            alive = [worker for worker in crews if worker.poll() is None]
            if alive:
                os.kill(source.choice(alive).pid, signal.SIGKILL)

    file = tmp_path / "kills.h5"
    found = oscillator.sweep(axes, ["E"], file, settings, jobs=2, progress=strike)
    assert not kills and len(crews) > 2 and alike(expected, found)


def test_a_sweep_that_was_stopped_goes_on(oscillator: System, tmp_path: Path) -> None:
    axes = {"c": np.linspace(10, 90, 30)}
    settings, file = chosen(oscillator, t_end=1, points=5), tmp_path / "a.h5"
    heard: list[int] = []

    def hear(done: int, runs: int) -> None:
        heard.append(done)

    with pytest.raises(Cancelled):
        oscillator.sweep(
            axes, out=file, settings=settings, jobs=1, progress=hear, cancel=lambda: len(heard) > 9
        )
    part = load_sweep(file)
    assert int((part.states == 1).sum()) == 10 == heard[-1] and not part.complete
    assert "20 not done yet" in str(part)
    assert np.isnan(part.curves[10:]).all()
    heard.clear()
    found = oscillator.sweep(axes, out=file, settings=settings, jobs=1, resume=True, progress=hear)
    assert heard == [*range(11, 31)]
    assert alike(found, oscillator.sweep(axes, settings=settings, jobs=1))
    assert alike(found, oscillator.sweep(axes, out=file, settings=settings, resume=True))


SCRIPT = """
import sys, lagr_gui
from lagr_gui.cli.__main__ import main
from lagr_gui.extensions.families.sweep_file import BESIDE, SweepFile
sys.exit(main(sys.argv[1:]))
"""


def test_others_read_the_file_while_it_grows_and_after_its_writer_was_killed(
    tmp_path: Path,
) -> None:
    model, file = str(ROOT / "sample_models" / "double_pendulum.lagr"), tmp_path / "grows.h5"
    words = ["sweep", model, "--vary", "q1=0:2:200", "--out", str(file), "--jobs", "1"]
    words += ["--until", "20", "--points", "21", "--output", "q2", "--output", "E"]
    writer = subprocess.Popen([sys.executable, "-c", SCRIPT, *words], cwd=ROOT)
    seen: list[int] = []

    def look() -> bool | None:
        try:
            found = load_sweep(file)
        except LagrError:  # it is not there yet, or has just been made
            return None
        done = found.states == 1
        assert np.isfinite(found.curves[done]).all()
        seen.append(int(done.sum()))
        return True if len(set(seen)) == 4 or writer.poll() is not None else None

    wait_for(look, "runs in the file")
    writer.kill()
    writer.wait()
    assert len(set(seen)) > 2 and seen == sorted(seen)
    left = load_sweep(file)
    before = left.curves[left.states == 1].tobytes()
    assert main([*words, "--resume", "--until", "20"]) == 0
    found = load_sweep(file)
    assert found.complete and found.curves[left.states == 1].tobytes() == before
    with h5py.File(file) as plain:  # as any program reads it
        assert plain["values"].shape == (200, 1)
        assert plain["outputs"].shape == (200, 2, 21)
        assert json.loads(plain.attrs["expressions"]) == ["q2", "E"]
        assert (plain["state"][:] == 1).all()


def test_what_is_wrong_is_told_before_anything_is_computed(
    oscillator: System, tmp_path: Path
) -> None:
    file = tmp_path / "a.h5"
    settings = chosen(oscillator, t_end=0.1, points=3)

    def refused(axes: object, outputs: object = (), **named: object) -> str:
        with pytest.raises(LagrError) as told:
            oscillator.sweep(axes, outputs, settings=settings, **named)  # type: ignore[arg-type]
        return str(told.value)

    assert "Did you mean “Omega”?" in refused({"Omga": [1]})
    assert "There are no values." in refused({"c": []})
    assert "Nothing varies." in refused({})
    assert "a list of numbers" in refused({"c": "1:2:3"})
    assert "a finite number" in refused({"c": [1, np.nan]})
    assert "runs are too many" in refused({"c": range(10_000), "k": range(10_000)})
    assert "Did you mean “length”?" in refused({"c": [1]}, ["lenght(spring)"])
    assert "whole number" in refused({"c": [1]}, jobs=0)
    assert not file.exists()
    oscillator.sweep({"c": [1.0]}, out=file, settings=settings)
    assert "It is there already." in refused({"c": [1.0]}, out=file)
    assert "what varies" in refused({"c": [2.0]}, out=file, resume=True)
    assert "outputs" in refused({"c": [1.0]}, ["E"], out=file, resume=True)
    other = tmp_path / "other.h5"
    other.write_text("no HDF5 file")
    assert "cannot be opened as an HDF5 file" in refused({"c": [1.0]}, out=other, resume=True)
    with h5py.File(tmp_path / "foreign.h5", "w") as foreign:
        foreign["x"] = 1
    with pytest.raises(LagrError, match="holds no sweep"):
        load_sweep(tmp_path / "foreign.h5")
    with pytest.raises(LagrError, match="There is no such file"):
        load_sweep(tmp_path / "nowhere.h5")


def test_the_command_writes_a_file_and_tells_what_became_of_the_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    model, file = str(ROOT / "sample_models" / "simple_pendulum.lagr"), tmp_path / "p.h5"
    words = ["sweep", model, "--vary", "l=0.5,1", "--vary", "q1=0:0.2:3", "--out", str(file)]
    words += ["--until", "1", "--points", "11", "--output", "2*q1", "--output", "half = q1/2"]
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["runs"] == 6 and told["failed"] == [] and told["outputs"] == ["2*q1", "half"]
    assert told["axes"] == {"l": [0.5, 1], "q1": [0, 0.1, 0.2]} and told["file"] == str(file)
    found = load_sweep(file)
    assert found["2*q1"][1, 2, 0] == pytest.approx(0.4)
    assert found["half"] == pytest.approx(found["2*q1"] / 4)
    assert main(words) == 1
    assert "It is there already." in capsys.readouterr().err
    assert main([*words, "--resume"]) == 0
    assert "6 runs" in capsys.readouterr().out
    for wrong in ("l=1:2", "l", "l=a,b", "l=0:1:0", "l=0:1:2.5"):
        assert main(["sweep", model, "--vary", wrong, "--out", str(file), "--overwrite"]) == 1
        assert "Write NAME=FROM:TO:COUNT" in capsys.readouterr().err


def test_a_start_that_varies_in_a_loop_is_that_of_its_run_or_refused() -> None:
    model = lagr_gui.load(ROOT / "sample_models" / "four_bar.lagr")
    few = replace(lagr_gui.settings_of(model), t_end=0.05, points=2)
    for name, values, column in (("q2", [-1.0, 0.5], "q2"), ("q2'", [-1.0, 2.0], "q2'")):
        found = lagr_gui.sweep(model, {name: values}, [column, "q1"], settings=few, jobs=1)
        assert found.curves[:, 0, 0] == pytest.approx(values) and not found.problems
    both = lagr_gui.sweep(model, {"q2": [-1.0], "q1": [1.0, 2.0]}, ["q1"], settings=few, jobs=1)
    assert len(both.problems) == 2 and "cannot start with" in both.problems[0]
    with pytest.raises(LagrError, match="cannot change alone"):
        lagr_gui.sensitivities(model, ["q1", "q2"], settings=few)
    slopes = [lagr_gui.sensitivities(model, [n], settings=few).q[0, :, 0] for n in ("q1", "q2")]
    assert slopes[0] / slopes[0][1] == pytest.approx(slopes[1])  # one freedom: one direction


def test_a_disk_without_room_for_all_runs_is_told_before_the_first(
    oscillator: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = SimpleNamespace(total=1, used=1, free=BESIDE + 8 * 3 * 5 - 1)
    monkeypatch.setattr("shutil.disk_usage", lambda _: full)
    few, file = chosen(oscillator, points=5), tmp_path / "runs.h5"
    with pytest.raises(LagrError, match="are free"):
        oscillator.sweep({"x": [1.0, 2.0, 3.0]}, ["x"], file, few, jobs=1)
    assert not file.exists()
    assert oscillator.sweep({"x": [1.0, 2.0]}, ["x"], file, few, jobs=1).curves.shape == (2, 1, 5)


def test_a_sweep_whose_disk_fills_meanwhile_can_go_on(
    oscillator: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, file, vary = chosen(oscillator, points=5), tmp_path / "runs.h5", {"x": [1.0, 2.0, 3.0]}
    room = iter([9 * BESIDE, 0])
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=next(room)))
    with pytest.raises(LagrError, match="Make room"):
        oscillator.sweep(vary, ["x"], file, few, jobs=1)
    monkeypatch.undo()
    assert not load_sweep(file).complete
    found = oscillator.sweep(vary, ["x"], file, few, jobs=1, resume=True)
    assert alike(found, oscillator.sweep(vary, ["x"], settings=few, jobs=1))


def test_a_file_without_its_end_is_told(oscillator: System, tmp_path: Path) -> None:
    file, few = tmp_path / "runs.h5", chosen(oscillator, points=5)
    whole = oscillator.sweep({"x": [1.0, 2.0]}, ["x"], file, few, jobs=1)
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])
    with pytest.raises(LagrError, match="end is missing"):
        load_sweep(file)
    file.write_bytes(data)
    assert alike(load_sweep(file), whole)


def test_a_growing_file_that_was_cut_is_told(tmp_path: Path) -> None:
    file, cut = tmp_path / "runs.h5", tmp_path / "cut.h5"
    store = SweepFile.create(file, {}, {"a": range(40)}, np.linspace(0, 1, 501), ["x"])
    for first in range(0, 30, 10):
        curves = np.full((10, 1, 501), 1.0)
        store.enter(np.arange(first, first + 10), curves, np.ones(10), [""] * 10)
    data = file.read_bytes()  # as a copy is that was made meanwhile
    for part in (0.02, 0.1, 0.3, 0.5, 0.9):
        cut.write_bytes(data[: int(part * len(data))])
        with pytest.raises(LagrError, match=r"end is missing|cannot be opened"):
            load_sweep(cut)
    cut.write_bytes(data)
    assert (load_sweep(cut).curves[:30] == 1.0).all()
    store.close()
    assert (load_sweep(file).states == DONE).sum() == 30
