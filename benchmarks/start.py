"""Starting the window and the command line.

    python benchmarks/start.py

The window: from the start of the process to the first picture and warm workers.

The first start fills the disk's cache and is not counted; then the best of 5.  Peer: a
process that loads PySide6.QtWidgets and shows an empty QMainWindow.  Offscreen and, where
Xvfb is installed, on a virtual X display.  Settings and autosaves go to a temporary folder.
Then processor time of commands, the best of 5: the list of commands, and `check` of the sample
that takes longest; peer: a Python that imports nothing but NumPy.  At the end the ten imports of
the window that take longest by themselves.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import table

from lagr_gui.foundation.resource import sample_models

PAINTED_GOAL, WARM_GOAL = 1.0, 1.5
HELP_GOAL, CHECK_GOAL = 0.3, 0.8
RUNS = 5
SLOWEST = 10


def window() -> None:
    """Start the window as the program does, print when it is painted and warm, end."""
    from lagr_gui import __main__ as program

    load = program.import_module  # what the program loads, in its own order
    times: dict[str, float] = {}
    marks: list[object] = []

    def loaded(name: str):
        module = load(name)
        if hasattr(module, "MainWindow"):
            module.MainWindow.paintEvent = painted
        return module

    def painted(self, event) -> None:
        from PySide6.QtCore import QTimer

        super(type(self), self).paintEvent(event)
        if not marks:
            marks.append(self)
            QTimer.singleShot(0, lambda: times.setdefault("painted", time.time()))
            QTimer.singleShot(1, lambda: watch(self))

    def watch(self) -> None:
        from PySide6.QtCore import QTimer

        jobs = (self.session.equations, self.session.motions)
        workers = [each._worker for each in jobs]
        for worker in filter(None, workers):
            worker.poll()
        if all(workers) and not any(worker.busy for worker in workers):
            times["warm"] = time.time()
            self.close()
        else:
            QTimer.singleShot(5, lambda: watch(self))

    program.import_module = loaded
    program.main()
    print(json.dumps(times))


def empty() -> None:
    """The peer: an empty main window."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QMainWindow

    def painted(window: QMainWindow) -> None:
        print(json.dumps({"painted": time.time()}), flush=True)
        window.close()

    class Window(QMainWindow):
        def paintEvent(self, event) -> None:
            super().paintEvent(event)
            QTimer.singleShot(0, lambda: painted(self))

    app = QApplication([])
    shown = Window()
    shown.resize(1600, 1000)
    shown.show()
    loop = app.exec
    loop()


def compiled(folder: str) -> dict[str, str]:
    """Let Python keep what it compiled, as it does for users, also where a shell forbids it."""
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder}


def started(what: str, environment: dict[str, str]) -> dict[str, float]:
    """Seconds from starting a process to each of its marks."""
    start = time.time()
    command = [sys.executable, __file__, what]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    marks = json.loads(done.stdout.strip().splitlines()[-1])
    return {name: mark - start for name, mark in marks.items()}


def best(what: str, environment: dict[str, str]) -> dict[str, float]:
    """The best of several starts for each mark, after one that does not count."""
    started(what, environment)
    runs = [started(what, environment) for _ in range(RUNS)]
    return {name: min(run[name] for run in runs) for name in runs[0]}


def measure(where: str, environment: dict[str, str]) -> None:
    """The lines of one platform."""
    ours, peer = best("--window", environment), best("--empty", environment)["painted"]
    for mark, words, limit in (
        ("painted", "first picture", PAINTED_GOAL),
        ("warm", "workers are warm", WARM_GOAL),
    ):
        goal = table.at_most(ours[mark], limit, "s")
        numbers = table.seconds(ours[mark]), table.seconds(peer)
        table.line(f"{where}: {words}", *numbers, ours[mark] / peer, goal)


@contextlib.contextmanager
def display() -> Iterator[str]:
    """The name of a virtual X display."""
    reading, writing = os.pipe()
    options = ["-displayfd", str(writing), "-screen", "0", "1600x1000x24"]
    options += ["-nolisten", "tcp", "-noreset"]  # a server that resets refuses who comes meanwhile
    server = subprocess.Popen(["Xvfb", *options], pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            yield f":{pipe.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def processor_time(environment: dict[str, str], *words: str) -> float:
    """Seconds that a fresh Python computes with these words; the best of several."""

    def once() -> float:
        before = os.times()
        command = [sys.executable, *words]
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
        after = os.times()
        user = after.children_user - before.children_user
        return user + after.children_system - before.children_system

    return min(once() for _ in range(RUNS))


def command_line(environment: dict[str, str]) -> None:
    """The lines of the command line."""
    command = ("-m", "lagr_gui.cli")
    checks = {
        path.stem: processor_time(environment, *command, "check", str(path))
        for path in sample_models()
    }
    slowest = max(checks, key=checks.__getitem__)
    peer = processor_time(environment, "-c", "import numpy")
    for words, ours, goal in (
        ("lagr --help", processor_time(environment, *command, "--help"), HELP_GOAL),
        (f"lagr check {slowest}", checks[slowest], CHECK_GOAL),
    ):
        numbers = table.seconds(ours), table.seconds(peer)
        table.line(
            f"{words}: processor time", *numbers, ours / peer, table.at_most(ours, goal, "s")
        )


def slowest_imports(environment: dict[str, str]) -> None:
    """Print the imports that take longest by themselves, and all together."""
    command = [sys.executable, "-X", "importtime", "-c", "import lagr_gui.gui.application"]
    text = subprocess.run(command, env=environment, capture_output=True, text=True).stderr
    found = re.findall(r"import time:\s+(\d+) \|\s+(\d+) \|\s+(\S+)", text)
    rows = sorted(((int(own), int(whole), name) for own, whole, name in found), reverse=True)
    print(f"\n{len(rows)} imports, {sum(row[0] for row in rows) / 1000:.0f} ms; the slowest:")
    print(f"{'itself':>10}{'with its own':>14}  module")
    for own, whole, name in rows[:SLOWEST]:
        print(f"{own / 1000:>7.1f} ms{whole / 1000:>11.1f} ms  {name}")


def main() -> None:
    """Both platforms, then the imports."""
    if len(sys.argv) > 1:
        what = sys.argv.pop()  # the program reads the rest of the command line
        {"--window": window, "--empty": empty}[what]()
        return
    table.head("Start: seconds from the start of the process, ours over peer")
    with tempfile.TemporaryDirectory() as folder:
        home = {"HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder}
        environment = {**os.environ, **home, "XDG_STATE_HOME": folder, **compiled(folder)}
        measure("offscreen", {**environment, "QT_QPA_PLATFORM": "offscreen"})
        if shutil.which("Xvfb"):
            with display() as name:
                x = {"QT_QPA_PLATFORM": "xcb", "DISPLAY": name, "QT_NO_XDG_DESKTOP_PORTAL": "1"}
                measure("xcb", {**environment, **x})
        command_line(environment)
        slowest_imports(environment)


if __name__ == "__main__":
    main()
