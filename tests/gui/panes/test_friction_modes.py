"""Equations with dry friction are seen by name, while it slides, and while it sticks."""

from __future__ import annotations

from lagr_gui.mechanics.sheets.sheet import Balance
from lagr_gui.typesetting import UNICODE
from lagr_gui.typesetting.letters import balance_formula
from tests.gui.waiting import derived
from tests.mechanics.test_contact_equations import ball
from tests.mechanics.test_friction_equations import slope


def lines(window):
    rows = [row.about for row in window.equations.view.rows if isinstance(row.about, Balance)]
    return [UNICODE.written(balance_formula(balance)).replace("-", "−") for balance in rows]


def test_modes_stand_above_the_equations(window, qtbot):
    model = slope().model
    window.session.edit("slope", lambda _: model)
    derived(window, qtbot, lambda: window.session.derivation.finished)
    window.equations.tabs.setCurrentIndex(0)
    pane = window.equations
    assert pane.modes.isVisibleTo(pane)
    assert lines(window)[0] == "m x′′ = m g sin(al) + r₁"
    titles = [row.title for row in pane.view.rows if row.title]
    assert titles[1] == "Dry friction" and "bed" in titles
    force = next(row for row in pane.view.rows if ("element:bed",) in row.sources)
    assert isinstance(force.about, Balance)
    pane.modes.choice.button("sticks").click()
    assert lines(window)[:2] == ["x′′ = 0", "r₁ = −m g sin(al)"]
    pane.modes.choice.button("slides").click()
    assert lines(window)[0] == "m x′′ = m g sin(al) − m g μ sgn(x′) cos(al)"
    pane.modes.choice.button("").click()
    assert lines(window)[0] == "m x′′ = m g sin(al) + r₁"


def test_modes_of_limits_stand_there_too(window, qtbot):
    model = ball().model
    window.session.edit("ball", lambda _: model)
    derived(window, qtbot, lambda: window.session.derivation.finished)
    window.equations.tabs.setCurrentIndex(0)
    choice = window.equations.modes.choice
    assert choice.offered[:4] == ["", "floor=contact", "floor=slides", "floor=sticks"]
    assert lines(window)[:2] == ["m x′′ = 0", "m y′′ = −m g"]
    choice.button("floor=sticks").click()
    assert lines(window)[:4] == ["y′′ = 0", "x′′ + r φ′′ = 0", "m x′′ = R₁", "N₁ = m g"]
    titles = [row.title for row in window.equations.view.rows if row.title]
    assert "Limits and contacts" in titles and "floor" in titles
