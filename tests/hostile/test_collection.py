"""No input executes, hangs, takes the memory, or ends in anything but a problem in words."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.ground.sources import ROOT
from tests.hostile.collection import COLLECTION
from tests.hostile.reading import READERS

MEMORY = 500_000_000
"""Most memory that one input may take."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")


def outcome(reader: str, folder: Path) -> dict[str, dict[str, Any]]:
    """What became of each file of a folder, read in a process of its own."""
    words = [sys.executable, "-m", "tests.hostile.reading", reader, str(folder)]
    known = os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    answer = subprocess.run(
        words, cwd=ROOT, env=known, capture_output=True, text=True, check=False, timeout=600
    )
    assert answer.returncode == 0, answer.stderr[-3000:]
    return json.loads(answer.stdout)


def expect_words_only(found: dict[str, dict[str, Any]], names: dict[str, str]) -> None:
    """Every input was read or told, quickly, in little memory, and nothing else was done."""
    wrong = {
        names.get(file, file): told
        for file, told in found.items()
        if told["fault"] or told["deeds"] or told["incomplete"]
    }
    assert not wrong
    greedy = [names.get(file, file) for file, told in found.items() if told["memory"] > MEMORY]
    assert not greedy[:1]


def test_the_collection_has_at_least_three_hundred_inputs_in_all_readers() -> None:
    assert COLLECTION.keys() == READERS.keys()
    assert sum(len(cases()) for cases in COLLECTION.values()) >= 300


@pytest.mark.parametrize("reader", COLLECTION)
def test_what_is_hostile_or_damaged_ends_in_words(reader: str, tmp_path: Path) -> None:
    names: dict[str, str] = {}
    for number, (name, content) in enumerate(COLLECTION[reader]().items()):
        ending = {"deck": ".deck", "table": Path(name).suffix, "translation": ".json"}
        file = tmp_path / f"{number:04}{ending.get(reader, '.lagr')}"
        file.write_bytes(content)
        names[file.name] = name
    found = outcome(reader, tmp_path)
    assert found.keys() == names.keys()
    expect_words_only(found, names)
    assert {path.name for path in tmp_path.iterdir()} == names.keys()  # nothing was made


@pytest.mark.parametrize("reader", COLLECTION)
def test_what_is_no_regular_file_is_refused_without_waiting(reader: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a pipe")
    (tmp_path / "b folder").mkdir()
    (tmp_path / "c device").symlink_to("/dev/zero")
    (tmp_path / "d nowhere").symlink_to("/nowhere")
    (tmp_path / "e ring").symlink_to(tmp_path / "e ring")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "f socket"))
        found = outcome(reader, tmp_path)
    assert len(found) == 6
    expect_words_only(found, {})
