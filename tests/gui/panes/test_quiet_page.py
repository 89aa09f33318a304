"""The calm page: what stands above it, what terms come from, the curve of inertia."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest

from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui import settings
from lagr_gui.gui.panes.equations.choices import MORE
from lagr_gui.gui.theme import theme
from lagr_gui.gui.typesetting.laid import color_of
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, Balance, Entry
from tests.gui.folding import opened
from tests.gui.hands import mouse
from tests.gui.panes.test_equations import place_of
from tests.gui.waiting import derived

SAMPLES = {path.stem: path for path in sample_models()}


def open_sample(window: Any, qtbot: Any, name: str, form: str = "terms") -> Any:
    window.session.derivation.choose(form=form)
    window.open_sample(SAMPLES[name])
    derivation = window.session.derivation
    derived(window, qtbot, lambda: derivation.sheet is not None and not derivation.meanwhile)
    qtbot.waitUntil(lambda: window.equations.view.settled)
    return window.equations


def row_of(pane: Any, name: str) -> int:
    about = (row.about for row in pane.view.rows)
    return next(at for at, own in enumerate(about) if isinstance(own, Entry) and own.name == name)


def test_further_choices_are_behind_one_button_that_is_remembered(make_window: Any) -> None:
    settings.remember(MORE, "yes")
    choices = make_window().equations.choices
    assert choices.panel.isVisibleTo(choices)
    QTest.keyClick(choices.more, Qt.Key.Key_Space)
    assert not choices.panel.isVisibleTo(choices) and settings.text(MORE) == ""
    QTest.keyClick(choices.more, Qt.Key.Key_Space)
    assert choices.panel.isVisibleTo(choices) and settings.text(MORE) == "yes"
    QTest.keyClick(choices.more, Qt.Key.Key_Space)


def test_the_button_tells_what_is_chosen_behind_it(window: Any, qtbot: Any) -> None:
    choices = window.equations.choices
    window.session.show_equations(form=DEFAULT_FORM)
    window.equations.refresh()
    assert not choices.more.text().endswith("•")
    window.session.show_equations(side="one")
    window.equations.refresh()
    assert choices.more.text().endswith("•") and "one side" in choices.more.toolTip()
    choices.search.setText("q1")
    assert "q1" in choices.more.toolTip()
    choices.search.clear()


def test_keys_choose_the_form_of_a_bound_system(window: Any, qtbot: Any) -> None:
    pane = open_sample(window, qtbot, "gear_train")
    system = pane.choices.minimal
    system.button("minimal").setFocus()
    QTest.keyClick(system.button("minimal"), Qt.Key.Key_Right)
    assert system.chosen != "multipliers"
    QTest.keyClick(system.button("multipliers"), Qt.Key.Key_Space)
    assert system.chosen == "multipliers"
    derived(window, qtbot, lambda: window.session.derivation.sheet.minimal is None)


def test_each_body_and_element_has_its_line_its_name_and_its_colour(
    window: Any, qtbot: Any
) -> None:
    pane = open_sample(window, qtbot, "two_pendulums_dashpot")
    row = pane.view.rows[row_of(pane, "T")]
    laid = pane.view._laid[row_of(pane, "T")]
    assert row.listed and [s.name for _, s in laid.told] == [
        body.name for body in window.session.flat.bodies
    ]
    assert len({round(at.x()) for at, _ in laid.told}) == 1
    figures = window.animation.view.scene.figures
    colors = {f"body:{f.number}": f.color or theme().curves[f.index] for f in figures}
    assert {s.key: color_of(s).name() for _, s in laid.told} == colors


def test_terms_of_equations_are_underlined_and_named_by_the_pointer(
    window: Any, qtbot: Any
) -> None:
    pane = open_sample(window, qtbot, "double_pendulum")
    rows = pane.view.rows
    number = next(at for at, row in enumerate(rows) if isinstance(row.about, Balance))
    row = rows[number]
    marked = [term for term in range(len(row.sources)) if row.source(term)]
    assert marked and all(len(row.sources[term]) == 1 for term in marked)
    assert any(len(keys) > 1 for keys in row.sources)
    at = place_of(pane.view, number, marked[-1])
    mouse(pane.view.viewport(), QEvent.Type.MouseMove, at, Qt.MouseButton.NoButton)
    assert pane.view.viewport().toolTip() == row.source(marked[-1]).name
    assert window.session.highlighted == set(row.sources[marked[-1]])


def test_the_inertia_over_a_turn_stands_beside_the_equation(window: Any, qtbot: Any) -> None:
    pane = open_sample(window, qtbot, "slider_crank")
    qtbot.waitUntil(lambda: any(row.figure for row in pane.view.rows))
    qtbot.waitUntil(lambda: pane.view.settled)
    number = next(at for at, row in enumerate(pane.view.rows) if row.figure)
    box = pane.view._laid[number].figure
    assert box.height() == pane.figure.height > 80 and pane.figure.curve.whole
    for laid in pane.view._laid[:number]:
        beside = laid.top < box.bottom() and laid.top + laid.height > box.top()
        assert not (beside and laid.places) or laid.right < box.left()
    before = pane.view.viewport().grab().toImage()
    assert any(
        before.pixelColor(x, y) != theme().color("paper")
        for x in range(int(box.left()), int(box.right()))
        for y in [int(box.center().y())]
    )
    window.session.show_equations(minimal=False)
    derived(window, qtbot, lambda: window.session.derivation.sheet.minimal is None)
    assert not any(row.figure for row in pane.view.rows)


@pytest.mark.parametrize(
    ("name", "words"), [("gear_train", "with multipliers"), ("double_pendulum", "cut free")]
)
def test_the_line_below_says_what_agrees_and_leads_to_the_certificate(
    window: Any, qtbot: Any, name: str, words: str
) -> None:
    pane = open_sample(window, qtbot, name)
    qtbot.waitUntil(lambda: pane.certified.text() == "✓ certified")
    text = pane.certified.evidence.text()
    assert words in text and "·10⁻" in text and "random states" in text
    pane.show_certificate.click()
    assert pane.group == "certificate"
    pane.show_tab("motion")


def test_the_constraint_matrix_stands_in_brackets_below_the_conditions(
    window: Any, qtbot: Any
) -> None:
    pane = open_sample(window, qtbot, "slider_crank")
    opened(window, "Conditions")
    heads = [row.head for row in pane.view.rows]
    assert "G" in heads and "mat(" in pane.view.rows[heads.index("G")].pieces[0].formula
