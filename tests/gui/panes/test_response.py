"""The response pane draws what theory says of an oscillator, and what the pipeline computes."""

from __future__ import annotations

import csv
import re

import numpy as np
import pytest
from PySide6.QtWidgets import QMenu

from lagr_gui import GROUND, System, pipeline
from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui import desk
from lagr_gui.gui.panes.curves.plots import shade

SAMPLES = {path.stem: path for path in sample_models()}
M, C, D = 2.0, 50.0, 3.0


def oscillator():
    """A mass on a spring and a dashpot: m ẍ + d ẋ + c x = F."""
    system = System("Oscillator", gravity=(0, 0, 0))
    block = system.body("Block", mass=M)
    system.joint("prismatic", GROUND, block, "x")
    system.element("coordinate_spring", coordinate="x", c=C)
    system.element("coordinate_damper", coordinate="x", k=D)
    return system.model


@pytest.fixture
def seen(window, qtbot):
    """Shows the pane for a model and waits for its answer."""
    response = window.session.small.response

    def see(model=None):
        if model is not None:
            window.session.edit("Build", lambda _: model)
        window.menus.actions["response"].trigger()
        return settled()

    def settled():
        qtbot.waitUntil(lambda: response._wanted is not None)
        qtbot.waitUntil(lambda: not response.waiting)
        return window.response

    see.settled = settled
    yield see
    window.docks["response"].hide()
    for field in (window.response.low, window.response.high):
        field.clear()


def drawn(pane):
    """ω, amplitudes and phases of the first curve, as they are drawn."""
    omega, size = pane.plots.above.curves[0].getOriginalDataset()
    return omega, size, pane.plots.below.curves[0].getOriginalDataset()[1]


def test_an_oscillator_answers_as_its_formula_says(seen) -> None:
    pane = seen(oscillator())
    omega, size, degrees = drawn(pane)
    exact = 1 / (C - M * omega**2 + 1j * omega * D)
    assert np.allclose(size, np.abs(exact), rtol=1e-9)
    assert np.allclose(degrees, np.degrees(np.angle(exact)), atol=1e-6)
    [peak] = pane.plots._peaks
    assert peak.omega == pytest.approx(np.sqrt(C / M - D**2 / (2 * M**2)), rel=1e-6)
    assert peak.mode == 1 and "Mode 1" in pane.words.text()


def test_decibels_are_twenty_times_the_decimal_logarithm(seen) -> None:
    pane = seen(oscillator())
    _, size, _ = drawn(pane)
    pane.decibel.setChecked(True)
    assert np.allclose(drawn(pane)[1], 20 * np.log10(size))
    pane.decibel.setChecked(False)


def test_curves_are_those_of_the_pipeline(window, seen) -> None:
    window.open_path(SAMPLES["mass_spring_chain"])
    pane = seen()
    model = window.session.model
    found = pipeline.frequency_response(model, "x1", ("x1", "x2", "x3", "x4"))
    assert len(pane.plots.above.curves) == 4
    for number, curve in enumerate(pane.plots.above.curves):
        omega, size = curve.getOriginalDataset()
        assert np.allclose(omega, found.omega)
        assert np.allclose(size, found.amplitude[:, number])
    assert {peak.mode for peak in pane.plots._peaks} == {1, 2, 3, 4}
    pane.menu.aboutToShow.emit()
    places, rates = (group.actions() for group in pane.menu.findChildren(QMenu))
    assert [action.text() for action in places if action.isChecked()][1] == "x₂ (m)"
    places[1].trigger()
    rates[0].trigger()
    seen.settled()
    assert pane.response.found.outputs == ("x1", "x3", "x4", "x1'")
    assert len(pane.plots.above.curves) == 4


def test_frequencies_can_be_set(window, seen) -> None:
    pane = seen(oscillator())
    pane.low.setText("1")
    pane.high.setText("20")
    pane.high.editingFinished.emit()
    seen.settled()
    omega = drawn(pane)[0]
    assert omega[0] == pytest.approx(1) and omega[-1] == pytest.approx(20)
    pane.high.setText("0.5")
    pane.high.editingFinished.emit()
    seen.settled()
    assert "do not rise" in pane.words.text() and not pane.plots.above.curves


def test_an_equilibrium_that_was_found_can_be_the_place(window, seen, qtbot) -> None:
    window.open_path(SAMPLES["simple_pendulum"])
    small = window.session.small
    window.session.find_equilibria()
    qtbot.waitUntil(lambda: bool(small.modes))
    pane = seen()
    upright = next(i for i in range(pane.place.count()) if "unstable" in pane.place.itemText(i))
    pane.place.setCurrentIndex(upright)
    pane.place.activated.emit(upright)
    seen.settled()
    assert np.cos(pane.response.found.modes.q[0]) == pytest.approx(-1)
    assert "Unstable" in pane.words.text()


