"""Linear equations along a motion, beside equations whose solutions are known."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui.foundation.arrays import Array
from lagr_gui.simulation.linear.variation import Rates, carried


def scalar(a, b=lambda t: 0 * t) -> Rates:
    """ẋ = a(t) x + b(t)."""
    return lambda t: (a(t)[:, None, None], b(t)[:, None, None])


ONE = np.ones((1, 1))


def test_a_smooth_equation_takes_few_steps() -> None:
    asked: list[int] = []

    def rates(t: Array) -> tuple[Array, Array]:
        asked.append(len(t))
        return scalar(np.cos)(t)

    t = np.linspace(0, 6, 13)
    found = carried(rates, t, ONE)[:, 0, 0]
    assert found == pytest.approx(np.exp(np.sin(t)), rel=1e-11)
    assert sum(asked) < 700


def test_coefficients_that_hurry_are_followed() -> None:
    t = np.linspace(0, 2, 3)
    found = carried(scalar(lambda t: 30 * np.cos(30 * t)), t, ONE)[:, 0, 0]
    assert found == pytest.approx(np.exp(np.sin(30 * t)), rel=1e-9)


def test_a_jump_of_coefficients_is_found() -> None:
    jump = 1 / np.pi
    t = np.linspace(0, 1, 2)
    found = carried(scalar(lambda t: 0 * t, lambda t: 1.0 * (t > jump)), t, 0 * ONE)
    assert found[-1, 0, 0] == pytest.approx(1 - jump, abs=1e-5)


def test_what_fades_fast_takes_fewer_steps_than_explicit_ones_need() -> None:
    asked: list[int] = []

    def rates(t: Array) -> tuple[Array, Array]:
        asked.append(len(t))
        return scalar(lambda t: 0 * t - 1e6, lambda t: 1e6 * np.sin(t) + np.cos(t))(t)

    t = np.linspace(0, 3, 4)
    found = carried(rates, t, 0 * ONE)[:, 0, 0]
    assert found == pytest.approx(np.sin(t), abs=1e-8)
    assert sum(asked) < 1_000_000  # explicit steps: 3e6 times the stages over 3.3


def test_a_matrix_is_carried_with_all_its_columns() -> None:
    turn = np.array([[0.0, 1.0], [-4.0, 0.0]])

    def rates(t: Array) -> tuple[Array, Array]:
        return np.tile(turn, (len(t), 1, 1)), np.zeros((len(t), 2, 2))

    t = np.linspace(0, 5, 11)
    found = carried(rates, t, np.eye(2))
    expected = [[np.cos(2 * t), np.sin(2 * t) / 2], [-2 * np.sin(2 * t), np.cos(2 * t)]]
    assert found == pytest.approx(np.moveaxis(np.array(expected), 2, 0), abs=1e-10)


def test_noise_is_not_halved_for_ever() -> None:
    source, asked = np.random.default_rng(1), [0]

    def rates(t: Array) -> tuple[Array, Array]:
        asked[0] += len(t)
        assert asked[0] < 2_000_000
        return scalar(lambda t: 1e-6 * source.standard_normal(len(t)))(t)

    assert carried(rates, np.linspace(0, 1, 2), ONE)[-1, 0, 0] == pytest.approx(1, abs=1e-5)
