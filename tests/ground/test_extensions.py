"""Extensions: each can be taken out with its folder, and packages of others bring their own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from lagr_gui.extension import ENTRY_POINTS, extension_folders, extensions
from tests.ground.sources import ROOT, TAKEN_OUT

LEFT_OUT = shutil.ignore_patterns(".*_cache", ".git", ".venv", "__pycache__", "*.egg-info")
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
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT))),
        "QT_QPA_PLATFORM": "offscreen",
    }
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def strangers(tmp_path: Path) -> Path:
    """A folder into which the example of docs/extensions.md was installed, as pip does it."""
    page = (ROOT / "docs" / "extensions.md").read_text("utf-8")
    files = dict(re.findall(r"`(lagr_rows/\w+\.py)`:\n\n```python\n(.*?)```", page, re.S))
    (points,) = re.findall(r'rows = "(.*)"', page)
    about = "lagr_rows-1.dist-info"
    files[f"{about}/METADATA"] = "Metadata-Version: 2.1\nName: lagr-rows\nVersion: 1\n"
    files[f"{about}/WHEEL"] = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{about}/entry_points.txt"] = f"[lagr_gui.extensions]\nrows = {points}\n"
    files[f"{about}/RECORD"] = "".join(f"{name},,\n" for name in (*files, f"{about}/RECORD"))
    wheel = tmp_path / "lagr_rows-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    place = tmp_path / "installed"
    words = ["-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(place)]
    python(ROOT, *words, str(wheel))
    return place


def test_a_package_of_others_adds_what_its_record_says(strangers: Path) -> None:
    rows = python(strangers, "-m", "lagr_gui.cli", "rows", str(ROOT / SAMPLE)).splitlines()
    assert "g11 3" in rows or "g11 2" in rows
    answer = python(strangers, "-m", "lagr_gui.cli", "rows", str(ROOT / SAMPLE), "--json")
    assert json.loads(answer)["g11"] in (2, 3)
    table = python(
        strangers, "-m", "lagr_gui.cli", "export", str(ROOT / SAMPLE), "--to", "rows"
    ).splitlines()
    assert table[0] == "result,equals" and len(table) > len(rows)
    menus = "from lagr_gui.gui.actions import ACTIONS; print(*(a.title for a in ACTIONS))"
    assert "Equations as rows…" in python(strangers, "-c", menus)


def test_a_package_of_others_that_cannot_be_loaded_is_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = [
        EntryPoint("gone", "no_such_module:EXTENSION", ENTRY_POINTS),
        EntryPoint("odd", "math:pi", ENTRY_POINTS),
        EntryPoint("bare", "math:no_such_name", ENTRY_POINTS),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: broken)
    assert {entry.name for entry in extensions.__wrapped__()} <= {*OURS}
    assert len(caplog.records) == 3 and all("extension" in text for text in caplog.messages)


def test_the_example_has_some_sixty_lines() -> None:
    page = (ROOT / "docs" / "extensions.md").read_text("utf-8")
    blocks = re.findall(r"```(?:python|toml)\n(.*?)```", page, re.S)
    assert sum(len(block.splitlines()) for block in blocks) <= 75


@pytest.mark.skipif(bool(TAKEN_OUT), reason="one that needs another is left out with it")
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
