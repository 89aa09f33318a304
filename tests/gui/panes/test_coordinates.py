"""The choice of coordinates in the equations pane."""

from __future__ import annotations

import pytest

from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.panes.equations.formalism import QInputDialog
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM
from lagr_gui.typesetting import marked

PHI_1, PHI_2 = (marked(f"phi{place}", f"phi_({place})") for place in (1, 2))


@pytest.fixture
def window(make_window, qtbot):
    window = make_window()
    with qtbot.waitSignal(window.session.derivation.changed, timeout=30_000):
        window.open_path(next(path for path in sample_models() if path.stem == "double_pendulum"))
    qtbot.waitUntil(lambda: window.session.derivation.finished, timeout=30_000)
    return window


def choose(window, qtbot, choice: str) -> None:
    box = window.equations.choices.coordinates
    box.setCurrentIndex(box.findData(choice))
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(lambda: window.session.derivation.finished, timeout=30_000)


def test_absolute_angles_are_defined_above_the_equations_and_certified(window, qtbot):
    choose(window, qtbot, "absolute")
    assert window.session.derivation.sheet.coordinates == ("phi1", "phi2")
    rows = window.equations.view.rows
    assert rows[0].title == "New coordinates"
    (relative,) = rows[2].pieces
    assert relative.formula == f"{PHI_2} - {PHI_1}"
    assert any("Start: φ₁ = " in "".join(row.text) for row in rows)
    assert window.equations.certified.text() == "✓ certified"
    choose(window, qtbot, "relative")
    assert window.session.derivation.sheet.chosen is None
    assert window.equations.view.rows[0].title == "Equations of motion"


def test_another_start_is_told_at_once(window, qtbot):
    choose(window, qtbot, "absolute")
    before = window.session.derivation.sheet.chosen.start
    (first, *others) = window.session.model.start
    changed = (first.model_copy(update={"position": 0.125}), *others)
    window.session.edit("Start", lambda model: model.model_copy(update={"start": changed}))
    qtbot.waitUntil(lambda: window.session.derivation.finished, timeout=30_000)
    assert window.session.derivation.sheet.chosen.start != before
    assert window.session.derivation.sheet.chosen.start[0][0] == pytest.approx(0.125)


def test_own_coordinates_are_asked_for_and_faults_told(window, qtbot, monkeypatch):
    def answer(text: str) -> None:
        monkeypatch.setattr(QInputDialog, "getMultiLineText", lambda *given: (text, True))

    answer("q1 = u\nq2 = v - 2*u")
    choose(window, qtbot, "own")
    assert window.session.derivation.sheet.coordinates == ("u", "v")
    answer("q1 = u\nq2 = u")
    box = window.equations.choices.coordinates
    with qtbot.waitSignal(window.session.derivation.failed, timeout=30_000):
        box.activated.emit(box.findData("own"))
    assert "2 coordinates" in window.equations.failure.text()


def test_the_structured_form_is_one_of_the_coordinates_of_the_model(window, qtbot):
    choose(window, qtbot, "absolute")
    window.session.show_equations(form="structured")
    qtbot.waitUntil(lambda: window.session.derivation.finished, timeout=30_000)
    assert window.session.chosen.coordinates == "" and window.session.derivation.sheet.structured
    choose(window, qtbot, "absolute")
    assert (
        window.session.chosen.form == DEFAULT_FORM
        and window.session.derivation.sheet.chosen is not None
    )


def test_absolute_angles_are_offered_above_long_equations_and_kept(make_window, qtbot):
    window = make_window()
    window.open_path(next(path for path in sample_models() if path.stem == "five_link_chain"))
    session, offer = window.session, window.equations.angles
    qtbot.waitUntil(lambda: session.derivation.finished, timeout=30_000)
    qtbot.waitUntil(lambda: offer.isVisibleTo(window.equations), timeout=30_000)
    assert offer.told.text() == (
        "In absolute angles g, Γ and Q have 75 terms written out instead of 563."
    )
    offer.choose.click()
    qtbot.waitUntil(lambda: session.derivation.finished, timeout=30_000)
    assert session.derivation.sheet.chosen.chart.choice == "absolute"
    assert session.model.angles == "absolute" and offer.isHidden()
    assert window.equations.choices.coordinates.currentData() == "absolute"
    session.undo()
    qtbot.waitUntil(lambda: session.derivation.finished, timeout=30_000)
    assert session.derivation.sheet.chosen is None and session.model.angles == "relative"
