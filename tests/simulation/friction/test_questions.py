"""What is asked of systems with dry friction is answered with it, or refused by its name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lagr_gui
from lagr_gui import LagrError, pipeline
from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from tests.each import each
from tests.simulation.friction.drawings import Drawn, belt, oscillator
from tests.simulation.friction.units import Units

NAME = "joint_friction 2"


def rubbing() -> Model:
    """A mass on a spring with dry friction."""
    return oscillator(Drawn(), Units()).model


QUESTIONS = {
    "linearize": lambda m: lagr_gui.linearize(m),
    "modes": lambda m: lagr_gui.modes(m),
    "frequency response": lambda m: lagr_gui.frequency_response(m, "x", ["x"]),
    "linearize in closed form": lambda m: lagr_gui.linearize_symbolic(m),
    "root locus": lambda m: pipeline.root_locus(m, {"c": [90, 100]}),
    "stability": lambda m: pipeline.stability(m, {"c": [90, 100]}),
    "periodic": lambda m: pipeline.periodic_motion(m, 1.0),
    "sensitivities": lambda m: pipeline.sensitivities(m, ["c"]),
    "fit": lambda m: pipeline.fit(m, {"t": [0, 0.1], "x": [0.5, 0.4]}, {"c": None}),
    "inverse": lambda m: pipeline.inverse(m, {"x": "sin(t)"}),
    "signal flow": lambda m: pipeline.signal_flow(m),
    "weigh": lambda m: pipeline.weigh(m, lagr_gui.simulate(m)),
    "evaluate at rest": lambda m: lagr_gui.evaluate(m, {"q": [0.5], "qd": [0]}),
}


@each("name", QUESTIONS)
def test_questions_that_know_one_set_of_equations_are_refused(name: str) -> None:
    with pytest.raises(LagrError, match=f"Element “{NAME}”|Motion: "):
        QUESTIONS[name](rubbing())


WITHOUT = ["jax", "casadi", "object", "autolev", "deck"]
"""What is written in these knows no modes."""


@each("target", WITHOUT)
def test_programs_that_would_leave_friction_out_are_refused(target: str) -> None:
    model = rubbing()
    known = {"model": model, "prepared": prepare(model), "reading": prepare(model).reading}
    with pytest.raises(LagrError, match=f"Element “{NAME}”"):
        EXPORTS[target].write(known.get)


def test_what_is_written_in_python_keeps_friction(tmp_path: Path) -> None:
    model = belt(Drawn(), Units()).model
    path = tmp_path / "belt.lagr"
    lagr_gui.save(model, path)
    assert lagr_gui.load(path).element(NAME) == model.element(NAME)


def test_accelerations_at_states_are_those_of_sliding_there() -> None:
    for speed in (0.3, -0.3):
        state = {"q": [0.02], "qd": [speed]}
        (found,) = lagr_gui.evaluate(rubbing(), state)
        expected = -100 * 0.02 - 3 * np.sign(speed)
        assert found.qdd == pytest.approx([expected])
        assert lagr_gui.accelerations(rubbing(), "kane", state)[0] == pytest.approx([expected])


def test_friction_is_neither_linear_nor_conservative() -> None:
    found = lagr_gui.classify(rubbing())
    assert (found.linear, found.conservative) == (False, False)


def test_friction_strikes_nothing() -> None:
    assert lagr_gui.strike(rubbing(), {"q": [0.5], "qd": [1.0]}) == []
