"""Long equations are structured in the window as they are in a report, until somebody chooses."""

from __future__ import annotations

from benchmarks.readable_models import planar_chain
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, STRUCTURED
from tests.gui.hands import click
from tests.gui.waiting import derived


def nobody_chose(session) -> None:
    """Other tests of the window begin with a form that was chosen."""
    session.derivation._known.form_is_chosen = False


def test_they_are_structured_till_somebody_writes_them_out(window, qtbot):
    session, pane = window.session, window.equations
    nobody_chose(session)
    session.show_document(planar_chain(5), None)
    derived(window, qtbot, lambda: session.derivation.finished)
    assert session.derivation.sheet.structured and session.derivation.shortened
    assert not session.derivation.meanwhile and pane.choices.form.currentData() == STRUCTURED
    assert "more than a page" in pane.long.text() and pane.write_out.isVisible()
    click(pane.write_out)
    derived(window, qtbot, lambda: not session.derivation.sheet.structured)
    assert pane.choices.form.currentData() == DEFAULT_FORM and pane.write_out.isHidden()


def test_short_ones_are_written_out_behind_long_ones(window, qtbot):
    session, pane = window.session, window.equations
    nobody_chose(session)
    session.show_document(planar_chain(5), None)
    derived(window, qtbot, lambda: session.derivation.finished)
    assert session.derivation.sheet.structured
    session.edit("Shorter", lambda _: planar_chain(2))
    derived(window, qtbot, lambda: session.derivation.finished)
    assert session.derivation.sheet.form == DEFAULT_FORM == pane.choices.form.currentData()
    assert pane.write_out.isHidden() and not session.derivation.shortened
