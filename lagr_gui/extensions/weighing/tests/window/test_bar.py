"""The slider above the equations: light terms fade, errors and bounds are told."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QApplication

from lagr_gui.extensions.weighing.bar import AccuracyBar
from lagr_gui.typesetting.sheet_latex import latex_equations
from tests.gui.waiting import derived
from tests.samples.gallery import sample


def bar_of(window: Any) -> AccuracyBar:
    """The slider of a window."""
    (bar,) = (bar for bar in window.equations.bars if isinstance(bar, AccuracyBar))
    return bar


def test_the_slider_lets_terms_fade_and_tells_error_bound_and_deviation(
    window: Any, qtbot: Any
) -> None:
    pane, session, bar = window.equations, window.session, bar_of(window)
    session.show_document(sample("double_pendulum"), None)
    derived(window, qtbot)
    bar.slider.setValue(30)
    assert "Run a simulation" in bar.told.text()
    with qtbot.waitSignal(session.running.changed, timeout=60_000):
        session.edit(
            "Start",
            lambda model: model.model_copy(
                update={
                    "start": (model.start[0].model_copy(update={"position": 0.1}),),
                    "simulation": model.simulation.model_copy(update={"until": 1.0}),
                }
            ),
        )
        session.run()
    qtbot.waitUntil(lambda: bar.found is not None, timeout=60_000)
    (table,) = (at for at, row in enumerate(pane.view.rows) if row.title.startswith("LAGR"))
    pane.view.fold_wanted.emit(table, True)
    faded = [row for row in pane.view.rows if row.faded]
    assert {row.origin.symbol for row in faded} == {"Gamma"}
    assert bar.found.bound >= bar.found.error
    told = bar.told.text()
    assert "≤" in told and "motion off by" in told and bar.told.isVisibleTo(pane)
    (end,) = (at for at, row in enumerate(pane.view.rows) if row.title == "Energies")
    formulas = [piece.formula for row in pane.view.rows[:end] for piece in row.pieces]
    assert formulas and not any("dot(q)" in formula for formula in formulas)
    assert pane.certified.text() == "⚠ shortened, not certified"
    assert told in pane.certified.toolTip() and "certified" in pane.certified.toolTip()
    shown, clipboard = (
        latex_equations(bar.found.sheet, ("motion",)),
        QApplication.clipboard(),
    )
    pane.copy.click()
    assert clipboard.text() == shown != latex_equations(session.derivation.sheet, ("motion",))
    bar.slider.setValue(1)
    qtbot.waitUntil(lambda: bar.found is not None, timeout=60_000)
    assert bar.told.text().startswith("0 of ") and "≤" not in bar.told.text()
    bar.slider.setValue(0)
    formulas = [piece.formula for row in pane.view.rows for piece in row.pieces]
    assert any("dot(q)" in formula for formula in formulas)
    qtbot.waitUntil(lambda: pane.certified.text() == "✓ certified")
    pane.copy.click()
    assert clipboard.text() == latex_equations(session.derivation.sheet, ("motion",))
    assert bar.label.text() == "exact" and not bar.told.isVisibleTo(pane)


def test_terms_with_names_fade_too(window: Any, qtbot: Any) -> None:
    session, bar = window.session, bar_of(window)
    session.show_equations(name_parts=True)
    qtbot.waitUntil(lambda: session.derivation.finished, timeout=30_000)
    assert bar.slider.isEnabled()
    session.show_equations(name_parts=False, form="structured")
    qtbot.waitUntil(lambda: session.derivation.finished, timeout=30_000)
    assert not bar.slider.isEnabled()
    assert "expanded equations" in bar.slider.toolTip()
