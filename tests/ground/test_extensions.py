"""Extensions: each can be taken out with its folder, and packages of others bring their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lagr_gui.extension import extension_folders, extensions
from tests.ground.sources import ROOT

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", "*.egg-info", "docs/images")
SAMPLE = "sample_models/double_pendulum.lagr"
OURS = [folder.name for folder in extension_folders()]


def without(name: str, place: Path) -> Path:
    """A copy of the project in which the folder of an extension is not there."""
    copy = place / "project"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT, symlinks=True)
    shutil.rmtree(copy / "lagr_gui" / "extensions" / name)
    return copy


def python(folder: Path, *words: str) -> str:
    """What Python prints in a folder of the project."""
    environment = os.environ | {"PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_folder_has_a_record_of_its_name() -> None:
    assert {extension.name for extension in extensions()} >= {*OURS}


@pytest.mark.parametrize("name", OURS)
def test_the_program_works_without_the_folder_of_an_extension(name: str, tmp_path: Path) -> None:
    folder = without(name, tmp_path)
    code = "import lagr_gui; from lagr_gui import *; from lagr_gui.extension import extensions"
    assert name not in python(folder, "-c", f"{code}; print(*(e.name for e in extensions()))")
    python(folder, "-m", "lagr_gui.cli", "equations", SAMPLE)
    python(folder, "-m", "lagr_gui.cli", "export", SAMPLE, "--to", "tikz")
    python(folder, "-c", "import lagr_gui.gui.window, lagr_gui.cli.commands.export")


@pytest.mark.lasting(1500)
@pytest.mark.parametrize("name", OURS)
def test_tests_pass_without_the_folder_of_an_extension(name: str, tmp_path: Path) -> None:
    folder = without(name, tmp_path)
    asked = ["tests/ground", "tests/exchange", "tests/cli", "--tier", "default", "-q", "-x"]
    python(folder, "-m", "pytest", "-p", "no:cacheprovider", *asked)
