"""The sweep pane asks what its fields say, and draws what theory says of oscillators."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from lagr_gui import load_sweep
from lagr_gui.expression.arguments import several
from lagr_gui.extensions.families.pane.kinds import number_of, values_of
from lagr_gui.extensions.families.tests.oscillators import oscillator, two_masses
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui import settings, words
from lagr_gui.pipeline import Sweep


@pytest.fixture
def pane(window, qtbot):
    """The pane for an undamped oscillator that nothing drives."""
    window.session.edit("Build", lambda _: oscillator(k=0).model)
    window.menus.actions["sweep"].trigger()
    pane = window.panes["sweep"]
    qtbot.waitUntil(lambda: pane.form.values[0].name.findData("Omega") >= 0)
    yield pane
    pane.jobs.cancel()
    qtbot.waitUntil(lambda: not pane.jobs.busy, timeout=20_000)
    for field in (pane.form.outputs, pane.form.until, pane.form.period, pane.form.crossing):
        field.clear()
    settings.remember("sweep/jobs", "")
    window.docks["sweep"].hide()


def ask(pane, qtbot, kind: str, first: tuple, second: tuple = ("", "", "", ""), **fields) -> None:
    """Fill the fields, run, and wait for the answer."""
    form = pane.form
    form.kind.choose(kind)
    form.refresh()
    for values, (name, *texts) in zip(form.values, (first, second), strict=True):
        values.name.choose(name)
        for field, text in zip((values.first, values.last, values.count), texts, strict=True):
            field.setText(text)
    for name, text in {"outputs": "", "until": "4", "jobs": "1", **fields}.items():
        getattr(form, name).setText(text)
    pane.run.click()
    qtbot.waitUntil(lambda: not pane.jobs.busy, timeout=60_000)


def drawn(pane) -> list[tuple[np.ndarray, np.ndarray]]:
    """What is drawn: x and y of each curve or cloud."""
    return [item.getData() for item in pane.plot._items if hasattr(item, "getData")]


def test_a_family_of_curves(pane, qtbot) -> None:
    ask(pane, qtbot, "curves", ("c", "8; 18; 32", "", ""))
    assert isinstance(pane.found, Sweep)
    curves = drawn(pane)
    for (t, y), omega in zip(curves, (2, 3, 4), strict=True):
        assert y == pytest.approx(0.1 * np.cos(omega * t), abs=1e-6)
    assert [text for text, _ in pane.plot.legend] == ["c =", "8", "18", "32"]
    assert len({color for _, color in pane.plot.legend[1:]}) == 3


def test_a_map_of_what_is_farthest(pane, qtbot, tmp_path) -> None:
    ask(pane, qtbot, "map", ("x", "0.1", "0.3", "3"), ("c", "8", "32", "2"), until="9")
    pane.measure.choose("farthest")
    pane.draw()
    image = pane.plot._items[0].image
    assert image == pytest.approx(np.array([[0.1] * 2, [0.2] * 2, [0.3] * 2]), rel=1e-3)
    for name in ("map.csv", "map.png", "map.svg"):
        pane.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 100
    for name in ("map.h5", "map.npz", "runs.csv"):
        pane.save(tmp_path / name, runs=True)
        assert np.array_equal(load_sweep(tmp_path / name).curves, pane.found.curves)
    rows = list(csv.reader((tmp_path / "map.csv").read_text("utf-8").splitlines()))
    assert rows[0][:2] == ["x", "c"] and len(rows) == 7
    assert load_sweep(tmp_path / "map.h5").complete
    pane.show_found(None)
    for name in ("map.h5", "map.npz", "runs.csv"):
        pane.open_file(tmp_path / name)
        assert pane.found.shape == (3, 2)


def test_a_root_locus_and_its_table(window, pane, qtbot) -> None:
    window.session.edit("Build", lambda _: two_masses().model)
    qtbot.waitUntil(lambda: pane.form.values[0].name.findData("d") >= 0)
    ask(pane, qtbot, "locus", ("d", "-40", "40", "9"))
    assert "−25" in pane.words.text() or "-25" in pane.words.text()
    pane.as_table.setChecked(True)
    assert pane.table.rowCount() == 9 and pane.table.columnCount() == 9
    pane.as_table.setChecked(False)


def test_a_section_is_a_circle_and_bifurcations_have_points(pane, qtbot) -> None:
    ask(pane, qtbot, "section", ("", "", "", ""), period="1", until="40")
    ((x, v),) = drawn(pane)
    assert x**2 + (v / 5) ** 2 == pytest.approx(0.01 + 0 * x, rel=1e-4)
    ask(pane, qtbot, "section", ("x", "0.1", "0.3", "3"), crossing="x'", period="", outputs="x")
    ((x, y),) = drawn(pane)
    assert {*np.round(x, 6)} == {0.1, 0.2, 0.3}
    assert y == pytest.approx(-x, rel=1e-4)  # x' rises through zero where x is least


def test_a_map_of_stability(pane, qtbot) -> None:
    ask(pane, qtbot, "stability", ("k", "-1", "1", "2"), ("c", "10", "20", "2"), period="")
    assert pane.found.stable.tolist() == [[False] * 2, [True] * 2]
    assert "2" in pane.words.text()


def test_what_is_stopped_goes_on(pane, qtbot) -> None:
    form = pane.form
    form.kind.choose("curves")
    form.refresh()
    form.values[0].name.choose("c")
    for field, text in zip(
        (form.values[0].first, form.values[0].last, form.values[0].count),
        ("10", "20", "600"),
        strict=True,
    ):
        field.setText(text)
    form.values[1].name.choose("")
    form.until.setText("60")
    form.jobs.setText("1")
    pane.run.click()
    qtbot.waitUntil(lambda: pane.bar.value() > 5, timeout=60_000)
    assert pane.stop.isVisibleTo(pane) and not pane.run.isEnabled()
    pane.stop.click()
    qtbot.waitUntil(lambda: not pane.jobs.busy, timeout=20_000)
    done = int((pane.found.states != 0).sum())
    assert 0 < done < 600 and pane.resume.isVisibleTo(pane)
    form.until.setText("1")  # what was asked goes on, not what is typed now
    pane.resume.click()
    qtbot.waitUntil(lambda: not pane.jobs.busy, timeout=60_000)
    assert pane.found.complete and pane.found.t[-1] == 60
    assert not pane.resume.isVisibleTo(pane)


def test_what_cannot_be_read_is_told(pane, qtbot) -> None:
    ask(pane, qtbot, "curves", ("c", "1", "x", "3"))
    assert "cannot be read" in pane.words.text()
    ask(pane, qtbot, "map", ("c", "1", "2", "3"), ("c", "1", "2", "3"))
    assert "Too few" in pane.words.text()
    ask(pane, qtbot, "curves", ("c", "1", "2", "2"), outputs="nothing")
    assert "nothing" in pane.words.text()
    ask(pane, qtbot, "curves", ("c", "1", "2", "2"), until="soon")
    assert "no number" in pane.words.text()


def test_another_question_has_as_many_values_as_it_needs(pane, qtbot) -> None:
    form = pane.form
    form.kind.choose("curves")
    form.values[0].name.choose("c")
    form.values[1].name.choose("")
    form.refresh()
    assert form.values[1].first.isHidden()
    form.kind.choose("map")
    form._choose()
    assert form.values[1].name.currentData() not in ("", "c")
    assert form.values[1].first.text() and form.values[0].count.text() == "21"
    assert form.period.isHidden() and not form.until.isHidden()
    form.kind.choose("basins")
    form._choose()
    assert [values.name.currentData() for values in form.values] == ["x", "x'"]
    form.kind.choose("stability")
    form._choose()
    assert [values.name.currentData() for values in form.values] == ["x", "x'"]  # may stay


def test_another_model_has_other_usual_values_and_typed_ones_stay(window, pane, qtbot) -> None:
    first = pane.form.values[0]
    first.name.choose("c")
    pane.form._fill(first)
    typed = pane.form.values[1]
    typed.name.choose("m")
    typed.first.setText("0.3")
    window.session.show_document(oscillator(k=0, c=200).model, None)
    qtbot.waitUntil(lambda: first.first.text() == "100")
    assert (first.last.text(), typed.first.text()) == ("300", "0.3")


def test_the_words_are_german_where_the_window_is(pane, qtbot) -> None:
    ask(pane, qtbot, "curves", ("c", "8; 18", "", ""))
    words.use_language("de")
    try:
        pane.tell()
        assert pane.words.text() == "2 Läufe, 1 mit einem unabhängigen Formalismus verglichen"
    finally:
        words.use_language("en")


def test_values_and_expressions_are_read() -> None:
    assert values_of("c", "1; 2,5", "", "") == [1, 2.5]
    assert values_of("c", "1, 2, 5", "", "") == [1, 2, 5]
    assert values_of("c", "0,5", "1.5", "3") == [0.5, 1, 1.5]
    assert several("angle(0, Bob).z, E; x'") == ["angle(0, Bob).z", "E", "x'"]
    for texts in (("", "", ""), ("1", "2", ""), ("1", "2", "0"), ("1", "2", "1.5")):
        with pytest.raises(LagrError):
            values_of("c", *texts)


def test_values_are_typed_with_units(pane, qtbot) -> None:
    assert values_of("l", "250 mm", "1 m", "4", "m") == pytest.approx([0.25, 0.5, 0.75, 1.0])
    assert values_of("l", "1 cm; 0.2", "", "", "m") == pytest.approx([0.01, 0.2])
    assert number_of("500 ms", "Until", unit="s") == 0.5
    with pytest.raises(LagrError, match="in kg, the place holds m"):
        values_of("l", "1 kg", "2 kg", "3", "m")
    with pytest.raises(LagrError, match="no number"):
        number_of("soon", "Until", unit="s")
