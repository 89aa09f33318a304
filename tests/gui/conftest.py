"""A window with settings of its own, and processes that calculate, lent from test to test."""

from __future__ import annotations

import gc
import math
import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QSize
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from lagr_gui.gui import asking, desk, settings, words
from lagr_gui.gui.application import Sweeper
from lagr_gui.gui.bridge import jobs
from lagr_gui.gui.panes.curves.choice import CurveChoice
from lagr_gui.gui.theme import apply_theme, theme
from lagr_gui.gui.window import SIZE, MainWindow
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM
from lagr_gui.model import files
from lagr_gui.work import Worker
from tests.gui.hands import Hands
from tests.gui.waiting import PatientBot
from tests.systems import pendulum
from tests.widgets import windows

__all__ = [
    "_few_processes",
    "_no_spare_processes",
    "_settings",
    "_stage",
    "_swept_here_only",
    "answers",
    "file",
    "hands",
    "make_window",
    "qtbot",
    "spoken",
    "sweeper",
    "told",
    "window",
    "workers",
]  # tests of extensions take them

MOST_IDLE = 4
"""Processes that are kept for the next test."""
MOST_PROCESSES = 8
"""What the windows of one test may need at a time, two each."""


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Waits for worker processes on busy machines too."""
    return PatientBot(request)


_idle: list[Worker] = []
"""Each folder of tests has fixtures of its own; what they hold is the same for all."""
_sweepers: list[Sweeper] = []
_stages: list[tuple[MainWindow, QSize, QByteArray]] = []


@pytest.fixture(scope="session")
def workers() -> Iterator[list[Worker]]:
    """Warm processes that no window uses at present."""
    while len(_idle) < 2:
        _idle.append(Worker())
        _idle[-1].submit("warm")
    yield _idle
    while _idle:
        _idle.pop().close()


@pytest.fixture(autouse=True, scope="session")
def _no_spare_processes() -> Iterator[None]:
    """Tests that wait long for an answer have no other model that could want a second process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "LASTING", math.inf)
        yield


@pytest.fixture(autouse=True, scope="module")
def _few_processes() -> Iterator[None]:
    """No module leaves processes behind: each takes memory and time from all that follow."""
    yield
    assert len(multiprocessing.active_children()) <= MOST_PROCESSES


def _lend(window: MainWindow, workers: list[Worker]) -> None:
    for answered in (window.session.equations, window.session.motions):
        if answered._worker is not None:
            answered._worker.close()  # a timer was late
        answered._job = None
        answered._worker = workers.pop() if workers else None


def _give_back(window: MainWindow, workers: list[Worker]) -> None:
    for answered in (window.session.equations, window.session.motions):
        worker, answered._worker, answered._job = answered._worker, None, None
        if worker is not None:
            for number in list(worker._pending):
                worker.cancel(number)
            if len(workers) < MOST_IDLE:
                workers.append(worker)
            else:
                worker.close()


@pytest.fixture(autouse=True, scope="package")
def sweeper(qapp: QApplication) -> Iterator[Sweeper]:
    """As in the program, no thread but this one takes apart what Qt made."""
    _sweepers.append(_sweepers[-1] if _sweepers else Sweeper())
    yield _sweepers[-1]
    if (sweeper := _sweepers.pop()) not in _sweepers:
        sweeper.stop()


@pytest.fixture(autouse=True)
def _swept_here_only() -> Iterator[None]:
    """A test that lets Python sweep by itself again makes one of the next hang."""
    yield
    assert not gc.isenabled()


@pytest.fixture(autouse=True)
def _settings(qapp: QApplication, tmp_path: Path) -> None:
    """Settings of this test only."""
    QCoreApplication.setOrganizationName("lagr_gui")
    QCoreApplication.setApplicationName("lagr_gui_test")
    settings.use_file(tmp_path / "set" / "settings.json")
    if not qapp.styleSheet() or theme().dark:
        apply_theme(qapp, "light")


@pytest.fixture
def make_window(qtbot: QtBot, tmp_path: Path, workers: list[Worker]) -> Iterator[Any]:
    """Makes windows, as the program does when it starts."""
    made: list[MainWindow] = []

    def make(folder: Path | None = None) -> MainWindow:
        window = MainWindow(folder or tmp_path / "kept")
        _lend(window, workers)
        made.append(window)
        window.show()
        qtbot.wait(1)
        return window

    yield make
    for window in made:
        _give_back(window, workers)
        _end(window)


