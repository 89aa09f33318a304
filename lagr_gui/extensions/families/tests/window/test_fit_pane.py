"""Fits and sensitivities in the sweep pane, beside closed forms of an oscillator."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lagr_gui import load
from lagr_gui.extensions.families.tests.oscillators import oscillator
from lagr_gui.extensions.families.tests.window.test_sweep import drawn
from lagr_gui.pipeline import Fit, Sensitivities
from tests.ground.sources import ROOT

T = np.linspace(0, 3, 61)
NOISE = 0.001


@pytest.fixture
def pane(window, qtbot):
    """The pane for an undamped oscillator of 2 kg."""
    window.session.edit("Build", lambda _: oscillator(k=0).model)
    window.menus.actions["sweep"].trigger()
    pane = window.panes["sweep"]
    qtbot.waitUntil(lambda: pane.form.values[0].name.findData("Omega") >= 0)
    yield pane
    pane.jobs.cancel()
    qtbot.waitUntil(lambda: not pane.jobs.busy, timeout=20_000)
    pane.form.until.clear()
    pane.form.measured.columns = {}
    window.docks["sweep"].hide()


def choose(pane, kind: str, *names: str) -> None:
    """Choose a question, and tick names."""
    pane.form.kind.choose(kind)
    pane.form.refresh()
    pane.form.names.tick(names)


def run(pane, qtbot) -> None:
    """Ask, and wait for the answer."""
    pane.run.click()
    qtbot.waitUntil(lambda: not pane.jobs.busy, timeout=60_000)


def table(folder: Path, c: float, start: float) -> Path:
    """What somebody measured of an oscillator of stiffness c, with some noise."""
    x = start * np.cos(np.sqrt(c / 2) * T) + NOISE * np.random.default_rng(3).normal(size=len(T))
    rows = (
        f"{t:.6f};{value:.8f};{number}" for number, (t, value) in enumerate(zip(T, x, strict=True))
    )
    file = folder / "measured.csv"
    file.write_text("\n".join(["time;camera (m);frame", *rows]), "utf-8")
    return file


def test_of_a_motion_of_the_program_all_can_be_fitted_but_works(pane, tmp_path) -> None:
    file = tmp_path / "motion.csv"
    file.write_text("t (s),x (m),T (J),dissipated (J)\n0,0.1,0,0\n1,0.2,1,0\n", "utf-8")
    pane.form.measured.open(file)
    texts = {name: field.text() for name, field in pane.form.measured.fields.items()}
    assert texts == {"x": "x", "T": "T", "dissipated": ""}


def test_measured_curves_are_fitted_and_the_drawing_takes_the_values(
    window, pane, qtbot, tmp_path
) -> None:
    choose(pane, "fit", "c", "x")
    assert pane.form.until.isHidden() and not pane.form.measured.isHidden()
    columns = pane.form.measured
    columns.open(table(tmp_path, 47.0, 0.12))
    assert columns.time.currentData() == "t" and {*columns.fields} == {"camera", "frame"}
    assert not columns.fields["camera"].text()  # no expression of this system
    columns.fields["camera"].setText("x")
    run(pane, qtbot)
    found = pane.found
    assert isinstance(found, Fit), pane.words.text()
    for name, true in (("c", 47.0), ("x", 0.12)):
        assert abs(found.values[name] - true) < 5 * found.errors[name]
        assert 0 < found.errors[name] < 0.01 * true
    assert found.rms["x"] == pytest.approx(NOISE, rel=0.3)
    assert "±" in pane.words.text()
    points, line = drawn(pane)
    assert points[1] == pytest.approx(found.measured["x"])
    x = found.values["x"] * np.cos(np.sqrt(found.values["c"] / 2) * line[0])
    assert line[1] == pytest.approx(x, abs=1e-6)
    pane.take.click()
    (c,) = (p.value for p in window.session.model.parameters if p.name == "c")
    assert c == found.values["c"] and window.session.model.start[0].position == found.values["x"]
    window.session.undo()
    (c,) = (p.value for p in window.session.model.parameters if p.name == "c")
    assert c == 50 and window.session.model.start[0].position == 0.1
    pane.save(tmp_path / "fit.csv")
    heads, *rows = (tmp_path / "fit.csv").read_text("utf-8").splitlines()
    assert heads == "t (s),x measured,x fitted" and len(rows) == len(T)


def test_values_of_a_drawing_that_is_another_one_by_now_are_refused(
    window, pane, qtbot, tmp_path
) -> None:
    choose(pane, "fit", "c")
    pane.form.measured.open(table(tmp_path, 47.0, 0.1))
    pane.form.measured.fields["camera"].setText("x")
    run(pane, qtbot)
    other = load(ROOT / "sample_models" / "simple_pendulum.lagr")
    window.session.edit("Build", lambda _: other)
    told = []
    window.session.refused.connect(told.extend)
    pane.take.click()
    window.session.refused.disconnect(told.extend)
    assert "not there any more: c" in str(told[0])
    assert window.session.model == other


def test_slopes_are_drawn(pane, qtbot) -> None:
    choose(pane, "slopes", "c", "x'")
    pane.form.outputs.setText("x, x'")
    pane.form.until.setText("2")
    run(pane, qtbot)
    assert isinstance(pane.found, Sensitivities), pane.words.text()
    (t, by_c), (_, by_v) = drawn(pane)
    # x = 0.1 cos ωt + v/ω sin ωt with ω² = c/m
    assert by_v == pytest.approx(np.sin(5 * t) / 5, abs=1e-6)
    assert by_c == pytest.approx(-0.1 * t * np.sin(5 * t) / (2 * 5 * 2), abs=1e-6)
    assert [pane.output.itemData(i) for i in range(pane.output.count())] == ["x", "x'"]
    pane.form.outputs.clear()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("t,x\n0,1\n1,oops\n", "no number"),
        ("t\n0\n1\n", "no column of times"),
        ("", "empty"),
        ("t,x\n0,1,2\n", "entries"),
    ],
)
def test_a_file_that_is_no_table_is_told(pane, tmp_path, text: str, said: str) -> None:
    file = tmp_path / "wrong.csv"
    file.write_text(text, "utf-8")
    choose(pane, "fit", "c")
    pane.form.measured.open(file)
    assert said in pane.words.text() and not pane.form.measured.columns
    (tmp_path / "bytes.csv").write_bytes(bytes(range(256)))
    for name in ("bytes.csv", "gone.csv"):
        pane.form.measured.open(tmp_path / name)
        assert name in pane.words.text()


def test_what_is_not_chosen_is_told(pane, qtbot, tmp_path) -> None:
    for names, said in (((), "Nothing varies"), (("c",), "Choose a table")):
        choose(pane, "fit", *names)
        run(pane, qtbot)
        assert said in pane.words.text()
    columns = pane.form.measured
    columns.open(table(tmp_path, 50.0, 0.1))
    run(pane, qtbot)
    assert "No column measures anything" in pane.words.text()
    for field in columns.fields.values():
        field.setText("x")
    run(pane, qtbot)
    assert "measured twice" in pane.words.text()
    columns.fields["frame"].clear()
    columns.fields["camera"].setText("height(")
    run(pane, qtbot)
    assert "height" in pane.words.text() or "Column" in pane.words.text()


def test_a_long_fit_is_stopped(pane, qtbot, tmp_path) -> None:
    choose(pane, "fit", "c", "x", "x'")
    t = np.linspace(0, 900, 40_000)
    rows = (f"{a:.6f},{np.cos(9 * a):.6f}" for a in t)
    (tmp_path / "long.csv").write_text("\n".join(["t,x", *rows]), "utf-8")
    pane.form.measured.open(tmp_path / "long.csv")
    assert pane.form.measured.fields["x"].text() == "x"
    pane.run.click()
    qtbot.waitUntil(lambda: "motions computed" in pane.words.text(), timeout=60_000)
    pane.stop.click()
    qtbot.waitUntil(lambda: not pane.jobs.busy, timeout=20_000)
    assert not isinstance(pane.found, Fit) or len(pane.found.t) < 40_000
    assert not pane.stop.isVisibleTo(pane) and pane.run.isEnabled()
