"""The end time of a simulation: typed, told where it is wrong, never changed by itself."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lagr_gui.editing import edits
from lagr_gui.model import Model
from tests.gui.panes import fields
from tests.gui.panes.fields import fill
from tests.systems import pendulum


def swinging(until: float = 3.0) -> Model:
    return edits.set_value(pendulum(), ("simulation", "until"), until)


def show(window, model: Model) -> None:
    window.session.edit("Build", lambda _: model)


def test_the_end_time_is_typed_and_what_is_no_number_is_told_there(window, told):
    show(window, swinging())
    end, session = window.simulation.controls.end, window.session
    fill(end, "2,5")
    assert session.model.simulation.until == 2.5
    for text in ("soon", "nan", "inf"):
        fill(end, text)
        assert fields.told(end) and end.edit.property("fault")
        assert session.model.simulation.until == 2.5
        assert [problem.path for problem in session.problems] == [("simulation", "until")]
        QTest.keyClick(end.edit, Qt.Key.Key_Escape)
        assert end.edit.text() == "2.5" and not fields.told(end) and not session.problems
    assert not told


def test_an_end_before_the_start_is_told_before_anything_runs(window):
    show(window, swinging())
    end = window.simulation.controls.end
    fill(end, "-5")
    assert "before the start" in fields.told(end)
    assert window.status.problems.text() == "1 problem"
    assert "end" in window.session.problems[0].place.lower()
    assert window.session.report.sound, "equations need no end"
    fill(end, "5")
    assert not fields.told(end) and window.status.problems.text() == "no problems"


def test_a_long_end_time_is_kept_to_the_last_digit(window):
    show(window, swinging(1234567.25))
    until = window.simulation.controls.end.edit
    assert until.text() == "1234567.25"
    until.setFocus()
    window.canvas.setFocus()
    assert window.session.model.simulation.until == 1234567.25
