"""Help opens where it is wanted, shows its contents, and finds words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from lagr_gui.foundation.problem import Severity
from lagr_gui.foundation.resource import document_text
from lagr_gui.gui.help import SECTIONS, HelpWindow, section_of, show_help
from lagr_gui.gui.panes import PANES
from tests.samples.gallery import sample


@pytest.fixture
def page(window, qtbot):
    show_help(window, "use")
    found = window.findChild(HelpWindow)
    yield found
    found.close()


def test_every_section_stands_in_the_help():
    headings = {
        line.lstrip("# ") for line in document_text("use.md").splitlines() if line[:1] == "#"
    }
    assert set(SECTIONS.values()) <= headings
    assert {pane.name for pane in PANES} - set(SECTIONS) <= {"history", "response"}


def test_help_opens_at_the_section_of_what_has_the_focus(window, qtbot):
    assert section_of(window.workplace.sketch) == "The sketch"
    assert section_of(window.panes["simulation"]) == "Simulation"
    assert section_of(None) == "" and section_of(window) == ""


def test_a_heading_of_the_contents_is_gone_to(page):
    page.go_to("Animation")
    assert page.contents.currentItem().text() == "Animation"
    line = page.view.cursorForPosition(page.view.viewport().rect().topLeft()).block()
    seen = [line.text(), line.next().text(), line.previous().text()]
    assert "Animation" in seen


def test_ctrl_f_finds_words_and_enter_goes_on(page, qtbot):
    qtbot.keyClick(page.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    field = page.findChild(QLineEdit, "help_field")
    qtbot.keyClicks(field, "spring")
    count = len(page.found)
    assert count > 2 and page.count.text() == f"1 / {count}"
    places = [cursor.selectionStart() for cursor in page.found]
    assert page.view.textCursor().position() == places[0]
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert page.view.textCursor().position() == places[1]
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert page.view.textCursor().position() == places[-1]
    page.field.clear()
    qtbot.keyClicks(field, "zzzz")
    assert not page.found and page.count.text() == "none"


def test_hints_are_told_as_hints(window, qtbot):
    session = window.session
    session.show_document(sample("four_bar"), None)
    qtbot.waitUntil(lambda: bool(session.problems))
    assert all(problem.severity is Severity.HINT for problem in session.problems)
    count = len(session.problems)
    told = f"{count} hint" + "s" * (count > 1)
    qtbot.waitUntil(lambda: window.status.problems.text() == told)
    assert window.panes["problems"].title.text() == f"Problems – {told}"
