"""A double click on a family opens the motion that was meant; under the pointer stands which."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from lagr_gui.extensions.families.pane.picking import PicturePlace, picked, row_of
from lagr_gui.extensions.families.tests.oscillators import oscillator
from lagr_gui.extensions.families.tests.window.test_sweep import ask, pane  # noqa: F401
from lagr_gui.pipeline import Basins, Bifurcation, PoincareSection, RootLocus, StabilityMap

VALUES = {"c": np.array([1.0, 2.0, 4.0]), "k": np.array([0.0, 1.0])}
"""A list, whose places are as wide as each other, and a range."""


def at(x: float, y: float, dx: float = 0.01, dy: float = 0.01) -> PicturePlace:
    return PicturePlace(x, y, dx, dy)


def test_a_cell_of_a_map_is_its_combination_and_beside_the_map_is_none() -> None:
    measure, states = np.arange(6.0).reshape(3, 2), np.zeros((2, 3, 2, 1))
    found = StabilityMap(VALUES, measure, 1.0, {}, ("q1",), *states)
    for x, c in ((0.3, 1.0), (2.5, 2.0), (4.7, 4.0)):
        for y, k in ((-0.4, 0.0), (1.4, 1.0)):
            cell = picked(found, "stability", "", "end", at(x, y))
            assert cell is not None and dict(cell.values) == {"c": c, "k": k}
    assert picked(found, "stability", "", "end", at(2.0, 1.6)) is None
    assert picked(found, "stability", "", "end", at(5.6, 0.0)) is None
    last = row_of(found, 5)
    assert last is not None and dict(last.values) == {"c": 4.0, "k": 1.0}


def test_cells_of_a_descending_range_are_found() -> None:
    axes = {"c": np.array([3.0, 2.0, 1.0]), "k": np.array([0.0, 1.0])}
    found = Basins(axes, ("x",), np.zeros((3, 2), np.int64), np.array([[0.5]]), {})
    for c in (3.0, 2.0, 1.0):
        cell = picked(found, "basins", "", "end", at(c, 1.0))
        assert cell is not None and cell.values["c"] == c
        assert cell.more == "→ x = 0.5"


def test_the_nearest_point_is_meant_and_far_away_none() -> None:
    names, one = ("x",), np.ones(3)
    points = Bifurcation("c", one, np.array([1.0, 1.0, 2.0]), np.arange(3.0), {"x": one * 7}, {})
    found = picked(points, "section", "x", "end", at(1.95, 7.0))
    assert found is not None and (dict(found.values), found.t) == ({"c": 2.0}, 2.0)
    assert picked(points, "section", "x", "end", at(1.5, 7.0)) is None
    empty = Bifurcation("c", one, np.zeros(0), np.zeros(0), {"x": np.zeros(0)}, {})
    assert picked(empty, "section", "x", "end", at(1.0, 7.0)) is None
    roots = np.array([[1 + 2j, 1 - 2j], [np.nan, np.nan]])
    locus = RootLocus("c", np.array([5.0, 6.0]), roots, names, np.zeros((2, 1)), {})
    found = picked(locus, "locus", "", "end", at(1.0, -2.05))
    assert found is not None and dict(found.values) == {"c": 5.0}
    assert found.more == "λ = 1 − 2i 1/s"
    table = np.array([[0.0], [1.0]])
    section = PoincareSection(names, np.array([3.0, 4.0]), table, table, {})
    found = picked(section, "section", "", "end", at(1.02, 1.0))
    assert found is not None and (dict(found.values), found.t) == ({}, 4.0)


def test_what_stands_for_no_motion_opens_none() -> None:
    assert picked(None, "curves", "", "end", at(0, 0)) is None
    assert row_of(None, 0) is None


@pytest.fixture
def curves(window, pane, qtbot):  # noqa: F811
    """Oscillations x = 0.1 cos ωt with ω = 2, 3, 4."""
    window.session.edit("Build", lambda _: oscillator(k=0).model)
    ask(pane, qtbot, "curves", ("c", "8; 18; 32", "", ""), outputs="x")
    return pane


def test_what_an_answer_tells_makes_the_pane_no_wider(curves) -> None:
    hint = curves.under
    whole = hint.fontMetrics().horizontalAdvance(hint.text())
    assert hint.minimumSizeHint().width() < whole / 2


def test_a_double_click_on_a_curve_opens_its_motion_at_that_time(window, curves, qtbot) -> None:
    plot, session = curves.plot, window.session
    plot.resize(600, 300)
    place = QPointF(np.pi / 6, 0.1 * np.cos(3 * np.pi / 6))
    qtbot.waitUntil(lambda: plot.item.vb.viewRect().contains(place))
    pixel = plot.mapFromScene(plot.item.vb.mapViewToScene(place))
    plot.pointed.emit(plot._picked(plot.mapToScene(pixel)))
    assert curves.under.text().startswith("c = 18; t = 0.5")
    before, times = session.model, list[float]()
    session.running.time_changed.connect(times.append)
    QTest.mouseDClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=pixel)
    qtbot.waitUntil(lambda: session.running.trajectory is not None and not session.outdated)
    assert {p.name: p.value for p in session.model.parameters}["c"] == 18
    q = session.running.trajectory.at(1.0)[0]
    assert q == pytest.approx([0.1 * np.cos(3)], abs=1e-6)
    session.running.time_changed.disconnect(times.append)
    assert min(abs(t - np.pi / 6) for t in times) < 0.02
    session.undo()
    assert session.model == before


def test_a_row_of_the_table_opens_its_motion(window, curves, qtbot) -> None:
    curves.as_table.setChecked(True)
    curves.table.cellActivated.emit(2, 0)
    qtbot.waitUntil(lambda: not window.session.motions.busy)
    assert {p.name: p.value for p in window.session.model.parameters}["c"] == 32
    curves.as_table.setChecked(False)


def test_what_varied_and_is_not_there_any_more_is_refused(window, curves, qtbot) -> None:
    told = []
    window.session.refused.disconnect(window._tell_refused)
    window.session.refused.connect(told.extend)
    try:
        window.session.edit("Build", lambda model: model.having(parameters=()))
        before = window.session.model
        curves.open_motion(row_of(curves.found, 0))
    finally:
        window.session.refused.disconnect(told.extend)
        window.session.refused.connect(window._tell_refused)
    assert [problem.code for problem in told][-1] == "unknown-name"
    assert window.session.model == before
