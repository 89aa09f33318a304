"""Equations and motions say whether an independent formalism agrees with them."""

from __future__ import annotations

from dataclasses import replace

from lagr_gui.editing import edits
from lagr_gui.foundation.problem import Problem
from lagr_gui.foundation.selfcheck import TOLERANCE, SelfCheck
from lagr_gui.gui.bridge.self_checks import certified_words
from tests.gui.panes.test_simulation import run, show, swinging


def said(window) -> str:
    return window.equations.certified.text()


def test_equations_are_pending_until_they_are_certified(window, qtbot):
    seen = []
    window.session.derivation.changed.connect(lambda: seen.append(said(window)))
    show(window, swinging(0.5))
    qtbot.waitUntil(lambda: said(window) == "✓ certified")
    assert seen and "✓ certified" not in seen, "not before it was compared"
    assert "Residual" in window.equations.certified.toolTip()
    old = window.session.derivation.sheet
    window.session.edit("Mass", lambda m: edits.set_value(m, ("bodies", 0, "mass"), "2*m"))
    assert said(window) == "⚠ before the last edit"
    assert window.session.derivation.sheet is old
    qtbot.waitUntil(lambda: said(window) == "✓ certified")
    window.session.edit("Move", lambda m: edits.move(m, {"body:1": (500.0, 0.0)}))
    assert said(window) == "✓ certified", "the same equations"


def test_equations_that_disagree_are_marked_with_the_reason(window, qtbot):
    show(window, swinging(0.5))
    qtbot.waitUntil(lambda: said(window) == "✓ certified")
    mark = window.equations.certified
    fault = Problem("Element “spring”", "It differs.", "Report it.", code="disagreement")
    mark.check._take(mark.check.answered, None, (fault,))
    assert said(window) == "✗ disagrees" and "spring" in mark.toolTip()
    assert mark.property("role") == "error"


def test_without_equations_nothing_is_certified(window, qtbot):
    show(window, swinging(0.6))
    qtbot.waitUntil(lambda: said(window) == "✓ certified")
    window.session.edit("Break", lambda m: edits.set_value(m, ("bodies", 0, "mass"), "unknown"))
    qtbot.waitUntil(lambda: said(window) == "")
    window.session.undo()
    qtbot.waitUntil(lambda: said(window) == "✓ certified")
    window.session.document.mark_saved(None)
    window.new_document()
    assert said(window) in ("", "… not certified yet")


def test_a_motion_tells_its_residual_beside_the_energy_drift(window, qtbot):
    show(window, swinging(0.5))
    run(window, qtbot)
    check, pane = window.session.running.trajectory.certificate, window.simulation
    assert check is not None and check.holds
    assert f"residual {check.residual:.0e} ✓" in pane.drift.text()
    assert "newton-euler" in pane.drift.toolTip() and pane.drift.property("role") == "good"
    running = window.session.running
    bad = replace(check, residual=10 * TOLERANCE)
    running.trajectory = replace(running.trajectory, certificate=bad)
    pane.drift._tell_result()
    assert "⚠" in pane.drift.text() and pane.drift.property("role") == "error"


def test_what_was_not_compared_is_not_called_certified():
    text, role, note = certified_words(SelfCheck(float("nan"), reason="There is nothing."))
    assert text == "not compared" and role == "muted" and note == "There is nothing."


def test_what_was_compared_in_part_says_what_was_left_out():
    text, role, note = certified_words(SelfCheck(1e-12, samples=2, reason="One state is singular."))
    assert text == "✓ certified in part" and role == "muted"
    assert "One state is singular." in note
