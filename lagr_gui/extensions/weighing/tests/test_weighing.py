"""Weights of terms, and the errors of the equations without the light ones."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, load, write
from lagr_gui.cli.__main__ import main
from lagr_gui.foundation.resource import sample_models
from tests.face.test_every_error import refused, swing

SAMPLES = {path.stem: path for path in sample_models()}
ROUNDING = 1e-9


def pendulum(start: float, **parameters: float) -> System:
    system = System("pendulum", **{"m": 2.0, "l": 0.5, "k": 0.0, **parameters})
    bob = system.body(mass="m")
    system.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0))
    system.element("coordinate_damper", "air", coordinate="phi", k="k")
    system.start(phi=start)
    return system


def double(first: float, second: float) -> System:
    system = System("double", m1=1.0, m2=0.6, l1=0.5, l2=0.4)
    one, two = system.body(mass="m1"), system.body(mass="m2")
    system.joint("revolute", GROUND, one, "a", point_child=(0, "l1", 0))
    system.joint("revolute", one, two, "b", point_child=(0, "l2", 0))
    system.start(a=first, b=second)
    return system


def test_a_term_weighs_what_it_is_over_the_largest_beside_it():
    """m l² φ̈ and m g l sin φ balance but for k φ̇, whose peak is k max |φ̇|."""
    system = pendulum(0.3, k=0.01)
    motion = system.simulate(until=3)
    weights = {t.key: t for t in system.weigh(motion).terms}
    largest = 2.0 * 9.81 * 0.5 * np.sin(0.3)
    drag = 0.01 * np.max(np.abs(motion.qd))
    texts = [write(t.tree) for t in system.equations().of("Q")[0].terms]
    by_text = {text: weights["Q", (1,), i] for i, text in enumerate(texts)}
    assert by_text["-k*phi'"].weight == pytest.approx(drag / largest, rel=1e-6)
    assert by_text["-m*g*l*sin(phi)"].weight == pytest.approx(1.0)
    assert by_text["-k*phi'"].peaks == ((1, pytest.approx(drag, rel=1e-6)),)


@pytest.mark.parametrize("accuracy", [0.0, 1e-3, 0.02, 0.1, 0.5])
@pytest.mark.parametrize("coordinates", ["", "absolute"])
def test_true_errors_stay_below_their_bounds(accuracy: float, coordinates: str):
    system = double(0.5, -0.4)
    found = system.shorten(accuracy, system.simulate(until=2, points=201), coordinates=coordinates)
    assert all(value <= accuracy for value in found.residual)
    for error, bound in zip(found.error, found.bound, strict=True):
        assert error <= bound * (1 + ROUNDING) + ROUNDING
    assert bool(found.dropped) == any(found.bound)


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "overhead_crane", "spinning_top"])
def test_bounds_hold_for_samples_with_and_without_conditions(name: str):
    system = System.of(load(SAMPLES[name]))
    motion = system.simulate(until=0.5, points=101)
    for accuracy in (0.01, 0.2):
        found = system.shorten(accuracy, motion)
        scale = float(np.max(np.abs(motion.qdd)))
        for error, bound in zip(found.error, found.bound, strict=True):
            assert error <= bound * (1 + 1e-6) + 1e-7 * scale


def test_more_accuracy_leaves_no_more_out_and_none_leaves_nothing_out():
    system = double(0.5, -0.4)
    weighing = system.weigh(system.simulate(until=2, points=201))
    counts = [len(weighing.dropped(e)) for e in (0.0, 1e-3, 1e-2, 0.1, 0.5)]
    assert counts[0] == 0 and counts == sorted(counts) and counts[-1] > 0


def test_small_oscillations_lose_what_textbooks_leave_out():
    """Velocity products of a double pendulum are of third order in the amplitude."""
    system = double(0.02, 0.03)
    found = system.shorten(0.01, system.simulate(until=2, points=201))
    assert not found.sheet.of("Gamma") and len(found.sheet.of("g")) == 3
    assert max(found.deviation) < 1e-3


def test_the_shorter_motion_is_that_of_the_shorter_system():
    """A drag that is left out: the motion is that of the system drawn without it."""
    system = pendulum(0.3, k=0.004)
    motion = system.simulate(until=2, points=101)
    found = system.shorten(0.05, motion)
    assert "k" not in {str(s) for e in found.sheet.of("Q") for s in (write(e.tree),) if "k" in s}
    free = pendulum(0.3).simulate(until=2, points=101)
    assert np.allclose(found.q, free.q, atol=1e-7)
    assert found.deviation[0] == pytest.approx(np.max(np.abs(free.q - motion.q)), rel=1e-3)


def test_nothing_is_lost_at_full_accuracy():
    system = double(0.5, -0.4)
    found = system.shorten(0.0, system.simulate(until=1, points=51))
    assert not found.dropped and max(found.deviation) < 1e-7


def test_a_box_of_states_serves_in_place_of_a_motion():
    system = double(0.0, 0.0)
    slow = system.shorten(0.01, box={"a": (-0.1, 0.1), "b": (-0.1, 0.1), "a'": (-0.01, 0.01)})
    assert not slow.sheet.of("Gamma") and slow.deviation == ()
    fast = system.shorten(0.01, box={"b": (0.5, 1.0), "a'": (5.0, 9.0), "b'": (5.0, 9.0)})
    assert len(fast.sheet.of("Gamma")) == 3


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "no states"),
        ({"box": {"c": (0, 1)}}, "no coordinate"),
        ({"box": {"a": (1, 0)}}, "range"),
        ({"box": {"a": (0, 1)}, "form": "structured"}, "multiplied out"),
    ],
)
def test_what_cannot_be_weighed_is_said(given: dict, words: str):
    with pytest.raises(LagrError, match=words):
        double(0, 0).weigh(**given)


REFUSED: dict[str, Callable[[System], object]] = {
    "box": lambda s: s.weigh(box={"psi": (0, 1)}),
    "accuracy": lambda s: s.shorten(-1, box={"phi": (0, 1)}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_question_that_cannot_be_answered_is_told_with_a_remedy(name: str) -> None:
    refused(lambda: REFUSED[name](swing()))


@pytest.mark.parametrize("name", REFUSED)
def test_an_unsound_model_is_told_by_every_question(name: str) -> None:
    system = swing()
    system.joint("revolute", 1, 9, "beta")
    refused(lambda: REFUSED[name](system))


def test_an_accuracy_is_a_number_between_0_and_1():
    system = double(0, 0)
    for wrong in (-0.1, 2, float("nan"), "x"):
        with pytest.raises(LagrError, match="0 to 1"):
            system.shorten(wrong, box={"a": (0, 1)})


def test_the_command_line_gives_weights_errors_and_the_shorter_equations(capsys):
    words = ["weigh", str(SAMPLES["double_pendulum"]), "--box", "q1'=-0.1..0.1"]
    assert main([*words, "--box", "q2=0..1", "--accuracy", "0.05", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["terms"] and len(found["residual"]) == 2 and found["equations"]["entries"]
    assert all(value <= 0.05 for value in found["residual"])
    assert main([*words, "--accuracy", "0.05"]) == 0
    assert "bound" in capsys.readouterr().out
    assert main(words) == 0
    assert "Weights" in capsys.readouterr().out
