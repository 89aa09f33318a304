"""The floors of docs/architecture.md, and what starting the program may import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from lagr_gui.resource import sample_models
from tests.ground.sources import ROOT

QT = {"PySide6", "shiboken6", "pyqtgraph"}
HEAVY = QT | {"sympy", "scipy", "llvmlite", "networkx", "flint", "numpy"}


def imported_by(*arguments: str) -> set[str]:
    """The top names of all modules that a fresh Python imports when started like this."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr[-2000:]
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rsplit("|", 1)[1].strip().split(".")[0] for line in lines}


def test_every_file_imports_from_its_own_or_a_lower_floor_only() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [linter, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert not imported_by("-c", "import lagr_gui") & HEAVY


def test_checking_a_model_on_the_command_line_never_loads_qt() -> None:
    assert not imported_by("-m", "lagr_gui.cli", "check", str(sample_models()[0])) & QT


def test_deriving_and_checking_equations_does_not_wait_for_scipy() -> None:
    model = str(sample_models()[0])
    assert "scipy" not in imported_by("-m", "lagr_gui.cli", "--help")
    assert "scipy" not in imported_by("-m", "lagr_gui.cli", "equations", model)


def test_starting_the_window_without_a_display_says_so_in_one_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lagr_gui"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        env={"QT_QPA_PLATFORM": "xcb", "PATH": ""},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "no display" in done.stderr
    assert "Traceback" not in done.stderr
