"""The page of formulas: what cannot be broken can be scrolled to, and clicked there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtWidgets import QApplication

from lagr_gui.gui.theme import theme_changed
from lagr_gui.gui.typesetting.flow import FlowView, Piece, Row
from lagr_gui.gui.typesetting.typesetter import Typesetter
from tests.gui.hands import mouse

LONG = " + ".join(f"x_{n}^2" for n in range(30))


@pytest.fixture
def page(qtbot) -> FlowView:
    """A narrow page with a formula that is wider than it."""
    page = FlowView(Typesetter())
    qtbot.addWidget(page)
    page.resize(400, 300)
    page.show()
    page.show_rows(
        [
            Row("q_1", (Piece(LONG, 0),), "C1", (("body:1",),)),
            Row("q_2", (Piece("y", 0),), "C1", (("body:2",),)),
        ]
    )
    qtbot.waitUntil(lambda: page.settled)
    return page


def test_a_formula_that_is_wider_than_the_page_can_be_scrolled_to(page, qtbot) -> None:
    bar = page.horizontalScrollBar()
    assert bar.maximum() > 200
    page.resize(400 + bar.maximum() + 100, 300)
    qtbot.waitUntil(lambda: page.settled)
    assert bar.maximum() == 0


def test_a_term_is_found_where_it_was_scrolled_to(page, qtbot) -> None:
    bar = page.horizontalScrollBar()
    bar.setValue(bar.maximum())
    height = page.row_at(QPoint(10, 15))
    assert height is not None and height.head == "q_1"
    with qtbot.waitSignal(page.term_clicked) as clicked:
        place = QPoint(page.viewport().width() - 120, 15)
        mouse(page.viewport(), QEvent.Type.MouseButtonPress, place)
        mouse(page.viewport(), QEvent.Type.MouseButtonRelease, place)
    assert clicked.args == [("body:1",)]


def test_a_page_that_is_gone_is_not_set_anew_in_other_colours(qapp) -> None:
    page = FlowView(Typesetter())
    set_anew: list[bool] = []
    page._work = lambda: set_anew.append(True)
    theme_changed().emit()
    assert set_anew == [True]
    page._timer.stop()
    page.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    theme_changed().emit()
    assert set_anew == [True]
