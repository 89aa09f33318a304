"""Long lists by body that fold, and results that are equal said once."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.panes.equations.rows import Rows
from lagr_gui.gui.panes.equations.written import formula_of
from lagr_gui.mechanics.sheets.equal_results import said_once
from lagr_gui.mechanics.sheets.sheet import Definition, Entry
from lagr_gui.pipeline import Lines, State
from lagr_gui.typesetting import LATEX
from tests.gui.hands import click
from tests.gui.waiting import derived

SAMPLES = {path.stem: path for path in sample_models()}
SYMBOLS = ("g", "Gamma", "Q", "G")


@pytest.fixture
def view(window, qtbot):
    """The structured equations of an arm."""
    window.session.derivation.choose(form="structured")
    window.open_sample(SAMPLES["robot_arm_6r"])
    derived(window, qtbot, lambda: window.session.derivation.sheet is not None)
    qtbot.waitUntil(lambda: window.equations.view.settled)
    return window.equations.view


def headings(view) -> list[str]:
    return [row.title for row in view.rows if row.title]


def heading(view, title: str) -> int:
    return next(at for at, row in enumerate(view.rows) if row.title.startswith(title))


def click_heading(view, qtbot, title: str) -> int:
    """Scroll to a heading and click on it; its place."""
    bar = view.verticalScrollBar()

    def reached() -> bool:
        bar.setValue(bar.maximum())
        return view.settled and heading(view, title) < len(view._laid)

    qtbot.waitUntil(reached)
    at = heading(view, title)
    bar.setValue(int(view._laid[at].top) - 40)
    click(view.viewport(), QPoint(80, int(view._laid[at].middle) - bar.value()))
    qtbot.waitUntil(lambda: view.settled)
    return at


def lines(view) -> set[str]:
    return {row.about.name for row in view.rows if isinstance(row.about, (Entry, Definition))}


def test_a_long_list_stands_by_body_each_below_a_heading(view):
    titles = headings(view)
    assert any(title.startswith("Γ · Body 2, Upper arm") for title in titles)
    assert any(title.startswith("Definitions · Body 6, Hand") for title in titles)
    assert "g11" in lines(view), "something stands there at once"
    assert len(view.rows) < 60


def test_a_click_on_a_heading_and_arrow_keys_fold_and_unfold(view, qtbot):
    before = lines(view)
    click_heading(view, qtbot, "g (")
    folded = lines(view)
    assert before - folded and all(name.startswith("g") for name in before - folded)
    title = "Γ · Body 1"
    at = click_heading(view, qtbot, title)
    shown = lines(view) - folded
    assert view.rows[at].unfolded and shown
    assert all(name.startswith("Gamma") for name in shown)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert lines(view) == folded
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert lines(view) == folded | shown


def test_what_is_folded_stays_so_while_parameters_change(window, view, qtbot):
    view.fold_wanted.emit(heading(view, "g ("), False)
    assert "g11" not in lines(view)
    sheet = window.session.derivation.sheet
    window.session.edit("Change", lambda m: edits.set_value(m, ("bodies", 2, "mass"), "2*m3"))
    derived(window, qtbot, lambda: window.session.derivation.sheet is not sheet)
    assert "g11" not in lines(view) and view.rows[heading(view, "g (")].unfolded is False


def test_a_search_looks_into_what_is_folded(window, view, qtbot):
    assert "shat_5" not in lines(view)
    window.equations.choices.search.setText("shat_5")
    qtbot.waitUntil(lambda: not window.equations.unfolding.searching)
    assert "shat_5" in lines(view)
    window.equations.choices.search.clear()


@pytest.mark.parametrize("form", ["structured", "shortest"])
@pytest.mark.parametrize(
    "name", ["five_link_chain", "spinning_top", "rolling_disc", "andrews_squeezer", "gear_train"]
)
def test_what_is_said_once_is_equal_and_nothing_is_left_out(name: str, form: str):
    model = pipeline.load(SAMPLES[name])
    sheet = pipeline.equations(model, form)
    entries = [entry for symbol in SYMBOLS for entry in sheet.of(symbol)]
    draw = np.random.default_rng(8)
    q, qd = draw.uniform(0.2, 1.2, (2, len(sheet.coordinates))).tolist()
    state = State(0.4, tuple(q), tuple(qd))
    values = pipeline.line_values(model, Lines.of(sheet, entries), state).entries
    seen: list[Entry] = []
    for symbol in SYMBOLS:
        for first, also in said_once(sheet.of(symbol)):
            (wanted,) = values[symbol, first.indices]
            for entry, opposite in also:
                (value,) = values[symbol, entry.indices]
                assert (-value if opposite else value) == pytest.approx(wanted, abs=1e-12)
            seen += [first, *(entry for entry, _ in also)]
    assert sorted(e.name for e in seen) == sorted(e.name for e in entries)


def test_the_chain_says_its_christoffel_symbols_in_a_sixth_of_the_lines():
    sheet = pipeline.equations(pipeline.load(SAMPLES["five_link_chain"]))
    gamma = sheet.of("Gamma")
    assert len(said_once(gamma)) * 6 <= len(gamma)


def test_a_row_has_the_names_of_all_that_are_equal_also_when_it_is_copied():
    sheet = pipeline.equations(pipeline.load(SAMPLES["double_pendulum"]))
    rows = Rows(sheet)
    (row,) = (row for row in rows if getattr(row.about, "symbol", "") == "Gamma")
    assert len(sheet.of("Gamma")) == 3
    text = LATEX.written(formula_of(row))
    assert text.count("Gamma") == 3 and text.count(r"{-}\Gamma") == 1
    first, second = (piece.formula for piece in row.pieces if "Gamma" in piece.formula)
    assert first.startswith("-") != second.startswith("-")
    assert all(row.sources[piece.term] for piece in row.pieces if piece.term >= 0)


@pytest.mark.parametrize(("sought", "found"), [("g12", "g21"), ("Γ211", "Γ211"), ("Γ112", "Γ")])
def test_what_is_said_with_another_is_found_by_its_own_name(window, qtbot, sought, found):
    window.open_sample(SAMPLES["double_pendulum"])
    derived(window, qtbot, lambda: window.session.derivation.sheet is not None)
    window.equations.choices.search.setText(sought)
    qtbot.waitUntil(lambda: not window.equations.unfolding.searching)
    names = lines(window.equations.view)
    window.equations.choices.search.clear()
    assert any(name.startswith(found.replace("Γ", "Gamma")[:5]) for name in names)