def test_what_a_brake_does_is_chosen_in_the_pane(window, seen) -> None:
    """While it sticks what is held does not move; it does not slide where nothing does."""
    window.open_path(SAMPLES["brake"])
    pane = seen()
    offered = [pane.mode.itemText(i) for i in range(pane.mode.count())]
    assert all("sticks" in text or "slides" in text for text in offered) and len(offered) > 1
    assert pane.response.found is not None and pane.mode.isVisible()
    assert any("sticks" in note for note in pane.response.found.modes.notes)
    pane.mode.setCurrentIndex(len(offered) - 1)
    pane.mode.activated.emit(len(offered) - 1)
    seen.settled()
    assert "slide" in pane.words.text() and pane.words.property("role") == "error"


def test_an_unstable_system_is_told(window, seen) -> None:
    window.open_path(SAMPLES["ziegler_column"])
    pane = seen()
    assert "Unstable" in pane.words.text() and pane.words.property("role") == "error"


def test_the_curves_follow_an_edit(window, seen) -> None:
    pane = seen(oscillator())
    key = ("elements", 0, "c")
    window.session.edit("Stiffen", lambda model: edits.set_value(model, key, 4 * C))
    seen.settled()
    omega, size, _ = drawn(pane)
    exact = 1 / (4 * C - M * omega**2 + 1j * omega * D)
    assert np.allclose(size, np.abs(exact), rtol=1e-9)


def test_a_question_that_is_given_up_leaves_no_curves_until_it_is_asked_again(seen) -> None:
    pane = seen(oscillator())
    pane.response.again()
    pane.stop.click()
    assert pane.stop.text() == "Compute" and not pane.plots.above.curves
    pane.stop.click()
    seen.settled()
    assert len(pane.plots.above.curves) == 1


def test_the_export_is_the_table_of_the_command(window, seen, tmp_path, monkeypatch) -> None:
    seen(oscillator())
    path = tmp_path / "response.csv"
    monkeypatch.setattr(desk, "ask_save", lambda *_: str(path))
    window.menus.refresh()
    window.menus.actions["export_response"].trigger()
    rows = list(csv.reader(path.read_text("utf-8").splitlines()))
    assert rows[0][:3] == ["omega (rad/s)", "|x|", "phase of x (rad)"]
    omega, size, phase = np.array([row[:3] for row in rows[1:]], float).T
    exact = 1 / (C - M * omega**2 + 1j * omega * D)
    assert np.allclose(size * np.exp(1j * phase), exact, rtol=1e-9)


def test_nobody_asks_while_the_pane_is_hidden(window, seen, qtbot) -> None:
    pane = seen(oscillator())
    window.docks["response"].hide()
    qtbot.waitUntil(lambda: pane.response._wanted is None)


def test_phases_go_on_beyond_half_a_turn_and_agree_with_the_angles() -> None:
    model = pipeline.load(SAMPLES["flexible_arm"])
    found = pipeline.frequency_response(model, "phi1", ("phi1", "a1", "phi2"))
    steps = np.diff(found.continuous_phase, axis=0)
    assert np.abs(steps).max() <= np.pi + 1e-9
    turned = np.exp(1j * (found.continuous_phase - found.phase))
    assert np.allclose(turned, 1, atol=1e-8)
    assert np.abs(found.continuous_phase).max() > np.pi


@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_the_diagram_is_written_as_a_picture_with_its_legend(seen, tmp_path, ending) -> None:
    pane = seen(oscillator())
    path = tmp_path / f"response.{ending}"
    assert pane.plots.save(path)
    if ending == "svg":
        text = path.read_text("utf-8")
        words = " ".join(re.findall(r">([^<]+)</text>", text))
        assert shade(0) in text and "x" in words and "rad/s" in words
        assert text.count("<text") > 8, "numbers at the axes"
    else:
        assert path.read_bytes()[:4] == {"pdf": b"%PDF", "png": b"\x89PNG"}[ending]
    assert not pane.plots.save(tmp_path / "nowhere" / f"response.{ending}")


def test_drives_and_motions_of_body_0_are_offered_and_answer(window, seen) -> None:
    system = System("Shaken", gravity=(0, 0, 0))
    slide, block = system.body("Slide", mass=1), system.body("Block", mass=M)
    system.joint("prismatic", GROUND, slide, "y")
    system.joint("prismatic", slide, block, "x")
    system.element("coordinate_spring", coordinate="x", c=C)
    system.element("coordinate_damper", coordinate="x", k=D)
    system.element("prescribed_motion", "shaker", coordinate="y", motion="sin(t)")
    pane = seen(system.model)
    words = [pane.input.itemText(row) for row in range(pane.input.count())]
    assert "motion of shaker" in words and "displacement of body 0 along x" in words
    assert pane.input.currentText() == "motion of shaker"
    omega, size = pane.plots.above.curves[1].getOriginalDataset()
    exact = M * omega**2 / (C - M * omega**2 + 1j * omega * D)
    assert np.allclose(size, np.abs(exact), rtol=1e-9)
