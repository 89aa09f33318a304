"""The pane of control: choices, sliders that move poles, a controller that is put in."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from lagr_gui import design
from lagr_gui.catalogue import KINDS
from lagr_gui.editing import edits
from lagr_gui.extensions.control.opening import law_of
from lagr_gui.extensions.control.pane.gains import read_poles
from lagr_gui.extensions.control.pane.pane import ControlPane
from lagr_gui.extensions.control.tests.systems import Q, R, cart_pole
from lagr_gui.extensions.control.tests.test_design import ACCEPTED, masses
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import read_text, write_text


@pytest.fixture
def seen(window, qtbot):
    """Shows the pane for a model, and waits for the plant about a position."""

    def see(model, position=""):
        window.session.show_document(model, None)
        window.show_view("control")
        pane = window.findChild(ControlPane)
        pane.choices.position.setText(position)
        pane.choices.position.editingFinished.emit()
        qtbot.waitUntil(lambda: pane.answer.wanted is not None and not pane.answer.waiting)
        return pane

    yield see
    window.show_view("diagram")


def slide(pane: ControlPane) -> None:
    for name, value in zip(("x", "theta", "x'", "theta'"), Q, strict=True):
        pane.form.weights[name].put(value)
    pane.form.costs["drive"].put(R)
    pane._redesign()


def test_sliders_move_poles_and_the_controller_goes_into_the_drawing(window, seen, qtbot):
    pane = seen(cart_pole().model, "theta = 0")
    assert pane.choices.inputs == ("drive",) and pane.choices.outputs == ("x", "theta")
    before = pane.design.poles
    slide(pane)
    assert pane.design.K[0] == pytest.approx(ACCEPTED["K"], abs=1e-8)
    assert not np.allclose(pane.design.poles, before)
    assert pane.form.weights["theta"].result.text() == "k₂ = -47.577 N/rad"
    assert "slowest time constant 0.712 s" in pane.verdict.text()
    qtbot.waitUntil(lambda: pane.motion.found is not None)
    curves = pane.plots.page.plots[1].item.listDataItems()
    assert len(curves) == 2  # linear and nonlinear
    pane.put.click()
    assert law_of(window.session.model, "drive") == "u"
    qtbot.waitUntil(lambda: not pane.answer.waiting)
    assert not pane.put.isEnabled() and "has this controller" in pane.words.text()
    window.session.undo()
    assert law_of(window.session.model, "drive") == "0"


def test_every_view_has_curves(seen):
    pane = seen(cart_pole().model, "theta = 0")
    for view in ("step", "impulse", "bode", "nyquist"):
        pane.kind.choose(view)
        pane._draw_curves()
        shown = [plot for plot in pane.plots.page.plots if not plot.isHidden()]
        assert shown and all(plot.item.listDataItems() for plot in shown), view


def test_what_cannot_be_moved_is_told_and_played(window, seen, qtbot):
    pane = seen(masses("q1", "q2").model)
    assert "2 of 4; q₂, q₂′" in pane.structure.moved.label.text()
    assert "cannot be stabilised" in pane.words.text()
    pane.structure.moved.button.click()
    qtbot.waitUntil(lambda: window.session.motion is not None)
    moved = window.session.motion
    assert np.ptp(moved.q[:, 0]) < 1e-9 < np.ptp(moved.q[:, 1])


def test_poles_that_are_typed_are_placed_and_copied(seen):
    pane = seen(cart_pole().model, "theta = 0")
    pane.form.way.choose("poles")
    pane.form.poles.setText("-2, -3, -1+2i, -1-2i")
    pane._redesign()
    assert np.sort(pane.design.poles.real) == pytest.approx([-3, -2, -1, -1])
    pane._copy("python_control")
    assert "K = np.array([" in QGuiApplication.clipboard().text()
    pane.form.poles.setText("-2, two")
    pane._redesign()
    assert "is no pole" in pane.words.text()
    with pytest.raises(LagrError, match="is no pole"):
        read_poles("-1, x")


def test_another_drawing_begins_anew(window, seen, qtbot):
    pane = seen(cart_pole().model, "theta = 0")
    window.session.show_document(masses("q1").model, None)
    qtbot.waitUntil(lambda: pane.choices.inputs == ("q1",))
    qtbot.waitUntil(lambda: pane.design is not None and pane.design.plant.states == ("q1", "q1'"))
    expected = design(masses("q1").model, ("q1",), lqr=1.0)
    assert np.allclose(pane.design.K, expected.K)


def test_the_desk_is_kept_in_the_drawing_and_follows_its_names(window, seen, qtbot):
    pane = seen(cart_pole().model, "theta = 0")
    pane.form.weights["theta"].put(7.0)
    pane.form.weights["theta"]._changed()
    pane.choices.pick_output("x", False)
    pane.keep()
    session = window.session
    desk = session.model.control
    assert (desk.outputs, desk.position) == (("theta",), "theta = 0")
    assert {entry.name: entry.value for entry in desk.weights}["theta"] == 7.0
    kept = read_text(write_text(edits.rename(session.model, "coordinate:theta", "phi")), KINDS)
    session.show_document(kept, None)
    qtbot.waitUntil(lambda: pane.form.weights.keys() >= {"phi"} and not pane.answer.waiting)
    assert pane.form.weights["phi"].value == 7.0
    assert (pane.choices.outputs, pane.choices.position.text()) == (("phi",), "phi = 0")
    session.edit("Rename", lambda model: model.having(name="other"))
    session.go_to_step(0)
    assert pane.choices.outputs == ("phi",)


def test_a_sampled_controller_that_is_put_in_is_that_of_the_desk(window, seen, qtbot):
    pane = seen(cart_pole(0.2).model)
    pane.choices.sample.setText("0.02")
    pane.form.observed.setChecked(True)
    pane.form.weights["x"]._changed()
    qtbot.waitUntil(lambda: pane.design is not None and pane.design.system.h == 0.02)
    pane.put.click()
    assert window.session.model.signals[-1].kind == "sampled"
    assert window.session.model.control.position == "x = 0, theta = 0"
    qtbot.waitUntil(lambda: not pane.answer.waiting)
    assert not pane.put.isEnabled() and "has this controller" in pane.words.text()
