"""The tab of matrices: what is chosen is shown, copied, and asked anew after an edit."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.extensions.robotics.documents import latex_matrices
from lagr_gui.extensions.robotics.page import MatricesPage
from lagr_gui.gui.panes.equations.breaking import with_names
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM
from lagr_gui.pipeline import Jacobian, Matrices, Regressor
from tests.gui.hands import click
from tests.gui.panes.test_meanwhile import said_before
from tests.gui.panes.test_pointed_names import point_at
from tests.gui.panes.test_room import choose
from tests.gui.waiting import derived
from tests.samples.gallery import sample


@pytest.fixture
def page(window: Any, qtbot: Any) -> MatricesPage:
    """The page of the double pendulum."""
    return opened(window, qtbot, "double_pendulum")


def opened(window: Any, qtbot: Any, name: str) -> MatricesPage:
    window.session.edit("Build", lambda model: sample(name))
    derived(window, qtbot)
    tabs = window.equations.tabs
    tabs.setCurrentIndex([tabs.tabData(i) for i in range(tabs.count())].index("matrices"))
    page = window.equations.pages["matrices"]
    for box in (page.what, page.coriolis):
        box.setCurrentIndex(0)
    page.refresh()
    settled(page, qtbot)
    return page


def settled(page: MatricesPage, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: page.inquiry.found is not None and not page.inquiry.waiting)


def pick(page: MatricesPage, qtbot: Any, box: str, name: Any) -> None:
    combo = getattr(page, box)
    combo.setCurrentIndex(combo.findData(name))
    combo.activated.emit(combo.currentIndex())
    settled(page, qtbot)


def formulas(page: MatricesPage) -> str:
    return " ".join(piece.formula for row in page.view.rows for piece in row.pieces)


def test_the_matrices_stand_there_as_soon_as_the_tab_is_seen(page: Any, window: Any) -> None:
    wanted = pipeline.matrices(window.session.model)
    assert isinstance(page.found, Matrices)
    assert with_names(wanted.C[0][1]) in formulas(page)
    assert page.words.text() == "M q'' + C q' + g = 0"
    click(window.equations.choices.copy.button("latex"))
    assert QApplication.clipboard().text() == latex_matrices(wanted)


def test_base_parameters_and_the_jacobian_of_a_point_are_a_choice(page: Any, qtbot: Any) -> None:
    pick(page, qtbot, "what", "regressor")
    assert isinstance(page.found, Regressor)
    heads = [row.head for row in page.view.rows]
    assert [f"beta_({n})" for n in range(1, 7)] == [h for h in heads if h.startswith("beta")]
    pick(page, qtbot, "what", "jacobian")
    page.point.setText("0, -l2/2, s")
    page.point.editingFinished.emit()
    settled(page, qtbot)
    assert isinstance(page.found, Jacobian) and page.found.body == 2
    assert "s" in formulas(page)


def test_an_edit_asks_anew(page: Any, window: Any, qtbot: Any) -> None:
    window.session.edit("Change", lambda m: edits.set_value(m, ("bodies", 0, "mass"), "7*m1"))
    assert page.found is None and len(page.view.rows) == 0
    settled(page, qtbot)
    assert "7" in formulas(page)


def test_a_point_that_cannot_be_read_is_told(page: Any, qtbot: Any) -> None:
    pick(page, qtbot, "what", "jacobian")
    page.point.setText("0, 1")
    page.point.editingFinished.emit()
    qtbot.waitUntil(lambda: bool(page.inquiry.problems))
    assert "Give three" in page.words.text()


def test_a_long_arm_stands_in_the_structured_form(window: Any, qtbot: Any) -> None:
    window.session.show_equations(form=DEFAULT_FORM)
    page = opened(window, qtbot, "robot_arm_6r")
    assert page.found is not None and page.found.sheet.structured
    assert any(row.title == "Definitions" for row in page.view.rows)
    pick(page, qtbot, "coriolis", "bodies")
    assert page.view.rows and "Christoffel" in page.words.text()
    assert "In structured form; multiplied out it is too long" in page.words.text()


def test_equations_of_motion_as_matrices_stand_in_their_own_tab(page: Any, window: Any) -> None:
    pane = window.equations
    page.what.setCurrentIndex(page.what.findData("regressor"))
    choose(pane, "matrices")
    assert pane.group == "matrices"
    assert page.what.currentData() == "matrices"
    assert window.session.chosen.side == "right"


def test_the_page_says_what_comes_before_it(
    window: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    said_before(window, qtbot, monkeypatch, "matrices", "matrices")


def test_a_name_in_a_matrix_is_drawn_and_lights_the_items_it_speaks_of(
    window: Any, qtbot: Any
) -> None:
    point_at(window, qtbot, "lagr_system_2", "matrices", "q2", {"joint:hinge"}, "angle")
