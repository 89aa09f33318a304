"""Streams that are full or closed, and Ctrl+C at any time, end in words and an exit status."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lagr_gui.foundation.resource import sample_models

MODEL = str(next(path for path in sample_models() if path.stem == "double_pendulum"))
LAGR = [sys.executable, "-m", "lagr_gui.cli"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="file descriptors of POSIX")


def shell(command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """A command line of the shell in which $lagr and $model stand for program and model."""
    known = os.environ | {"lagr": " ".join(LAGR), "model": MODEL}
    return subprocess.run(
        ["/bin/sh", "-c", command],
        env=known,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


def quiet(answer: subprocess.CompletedProcess[str]) -> str:
    """What was told on standard error, in words."""
    assert "Traceback" not in answer.stderr
    assert "Exception" not in answer.stderr
    return answer.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("words", ["check $model", "check $model --json", "equations $model"])
def test_a_full_output_is_told(words: str) -> None:
    answer = shell(f"$lagr {words} > /dev/full")
    assert answer.returncode == 1
    assert "error: Output: It cannot be written (No space left" in quiet(answer)


def test_a_closed_output_is_told() -> None:
    answer = shell("$lagr check $model >&-")
    assert answer.returncode == 1
    assert "Standard output is closed" in quiet(answer)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_where_nobody_can_hear_it_the_exit_status_tells() -> None:
    assert shell("$lagr check missing.lagr 2> /dev/full").returncode == 1
    assert shell("$lagr check missing.lagr 2>&-").returncode == 1


def test_a_closed_input_is_told() -> None:
    answer = shell("$lagr evaluate $model --states - <&-")
    assert answer.returncode == 1
    assert "Standard input is closed" in quiet(answer)


def test_who_has_seen_enough_is_left_in_peace() -> None:
    answer = shell("$lagr equations $model | head -1")
    assert not quiet(answer)


@pytest.mark.parametrize("moment", ["pydantic", "numpy", "lagr_gui.mechanics.reading"])
def test_ctrl_c_while_the_program_is_loaded_ends_it_quietly(moment: str) -> None:
    words = [sys.executable, "-X", "importtime", "-m", "lagr_gui.cli", "check", MODEL]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.rpartition("|")[2].strip() == moment:
                break
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert process.returncode in (130, -signal.SIGINT)
    assert "Traceback" not in rest


OUT = {
    "wrong ending": ("motion.exe", "Use .csv, .npz, .h5, .hdf5 or .json"),
    "a folder": ("folder.csv", "It is a folder"),
    "in no folder": ("missing/motion.csv", "its folder is not there"),
}


@pytest.mark.parametrize("name", OUT)
def test_a_target_that_cannot_be_written_is_told_before_the_simulation(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "folder.csv").mkdir()
    target, words = OUT[name]
    # this would take hours: nobody waits for it
    answer = shell(f"cd {tmp_path}; $lagr simulate $model --until 1e9 --out {target}")
    assert answer.returncode == 1
    assert words in quiet(answer)
