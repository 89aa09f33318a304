"""More than a hundred files that are no tables: each is read or refused in words, at once."""

from __future__ import annotations

import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from lagr_gui.exchange.tables.curve_file import read_curve
from lagr_gui.exchange.tables.motion_file import read_motion
from lagr_gui.extensions.families.sweep_file import load_sweep
from lagr_gui.foundation.problem import LagrError
from tests.hostile import damaged
from tests.processor_time import spent

MOST = 2.0
"""Seconds of processor time for one of them, and of processes that it begins."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices of POSIX")
SOUND_FOR_SOME = {
    *("heads alone.csv", "one head.csv", "no numbers.h5"),
    *("one array.npz", "climbs out.npz", "not finite.npz"),
}
"""What some who read take: what they ask of it is judged where it is used."""


def tried(read: Any, path: Path) -> str:
    """What was told of a file; empty where it was read."""
    before = spent()
    try:
        read(path)
        told = ""
    except LagrError as error:
        for problem in error.problems:
            assert problem.place and problem.cause and problem.remedy
            assert "Traceback" not in problem.cause and "fault of the program" not in problem.cause
        told = str(error)
    assert spent() - before < MOST
    return told


@pytest.mark.parametrize("kind", damaged.KINDS)
def test_what_is_no_table_is_told_at_once(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    readers = cycle((read_motion, read_curve, load_sweep))
    found = {path.name: tried(next(readers), path) for path in damaged.files(kind, tmp_path)}
    assert len(found) >= 30
    read = {name for name, told in found.items() if not told}
    assert all(name.startswith(("cut", "flipped")) for name in read - SOUND_FOR_SOME)
