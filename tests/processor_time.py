"""Processor time of this process and of all that it started."""

from __future__ import annotations

import os
from pathlib import Path

PROCESSES = Path("/proc")


def spent() -> float:
    """Seconds of this process and its children, where the system tells also of running ones."""
    own = os.times()
    return sum(own[:4]) + _ticks_of_children() / os.sysconf("SC_CLK_TCK")


def _ticks_of_children() -> int:
    """What running descendants took; one that has ended is counted where it was awaited."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for folder in PROCESSES.glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(folder.name)] = int(fields[1])
        ticks[int(folder.name)] = sum(map(int, fields[11:15]))
    return sum(number for process, number in ticks.items() if _descends(process, parents))


def _descends(process: int, parents: dict[int, int]) -> bool:
    while process in parents:
        process = parents[process]
        if process == os.getpid():
            return True
    return False
