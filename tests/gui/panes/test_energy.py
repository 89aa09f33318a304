"""The energy pane shows what `energy` finds for the simulation shown, and says when it is old."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.gui import words
from tests.gui.panes.test_simulation import run
from tests.samples.gallery import sample


@pytest.fixture
def shown(window, qtbot):
    """The pane after a simulation of a swing with a damper."""
    model = edits.set_value(sample("two_pendulums_dashpot"), ("simulation", "until"), 1.0)
    window.session.show_document(model, None)
    run(window, qtbot)
    window.show_pane("energy")
    pane = window.energy
    qtbot.waitUntil(lambda: pane.found is not None)
    yield pane
    window.docks["energy"].hide()


def table(pane) -> dict[str, list[str]]:
    """The cells beside each name."""
    rows = [pane.table.topLevelItem(n) for n in range(pane.table.topLevelItemCount())]
    return {row.text(0): [row.text(column) for column in (1, 2, 3)] for row in rows}


def number(text: str) -> float:
    return float(text.replace("−", "-"))


def test_rows_have_the_energies_at_the_start_at_the_cursor_and_at_the_end(window, shown):
    motion = window.session.running.trajectory
    found = pipeline.energy(window.session.model, motion)
    window.session.running.set_time(0.4)
    cells = table(shown)
    assert len(cells) == len(found.shares) + 1
    for share, values in found.shares.items():
        at = [values[0], np.interp(0.4, found.t, values), values[-1]]
        told = [number(cell) for cell in cells[str(found.words(share))]]
        assert told == pytest.approx(at, rel=1e-3, abs=1e-9)
    assert str(found.told) in shown.words.text()


def test_a_row_selects_what_it_is_about(window, shown):
    name = next(name for name in table(shown) if name.startswith("dissipated"))
    row = next(
        row
        for n in range(shown.table.topLevelItemCount())
        if (row := shown.table.topLevelItem(n)).text(0) == name
    )
    shown.table.itemClicked.emit(row, 0)
    (key,) = window.session.selection
    assert key.startswith("element:")


def test_after_an_edit_the_pane_says_that_its_numbers_are_old(window, qtbot, shown):
    assert "before the last edit" not in shown.words.text()
    window.session.edit("", lambda model: edits.set_value(model, ("gravity",), (0, -3, 0)))
    qtbot.waitUntil(lambda: "before the last edit" in shown.words.text())
    assert table(shown)


def test_another_drawing_has_no_energies_yet(window, qtbot, shown):
    window.session.show_document(sample("four_bar"), None)
    qtbot.waitUntil(lambda: not table(shown))
    assert "Run a simulation" in shown.words.text()


def test_names_of_rows_are_german_in_the_german_window(window, shown):
    words.use_language("de")
    try:
        shown.draw()
        assert any(name.startswith("dissipiert von") for name in table(shown))
        assert "Die Summe ändert sich" in shown.words.text()
    finally:
        words.use_language("en")
