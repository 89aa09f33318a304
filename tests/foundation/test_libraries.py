"""A library that is missing is told by its name with what installs it, in every face."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import lagr_gui.__main__ as window
from lagr_gui import LagrError, load, settings_of, simulate
from lagr_gui.cli.__main__ import main
from lagr_gui.drawing.bodies.mesh_files import read_mesh
from lagr_gui.exchange.documents import typst_paper
from lagr_gui.foundation.libraries import PACKAGES, MissingLibrary, libraries_told, library
from lagr_gui.pipeline.doors import door
from tests.ground.sources import ROOT

MODEL = str(ROOT / "sample_models" / "simple_pendulum.lagr")


def gone(*_: object, **__: object) -> None:
    raise ModuleNotFoundError("No module named 'scipy.linalg'", name="scipy.linalg")


def test_every_dependency_is_known_with_what_installs_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    more = project["optional-dependencies"]
    named = [re.split("[<>=]", entry)[0] for entry in project["dependencies"]]
    assert set(named) <= set(PACKAGES.values())
    for extra in ("cluster", "fmu"):
        (needed,) = [re.split("[<>=]", entry)[0] for entry in more[extra]]
        assert PACKAGES[needed] == f"lagr_gui[{extra}]"


@pytest.mark.parametrize("name", PACKAGES)
def test_a_missing_library_is_told_with_what_installs_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingLibrary) as told:
        library(name)
    (problem,) = told.value.problems
    assert name in problem.place and problem.remedy.endswith(f"pip install {PACKAGES[name]}")
    with pytest.raises(MissingLibrary, match="It is not installed"), libraries_told():
        raise ModuleNotFoundError(f"No module named '{name}.inner'", name=name)
    with pytest.raises(MissingLibrary, match="cannot be loaded"), libraries_told():
        raise ImportError("libX.so is missing", name=f"{name}.inner")


def test_what_is_missing_of_the_program_itself_stays_a_fault() -> None:
    with pytest.raises(ModuleNotFoundError, match="lagr_gui"), libraries_told():
        raise ModuleNotFoundError("No module named 'lagr_gui.nothing'", name="lagr_gui.nothing")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("h5py", ["simulate", "--until", "0.01", "--out", "a.h5"]),
        ("h5py", ["sweep", "--vary", "l=1,2", "--jobs", "1", "--out", "b.h5"]),
        ("networkx", ["export", "--to", "signal-flow", "--out", "a.graphml"]),
        ("typst", ["export", "--to", "pdf", "--out", "a.pdf"]),
        ("distributed", ["sweep", "--vary", "l=1,2", "--scheduler", "tcp://x:1", "--out", "a.csv"]),
    ],
)
def test_the_command_line_tells_it(
    name: str,
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    # a compiler that was made before is kept: without the library there is none
    monkeypatch.setattr(typst_paper, "_compiler", typst_paper._compiler.__wrapped__)
    monkeypatch.chdir(tmp_path)
    assert main([words[0], MODEL, *words[1:]]) == 1
    assert f"pip install {PACKAGES[name]}" in capsys.readouterr().err
    assert not [file for file in tmp_path.iterdir() if file.stat().st_size]


def test_python_and_the_window_tell_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def asked(prepared: object) -> None:
        """A question."""
        gone()

    with pytest.raises(LagrError, match="pip install scipy"):
        door(asked, 0)(load(MODEL))
    monkeypatch.setitem(sys.modules, "trimesh", None)
    (tmp_path / "a.stl").write_text("solid a\nendsolid a\n")
    with pytest.raises(LagrError, match="pip install trimesh"):
        read_mesh(tmp_path / "a.stl")
    monkeypatch.setattr(window, "missing_display", lambda: "")
    monkeypatch.setattr(window, "_loaded", gone)
    monkeypatch.setattr(sys, "argv", ["lagr-gui"])
    assert window.main() == 2
    assert "pip install scipy" in capsys.readouterr().err


WITHOUT_LLVM = """
import sys
sys.modules["llvmlite"] = None
from dataclasses import replace
from lagr_gui import load, settings_of, simulate
model = load(sys.argv[1])
print(simulate(model, replace(settings_of(model), t_end=0.05)).q[-1].tolist())
"""


def test_without_llvm_there_are_the_same_motions() -> None:
    words = [sys.executable, "-c", WITHOUT_LLVM, MODEL]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert "llvmlite" in done.stderr, "it is told why this takes longer"
    model = load(MODEL)
    expected = simulate(model, replace(settings_of(model), t_end=0.05)).q[-1]
    assert np.allclose(json.loads(done.stdout), expected, rtol=0, atol=1e-9)
