"""Texts show what is meant: 0 for rounding, one name for each multiplier, one angle for a turn."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.exchange import rounding
from lagr_gui.foundation.resource import sample_models
from tests.samples.gallery import SMOOTH

SAMPLES = {path.stem: str(path) for path in sample_models()}
NUMBER = re.compile(r"-?\d[\d.]*(?:e[+-]?\d+)?")


def text(capsys, *words: str) -> str:
    main(list(words))
    return capsys.readouterr().out


@pytest.mark.parametrize("command", ["equilibrium", "modes", "linearize"])
@pytest.mark.parametrize(
    "name", ["rolling_disc", "mass_spring_chain", "rotating_beam", "cantilever", "furuta_pendulum"]
)
def test_no_rounding_is_printed(capsys, command: str, name: str) -> None:
    said = re.sub(
        r"(forces left|residual|from the numbers:) \S+", "", text(capsys, command, SAMPLES[name])
    )
    numbers = [float(found) for found in NUMBER.findall(said)]
    assert len(numbers) >= 10
    assert all(number == 0 or abs(number) > 1e-9 for number in numbers), said
    assert "-0 " not in said and "-0," not in said and "-180°" not in said


def test_json_keeps_every_digit(capsys) -> None:
    found = json.loads(text(capsys, "equilibrium", SAMPLES["mass_spring_chain"], "--json"))
    first = np.array(found["equilibria"][0]["q"])
    assert np.any((first != 0) & (np.abs(first) < 1e-12))


def test_small_charges_and_lengths_are_no_rounding(capsys) -> None:
    """A condenser microphone rests at −1.1 µm with 0.14 nC more charge."""
    said = text(capsys, "equilibrium", SAMPLES["condenser_microphone"])
    x, q = map(float, re.findall(r"[xq] = (\S+?)(?:,|\n)", said)[:2])
    assert -2e-6 < x < -1e-7 and 1e-11 < q < 1e-9
    kept = rounding.positions(np.array([1e-16, 3e-19]), ("x", "q"), {"x": "m", "q": "C"})
    assert kept.tolist() == [0.0, 3e-19]


@pytest.mark.parametrize("noise", [0.0, 1e-18, -1e-18])
def test_a_phase_of_half_a_turn_has_one_sign(noise: float) -> None:
    assert rounding.phase(complex(-1, noise)) == 180.0
    assert math.copysign(1, rounding.phase(complex(1, noise))) == 1.0


def test_what_is_small_but_true_stays_in_matrices() -> None:
    """Damping of one millionth is shown, zeros of a symmetric chain are."""
    from lagr_gui import System

    system = System(gravity=(0, 0, 0), k=1e-9)
    for number in (1, 2):
        system.body(mass=1)
        system.joint("prismatic", 0, number, f"x{number}", axis=(1, 0, 0))
        system.element("coordinate_spring", coordinate=f"x{number}", c=1)
    system.element("coordinate_damper", coordinate="x1", k="k")
    shown = rounding.matrices(system.linearize())
    assert shown["D"].tolist() == [[1e-9, 0], [0, 0]]
    assert shown["K"].tolist() == [[1, 0], [0, 1]] and not shown["N"].any()


def test_a_rolling_disc_may_head_anywhere() -> None:
    """Upright, and upside down: two rows of positions, along ψ, each listed once."""
    found = pipeline.equilibria(pipeline.load(SAMPLES["rolling_disc"]))
    angles = sorted(abs(item.q[4]) for item in found.found)
    assert np.allclose(angles, np.pi / 2) and len(found.found) == 2
    (note,) = [note for note in found.notes if note.code == "not-isolated"]
    assert "differ in psi are" in note.cause
    start = pipeline.prepare(pipeline.load(SAMPLES["rolling_disc"])).start_values[0]
    for item in found.found:
        assert item.q[0] == start[0] and item.q[1] == start[1] and item.q[5] == start[5]


def test_half_a_turn_is_one_equilibrium_angle() -> None:
    found = pipeline.equilibria(pipeline.load(SAMPLES["double_pendulum"]))
    assert all(item.q.min() > -3 for item in found.found)


def test_positions_beyond_a_stop_are_no_equilibria() -> None:
    """A pendulum that a stop keeps from swinging over hangs, but does not stand."""
    from lagr_gui import System

    system = System()
    system.body(mass=1)
    system.joint("revolute", 0, 1, "q", point_child=(0, 1, 0))
    assert len(system.equilibria().found) == 2
    system.element("stop", coordinate="q", lower=-1, upper=1)
    found = system.equilibria()
    assert [abs(item.q[0]) < 1e-9 for item in found.found] == [True]
    assert [note.code for note in found.notes] == ["limits"]


def test_a_force_that_fades_away_is_not_in_balance() -> None:
    from lagr_gui import System

    system = System()
    system.element("energies", "e", own=("z",), kinetic="z'^2/2", potential="1/z")
    system.start(z=1.0)
    assert not system.equilibria().found


def test_multipliers_of_a_joint_are_told_apart(capsys) -> None:
    """Those named forces along x, y, z are the force of the joint in space axes."""
    said = text(capsys, "evaluate", SAMPLES["bennett"])
    (joint,) = set(re.findall(r"lambda of (\S+) ", said))
    names = re.findall(r"lambda of \S+ \(([^)]+)\)", said)
    assert len(set(names)) == len(names) == 5
    force = re.search(rf"reaction of {joint}: force (.+?);", said)
    assert force is not None
    for axis, value in zip("xyz", force[1].split(", "), strict=True):
        found = re.search(rf"\(force along {axis}\): (\S+)", said)
        assert found is not None
        assert float(found[1]) == pytest.approx(float(value), rel=1e-8, abs=1e-12)


@pytest.mark.parametrize("name", SMOOTH)
def test_every_condition_of_a_sample_has_its_word(name: str) -> None:
    model = pipeline.load(SAMPLES[name])
    words = pipeline.condition_words(model)
    q, qd = pipeline.prepare(model).start_values
    (found,) = pipeline.evaluate(model, [{"t": 0.0, "q": q, "qd": qd}])
    keys = list(zip(found.sources, words, strict=True))
    assert len(set(keys)) == len(keys)
