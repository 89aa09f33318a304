"""Every export gives the same bytes for the same model in any process, and says of which it is."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model
from lagr_gui.pipeline import load, prepare
from lagr_gui.subsystems import flat
from tests.ground.sources import ROOT

(MODEL,) = (path for path in sample_models() if path.stem == "double_pendulum")
WITHOUT = {
    "flat": "it is the model",
    "deck": "its cards are data alone",
    "motion": "a table is columns alone",
    "response": "a table is columns alone",
    "inverse": "a table is columns alone",
}
"""Exports that have no room for a hash, and why."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """All exports, written by two processes that count hashes differently."""
    folders = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two")
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.exchange.write_all", str(MODEL), str(folder)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        )
        for seed, folder in enumerate(folders, start=1)
    ]
    assert [process.wait(300) for process in running] == [0, 0]
    return folders


def says(content: bytes, mark: str) -> bool:
    """Whether a hash stands in a file, or in one of the files in it."""
    if mark.encode() in content:
        return True
    if content[:2] != b"PK":
        return False
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    texts = (np.load(io.BytesIO(part)) for name, part in parts.items() if name.endswith(".npy"))
    return any(says(part, mark) for part in parts.values()) or any(
        text.dtype.kind == "U" and mark in text.ravel() for text in texts
    )


def test_two_processes_write_the_same_bytes(written: tuple[Path, Path]) -> None:
    one, two = ({p.name: p.read_bytes() for p in folder.iterdir()} for folder in written)
    names = {f"{export.name}{ending}" for export in EXPORTS.values() for ending in export.endings}
    assert one.keys() == two.keys() == names
    assert [name for name in sorted(names) if one[name] != two[name]] == []


def test_every_export_says_the_hash_of_its_model(written: tuple[Path, Path]) -> None:
    mark = prepare(load(MODEL)).digest
    missing = {path.stem for path in written[0].iterdir() if not says(path.read_bytes(), mark)}
    assert missing == WITHOUT.keys()


@pytest.mark.parametrize("path", sample_models(), ids=lambda path: path.stem)
def test_a_model_has_one_hash_whichever_way_it_is_asked(path: Path) -> None:
    model = load(path)
    mark = prepare(model).digest
    assert mark == prepare(flat(model)).digest == prepare(prepare(model).model).digest
    assert mark != prepare(other(model)).digest


def other(model: Model) -> Model:
    return model.having(name=f"{model.name}, another one")
