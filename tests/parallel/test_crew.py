"""Parts of a work done by processes: each once, whatever happens to the workers."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from lagr_gui.parallel import Duty, crew
from lagr_gui.parallel.crew import FALSE_STARTS
from lagr_gui.parallel.duty import parts_of
from tests.ground.sources import ROOT
from tests.patience import PATIENCE, wait_for, without_hanging

PARTS = parts_of(range(40), 3)


def done(duty: Duty, size: int) -> dict:
    """What a crew gives, by part; each part comes once."""
    found = [answer for answer in crew(duty, PARTS, size) if answer is not None]
    assert len(found) == len(dict(found))
    return dict(found)


def test_parts_hold_each_number_once() -> None:
    assert [n for part in PARTS for n in part] == [*range(40)]
    assert {len(part) for part in PARTS[:-1]} == {3}


def test_a_crew_does_what_is_done_here(tmp_path: Path) -> None:
    duty = Duty("tests.parallel.work:squares", f"{tmp_path}|once|")
    assert done(duty, 2) == {part: duty(part) for part in PARTS}


def test_what_workers_had_in_hand_is_done_again(tmp_path: Path) -> None:
    duty = Duty("tests.parallel.work:squares", f"{tmp_path}|once|4,17,39")
    assert done(duty, 2) == {part: [n**2 for n in part] for part in PARTS}


def test_only_what_no_worker_survives_is_lost(tmp_path: Path) -> None:
    duty = Duty("tests.parallel.work:squares", f"{tmp_path}|always|17")
    found = done(duty, 2)
    assert found.pop((17,)) is None
    assert sorted(n for squares in found.values() for n in squares) == [
        n**2 for n in range(40) if n != 17
    ]


def test_workers_may_be_killed_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen] = []
    start = subprocess.Popen

    def noted(*words: object, **named: object) -> subprocess.Popen:
        started.append(start(*words, **named))  # type: ignore[call-overload]
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", noted)
    source, kills, found = random.Random(3), 0, []
    for answer in crew(Duty("tests.parallel.work:slow", 0.05), PARTS, 2):
        found += [answer[1]] if answer is not None and answer[1] is not None else []
        if len(found) in (3, 6, 9) and kills < 3 and source.random() < 0.7:
            kills += 1
            os.kill(source.choice([p for p in started if p.poll() is None]).pid, signal.SIGKILL)
    assert kills and sorted(found) == PARTS
    assert all(process.poll() is not None for process in started)


def test_closing_ends_the_workers_at_once() -> None:
    duty = Duty("tests.parallel.work:slow", 10 * PATIENCE)
    with without_hanging(), closing(crew(duty, PARTS, 2)) as found:
        assert next(found) is None


def test_faults_are_told_and_so_are_workers_that_do_not_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(RuntimeError, match="a fault of ours"):
        done(Duty("tests.parallel.work:faulty", None), 2)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(RuntimeError, match="status 1 at once"):
        done(Duty("tests.parallel.work:slow", 0.0), FALSE_STARTS)


def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    script = (
        "from lagr_gui.parallel import Duty, crew\n"
        "import subprocess, sys\n"
        "start = subprocess.Popen\n"
        "def noted(*words, **named):\n"
        "    process = start(*words, **named)\n"
        "    print(process.pid, flush=True)\n"
        "    return process\n"
        "subprocess.Popen = noted\n"
        "duty, parts = Duty('tests.parallel.work:slow', 0.2), [(n,) for n in range(999)]\n"
        "for answer in crew(duty, parts, 2):\n"
        "    if answer: print('going on', flush=True)\n"
    )
    leader = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert leader.stdout is not None
    lines = [leader.stdout.readline().strip() for _ in range(3)]
    leader.kill()
    leader.wait()
    leader.stdout.close()
    pids = [int(line) for line in lines if line.isdigit()]
    assert pids
    wait_for(lambda: True if not any(map(_lives, pids)) else None, "the end of the workers")


def _lives(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
