"""Programs see pushes shorter than a row of their table, and models of any size move alike."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest

from lagr_gui import System, numpy_program
from lagr_gui.extensions.programs.describing import MOST, describe, told_stretches
from lagr_gui.extensions.programs.languages import written
from lagr_gui.extensions.programs.tests.test_programs import text_of
from lagr_gui.extensions.programs.tests.toolchain import TOOLS, build
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.simulation.foresight import foreseen
from lagr_gui.simulation.timetable import NONE, Timetable
from tests.samples.gallery import sample
from tests.simulation.scaling import Scale, Scaled

QUICK = [
    pytest.param(name, marks=pytest.mark.skipif(not TOOLS[name].is_there, reason=f"no {name}"))
    for name in ("javascript", "numpy")
]
BIG = Fraction(4) ** 10

PULSE = 1e-3
PUSHES = {
    f"2*step(5.0011, t, 5.004) + exp(-((t - 2.2213)/{PULSE})^2)": (
        2 * (5.004 - 5.0011) + PULSE * np.sqrt(np.pi)
    ),
    "sign(t - 3.0001) - sign(t - 3.0003)": 4e-4,
    "F(t)": 3 * 1e-3,
}
"""Forces on 1 kg, and what they have pushed in the end."""


def cart(force: str) -> Model:
    """1 kg on a rail, at rest."""
    system = System("cart", gravity=(0, 0, 0))
    system.body(mass=1)
    system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
    at, values = (0, 7.001, 7.002, 7.003, 10), (0, 0, 3, 0, 0)
    system.table("F", at, values, between="linear", outside="hold")
    system.element("coordinate_force", coordinate="x", force=force)
    return system.model


@pytest.mark.parametrize("language", QUICK)
def test_pushes_shorter_than_a_row_are_seen(language: str, tmp_path: Path) -> None:
    force, pushed = " + ".join(PUSHES), sum(PUSHES.values())
    program = build(language, text_of(language, cart(force)), tmp_path)
    table, words = program.table("--points", "3")
    assert not words
    assert table[:, 0].tolist() == [0, 5, 10]
    assert table[-1, 2] == pytest.approx(pushed, rel=1e-8)


@pytest.mark.skipif(not TOOLS["c"].is_there, reason="no c")
def test_single_precision_sees_them_too(tmp_path: Path) -> None:
    force = "2*step(5.011, t, 5.04)"
    program = build("c", written(describe(prepare(cart(force))), "c", single=True), tmp_path)
    assert program.table("--points", "2")[0][-1, 2] == pytest.approx(0.058, rel=1e-3)


def test_stretches_hold_what_a_simulation_foresees() -> None:
    model = cart("step(2, t, 4) + sin(t) + exp(-((t - 6)/0.01)^2)")
    prepared = prepare(model)
    found = describe(prepared).stretches
    known = foreseen(prepared.system().functions_of_time, prepared.settings)
    ends = [stretch.before for stretch in found]
    assert set(known.before.tolist()) <= set(ends) and ends == sorted(ends) and ends[-1] == 10
    assert len(found) < 20
    begin = 0.0
    for before, after, longest in found:
        parts = np.searchsorted(known.marks, np.linspace(begin, before, 50)[1:-1]) - 1
        assert 0 < longest <= min(0.1, *known.longest[parts])
        begin = after
    assert min(found, key=lambda own: own.longest).before == pytest.approx(6, abs=0.1)


def test_many_switches_become_one_length_of_steps() -> None:
    many = np.linspace(0.001, 9.999, 3 * MOST)
    known = Timetable(many, many - 1e-12, many + 1e-12, NONE, NONE)
    (only,) = told_stretches(known, 0.0, 10.0)
    assert only.before == only.after == 10
    assert only.longest == pytest.approx(np.diff(many)[0])
    marks = np.linspace(0, 10, 5 * MOST + 1)
    rough = Timetable(NONE, NONE, NONE, marks, np.tile([1e-3, 1e-1], 5 * MOST // 2))
    assert {own.longest for own in told_stretches(rough, 0.0, 10.0)} == {1e-3}


@pytest.mark.parametrize(
    ("name", "scale", "until"),
    [
        ("chaplygin_sleigh", Scale(length=BIG, mass=1 / BIG, time=BIG), 0.1),
        ("bouncing_ball", Scale(length=1 / BIG, mass=BIG), 0.6),
    ],
)
def test_programs_of_any_size_move_alike(
    name: str, scale: Scale, until: float, tmp_path: Path
) -> None:
    """To the last bit: powers of four round nothing, but what is compared with something."""
    scaled, rows = Scaled(sample(name), scale), list[np.ndarray]()
    units = [float(scaled.coordinate(own)) for own in prepare(scaled.old).coordinates]
    second = float(scaled.second)
    for model, time in ((scaled.old, 1.0), (scaled.model, second)):
        plain = model.having(simulation=model.simulation.having(outputs=()))
        (tmp_path / "model.py").write_text(numpy_program(plain), "utf-8")
        program = run_path(str(tmp_path / "model.py"))
        system = program["System"]()
        assert program["self_test"](system.c) < 1e-9
        rows.append(system.simulate(model.simulation.start + until * time, 3))
    old, new = rows
    back = np.array([second, *units, *(unit / second for unit in units)])
    assert np.array_equal(new / back, old)


def test_a_tolerance_that_was_typed_is_that_of_the_program() -> None:
    system = System.of(sample("double_pendulum"))
    floors = describe(prepare(system.model)).floors
    assert len(set(floors)) > 1
    system.plan(atol=1e-7)
    assert set(describe(prepare(system.model)).floors) == {1e-7}
    assert "1e-09" in numpy_program(system.model).partition("FLOORS = ")[2][:60]
