"""Deriving the equations of a large system tells how far it is, and stops when it is asked to."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from lagr_gui import pipeline
from lagr_gui.algebra.canonical import Canonical
from lagr_gui.analysis.equations.long_equations import WRITTEN, surely_long
from lagr_gui.cli.program import run
from lagr_gui.mechanics.sheets.presentation import Presenter
from lagr_gui.pipeline import prepare, save
from tests.ground.sources import ROOT
from tests.models.large import large
from tests.patience import PATIENCE
from tests.samples.gallery import sample

TOLD = re.compile(r"lagr equations, \d+ s: [^\d;]+ \d+%")
PROGRAM = """
import sys
from lagr_gui.cli import waiting
from lagr_gui.cli.__main__ import main

waiting.FIRST = waiting.NEXT = 0.2  # what takes long elsewhere may be quick here
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_progress_is_told_and_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    path = tmp_path / "large.lagr"
    save(large("chain", 40), path)
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "equations", str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as program:
        assert program.stdout and program.stderr
        hanging = threading.Timer(PATIENCE, program.kill)
        hanging.start()
        try:
            told = next((line for line in program.stderr if TOLD.match(line)), "")
            program.send_signal(signal.SIGINT)
            rest, status = program.stderr.read(), program.wait()
        finally:
            hanging.cancel()
        assert told
        assert status == 130, rest
        assert "Traceback" not in rest and not program.stdout.read()


def test_equations_that_are_surely_too_long_are_printed_without_being_arranged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What nobody would read is not made first; shorter equations are looked at."""
    save(sample("quadruped"), path := tmp_path / "quadruped.lagr")
    run(["equations", str(path), "--form", "structured"])
    structured = capsys.readouterr().out
    monkeypatch.delattr(Presenter, "sheet")
    assert run(["equations", str(path)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(structured.rstrip())
    assert printed.removeprefix(structured.rstrip()).split()[:2] == ["Remarks", "Equations:"]
    assert run(["equations", str(path), "--as", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["form"] == "structured" and data["remarks"][-1]["text"] == WRITTEN
    assert not surely_long(prepare(sample("lagr_system_2")))


def test_a_certificate_of_what_nobody_reads_expanded_expands_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It compares the same derivations, and the same numbers come out but for rounding."""
    prepared = prepare(sample("four_bar"))
    whole = pipeline.verify(prepared)
    monkeypatch.delattr(Canonical, "tree")
    loose = pipeline.verify(prepared, expanded=False)
    assert loose.holds and loose.skipped == whole.skipped
    assert loose.deviations.keys() == whole.deviations.keys()
