"""Linear equations in closed form: asked for, shown, copied, made void by an edit."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.exchange.documents.linear_equations import latex_linear
from lagr_gui.gui import words
from lagr_gui.gui.panes.equations.linear import LinearPage
from lagr_gui.gui.window import MainWindow
from lagr_gui.typesetting import typst
from tests.gui.hands import click
from tests.gui.waiting import derived
from tests.samples.gallery import sample
from tests.systems import pendulum


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> LinearPage:
    """The page of a pendulum of mass m and length l."""
    window.session.edit("Build", lambda model: pendulum())
    derived(window, qtbot)
    tabs = window.equations.tabs
    tabs.setCurrentIndex([tabs.tabData(i) for i in range(tabs.count())].index("linear"))
    qtbot.waitUntil(lambda: window.equations.linear.button.isEnabled())
    return window.equations.linear


def asked(page: LinearPage, qtbot: QtBot, place: str) -> None:
    page.place.setText(place)
    click(page.button)
    qtbot.waitUntil(lambda: not page.inquiry.waiting)


def test_the_matrices_about_a_place_are_shown_and_copied(
    page: LinearPage, window: MainWindow, qtbot: QtBot
) -> None:
    asked(page, qtbot, "q1 = theta0")
    wanted = pipeline.linearize_symbolic(window.session.model, {"q1": "theta0"})
    heads = {getattr(row.origin, "symbol", ""): row for row in page.view.rows if row.origin}
    assert set(heads) == {entry.symbol for entry in wanted.entries} >= {"M", "K", "r"}
    (stiffness,) = wanted.of("K").values()
    names = {"m", "g", "l", "theta0"}
    (matrix,) = heads["K"].pieces
    assert matrix.formula.startswith("mat(") and typst(stiffness.tree, names) in matrix.formula
    assert "q1 = theta0" in page.words.text()
    click(window.equations.choices.copy.button("latex"))
    assert "\\boldsymbol K" in QApplication.clipboard().text()


def test_an_edit_makes_them_void(page: LinearPage, window: MainWindow, qtbot: QtBot) -> None:
    asked(page, qtbot, "")
    assert page.found is not None and len(page.view.rows) > 0
    window.session.edit("Change", lambda m: edits.set_value(m, ("bodies", 0, "mass"), "2*m"))
    assert page.found is None and len(page.view.rows) == 0


def test_what_stands_around_the_matrices_is_in_the_language_of_the_window(
    page: LinearPage, qtbot: QtBot
) -> None:
    asked(page, qtbot, "q1 = 0")
    words.use_language("de")
    try:
        page.draw()
    finally:
        words.use_language("en")
    lines = page.words.text().splitlines()
    assert lines[0] == "Bei q1 = 0" and lines[-1].startswith("Größte relative Abweichung")


@pytest.mark.parametrize(("place", "told"), [("q1", "gives no value"), ("q7 = 1", "q7")])
def test_a_wrong_place_is_told(page: LinearPage, qtbot: QtBot, place: str, told: str) -> None:
    asked(page, qtbot, place)
    assert page.found is None
    assert told in page.words.text()


def test_steady_velocities_belong_to_a_place(
    page: LinearPage, window: MainWindow, qtbot: QtBot
) -> None:
    model = sample("furuta_pendulum")
    window.session.show_document(model, None)
    first, second = model.coordinates
    qtbot.waitUntil(page.button.isEnabled)
    asked(page, qtbot, f"{first}' = w, {second} = 0")
    expected = pipeline.linearize_symbolic(model, {second: "0"}, {first: "w"})
    assert page.found is not None and latex_linear(page.found) == latex_linear(expected)
    assert "w" in page.latex
