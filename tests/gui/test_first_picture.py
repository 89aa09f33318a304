"""What a window does after its first picture, and what it does not make before."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from lagr_gui.gui.panes import places
from lagr_gui.gui.panes.places import Panes
from lagr_gui.gui.widgets.first_picture import FirstPicture
from lagr_gui.gui.window import MainWindow


def test_something_is_done_once_and_only_after_the_picture(qtbot: QtBot) -> None:
    events: list[str] = []

    class Painted(QWidget):
        def paintEvent(self, event: object) -> None:
            events.append("painted")

    widget = Painted()
    qtbot.addWidget(widget)
    FirstPicture(widget, lambda: events.append("then"))
    qtbot.wait(20)
    assert events == []
    widget.show()
    qtbot.waitUntil(lambda: "then" in events)
    widget.repaint()
    qtbot.wait(20)
    assert events.index("then") > events.index("painted")
    assert events.count("then") == 1


def test_asking_whether_there_is_a_pane_does_not_make_it(window: MainWindow) -> None:
    panes = Panes(window.session)
    assert "animation" in panes
    assert "palettes" not in panes
    assert all(place.filled is None for place in panes.places.values())


def test_panes_are_made_one_by_one_in_turns_of_their_own(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the user does meanwhile comes between them."""
    made: list[str] = []

    def plain(name: str, called: bool) -> SimpleNamespace:
        def make(session: object) -> QWidget:
            made.append(name)
            return QWidget()

        return SimpleNamespace(name=name, called=called, make=make)

    wanted = ["first", "second", "third"]
    named = [*(plain(name, False) for name in wanted), plain("late", True)]
    monkeypatch.setattr(places, "PANES", named)
    panes, done, turns = Panes(window.session), list[int](), list[int]()
    panes.make_meanwhile(lambda: done.append(len(made)))
    assert not made
    while not done:
        turns.append(len(made))
        QCoreApplication.processEvents()
    assert max(after - before for before, after in pairwise(turns)) == 1
    assert made == wanted
