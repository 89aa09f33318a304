"""The tab of a derivation: it folds, leads from line to line, and is uncovered step by step."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.extensions.teaching.latex import derivation_latex
from lagr_gui.extensions.teaching.page.page import DerivationPage
from tests.gui.waiting import derived
from tests.samples.gallery import sample


@pytest.fixture
def page(window: Any, qtbot: Any) -> DerivationPage:
    """The page of the double pendulum."""
    window.session.edit("Build", lambda model: sample("double_pendulum"))
    derived(window, qtbot)
    window.equations.show_tab("derivation")
    page = window.equations.pages["derivation"]
    page.depths.choose("normal")
    page.refresh()
    qtbot.waitUntil(lambda: page.found is not None)
    return page


def labels(page: DerivationPage) -> list[str]:
    return [row.label for row in page.view.rows if row.label]


def test_all_lines_stand_there_and_are_copied(page: Any, window: Any, qtbot: Any) -> None:
    wanted = pipeline.derivation(window.session.model)
    assert labels(page) == [line.number for line in wanted.lines]
    assert page.latex == derivation_latex(wanted)
    place = ("bodies", 0, "name")
    window.session.edit("Rename", lambda model: edits.set_value(model, place, "Arm"))
    qtbot.waitUntil(lambda: page.found is not None)
    assert any(row.aside and "Arm" in row.aside.words for row in page.view.rows)
    page.depths.button("brief").click()
    qtbot.waitUntil(lambda: len(labels(page)) < 20)


def test_sections_fold_and_numbers_lead_to_their_lines(page: Any, qtbot: Any) -> None:
    titles = [place for place, row in enumerate(page.view.rows) if row.title]
    page.view.fold_wanted.emit(titles[1], False)
    assert not any(label.startswith("2.") for label in labels(page))
    (row,) = (row for row in page.view.rows if row.label == "3.1")
    assert row.aside.leads == ("2.1", "2.2")
    page.view.lead_clicked.emit("2.2")
    assert "2.2" in labels(page)


def test_lines_are_uncovered_one_by_one(page: Any, window: Any, qtbot: Any) -> None:
    whole = labels(page)
    page.stepping.click()
    assert labels(page) == whole[:1]
    window.show()
    page.view.setFocus()
    for _ in range(3):
        qtbot.keyClick(page.view, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: labels(page) == whole[:4])
    assert [row.label for row in page.view.rows if row.spoken_of] == whole[3:4]
    assert "body:2" in window.session.highlighted
    qtbot.keyClick(page.view, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: labels(page) == whole[:3])
    page.stepping.click()
    assert labels(page) == whole
    assert not window.session.highlighted


def test_a_line_with_words_behind_it_stands_out(page: Any) -> None:
    """Line 6.4 ends its section; a sentence stands below it."""
    page.stepping.click()
    page.step(labels_before(page, "6.4"))
    assert page.view.rows[-1].text
    assert [row.label for row in page.view.rows if row.spoken_of] == ["6.4"]


def labels_before(page: Any, label: str) -> int:
    """How many lines stand before one."""
    return [line.number for line in page.found.lines].index(label)


def test_what_drops_out_is_struck(page: Any) -> None:
    (row,) = (row for row in page.view.rows if row.label == "7.5")
    assert len(row.struck) == 2


def test_folded_sections_are_gaps_on_paper(page: Any, tmp_path: Any, monkeypatch: Any) -> None:
    target = tmp_path / "sheet.typ"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    page._fold(0, False)
    page.on_paper.click()
    assert target.read_text("utf-8").count("#gap[") == 4
