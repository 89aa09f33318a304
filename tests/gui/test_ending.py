"""Signals and the end of the desktop's session: the drawing is kept, everything ends in order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lagr_gui.editing.recovery import Recovery
from lagr_gui.gui.application import SIGNALS, Ending
from lagr_gui.gui.bridge.session import Session
from tests.ground.sources import ROOT
from tests.gui.test_files import change
from tests.patience import wait_for
from tests.processes import children, is_alive
from tests.systems import pendulum

ALL = {number.name for number in signal.Signals}

PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from lagr_gui.editing import edits
from lagr_gui.gui import application, asking
from lagr_gui.gui.window import MainWindow

class Window(MainWindow):
    def __init__(self):
        super().__init__()
        QTimer.singleShot(500, self.begin)

    def begin(self):
        self.session.edit("Add", lambda model: edits.add_body(model, (0, 0)))
        print("drawn", flush=True)
        if "asking" in sys.argv:
            asking.ask(self, "A question", "that waits", ("yes", "no"))

if __name__ == "__main__":
    application.MainWindow = Window
    code = application.main([])
    print("ended", flush=True)
    sys.exit(code)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT", "SIGINT asking"])
def test_a_signal_keeps_the_drawing_and_ends_everything_in_order(tmp_path: Path, name: str) -> None:
    number, *more = name.split()
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    environment |= {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    program = subprocess.Popen(
        [sys.executable, str(script), *more],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    assert program.stdout
    assert program.stdout.readline() == "drawn\n"
    workers = children(program.pid)
    assert workers
    os.killpg(program.pid, getattr(signal, number))  # as a terminal does: workers hear it too
    out, errors = program.communicate(timeout=60)
    assert out == "ended\n" and program.returncode == 0 and "Traceback" not in errors
    wait_for(lambda: not any(map(is_alive, workers)) or None, workers)
    ((entry,), problems) = Recovery(tmp_path / "lagr_gui" / "recovery").pending()
    assert entry.model.numbers == (1,) and not problems
    Recovery.leave(entry)


@pytest.fixture
def ending(window, qapp):
    """What hears the end of the session; signals go where they went before."""
    before = {name: signal.getsignal(getattr(signal, name)) for name in SIGNALS if name in ALL}
    heard = Ending(qapp, window)
    yield heard
    heard.close()
    for name, handler in before.items():
        signal.signal(getattr(signal, name), handler)
    qapp.commitDataRequest.disconnect(heard.keep)
    window.ending = False


def test_when_the_session_ends_the_drawing_is_kept_and_nobody_is_asked(window, ending, answers):
    change(window)
    ending.keep()
    assert window.keeping.recovery.file.exists() and window.ending
    assert not answers["asked"]


def test_a_session_that_goes_on_asks_again(window, ending, answers):
    change(window)
    ending.keep()
    change(window)
    assert not window.close() and answers["asked"]


def test_a_window_that_is_closed_starts_no_process_any_more(qtbot):
    session = Session()
    session.edit("Build", lambda _: pendulum())
    asked = []
    session.derivation._quiet.timeout.connect(lambda: asked.append(True))
    session.close()
    qtbot.waitUntil(lambda: bool(asked))
    assert session.equations._worker is None and session.motions._worker is None
