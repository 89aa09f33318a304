"""The points of a function as a curve and as rows: typed, dragged, added, removed, imported."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from lagr_gui import System
from lagr_gui.editing import edits
from lagr_gui.gui.export_choices import ExportChoices
from lagr_gui.gui.panes.inspector.points_dialog import PointsDialog
from tests.gui.hands import mouse
from tests.gui.panes.fields import field, fill
from tests.widgets import windows


def dialog() -> PointsDialog:
    return next(w for w in windows() if isinstance(w, PointsDialog) and w.isVisible())


@pytest.fixture
def points(window):
    """The dialog of a curve with three points, opened by its button."""
    system = System("Cart")
    system.table("F", [0, 10, 20], [0, 2.5, 4], units=("mm", "N"), between="akima")
    window.session.edit("Build", lambda model: model.having(functions=system.model.functions))
    buttons = window.inspector.findChildren(QPushButton)
    next(b for b in buttons if b.text() == "Edit points…").click()
    return dialog()


def held(window) -> tuple:
    return window.session.model.functions[0].table.points


def test_curve_and_rows_are_those_of_the_model_in_its_units(points, window):
    xs, ys = points.plot.lines[0].getData()
    assert [points.rows.headerData(n, Qt.Orientation.Horizontal) for n in (0, 1)] == [
        "x (mm)",
        "F (N)",
    ]
    curve = dict(zip(xs.tolist(), ys.tolist(), strict=True))
    assert [curve[x] for x, _ in held(window)] == [0, 2.5, 4]
    window.session.edit(
        "Kind", lambda m: edits.set_value(m, ("functions", 0, "table", "between"), "linear")
    )
    _, ys = points.plot.lines[0].getData()
    assert np.interp(5, xs, ys) == pytest.approx(1.25)


def test_a_number_that_is_typed_is_one_step_and_rows_stay_sorted(points, window):
    assert points.rows.setData(points.rows.index(1, 1), "3,5")
    assert held(window) == ((0, 0), (10, 3.5), (20, 4))
    assert points.rows.setData(points.rows.index(0, 0), "15")
    assert held(window) == ((10, 3.5), (15, 0), (20, 4))
    assert points.rows.data(points.rows.index(1, 0)) == "15"
    window.session.undo()
    window.session.undo()
    assert held(window) == ((0, 0), (10, 2.5), (20, 4))
    assert points.rows.data(points.rows.index(1, 1)) == "2.5"


@pytest.mark.parametrize("text", ["much", "", "20", "nan", "1e999"])
def test_what_is_no_point_of_a_curve_is_refused_and_nothing_lost(points, window, text):
    before = held(window)
    assert not points.rows.setData(points.rows.index(1, 0), text)
    assert held(window) == before and points.words.property("role") == "error"


def test_a_point_is_dragged_by_the_pointer_in_one_step(points, window, qtbot):
    qtbot.waitUntil(lambda: points.plot.item.vb.viewRange()[0][1] > 19)
    box, view = points.plot.item.vb, points.plot.viewport()

    def at(x: float, y: float):
        return points.plot.mapFromScene(box.mapViewToScene(QPointF(x, y)))

    steps = len(window.session.document.steps)
    start, end = at(10, 2.5), at(12, 1)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    for part in (0.3, 0.6, 1.0):
        step = start + (end - start) * part
        mouse(view, QEvent.Type.MouseMove, step)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)
    (_, (x, y), _) = held(window)
    assert x == pytest.approx(12, abs=0.3) and y == pytest.approx(1, abs=0.1)
    assert len(window.session.document.steps) == steps + 1
    assert points.view.currentIndex().row() == 1


def test_points_are_added_and_removed_two_remain(points, window):
    points.view.selectRow(0)
    points._add()
    assert held(window) == ((0, 0), (5, 1.25), (10, 2.5), (20, 4))
    assert points.view.currentIndex().row() == 1
    points.view.selectRow(3)
    points._add()
    assert held(window)[-1] == (30, 5.5)
    points.plot.added.emit(QPointF(7, 1))
    assert (7, 1) in held(window)
    while points.remove.isEnabled():
        points.view.selectRow(0)
        points._remove()
    assert len(held(window)) == 2


def test_points_come_from_a_file_with_its_units(points, window, answers, tmp_path):
    file = tmp_path / "spring.csv"
    file.write_text("s (cm),F (kN)\n-1,-2\n0,0\n2,5\n", "utf-8")
    answers["open"] = file
    points._import()
    table = window.session.model.functions[0].table
    assert table.points == ((-1, -2), (0, 0), (2, 5))
    assert (table.x_unit, table.y_unit) == ("cm", "kN")


@pytest.mark.parametrize(
    ("wish", "expected", "units"),
    [
        ({}, ((0, 1), (1, 2), (2, 4)), ("s", "mm")),
        ({"x": "t", "y": "F"}, ((0, 7), (1, 5), (2, 6)), ("s", "N")),
        ({"x": "s", "y": "t"}, ((1, 0), (2, 1), (4, 2)), ("mm", "s")),
    ],
)
def test_the_columns_of_a_file_are_chosen(
    wish, expected, units, points, window, answers, tmp_path, monkeypatch
):
    file = tmp_path / "measured.csv"
    file.write_text("t (s),s (mm),F (N)\n0,1,7\n1,2,5\n2,4,6\n", "utf-8")
    answers["open"] = file
    seen = {}

    def chosen(form) -> int:
        for name, own in form.fields.items():
            seen[name] = [own.itemText(i) for i in range(own.count())]
            if name in wish:
                own.setCurrentIndex(own.findData(wish[name]))
        return 1

    monkeypatch.setattr(ExportChoices, "exec", chosen)
    points._import()
    assert held(window) == expected
    table = window.session.model.functions[0].table
    assert (table.x_unit, table.y_unit) == units
    assert seen == {key: ["t (s)", "s (mm)", "F (N)"] for key in "xy"}


def test_who_gives_up_choosing_columns_keeps_the_points(
    points, window, answers, tmp_path, monkeypatch
):
    file = tmp_path / "measured.csv"
    file.write_text("a,b,c\n0,1,7\n1,2,5\n", "utf-8")
    answers["open"] = file
    before = held(window)
    monkeypatch.setattr(ExportChoices, "exec", lambda form: 0)
    points._import()
    assert held(window) == before


def test_ends_of_a_periodic_curve_stay_equally_high(points, window):
    def periodic(model):
        model = edits.set_value(model, ("functions", 0, "table", "outside"), "periodic")
        level = ((0, 1), (10, 2.5), (20, 1))
        return edits.set_value(model, ("functions", 0, "table", "points"), level)

    window.session.edit("Periodic", periodic)
    points.plot.dragged.emit(2, QPointF(20, 3))
    assert held(window) == ((0, 3), (10, 2.5), (20, 3))


def test_it_follows_a_new_name_and_ends_with_its_function(points, window):
    fill(field(window, "functions", 0, "name"), "G")
    assert "G" in points.windowTitle()
    window.session.edit("Remove", lambda model: edits.remove_function(model, "G"))
    seen = (w for w in windows() if w.isVisible())
    assert not any(isinstance(w, PointsDialog) for w in seen)


def test_a_table_is_added_by_the_menu(window):
    window.menus.actions["add_table"].trigger()
    assert held(window) == ((0, 0), (1, 1))
    assert window.session.report.sound or not window.session.model.bodies
    dialog().accept()
