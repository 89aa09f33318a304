"""The window shows minimal equations of bound systems first, all of it on one page."""

from __future__ import annotations

import pytest

from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.sheets.sheet import Balance
from tests.gui.waiting import derived

SAMPLES = {path.stem: path for path in sample_models()}


def balances(window, equation: str = "29") -> list[Balance]:
    """The equations that are seen and come from a formula, Lagrange's at first."""
    lines = [row.about for row in window.equations.view.rows if isinstance(row.about, Balance)]
    return [line for line in lines if line.equation == equation]


def opened(window, qtbot, name: str) -> None:
    window.session.derivation.choose(minimal=None)  # whatever a test before chose
    window.open_sample(SAMPLES[name])
    derived(window, qtbot, lambda: window.session.derivation.finished)
    window.equations.tabs.setCurrentIndex(0)


def test_a_slider_crank_is_one_equation_and_multipliers_are_a_choice(window, qtbot):
    opened(window, qtbot, "slider_crank")
    pane = window.equations
    assert [balance.coordinate for balance in balances(window)] == ["phi"]
    titles = [row.title for row in pane.view.rows if row.title]
    assert titles[0] == "Equation of motion" and "Conditions" in titles
    system = pane.choices.minimal
    assert system.isVisibleTo(pane) and system.chosen == "minimal"
    system.button("multipliers").click()
    derived(window, qtbot, lambda: window.session.derivation.sheet.minimal is None)
    assert len(balances(window)) == 3


@pytest.mark.parametrize("minimal", [None, False])
def test_another_start_asks_for_another_derivation(window, qtbot, minimal):
    """Minimal equations hold on the branch of the start, all of them with the signs found there."""
    opened(window, qtbot, "slider_crank")
    derivation, model = window.session.derivation, window.session.model
    derivation.choose(minimal=minimal)
    derivation.derive()
    derived(window, qtbot, lambda: derivation.finished)
    before = derivation._known.asked
    start = tuple(
        entry.having(position=0.6) if entry.coordinate == "phi" else entry for entry in model.start
    )
    assert window.session.edit("Start", lambda _: model.having(start=start))
    derived(window, qtbot, lambda: derivation._known.asked != before and derivation.finished)


def test_of_a_free_system_nothing_is_chosen(window, qtbot):
    opened(window, qtbot, "double_pendulum")
    assert not window.equations.choices.minimal.isVisibleTo(window.equations)
    assert len(balances(window)) == 2


def titles(window) -> list[str]:
    return [row.title for row in window.equations.view.rows if row.title]


def by(window, qtbot, formalism: str) -> None:
    """Choose a form of the equations."""
    chooser = window.equations.choices.formalism
    place = [name for name, _ in chooser._entries].index(formalism)
    chooser.setCurrentIndex(place)
    chooser.activated.emit(place)
    derived(window, qtbot, lambda: window.session.derivation.sheet.formalism == formalism)


def test_kanes_equations_begin_with_their_speeds_and_have_no_multipliers(window, qtbot):
    opened(window, qtbot, "chaplygin_sleigh")
    by(window, qtbot, "kane")
    first, second, *_ = titles(window)
    assert (first, second) == (
        "Generalised speeds and kinematical equations",
        "Equations of motion",
    )
    assert [entry.coordinate for entry in balances(window, "13")] == ["v", "omega"]
    vectors = [row for row in window.equations.view.rows if isinstance(row.about, tuple)]
    assert {entry.symbol for row in vectors for entry in row.about} >= {"v_own", "w"}
    assert "(1, 0)" in "".join(piece.formula for piece in vectors[0].pieces)
    by(window, qtbot, "boltzmann-hamel")
    assert window.session.chosen.quasi == "natural"
    assert titles(window)[0] == "Quasi-velocities and kinematical equations"
    window.equations.choices.minimal.button("multipliers").click()
    derived(window, qtbot, lambda: window.session.derivation.sheet.minimal is None)
    by(window, qtbot, "lagrange")
