"""The tour leads to one's own running pendulum, goes on by itself, and ends when one likes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from lagr_gui.editing import edits
from lagr_gui.gui import settings
from lagr_gui.gui.tour import STEPS, InSight
from tests.gui.hands import Hands


@pytest.fixture
def tour(window):
    window.menus.actions["tour"].trigger()
    yield window.tour
    window.tour.end()


def fill(window, qtbot, name: str, text: str) -> None:
    def lit() -> bool:
        found = window.findChild(QLineEdit, name)
        return found is not None and bool(found.property("lit"))

    qtbot.waitUntil(lit)  # the place where one types stands out
    field = window.findChild(QLineEdit, name)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_who_follows_it_has_a_running_pendulum(tour, window, qtbot):
    session, hands = window.session, Hands(window.canvas)
    assert tour.isVisible() and tour.count.text() == f"1 / {len(STEPS)}"
    hands.double_click(hands.point(240, 0))
    assert "revo" in tour.words.text()
    qtbot.keyClicks(window.canvas.quick.field, "revo")
    qtbot.keyClick(window.canvas.quick.field, Qt.Key.Key_Return)
    assert tour.at == 1
    fill(window, qtbot, "field_joints_0_point_child", "(0, 0.5, 0)")
    assert tour.at == 2
    fill(window, qtbot, "field_start_q1_position", "30 deg")
    assert tour.at == 3
    button = window.bar.widgetForAction(window.menus.actions["run"])
    qtbot.waitUntil(lambda: bool(button.property("lit")))
    with qtbot.waitSignal(session.running.changed):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    qtbot.waitUntil(lambda: tour.at == len(STEPS))
    assert session.running.trajectory.energy_error < 1e-6
    qtbot.waitUntil(lambda: not button.property("lit"))
    assert not tour.on.isVisible()
    tour.finish.click()
    assert not tour.isVisible() and len(session.model.bodies) == 1
    window.animation.player.pause()


def test_a_place_stays_in_sight_while_its_form_grows_and_may_be_scrolled_away(qtbot) -> None:
    area, form, place = QScrollArea(widgetResizable=True), QWidget(), QLineEdit()
    qtbot.addWidget(area)
    rows = QVBoxLayout(form)
    rows.addWidget(place)
    area.setWidget(form)
    area.resize(200, 120)
    area.show()
    sight = InSight(place, area)

    def is_seen() -> bool:
        return place.visibleRegion().boundingRect() == place.rect()

    for height in (300, 700):
        above = QWidget()
        above.setFixedHeight(height)
        rows.insertWidget(0, above)
        QApplication.processEvents()
        qtbot.waitUntil(is_seen)
    area.verticalScrollBar().setValue(0)
    QApplication.processEvents()
    assert not is_seen(), "the user may look elsewhere"
    sight.deleteLater()


def test_it_can_be_skipped_and_left_and_says_nothing_by_itself(tour, window):
    tour.on.click()
    assert tour.at == 1
    tour.finish.click()
    window.session.edit("Add body", lambda model: edits.add_body(model, (200, 0)))
    assert not tour.isVisible()
    assert not [key for key in settings._read() if "tour" in key]


def test_it_is_offered_by_the_welcome_page_and_begins_with_an_empty_drawing(window, answers):
    window.session.edit("Add body", lambda model: edits.add_body(model, (200, 0)))
    window.welcome.tour_wanted.emit()
    assert window.tour.isVisible() and not window.session.model.bodies
    window.models.step(1)
    assert window.session.model.bodies and not answers["asked"], "nothing is lost"
    assert not window.tour.isVisible(), "it is of the other drawing"
    window.models.step(1)
    assert window.tour.isVisible()
    window.tour.end()


def test_a_field_that_is_gone_hinders_nothing(tour, window, qtbot):
    window.session.edit(
        "Build", lambda m: edits.connect(edits.add_body(m, (200, 0)), "revolute", 0, 1)
    )
    window.session.select({"joint:revolute 1"})
    assert tour.at == 1
    window.session.select({"body:1"})
    QApplication.processEvents()
    window.session.select({"joint:revolute 1"})
    window.session.undo()
    QApplication.processEvents()
    assert tour.isVisible()