@pytest.fixture(scope="session")
def _stage(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """One window for all tests that begin with an empty drawing: making one takes long."""
    if not _stages:
        window = _staged(tmp_path_factory)
        window.new_document()
        QApplication.processEvents()
        _stages.append((window, window.size(), window.saveState()))
    yield _stages[0][0]
    while _stages:
        _end(_stages.pop()[0])


@pytest.fixture(scope="module", params=["en", "de"])
def spoken(
    request: pytest.FixtureRequest,
    qapp: QApplication,
    tmp_path_factory: pytest.TempPathFactory,
    workers: list[Worker],
) -> Iterator[MainWindow]:
    """A window in each language, as large as at first, for the tests of a module in their order."""
    if not qapp.styleSheet() or theme().dark:
        apply_theme(qapp, "light")
    words.use_language(request.param)
    window = _staged(tmp_path_factory)
    window.resize(*SIZE)
    window.session.live.turn(False)
    window.new_document()
    _lend(window, workers)
    yield window
    words.use_language("en")
    _give_back(window, workers)
    _end(window)


def _staged(tmp_path_factory: pytest.TempPathFactory) -> MainWindow:
    settings.use_file(tmp_path_factory.mktemp("set") / "settings.json")  # not the user's own
    window = MainWindow(tmp_path_factory.mktemp("kept"))
    window.session.equations.warm = window.session.motions.warm = lambda moving=False: None
    window.show()
    while window.pages.currentWidget() is not window.welcome:  # it comes after the first picture
        QApplication.processEvents()
    return window


def _start_over(window: MainWindow) -> None:
    """One empty drawing, whatever is unsaved."""
    while len(window.models.documents) > 1:
        window.models.remove(window.session.document)
    window.session.new()


def _end(window: MainWindow) -> None:
    for document in window.models.documents:
        document.replace(document.model, None)  # nobody asks at the end
    window.close()
    QApplication.clipboard().dataChanged.disconnect(window.menus.refresh)
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def window(
    _stage: MainWindow,
    tmp_path: Path,
    workers: list[Worker],
    qtbot: QtBot,
    request: pytest.FixtureRequest,
) -> Iterator[MainWindow]:
    """A window with an empty drawing; motions follow edits where a test is marked `follows`."""
    window = _stage
    _lend(window, workers)
    window.keeping.use(tmp_path / "kept")
    window.session.derivation.choose(
        form=DEFAULT_FORM, formalism="lagrange", side="right", name_parts=False, minimal=None
    )
    window.session.live.turn(request.node.get_closest_marker("follows") is not None)
    window.new_document()
    _, size, panes = _stages[0]
    window.resize(size)
    window.restoreState(panes)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.wait(1)
    yield window
    for other in windows():
        if other is not window and other.isVisible():
            other.close()
    _start_over(window)
    _give_back(window, workers)
    window.workplace.show_view("diagram")
    window.canvas.arm("")
    window.canvas.pointer.reset()
    window.animation.player.pause()
    for kind in tuple(window.animation.view.forces.kinds):
        window.animation.forces.show_kind(kind, False)
    window.palette_pane.search.clear()
    window.equations.tabs.setCurrentIndex(0)
    for box in (window.equations.choices.more, window.equations.choices.numbers):
        if box.isChecked():
            box.click()
    window.simulation.toggle.setChecked(False)
    vars(window.simulation.choice).update(vars(CurveChoice()))  # the panel of signals keeps it


@pytest.fixture
def hands(window: MainWindow) -> Hands:
    """Pointer and keys on the drawing."""
    return Hands(window.canvas)


@pytest.fixture
def answers(monkeypatch):
    """What the user answers when asked; the questions."""
    given: dict[str, object] = {"question": "cancel", "open": "", "save": ""}
    asked: list[str] = []

    def question(parent, title, text, answers):
        asked.append(text)
        assert given["question"] in answers
        return given["question"]

    def choose(name):
        def ask(*arguments):
            asked.append(name)
            return str(given[name]), ""

        return ask

    monkeypatch.setattr(asking, "ask", question)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", choose("open"))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose("save"))
    given["asked"] = asked
    return given


@pytest.fixture
def told(monkeypatch):
    """The problems that the window told in a box."""
    problems: list = []
    monkeypatch.setattr(
        desk, "tell_problems", lambda parent, title, found, *more: problems.extend(found)
    )
    return problems


@pytest.fixture
def file(tmp_path) -> Path:
    path = tmp_path / "swing.lagr"
    path.write_text(files.write_text(pendulum()), "utf-8")
    return path
