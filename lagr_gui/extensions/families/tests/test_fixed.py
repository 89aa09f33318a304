"""Sweeps by steps of fixed length: several runs at once, each as if it were alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import lagr_gui
from lagr_gui import GROUND, LagrError, System
from lagr_gui.foundation.problem import Cancelled
from tests.ground.sources import ROOT


@pytest.fixture(scope="module")
def pendulum() -> System:
    return System.of(lagr_gui.load(ROOT / "sample_models" / "double_pendulum.lagr"))


def fixed(system: System, **settings: object) -> lagr_gui.Settings:
    return replace(
        lagr_gui.settings_of(system.model), **{"method": "fixed", "step": 0.01} | settings
    )


def test_start_values_vary_as_in_single_simulations(pendulum: System) -> None:
    settings = fixed(pendulum, t_end=2, points=21)
    axes = {"q1": np.linspace(0, 2, 13), "q2'": [-1.0, 0.5]}
    words = ["q2", "q1'", "q2"]
    found = pendulum.sweep(axes, words, settings=settings, jobs=2)
    more = pendulum.sweep(axes, [*words, "E"], settings=settings, jobs=1)
    assert found.curves.tobytes() == np.ascontiguousarray(more.curves[:, :2]).tobytes()
    for number in (0, 7, 25):
        values = found.values(number)
        single = System.of(pendulum.model)
        usual = {entry.coordinate: entry for entry in pendulum.model.start}
        single.start(
            q1=(values["q1"], usual["q1"].velocity if "q1" in usual else 0),
            q2=(usual["q2"].position if "q2" in usual else 0, values["q2'"]),
        )
        motion = single.simulate(
            until=2, points=21, method="fixed", step=0.01, outputs=["q2", "q1'", "E"]
        )
        for k, word in enumerate(("q2", "q1'", "E")):
            assert more.curves[number, k].tobytes() == motion.outputs[word].tobytes()


def test_parameters_vary_against_the_closed_form() -> None:
    system = System("Oscillator", m=2, c=50, b="3*c")
    system.joint("prismatic", GROUND, system.body("Mass", mass="m"), "x", axis=(1, 0, 0))
    system.element("coordinate_spring", "spring", coordinate="x", c="b", q0=0)
    system.start(x=0.1)
    axes = {"m": [1.0, 2.0, -1.0, 4.0], "c": np.linspace(1, 9, 9)}
    found = system.sweep(axes, settings=fixed(system, t_end=3, points=31, step=0.005))
    for i, m in enumerate(axes["m"]):
        for j, c in enumerate(axes["c"]):
            if m < 0:
                assert np.isnan(found["x"][i, j]).all()
                continue
            expected = 0.1 * np.cos(np.sqrt(3 * c / m) * found.t)
            assert found["x"][i, j] == pytest.approx(expected, abs=1e-6)
    assert {*found.problems} == {*range(18, 27)} and "mass" in found.problems[18].lower()


def test_the_pendulum_on_its_head_is_stable_where_kapitza_says() -> None:
    system = System.of(lagr_gui.load(ROOT / "sample_models" / "kapitza_pendulum.lagr"))
    system.set(k=1e-4)
    omega = 200.0
    edge = np.sqrt(2 * 9.81 * 0.25) / omega
    axes = {"a": edge * np.linspace(0.96, 1.04, 17), "Omega": [omega], "q1": [0.02]}
    settings = fixed(system, t_end=8, points=801, step=2 * np.pi / omega / 40)
    farthest = np.abs(system.sweep(axes, ["q1"], settings=settings)["q1"]).max(axis=-1).ravel()
    stable = np.array(axes["a"])[farthest < 0.5]
    assert stable.min() == pytest.approx(edge, rel=0.01)
    assert (np.diff((farthest < 0.5).astype(int)) >= 0).all()


def test_cancels_are_heard_and_what_is_bound_is_refused(pendulum: System) -> None:
    settings = fixed(pendulum, t_end=2, points=21)
    with pytest.raises(Cancelled):
        pendulum.sweep(
            {"q1": np.linspace(0, 1, 999)}, settings=settings, jobs=2, cancel=lambda: True
        )
    loop = System.of(lagr_gui.load(ROOT / "sample_models" / "four_bar.lagr"))
    with pytest.raises(LagrError, match="no conditions"):
        loop.sweep({"q1": [0, 1]}, settings=fixed(loop))
