"""The program in one folder: built here, run without Python and without this checkout."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ground.sources import ROOT

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="is known to build on Linux"),
    pytest.mark.skipif(not shutil.which("objcopy"), reason="binutils are not here"),
]

Run = Callable[..., str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a program of the folder, with nothing of this machine on its path."""
    pytest.importorskip("PyInstaller")
    place = tmp_path_factory.mktemp("folder")
    places = ["--distpath", place, "--workpath", place / "work"]
    build = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", *places]
    spec = ROOT / "resources" / "packaging" / "lagr-gui.spec"
    subprocess.run([str(word) for word in (*build, spec)], check=True, cwd=place, timeout=800)
    shutil.rmtree(place / "work")
    environment = {
        "HOME": str(place),
        "LANG": "C.UTF-8",
        "PATH": "/nowhere",
        "QT_QPA_PLATFORM": "offscreen",
    }

    def answer(program: str, *words: object) -> str:
        done = subprocess.run(
            [str(place / "lagr-gui" / program), *map(str, words)],
            env=environment,
            cwd=place,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return answer


def sample(name: str) -> Path:
    return ROOT / "sample_models" / f"{name}.lagr"


@pytest.mark.lasting(1500)
def test_the_folder_does_what_the_program_does(run: Run, tmp_path: Path) -> None:
    """One test, since the folder takes two minutes to build."""
    derives_the_same_equations(run)
    moves_a_loop_in_machine_code_and_proves_it(run, tmp_path)
    starts_its_own_worker_processes(run, tmp_path)
    draws_with_the_window_s_program(run, tmp_path)


def derives_the_same_equations(run: Run) -> None:
    words = ["equations", sample("double_pendulum")]
    here = subprocess.run(
        [sys.executable, "-m", "lagr_gui.cli", *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert run("lagr", *words) == here.stdout


def moves_a_loop_in_machine_code_and_proves_it(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "motion.csv"
    told = run("lagr", "simulate", sample("four_bar"), "--until", 1, "--out", table)
    assert "Certified" in told
    assert len(table.read_text().splitlines()) > 100


def starts_its_own_worker_processes(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "family.h5"
    words = ["--vary", "q1=0:3:4", "--output", "E", "--jobs", 2, "--out", file]
    assert "4 runs" in run("lagr", "sweep", sample("double_pendulum"), *words)
    assert file.is_file()


def draws_with_the_window_s_program(run: Run, tmp_path: Path) -> None:
    film = tmp_path / "film.gif"
    run("lagr", "film", sample("simple_pendulum"), "--until", 0.1, "--out", film)
    assert film.read_bytes()[:4] == b"GIF8"
