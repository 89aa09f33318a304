"""What comes up on the screen: one window, and no note that outlives what it is about."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtWidgets import QApplication, QMainWindow, QToolTip, QWidget

from lagr_gui.editing import edits
from tests.gui.hands import Hands
from tests.gui.waiting import derived
from tests.samples.gallery import sample
from tests.systems import pendulum


class Watch(QObject):
    """Notes every widget that is shown as a window."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.seen.append(f"{type(watched).__name__} {watched.objectName()}".strip())
        return False


@pytest.fixture
def watch(qapp: QApplication) -> Iterator[Watch]:
    watch = Watch()
    qapp.installEventFilter(watch)
    yield watch
    qapp.removeEventFilter(watch)


def test_at_start_nothing_comes_up_but_the_window(watch, make_window, qtbot):
    window = make_window()
    qtbot.wait(20)
    assert isinstance(window, QMainWindow) and set(watch.seen) == {"MainWindow"}


@pytest.mark.parametrize("name", ["four_bar", "dc_motor_pendulum", "flexible_arm"])
def test_no_pane_and_no_form_comes_up_as_a_window_of_its_own(window, qtbot, watch, name):
    session, model = window.session, sample(name)
    watch.seen.clear()
    session.show_document(model, None)
    keys = [f"body:{number}" for number in (0, *model.numbers)]
    keys += [f"joint:{joint.name}" for joint in model.joints]
    keys += [f"element:{element.name}" for element in model.elements]
    for key in (*keys, *(f"terminal:{terminal.name}" for terminal in model.terminals)):
        session.select({key})
        qtbot.wait(1)
    session.select(keys)
    session.select(())
    for pane in window.docks:
        window.show_pane(pane)
        qtbot.wait(1)
    for tab in range(window.equations.tabs.count()):
        window.equations.tabs.setCurrentIndex(tab)
    session.edit("Add", lambda m: edits.add_body(m, (900, 900)))
    session.undo()
    qtbot.wait(1)
    assert watch.seen == []


def test_notes_about_a_drawing_go_with_it(window, qtbot):
    window.session.edit("Build", lambda _: pendulum())
    derived(window, qtbot, lambda: window.session.derivation.sheet is not None)
    hands = Hands(window.canvas)
    hands.hover("body:1")
    QToolTip.showText(window.mapToGlobal(QPoint(50, 50)), "about a body", window)
    assert hands.tip() and QToolTip.isVisible()
    window.session.document.mark_saved(None)
    window.new_document()
    assert not hands.tip()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_the_note_of_an_item_goes_when_it_is_removed(window, qtbot):
    window.session.edit("Build", lambda _: pendulum())
    derived(window, qtbot, lambda: window.session.derivation.sheet is not None)
    hands = Hands(window.canvas)
    hands.hover("body:1")
    assert hands.tip()
    window.session.edit("Remove", lambda m: edits.remove(m, ["body:1"]))
    assert not hands.tip()
