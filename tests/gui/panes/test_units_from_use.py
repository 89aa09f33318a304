"""Units that follow from use are offered beside parameters, and taken in one step."""

from __future__ import annotations

from lagr_gui.editing import edits
from tests.systems import pendulum


def units(window) -> dict[str, str]:
    return {entry.name: entry.unit for entry in window.session.model.parameters}


def test_a_click_takes_the_unit_that_follows(window):
    window.session.edit("Build", lambda _: pendulum())
    row = window.parameters.rows["l"]
    assert row.guess.text() == "m ?" and row.guess.isVisibleTo(row)
    row.guess.click()
    assert units(window) == {"g": "", "m": "", "l": "m"}
    assert not row.guess.isVisibleTo(row) and row.unit.text() == "m"
    window.session.undo()
    assert units(window)["l"] == "" and row.guess.isVisibleTo(row)


def test_one_action_takes_all_units_and_one_undo_brings_them_back(window):
    window.session.edit("Build", lambda _: pendulum())
    window.menus.refresh()
    window.menus.actions["take_units"].trigger()
    assert units(window) == {"g": "m/s^2", "m": "kg", "l": "m"}
    window.menus.refresh()
    assert not window.menus.actions["take_units"].isEnabled()
    window.session.undo()
    assert set(units(window).values()) == {""}


def test_a_term_of_another_dimension_is_told_among_the_problems(window):
    model = edits.take_units(pendulum(), {"g": "m/s^2", "m": "kg", "l": "m"})
    wrong = edits.set_value(model, ("joints", 0, "point_child"), ("0", "l + m", "0"))
    window.session.edit("Build", lambda _: wrong)
    (told,) = [p for p in window.session.problems if p.code == "dimension"]
    assert told.path[:3] == ("joints", 0, "point_child") and window.session.report.sound


def test_the_certificate_tells_how_many_terms_are_proved(window, qtbot):
    model = edits.take_units(pendulum(), {"g": "m/s^2", "m": "kg", "l": "m"})
    window.session.edit("Build", lambda _: model)
    qtbot.waitUntil(lambda: window.session.derivation.finished)
    page = window.equations.certificate
    window.show_pane("equations")
    window.equations.tabs.setCurrentIndex(window.equations.tabs.count() - 1)
    qtbot.waitUntil(lambda: "4 of 4 terms proved" in page.text.text())
    window.session.edit("Wrong", lambda m: edits.set_value(m, ("parameters", 2, "unit"), "kg"))
    qtbot.waitUntil(lambda: "4 wrong" in page.text.text())
