"""The linear equations in closed form under conditions, beside hand calculations and numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, linearize_symbolic, load, modes
from lagr_gui.analysis.small_motions import closed_form
from lagr_gui.expression import symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.prepared import prepare

SAMPLES = {path.stem: path for path in sample_models()}
BOUND = ["slider_crank", "four_bar", "chaplygin_sleigh", "rolling_disc", "gear_train"]


def hung_on_a_rod() -> System:
    """A mass point of Cartesian coordinates at a rod: a mathematical pendulum."""
    system = System("Pendulum", m=1.3, l=0.7, g=9.81)
    point = system.body("point", mass="m")
    system.joint("general", GROUND, point, "x", "y", distance=("x", "y", 0))
    system.element("rod", "rod", body_a=point, body_b=GROUND, l="l")
    system.start(x=0.1, y=-0.69)
    return system


@pytest.mark.parametrize("name", BOUND)
def test_a_general_place_gives_the_matrices_of_the_recursion(name: str) -> None:
    model = load(SAMPLES[name])
    found = linearize_symbolic(model, inputs=prepare(model).reading.coordinates)
    assert found.deviation is not None and found.deviation < 1e-12
    assert found.of("J")
    assert all(term.sources for entry in found.entries for term in entry.terms)


def test_a_moving_place_has_the_slopes_of_conditions_on_velocities() -> None:
    model = load(SAMPLES["chaplygin_sleigh"])
    rates = {"x": "2*cos(1/5)-3*a*sin(1/5)", "y": "2*sin(1/5)+3*a*cos(1/5)", "phi": "3"}
    found = linearize_symbolic(model, {"phi": "1/5"}, rates)
    assert found.deviation is not None and found.deviation < 1e-12
    assert found.of("J_q")


@pytest.mark.parametrize("lost", ["M", "K", "J"])
def test_a_lost_matrix_is_found(monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    right = closed_form.symbolic_linearization

    def wrong(*arguments: Any) -> SymbolicLinearization:
        found = right(*arguments)
        return replace(found, entries=tuple(e for e in found.entries if e.symbol != lost))

    monkeypatch.setattr(closed_form, "symbolic_linearization", wrong)
    found = linearize_symbolic(load(SAMPLES["four_bar"]))
    assert found.deviation is not None and found.deviation > 0.1


def test_a_mathematical_pendulum_in_cartesian_coordinates_has_its_frequency() -> None:
    found = linearize_symbolic(hung_on_a_rod().model, {"x": "0", "y": "-l"})
    assert found.deviation is not None and found.deviation < 1e-12
    assert set(found.of("J")) == {(1, 2)}  # x stays free
    assert not found.of("phi")
    (balance,) = found.of("r").values()
    known = {"m": 1.3, "g": 9.81, "l": 0.7}
    without, with_one = (value(balance.tree, known | {"lambda_1": force}) for force in (0, 1))
    force = {"lambda_1": without / (without - with_one)}
    K = value(found.of("K")[1, 1].tree, known | force)
    M = value(found.of("M")[1, 1].tree, known)
    assert pytest.approx(9.81 / 0.7) == K / M
    (mode,) = modes(hung_on_a_rod().model).modes
    assert abs(mode.eigenvalue) == pytest.approx(np.sqrt(9.81 / 0.7))


def test_positions_that_do_not_close_the_loop_are_told() -> None:
    with pytest.raises(LagrError, match="do not meet its conditions") as caught:
        linearize_symbolic(load(SAMPLES["slider_crank"]), {"phi": "0", "rho": "pi/2"})
    assert caught.value.problems[0].place == "Place, “C”"


def test_what_a_symbolic_place_has_to_meet_is_listed() -> None:
    found = linearize_symbolic(load(SAMPLES["slider_crank"]), {"phi": "phi0", "rho": "rho0"})
    assert found.deviation is None
    assert {symbol.name for symbol in symbols(found.of("phi")[2,].tree)} >= {"phi0", "rho0"}
