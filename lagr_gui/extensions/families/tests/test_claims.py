"""One program works at a file at a time, says so, and replaces nothing unasked."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, load_sweep
from lagr_gui.cli.__main__ import main
from lagr_gui.foundation.locking import FileClaim, FileClaimed, owner_of
from lagr_gui.foundation.writing import replacing, write
from tests.ground.sources import ROOT

HOLDING = """
import sys
from pathlib import Path
from lagr_gui.foundation.locking import FileClaim
claim = FileClaim(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def other(tmp_path: Path):
    """A program that works at the file `runs.h5`."""
    words = [sys.executable, "-c", HOLDING, str(tmp_path / "runs.h5")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(words, cwd=ROOT, **pipes) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process
        process.kill()


def oscillator() -> System:
    system = System("Oscillator", m=2, c=50)
    system.joint("prismatic", GROUND, system.body("Mass", mass="m"), "x", axis=(1, 0, 0))
    system.element("coordinate_spring", "spring", coordinate="x", c="c", q0=0)
    return system


def test_no_writer_takes_a_file_from_a_program_that_works_at_it(
    other: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    file, link = tmp_path / "runs.h5", tmp_path / "link.h5"
    file.write_text("content")
    link.symlink_to(file)
    owner = owner_of(link)
    assert owner is not None and owner.pid == other.pid and owner.since

    def anew(place: Path) -> None:
        with replacing(place):
            pass

    def swept(place: Path, resume: bool = False) -> None:
        oscillator().sweep({"c": [1.0]}, out=place, resume=resume, overwrite=True)

    ways = (swept, partial(swept, resume=True), partial(write, content="new"), anew)
    for place, way in product((file, link), ways):
        with pytest.raises(LagrError, match=f"process {other.pid}, since"):
            way(place)
    assert file.read_text() == "content"


def test_a_claim_outlives_no_process(other: subprocess.Popen[bytes], tmp_path: Path) -> None:
    file = tmp_path / "runs.h5"
    with pytest.raises(FileClaimed):
        FileClaim(file)
    other.kill()
    other.wait()
    assert (tmp_path / ".runs.h5.lock").exists() and owner_of(file) is None
    claim = FileClaim(file)
    with pytest.raises(FileClaimed) as told:
        FileClaim(file)
    assert told.value.owner.pid == os.getpid()
    claim.close()
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("ending", ["h5", "csv", "npz"])
def test_a_sweep_replaces_no_file_unasked(ending: str, tmp_path: Path) -> None:
    file, system = tmp_path / f"runs.{ending}", oscillator()
    file.write_text("mine")
    with pytest.raises(LagrError, match="It is there already"):
        system.sweep({"c": [1.0]}, out=file, jobs=1)
    assert file.read_text() == "mine"
    system.sweep({"c": [1.0, 2.0]}, out=file, jobs=1, overwrite=True)
    assert np.array_equal(load_sweep(file).axes["c"], [1.0, 2.0])
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--until", "0.1", "--out", "a.csv"),
        ("export", "--to", "latex", "--out", "a.tex"),
    ],
)
def test_commands_replace_no_file_unasked(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *options = words
    file = tmp_path / options[-1]
    call = [command, str(ROOT / "sample_models/double_pendulum.lagr"), *options[:-1], str(file)]
    file.write_text("mine")
    assert main(call) == 1
    assert "It is there already" in capsys.readouterr().err
    assert file.read_text() == "mine"
    file.write_text("")  # nothing is lost
    assert main(call) == 0
    assert main([*call, "--overwrite"]) == 0
