"""A simulation that would never end is ended, in words, with the motion up to there."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.foundation.problem import Problem
from lagr_gui.model import Body, Model, StartValue, write_text
from lagr_gui.simulation import Trajectory, run
from tests.systems import joint


def pushed(force: str) -> Model:
    """A mass of 1 kg on a rail with a force on it, moving at 1 m/s."""
    return Model(
        gravity=(0, 0, 0),
        bodies=(Body(number=1, mass=1),),
        joints=(joint("prismatic", "rail", 0, 1, coordinates=("q",)),),
        elements=(ELEMENTS["coordinate_force"].record(name="push", coordinate="q", force=force),),
        start=(StartValue(coordinate="q", position=0.1, velocity=1),),
    )


def falling_chain(links: int) -> Model:
    """Points of mass on a chain that is held level at one end: many coordinates, short steps."""
    return Model(
        name="chain",
        bodies=tuple(Body(number=i, mass=1) for i in range(1, links + 1)),
        joints=tuple(
            joint("revolute", f"j{i}", i - 1, i, point_child=(-1, 0, 0), coordinates=(f"q{i}",))
            for i in range(1, links + 1)
        ),
    )


def as_far(model: Model, **settings: float) -> tuple[Trajectory, tuple[Problem, ...]]:
    return pipeline.simulate_as_far(model, replace(pipeline.settings_of(model), **settings))


@pytest.mark.parametrize(
    ("force", "end"), [("-1e6*sign(q')", 1.0), ("-10*q", 1e300), ("-10*q - q'*sign(q)", 1e12)]
)
def test_an_end_out_of_reach_is_told_long_before_the_limit_of_steps(
    force: str, end: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "RUN", replace(run.RUN, first_estimate=500))
    trajectory, (problem,) = as_far(pushed(force), t_end=end)
    assert trajectory.steps == 500
    assert problem.code == "simulation-limit"
    assert "500000 are allowed" in problem.cause
    assert np.isfinite(trajectory.q).all() and trajectory.t[-1] > 0


def test_an_end_within_reach_is_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "RUN", replace(run.RUN, first_estimate=5))
    trajectory, problems = as_far(pushed("-10*q"), t_end=20.0)
    assert not problems
    assert trajectory.t[-1] == 20.0


def test_the_limit_of_memory_is_told_with_the_motion_up_to_there() -> None:
    trajectory, (problem,) = as_far(pushed("-10*q"), t_end=1000.0, max_bytes=1e5)
    assert "0.0001 GB of memory" in problem.cause
    assert trajectory.steps * run.step_bytes(2) == pytest.approx(1e5, rel=0.05)


def test_a_wish_to_stop_keeps_the_motion_up_to_there() -> None:
    asked = iter(range(1000))
    model = pushed("-10*q")
    settings = replace(pipeline.settings_of(model), t_end=1e4)
    trajectory, (problem,) = pipeline.simulate_as_far(
        model, settings, stop=lambda: next(asked) >= 1
    )
    assert 0 < trajectory.t[-1] < 1e4
    assert problem.code == "stopped"
    exact = 0.1 * np.cos(np.sqrt(10) * trajectory.t[-1])
    exact += np.sin(np.sqrt(10) * trajectory.t[-1]) / np.sqrt(10)
    assert trajectory.q[-1, 0] == pytest.approx(exact, abs=1e-8)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_in_a_long_simulation_keeps_the_rows_so_far(tmp_path: Path) -> None:
    model, table = tmp_path / "m.lagr", tmp_path / "motion.csv"
    model.write_text(write_text(falling_chain(60)), "utf-8")
    words = [sys.executable, "-m", "lagr_gui.cli", "simulate", str(model), "--until", "1e3"]
    words += ["--points", "100000", "--out", str(table), "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stderr is not None and process.stdout is not None
        heard = ""
        for line in process.stderr:
            heard += line  # the first of them tells how to stop it, whatever it is about
            if "of the time is simulated" in line:
                break
        assert "Ctrl+C stops it" in heard
        process.send_signal(signal.SIGINT)
        said, told = process.communicate()
    assert process.returncode == 130, told
    assert "You stopped it" in told and "Traceback" not in told
    rows = table.read_text("utf-8").splitlines()
    assert float(rows[-1].split(",")[0]) == pytest.approx(json.loads(said)["t_end"])
