"""Attitudes by three turns: angles and attitudes both ways, rates, and the lock."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from lagr_gui.numerics.attitudes import TurnSequence

ALL = ["".join(s) for s in product("XYZ", repeat=3) if s[0] != s[1] != s[2]]
AXES = dict(zip("XYZ", np.eye(3), strict=True))


def sequence(letters: str) -> TurnSequence:
    return TurnSequence(np.array([AXES[letter] for letter in letters]))


@pytest.mark.parametrize("letters", ALL)
def test_attitudes_are_those_of_scipy_and_give_their_angles_back(letters: str) -> None:
    angles = np.random.default_rng(1).uniform(-3, 3, (40, 3))
    own = sequence(letters)
    R = own.turn(angles)
    assert own.whole
    assert pytest.approx(Rotation.from_euler(letters, angles).as_matrix(), abs=1e-14) == R
    pole, opening = own.pole(R), own.opening(angles[:, 1])
    assert pole[:, 0] == pytest.approx(opening * np.cos(angles[:, 0]), abs=1e-14)
    assert pole[:, 1] == pytest.approx(opening * np.sin(angles[:, 0]), abs=1e-14)
    others = np.stack(own.others(R, angles[:, 0]), axis=1)
    assert np.exp(1j * others) == pytest.approx(np.exp(1j * angles[:, 1:]), abs=1e-13)


@pytest.mark.parametrize("letters", ["XYZ", "ZXZ"])
def test_rates_and_accelerations_are_derivatives(letters: str) -> None:
    own, h = sequence(letters), 1e-4
    source = np.random.default_rng(2)
    start, rate, bend = source.uniform(-1, 1, (3, 3))

    def at(t: float) -> np.ndarray:
        return (start + rate * t + bend * t * t / 2)[None]

    def omega(t: float) -> np.ndarray:
        return np.einsum("nij,j->ni", own.columns(at(t)), rate + bend * t)

    R, turned = own.turn(at(0))[0], (own.turn(at(h)) - own.turn(at(-h)))[0] / (2 * h)
    hat = turned @ R.T
    assert omega(0)[0] == pytest.approx([hat[2, 1], hat[0, 2], hat[1, 0]], abs=1e-7)
    columns = own.columns(at(0))
    assert own.rates(columns, omega(0))[0] == pytest.approx(rate, abs=1e-12)
    alpha = (omega(h) - omega(-h)) / (2 * h)
    assert own.rates(columns, alpha - own.bend(columns, rate[None]))[0] == pytest.approx(
        bend, abs=1e-6
    )
    pole = (own.pole(own.turn(at(h))) - own.pole(own.turn(at(-h)))) / (2 * h)
    assert own.pole_rate(own.turn(at(0)), omega(0)) == pytest.approx(pole, abs=1e-6)


@pytest.mark.parametrize(("letters", "lock"), [("XYZ", np.pi / 2), ("ZYX", -np.pi / 2), ("ZXZ", 0)])
def test_in_the_lock_the_first_turn_rests_and_the_last_does_all(letters: str, lock: float) -> None:
    own = sequence(letters)
    columns = own.columns(np.array([[0.3, lock, -0.4]]))
    rates = own.rates(columns, columns[:, :, 0] * 2.0 + columns[:, :, 1] * 0.5)
    assert np.abs(rates) == pytest.approx(np.array([[0.0, 0.5, 2.0]]), abs=1e-12)


def test_only_a_middle_axis_across_both_others_reaches_every_attitude() -> None:
    x, y, _ = np.eye(3)
    skew = np.array([np.cos(0.3), 0, np.sin(0.3)])
    assert TurnSequence(np.array([x, y, skew])).whole
    assert not TurnSequence(np.array([x, (x + y) / np.sqrt(2), x])).whole
    assert not TurnSequence(np.array([y, y, x])).whole
