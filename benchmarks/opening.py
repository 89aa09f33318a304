"""Opening a sample until something readable is painted, and until it moves.

    python benchmarks/opening.py [name …]

The whole window, offscreen, with warm workers, as after its start; each sample is opened as from
its menu when nothing else is under way.  Ours: until the first rows of equations are painted,
whatever their form; peer: until the form that is chosen is.  Moves: until its motion is painted,
which begins by itself.  Processor times are those of the window and its workers together, where the
system tells them (Linux).
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import table
from offscreen import application, paint, shown, wait

from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.window import MainWindow

GOAL, MOVES = 0.5, 1.0
"""Seconds until first equations are painted, and until it moves."""
WIDTH, HEIGHT = 1600, 1000
ROUNDS = 400
"""Turns of the window without work; what begins after a pause would have begun in them."""


@dataclass(frozen=True)
class Instant:
    """Seconds since a sample was opened, by the wall clock and of processor time."""

    wall: float
    processor: float | None


@dataclass(frozen=True)
class Opened:
    """When its first equations, those of the chosen form and its motion were painted."""

    first: Instant
    chosen: Instant
    moves: Instant


class Opening:
    """Opens samples in one window."""

    def __init__(self, folder: str) -> None:
        application()
        self.window = MainWindow(Path(folder))
        self.session = self.window.session
        shown(self.window, WIDTH, HEIGHT)
        self.rest()

    def rest(self) -> None:
        """Wait until nothing is under way or about to begin."""
        jobs = (self.session.equations, self.session.motions)
        idle = 0

        def still() -> bool:
            nonlocal idle
            for each in jobs:
                each._poll()
            idle = 0 if any(each.busy or each._ready().busy for each in jobs) else idle + 1
            return idle > ROUNDS

        wait(still)

    def measure(self, path: Path) -> Opened:
        """When what of a sample is painted."""
        view, start, spent = self.window.equations.view, perf_counter(), self._spent()
        found = dict[str, Instant]()

        def now() -> Instant:
            paint(self.window)
            used = self._spent()
            both = None if used is None or spent is None else used - spent
            return Instant(perf_counter() - start, both)

        def done() -> bool:
            read = bool(view.rows) and view.settled
            chosen = read and not self.session.equations.running("equations")
            moves = self.session.running.trajectory is not None
            for name, there in (("first", read), ("chosen", chosen), ("moves", moves)):
                if there and name not in found:
                    found[name] = now()
            return len(found) == 3

        self.window.open_sample(path)
        wait(done)
        self.rest()
        self.window.models.remove(self.session.document)
        self.rest()
        return Opened(**found)

    def _spent(self) -> float | None:
        """Processor time (s) of the window and its workers."""
        workers = [
            each._ready()._process.pid for each in (self.session.equations, self.session.motions)
        ]
        try:
            return time.process_time() + sum(map(_of_process, workers))
        except OSError:
            return None


def _of_process(number: int) -> float:
    fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(names: list[str]) -> None:
    """One line for each sample, then the slowest."""
    table.head("Opening a sample: first equations painted (peer: those of the chosen form)")
    with tempfile.TemporaryDirectory() as folder:
        opening = Opening(folder)
        slowest, latest = 0.0, 0.0
        for path in sample_models():
            if names and path.stem not in names:
                continue
            found = opening.measure(path)
            first, chosen, moves = found.first, found.chosen, found.moves
            slowest, latest = max(slowest, first.wall), max(latest, moves.wall)
            goal = table.at_most(first.wall, GOAL, "s")
            ratio = chosen.wall / first.wall
            table.line(path.stem, *map(table.seconds, (first.wall, chosen.wall)), ratio, goal)
            times = map(table.seconds, (first.processor, chosen.processor))
            table.line("  processor time", *times)
            goal = table.at_most(moves.wall, MOVES, "s")
            table.line("  moves", table.seconds(moves.wall), goal=goal)
            table.line("  processor time", table.seconds(moves.processor))
        table.line("slowest", table.seconds(slowest), goal=table.at_most(slowest, GOAL, "s"))
        table.line("moves last", table.seconds(latest), goal=table.at_most(latest, MOVES, "s"))
        opening.session.close()


if __name__ == "__main__":
    main(sys.argv[1:])
