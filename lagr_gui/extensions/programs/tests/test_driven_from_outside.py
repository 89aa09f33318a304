"""The examples of programs.md run, and drives that change on the way move as simulations."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import c_program, pipeline
from lagr_gui.extensions.programs.tests.toolchain import TOOLS
from lagr_gui.foundation.arrays import Array
from tests.ground.sources import ROOT
from tests.samples.gallery import sample, with_start, with_values

PAGE = (ROOT / "lagr_gui" / "extensions" / "programs" / "programs.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.S)
STEP, STEPS = 0.02, 100


def run(code: str, folder: Path) -> str:
    """What an example prints, run where it may write."""
    (folder / "sample_models").symlink_to(ROOT / "sample_models")
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs_as_it_is_written(number: int, tmp_path: Path) -> None:
    assert run(EXAMPLES[number], tmp_path)


def driven() -> Array:
    """The state behind all steps, each a simulation of its own with the voltage of that step."""
    model = sample("dc_motor_pendulum")
    prepared = pipeline.prepare(model)
    names, begun = prepared.coordinates, prepared.start
    q, v = np.array(begun.q), np.array(begun.qd)
    for step in range(STEPS):
        held = with_values(model, V0=12.0 if v[0] > 0 else 6.0)
        state = (dict(zip(names, row.tolist(), strict=True)) for row in (q, v))
        held = with_start(held, *state)
        settings = replace(
            pipeline.settings_of(held), t0=STEP * step, t_end=STEP * (step + 1), points=2
        )
        found = pipeline.simulate(held, replace(settings, rtol=1e-11, atol=1e-13))
        q, v = found.q[-1], found.qd[-1]
    return np.array([*q, *v])


def test_a_parameter_that_changes_between_steps_drives_as_in_simulations(tmp_path: Path) -> None:
    (code,) = [example for example in EXAMPLES if "advance" in example]
    numbers = re.findall(r"-?\d+\.\d+(?:e-?\d+)?", run(code, tmp_path))
    assert np.array(numbers, float) == pytest.approx(driven(), rel=1e-6, abs=1e-7)


@pytest.mark.skipif(not TOOLS["c"].is_there, reason="no compiler for C on this machine")
def test_the_same_in_c(tmp_path: Path) -> None:
    (code,) = [text for text in re.findall(r"```c\n(.*?)```", PAGE, re.S) if "motor.c" in text]
    (tmp_path / "motor.c").write_text(c_program(sample("dc_motor_pendulum")), "utf-8")
    (tmp_path / "drive.c").write_text(code, "utf-8")
    words = ["cc", "-std=c99", "-Wall", "-O2", "drive.c", "-o", "drive", "-lm"]
    subprocess.run(words, cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "drive"], capture_output=True, encoding="utf-8", check=True)
    assert np.array(done.stdout.split(), float) == pytest.approx(driven(), rel=1e-6, abs=1e-7)
