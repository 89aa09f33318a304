"""Rows that unfold: what names stand for, and the numbers at the time cursor."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.expression import Number, Product
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.panes.equations.structured_rows import StructuredRows
from lagr_gui.gui.panes.equations.units import unit_of_line
from lagr_gui.gui.panes.equations.values import number_text
from lagr_gui.mechanics.sheets.sheet import Balance, Definition, Entry, Term
from tests.gui.hands import click, mouse
from tests.gui.waiting import derived

SAMPLES = {path.stem: path for path in sample_models()}


@pytest.fixture
def view(window, qtbot):
    """The structured equations of a pendulum on a turning arm."""
    window.session.derivation.choose(form="structured")
    window.open_sample(SAMPLES["furuta_pendulum"])
    derived(window, qtbot, lambda: window.session.derivation.sheet is not None)
    qtbot.waitUntil(lambda: window.equations.view.settled)
    return window.equations.view


def place(view, symbol: str, *indices: int) -> int:
    """The row of a result."""
    for number, row in enumerate(view.rows):
        if isinstance(row.about, Entry) and (row.about.symbol, row.about.indices) == (
            symbol,
            indices,
        ):
            return number
    raise AssertionError("there is no such row")


def triangle(view, number: int) -> QPoint:
    """Where the triangle of a row is seen."""
    laid = view._laid[number]
    left = 9 + 22 * view.rows[number].level
    return QPoint(left, int(laid.middle) - view.verticalScrollBar().value())


def unfold(view, qtbot, number: int) -> None:
    qtbot.waitUntil(lambda: view.settled and number < len(view._laid))
    click(view.viewport(), triangle(view, number))
    qtbot.waitUntil(lambda: view.settled)


def below(view, number: int) -> list:
    """The rows one level below a row."""
    level, found = view.rows[number].level, []
    for row in view.rows[number + 1 :]:
        if row.level <= level:
            break
        if row.level == level + 1:
            found.append(row)
    return found


def words(view, qtbot, number: int) -> str:
    """The numbers below a row, once they are known."""
    qtbot.waitUntil(lambda: "…" not in told(view, number))
    return told(view, number)


def told(view, number: int) -> str:
    """The numbers below a row, as they are at present."""
    return next(row.text[-1] for row in below(view, number) if "".join(row.text).startswith("="))


def number_in(text: str) -> float:
    found = re.match(r"= (−?[\d.]+)(?:·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?", text)
    assert found, text
    power = (found[2] or "0").translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return float(found[1].replace("−", "-")) * 10 ** int(power)


def test_a_click_on_its_triangle_shows_what_the_names_of_a_row_stand_for(view, qtbot):
    number = place(view, "g", 1, 1)
    count = len(view.rows)
    unfold(view, qtbot, number)
    assert view.rows[number].unfolded
    shown = [row.about for row in below(view, number) if row.about]
    names = {part.name for part in shown}

    assert names
    tree = str(view.rows[number].about.tree)
    assert all(repr(name) in tree or name in tree for name in names)
    assert all(isinstance(part, Definition) for part in shown)
    unfold(view, qtbot, number)
    assert len(view.rows) == count and view.rows[number].unfolded is False


def test_what_is_unfolded_unfolds_again_and_goes_with_the_row_above(view, qtbot):
    number, count = place(view, "g", 1, 1), len(view.rows)
    unfold(view, qtbot, number)
    inner = next(
        at
        for at in range(number + 1, len(view.rows))
        if view.rows[at].level == 1 and view.rows[at].unfolded is False
    )
    before = len(view.rows)
    unfold(view, qtbot, inner)
    assert len(view.rows) > before and view.rows[inner].unfolded
    assert view.rows[inner + 1].level == 2
    unfold(view, qtbot, number)
    assert len(view.rows) == count


def test_numbers_are_those_of_the_start_and_then_of_the_time_cursor(window, view, qtbot):
    session, number = window.session, place(view, "g", 2, 1)
    unfold(view, qtbot, number)
    text = words(view, qtbot, number)
    assert text.endswith("kg m²   at the start")
    (start,) = pipeline.evaluate(
        session.model, {"t": 0, "q": [s.position for s in values(session)], "qd": [0, 0]}
    )
    assert number_in(text) == pytest.approx(start.g[2, 1], rel=1e-3)
    with qtbot.waitSignal(session.running.changed):
        session.run()
    qtbot.waitUntil(lambda: session.running.trajectory is not None)
    window.animation.player.pause()
    session.running.set_time(1.2)
    qtbot.waitUntil(lambda: "t = 1.20 s" in told(view, number))
    q, qd = session.running.trajectory.at(1.2)
    (there,) = pipeline.evaluate(session.model, {"t": 1.2, "q": q.tolist(), "qd": qd.tolist()})
    found = number_in(told(view, number))
    assert found == pytest.approx(there.g[2, 1], rel=1e-3)
    assert abs(there.g[2, 1] - start.g[2, 1]) > 1e-3 * abs(found)


def values(session):
    """The start values by coordinate, in the order of the sheet."""
    given = {entry.coordinate: entry for entry in session.model.start}
    return [given[name] for name in session.derivation.sheet.coordinates]


def test_an_edit_of_a_parameter_gives_other_numbers(window, view, qtbot):
    session, number = window.session, place(view, "g", 2, 2)
    unfold(view, qtbot, number)
    before = number_in(words(view, qtbot, number))
    index = next(i for i, p in enumerate(session.model.parameters) if p.name == "m2")
    value = session.model.parameters[index].value
    session.edit("Twice", lambda m: edits.set_value(m, ("parameters", index, "value"), 2 * value))
    qtbot.waitUntil(lambda: window.equations.unfolding.values._answer() is not None)
    assert number_in(words(view, qtbot, number)) == pytest.approx(2 * before, rel=2e-3)


def test_a_vector_line_unfolds_into_its_components(view, qtbot):
    number = place(view, "g", 2, 1)
    unfold(view, qtbot, number)
    qtbot.waitUntil(lambda: below(view, number)[0].text == ("written out:",))
    _, whole, numbers, *names = below(view, number)
    equals, piece = whole.pieces
    assert equals.formula == "="
    assert "cos" in piece.formula and "bold" not in piece.formula
    assert numbers.text[0].startswith("=")
    assert names and all(isinstance(row.about, Definition) for row in names)


def vector_below(view, number: int) -> int:
    """The first vector whose definition stands below a row."""
    return next(
        at
        for at in range(number + 1, len(view.rows))
        if getattr(view.rows[at].about, "rank", "") == "vector"
    )


def test_components_of_a_vector_stand_one_below_the_other(view, qtbot):
    number = place(view, "g", 2, 1)
    unfold(view, qtbot, number)
    qtbot.waitUntil(lambda: below(view, number)[0].text == ("written out:",))
    inner = vector_below(view, number)
    unfold(view, qtbot, inner)
    qtbot.waitUntil(lambda: "components in" in "".join(view.rows[inner + 1].text))
    heads = [row.head for row in below(view, inner) if row.head and row.about is None]
    assert heads and all(head.endswith((",x)", ",y)", ",z)")) for head in heads)
    assert not any("bold" in head for head in heads)


def test_keys_act_on_the_same_row_when_components_come_above_it(view, qtbot):
    number = place(view, "g", 2, 1)
    unfold(view, qtbot, number)
    view.setFocus()
    view.current = number
    QTest.keyClick(view, Qt.Key.Key_Down)
    line = view.rows[view.current].about
    assert isinstance(line, Definition)
    qtbot.waitUntil(lambda: below(view, number)[0].text == ("written out:",))
    assert view.rows[view.current].about is line


def test_arrow_keys_lead_to_triangles_unfold_and_fold(view, qtbot):
    view.setFocus()
    count = len(view.rows)
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.current == 0 and view.rows[0].title == "Equations of motion"
    QTest.keyClick(view, Qt.Key.Key_Down)
    first = view.current
    assert isinstance(view.rows[first].about, Balance)
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.rows[first].unfolded and len(view.rows) > count
    qtbot.waitUntil(lambda: view.settled)
    QTest.keyClick(view, Qt.Key.Key_Right)
    inner = view.current
    assert inner and view.rows[inner].level == 1
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.current == first
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert len(view.rows) == count
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert view.current == first


def test_what_was_unfolded_stays_so_over_edits_and_is_forgotten_with_the_drawing(
    window, view, qtbot
):
    unfold(view, qtbot, place(view, "g", 1, 1))
    sheet = window.session.derivation.sheet
    window.session.edit("Change", lambda m: edits.set_value(m, ("bodies", 0, "mass"), "3*m1"))
    derived(window, qtbot, lambda: window.session.derivation.sheet is not sheet)
    assert view.rows[place(view, "g", 1, 1)].unfolded
    window.session.document.replace(window.session.model, None)
    window.open_sample(SAMPLES["double_pendulum"])
    derived(window, qtbot, lambda: window.session.derivation.sheet is not None)
    assert not any(row.unfolded for row in view.rows if row.about)


def test_the_unit_is_that_of_the_result():
    model = pipeline.load(SAMPLES["cart_pole"])
    sheet = pipeline.equations(model)
    units = pipeline.check(model).units
    kinds = {(e.symbol, e.indices): unit_of_line(e, sheet, units) for e in sheet.entries}
    x, phi = units.index("m") + 1, units.index("rad") + 1
    assert kinds["g", (x, x)] == "kg" and kinds["g", (phi, phi)] == "kg m²"
    assert kinds["g", (max(x, phi), min(x, phi))] == "kg m"
    assert kinds["T", ()] == "J"


@pytest.mark.parametrize("form", ["shortest", "structured"])
@pytest.mark.parametrize("name", ["four_bar", "bennett", "cardan_shaft", "rolling_disc"])
def test_conditions_and_their_slopes_and_rates_have_units_that_fit(name, form):
    model = pipeline.load(SAMPLES[name])
    sheet, report = pipeline.equations(model, form), pipeline.check(model)
    given = {own.name: own.unit for own in model.parameters}
    units = {
        (e.symbol, e.indices): unit_of_line(e, sheet, report.units, given) for e in sheet.entries
    }
    conditions = [entry.indices[0] for entry in sheet.of("phi")]
    assert conditions
    for s in conditions:
        assert (whole := units["phi", (s,)]) in ("m", "")
        for entry in (e for e in sheet.of("G") if e.indices[0] == s):
            by_angle = report.units[entry.indices[1] - 1] == "rad"
            assert units["G", entry.indices] == (whole if by_angle else "")
        if ("gamma_bar2", (s,)) in units:
            assert units["gamma_bar2", (s,)] in ("", f"{whole or 1}/s²")
    assert any(unit.endswith("/s²") for unit in units.values())


def test_a_condition_with_numbers_that_may_be_measures_has_no_unit():
    model = pipeline.load(SAMPLES["four_bar"])
    sheet, report = pipeline.equations(model), pipeline.check(model)
    (first, *_) = sheet.of("phi")
    assert unit_of_line(first, sheet, report.units, {}) == ""
    measured = Term(Product((Number(Fraction(3, 10)), first.tree)), ())
    given = {own.name: own.unit for own in model.parameters}
    assert unit_of_line(first, sheet, report.units, given) == "m"
    assert unit_of_line(replace(first, terms=(measured,)), sheet, report.units, given) == ""


def test_numbers_are_written_as_one_writes_them():
    assert number_text(-0.41268) == "−0.4127"
    assert number_text(-0.0) == "0"
    assert number_text(1.25e-7) == "1.25·10⁻⁷"
    assert number_text(np.nan) == "not determined"


def searched(window, qtbot, text: str) -> list:
    """The rows that are found."""
    window.equations.choices.search.setText(text)
    qtbot.waitUntil(lambda: not window.equations.unfolding.searching)
    return list(window.equations.view.rows)


def test_a_search_keeps_the_rows_in_which_the_name_stands(window, view, qtbot):
    every = [row.about for row in view.rows if row.about]
    names = {"Jhat_2"} if any("Jhat_2" in repr(line) for line in every) else {"Bhat_2"}
    (name,) = names
    wanted = [line for line in every if f"'{name}'" in repr(line)]
    found = searched(window, qtbot, name)
    assert [row.about for row in found if row.about] == wanted
    assert 0 < len(wanted) < len(every)
    assert [row.about for row in searched(window, qtbot, "") if row.about] == every


def test_names_are_found_as_they_are_read_or_by_their_beginning(window, view, qtbot):
    typed = [row.about for row in searched(window, qtbot, "shat_2")]
    assert typed == [row.about for row in searched(window, qtbot, "ŝ₂")] != []
    begun = [row.about for row in searched(window, qtbot, "sha")]
    assert len(begun) >= len(typed) and all(line in begun for line in typed)
    found = [row.about for row in searched(window, qtbot, "g11") if isinstance(row.about, Entry)]
    assert [e.indices for e in found if e.symbol == "g"] == [(1, 1)]
    assert [e.symbol for e in found] == ["g", "T"], "T is made of it"
    (row,) = searched(window, qtbot, "nothing")
    assert row.text == ("No row has such a name.",)
    assert view.rows[0] == row
    window.equations.choices.search.clear()


def test_what_is_found_unfolds(window, view, qtbot):
    searched(window, qtbot, "g21")
    qtbot.waitUntil(lambda: view.settled)
    number = place(view, "g", 2, 1)
    unfold(view, qtbot, number)
    assert view.rows[number].unfolded and below(view, number)
    assert words(view, qtbot, number).endswith("at the start")
    window.equations.choices.search.clear()
    assert view.rows[place(view, "g", 2, 1)].unfolded


@pytest.mark.parametrize(
    ("name", "bodies"),
    [
        ("Jhat_3", {3, 4, 5, 6}),
        ("e_2", {2, 3, 4, 5, 6}),
        ("r_2_3", {2}),
        ("c_5", {5}),
        ("mhat_5", {5, 6}),
    ],
)
def test_a_name_speaks_of_the_bodies_that_its_motion_carries(name, bodies):
    sheet = pipeline.equations(pipeline.load(SAMPLES["robot_arm_6r"]), "structured")
    rows = StructuredRows(sheet)
    known = {own.name: own for own in sheet.definitions}
    assert set(rows.spoken_of(known[name])) == {f"body:{number}" for number in bodies}


def test_pointing_at_a_definition_lights_its_bodies_in_drawing_and_animation(window, view, qtbot):
    number = place(view, "g", 1, 1)
    unfold(view, qtbot, number)
    inner = next(
        at
        for at in range(number + 1, len(view.rows))
        if getattr(view.rows[at].about, "stem", "") == "Jhat"
    )
    _, spot, _ = view._laid[inner].places[0]
    at = spot.center().toPoint() - QPoint(0, view.verticalScrollBar().value())
    mouse(view.viewport(), QEvent.Type.MouseMove, at, Qt.MouseButton.NoButton)
    assert window.session.highlighted == {"body:1", "body:2"}
    assert window.animation.view.warm == {"body:1", "body:2"}
    assert window.canvas.content.items["body:2"].mood.warm


def test_the_page_of_each_model_comes_back_as_it_was_left(view, window, qtbot) -> None:
    unfold(view, qtbot, place(view, "g", 1, 1))
    bar, pane = view.verticalScrollBar(), window.equations
    window.resize(1300, 700)
    pane.setMaximumHeight(190)  # so that there is something to scroll
    try:
        qtbot.waitUntil(lambda: view.settled and bar.maximum() > 60)
        bar.setValue(50)
        qtbot.waitUntil(lambda: view.settled)
        count = len(view.rows)
        pane.show_tab("linear")
        pane.show_tab("motion")
        qtbot.waitUntil(lambda: view.settled)
        assert bar.value() == 50 and len(view.rows) == count
        first = window.session.document
        window.open_sample(SAMPLES["simple_pendulum"])
        qtbot.waitUntil(lambda: window.session.derivation.sheet is not None)
        assert not any(row.level for row in view.rows)
        window.models.show(first)
        qtbot.waitUntil(lambda: view.settled)
        assert bar.value() == 50 and len(view.rows) == count
        assert view.rows[place(view, "g", 1, 1)].unfolded
    finally:
        pane.setMaximumHeight(16777215)
