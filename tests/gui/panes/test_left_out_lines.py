"""Lines that a long sheet leaves out are made where one reads: by their names, in the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from benchmarks.hanging import chain
from lagr_gui import pipeline
from lagr_gui.foundation.problem import Problem
from lagr_gui.gui.bridge import jobs
from lagr_gui.mechanics.sheets.sheet import Entry
from lagr_gui.typesetting.latex import LATEX
from lagr_gui.typesetting.letters import result_name
from tests.gui.waiting import derived

LINKS = 30
LINES = ["Gamma3,2,1", "Gamma30,17,4"]


@pytest.fixture
def pane(window, qtbot):
    """The structured form of a chain whose Γ are too many."""
    window.session.derivation.choose(form="structured")
    window.session.show_document(chain(LINKS, spatial=True), None)
    derived(window, qtbot, lambda: window.session.derivation.sheet is not None)
    return window.equations


def enter(pane, qtbot, text: str) -> None:
    pane.lines.field.clear()
    pane.lines.field.insert(text)  # Γ is on no key
    QTest.keyClick(pane.lines.field, Qt.Key.Key_Return)
    derived(pane.window(), qtbot)


def names(pane) -> list[str]:
    """The results that stand in the rows of the page, as the command line calls them."""
    found = (row.about for row in pane.view.rows)
    gamma = (own for own in found if isinstance(own, Entry) and own.symbol == "Gamma")
    return [f"Gamma{','.join(map(str, own.indices))}" for own in gamma]


def test_lines_are_shown_copied_and_kept_like_others(pane, qtbot):
    """They equal those of the command line; another model knows nothing of them."""
    assert names(pane) == [] and pane.lines.isVisibleTo(pane)
    enter(pane, qtbot, "Γ3,1,2; Gamma 30_17_4; Gamma30,17,4")
    session = pane.session
    assert names(pane) == LINES and session.chosen.lines == ("Gamma321", "Gamma30,17,4")
    alone = pipeline.equations(session.model, lines=LINES)
    assert session.derivation.sheet.of("Gamma") == alone.entries
    known = {own.name: own for own in session.derivation.sheet.definitions}
    assert all(known[own.name].trees == own.trees for own in alone.definitions)
    assert session.derivation.sheet.left_out == ("Gamma",) and session.derivation.finished
    pane.copy_page("latex")
    assert LATEX.written(result_name("Gamma", (30, 17, 4))) in QGuiApplication.clipboard().text()
    pane.unfolding.find("Gamma3,2,1")
    qtbot.waitUntil(lambda: not pane.unfolding.searching)
    assert names(pane) == LINES[:1]
    pane.unfolding.find("")
    session.show_document(chain(3, spatial=True), None)
    derived(pane.window(), qtbot)
    assert session.chosen.lines == () and not pane.lines.isVisibleTo(pane)


def test_a_line_that_is_searched_is_made(pane, qtbot):
    QTest.keyClicks(pane.choices.search, "Gamma5,4,3")
    qtbot.waitUntil(lambda: not pane.unfolding.searching)
    assert "Enter" in "".join(map(str, pane.view.rows[-1].text))
    QTest.keyClick(pane.choices.search, Qt.Key.Key_Return)
    derived(pane.window(), qtbot)
    qtbot.waitUntil(lambda: names(pane) == ["Gamma5,4,3"])
    assert pane.lines.field.text() == "Gamma543"


def test_names_of_no_line_are_told(pane, qtbot):
    for text, told in (
        ("Gamma3,2", "no name"),
        ("h3; g2,1", "no name"),
        ("Gamma99,1,1; Gamma0,1,1", "Gamma99,1,1; Gamma011: zero"),
        ("Gamma1,1,1", "Gamma111: zero"),
        ("", ""),
    ):
        enter(pane, qtbot, text)
        assert told in pane.lines.told.text() and bool(told) == bool(pane.lines.told.text())
        assert names(pane) == []


def test_the_structured_form_stays_where_the_chosen_one_is_too_long(pane, monkeypatch):
    """With why there is none; a line of it that is wanted chooses the structured form."""
    session, asked = pane.session, []
    monkeypatch.setattr(jobs.Jobs, "start", lambda _, name, words, *__: asked.append(words))
    session.derivation.choose(form="shortest")
    session.derivation.fail((Problem("Closed form", "It is too long.", "Take another."),))
    assert len(pane.view.rows) > LINKS and "too long" in pane.failure.text()
    assert "in its place" in pane.long.text() and pane.lines.isVisibleTo(pane)
    assert pane.window().status.problems.text() == "1 problem"
    pane.lines.field.setText("Gamma3,2,1")
    pane.lines.field.editingFinished.emit()
    assert asked[-1]["form"] == "structured" and asked[-1]["lines"] == ("Gamma321",)
    session.derivation._take(session.derivation.sheet)
    assert pane.window().status.problems.text() == "no problems" and not pane.failure.text()
