"""From a slider to repainted curves, while a motion follows by itself.

    python benchmarks/live.py [--seconds 60] [name …]

The whole window, offscreen, with warm workers.  A sample is opened and run; then one of its
sliders goes to another value, and the clock runs from there until the curves of the new motion are
painted: median and the slowest tenth.  After that the slider is dragged for some seconds, a new
value each 8 ms as from a pointer, while the animation plays: pictures of new motions in a second,
the longest rest of the window's event loop, by the clock and of processor time, and how much the
memory of the window and of its process of motions grows in the second half.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, sleep, thread_time

import numpy as np
import table
from offscreen import application, shown, wait
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.window import MainWindow

WIDTH, HEIGHT = 1600, 1000
GOALS = {"double_pendulum": 0.033, "four_bar": 0.150}
"""Seconds from a slider to repainted curves."""
REST = 0.050
"""Seconds that the window may rest."""
PICTURES = {"double_pendulum": 30.0}
GROWTH = 8.0
"""MB that may be noise."""
TRIALS, VALUES = 5, 60
POINTER = 8
"""Milliseconds between two values of a dragged slider."""


class Painted(QObject):
    """When the curves of each motion were painted first."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.times: list[float] = []
        self._last: object = None
        self._plot = window.simulation.curves.above.viewport()
        self._plot.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note the end of the first painting of another motion."""
        motion = self.window.session.running.trajectory
        if event.type() is QEvent.Type.Paint and motion is not self._last:
            self._last = motion
            QTimer.singleShot(0, lambda: self.times.append(perf_counter()))
        return False


class Rests(QObject):
    """How long the event loop did nothing else, and the processor time of each of these rests.

    Others that load the machine lengthen the one, not the other.
    """

    def __init__(self) -> None:
        super().__init__()
        self.times: list[float] = []
        self.worked: list[float] = []
        self._last, self._spent = perf_counter(), thread_time()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now, spent = perf_counter(), thread_time()
        self.times.append(now - self._last)
        self.worked.append(spent - self._spent)
        self._last, self._spent = now, spent
        sleep(0.0005)

    def end(self) -> None:
        """Look no more."""
        self._timer.stop()


class Bench:
    """One window, one sample after the other."""

    def __init__(self, folder: str) -> None:
        application()
        self.window = MainWindow(Path(folder))
        self.session = self.window.session
        shown(self.window, WIDTH, HEIGHT)

    def open(self, path: Path) -> None:
        """Open a sample and run it."""
        session = self.session
        self.window.models.remove(session.document)
        self.window.open_sample(path)
        wait(lambda: session.derivation.finished and not session.motions.busy)
        self.window.menus.actions["run"].trigger()
        wait(lambda: session.running.trajectory is not None and not session.motions.busy)
        self.slider = [*self.window.panes["parameters"].rows.values()][-1].slider
        self.first = self.slider.value()
        pause(0.5)

    def latencies(self) -> list[float]:
        """Seconds until the curves are painted, of single steps of the slider."""
        self.window.animation.player.pause()
        painted, found = Painted(self.window), list[float]()
        for step in range(TRIALS + VALUES):
            count, start = len(painted.times), perf_counter()
            self.slider.setValue(self.first + 1 + step)
            while len(painted.times) == count:
                QApplication.processEvents()
            found.append(painted.times[-1] - start)
            pause(0.02)
        painted.deleteLater()
        return found[TRIALS:]

    def drag(self, seconds: float) -> tuple[float, Rests, list[float]]:
        """Pictures in a second, rests of the window, and its memory (MB) now and then."""
        painted, memory, begun = Painted(self.window), list[float](), perf_counter()
        self.window.animation.player.loop = True
        self.window.animation.player.play()
        pointer = QTimer(interval=POINTER)
        pointer.timeout.connect(self._move)
        pointer.start()
        self.slider.setSliderDown(True)
        pause(1.0)
        rests, count, start = Rests(), len(painted.times), perf_counter()
        while perf_counter() - begun < seconds:
            QApplication.processEvents()
            if perf_counter() - begun > seconds * len(memory) / 20:
                memory.append(self._memory())
        rate = (len(painted.times) - count) / (perf_counter() - start)
        rests.end()
        pointer.stop()
        self.slider.setSliderDown(False)
        pause(1.0)
        painted.deleteLater()
        return rate, rests, memory

    def _move(self) -> None:
        t = perf_counter()
        self.slider.setValue(round(self.first * (1 + 0.4 * np.sin(2 * t))))

    def _memory(self) -> float:
        pid = self.session.motions._ready()._process.pid  # pyright: ignore[reportPrivateUsage]
        return sum(map(resident, ("self", str(pid))))


def resident(process: str) -> float:
    """MB that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def pause(seconds: float) -> None:
    """Serve events for some time."""
    end = perf_counter() + seconds
    while perf_counter() < end:
        QApplication.processEvents()
        sleep(0.001)


def report(name: str, bench: Bench, seconds: float) -> None:
    """The lines of a sample."""
    times = bench.latencies()
    median, slow = np.median(times), np.percentile(times, 90)
    goal = GOALS.get(name)
    table.line(
        f"{name}: slider to curves, median",
        table.seconds(float(median)),
        goal=None if goal is None else table.at_most(float(median), goal, "s"),
    )
    table.line("  the slowest tenth begins at", table.seconds(float(slow)))
    rate, rests, memory = bench.drag(seconds)
    wanted = PICTURES.get(name)
    bound = None if wanted is None else table.at_least(rate, wanted)
    table.line("  motions painted in a second", f"{rate:.3g}", goal=bound)
    for what, times in (("", rests.times), (" of processor time", rests.worked)):
        longest = max(times)
        goal = table.at_most(longest, REST, "s")
        table.line(f"  longest rest{what}", table.seconds(longest), goal=goal)
        table.line(f"  too long{what}", f"{sum(rest > REST for rest in times)}")
    half = len(memory) // 2
    grown = float(np.mean(memory[-3:]) - np.mean(memory[half : half + 3]))
    table.line("  memory, growth", f"{grown:.2g} MB", goal=table.at_most(grown, GROWTH, "MB"))


def main(names: Sequence[str], seconds: float) -> None:
    """Some lines for each sample."""
    table.head("Motions that follow a slider")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        for path in sample_models():
            if path.stem in (names or GOALS):
                bench.open(path)
                report(path.stem, bench, seconds)
        bench.session.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    main(options.names, options.seconds)
