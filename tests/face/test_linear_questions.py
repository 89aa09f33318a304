"""Equilibria, small motions and responses of random chains, beside plain linear algebra."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from lagr_gui import LagrError, System
from lagr_gui.expression.arithmetic import value
from tests.face.chains import accelerations, chain, jacobians, several

SEEDS = range(5)


@cache
def settled(seed: int) -> tuple[System, Any]:
    """A damped chain and an equilibrium of it near its start."""
    system = chain(seed)
    near = dict.fromkeys(system.check().coordinates, 0.1)
    return system, system.equilibria(near=near)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_moves_in_an_equilibrium(seed: int) -> None:
    system, found = settled(seed)
    assert found.found
    for item in found.found:
        qdd = accelerations(system, 0.0, item.q, 0 * item.q)
        assert qdd == pytest.approx(np.zeros(len(item.q)), abs=1e-7)
        assert item.residual == pytest.approx(np.zeros(len(item.q)), abs=1e-8)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_energy_of_an_equilibrium_is_that_of_its_state(seed: int) -> None:
    system, found = settled(seed)
    states = [{"q": item.q.tolist(), "qd": [0.0] * len(item.q)} for item in found.found]
    for item, entry in zip(found.found, system.evaluate(states), strict=True):
        assert item.energy == pytest.approx(entry.U, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_stable_is_where_the_potential_has_a_minimum(seed: int) -> None:
    system, found = settled(seed)
    for item in found.found[:3]:
        f, h = len(item.q), 1e-4
        steps = np.eye(f) * h
        rows = [
            {"q": (item.q + a * steps[i] + b * steps[j]).tolist(), "qd": [0.0] * f}
            for i in range(f)
            for j in range(f)
            for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1))
        ]
        U = np.array([entry.U for entry in system.evaluate(rows)]).reshape(f, f, 4)
        hessian = (U[..., 0] - U[..., 1] - U[..., 2] + U[..., 3]) / (4 * h * h)
        lowest = np.linalg.eigvalsh((hessian + hessian.T) / 2).min()
        assert item.stability.endswith("stable") or lowest < 1e-3
        assert bool(lowest > 0) is (item.stability in ("stable", "asymptotically stable"))


@cache
def linear(seed: int) -> tuple[System, Any, Any]:
    system, found = settled(seed)
    place = {"t": 0.0, "q": found.found[0].q.tolist(), "qd": [0.0] * len(found.coordinates)}
    return system, place, system.linearize(at=place)


@pytest.mark.parametrize("seed", SEEDS)
def test_linear_matrices_are_slopes_of_the_accelerations(seed: int) -> None:
    system, place, found = linear(seed)
    q = np.array(place["q"])
    by_q, by_qd = jacobians(system, 0.0, q, 0 * q)
    assert -np.linalg.solve(found.M, found.K + found.N) == pytest.approx(by_q, rel=1e-4, abs=1e-4)
    assert -np.linalg.solve(found.M, found.D + found.G) == pytest.approx(by_qd, rel=1e-4, abs=1e-4)
    assert found.A[len(q) :, : len(q)] == pytest.approx(by_q, rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("seed", SEEDS)
def test_about_any_state_of_motion_the_slopes_are_those_of_the_accelerations(seed: int) -> None:
    system = chain(seed)
    source = np.random.default_rng(seed)
    f = len(system.check().coordinates)
    q, qd = source.uniform(-0.5, 0.5, f), source.uniform(-1, 1, f)
    found = system.linearize(at={"t": 0.3, "q": q.tolist(), "qd": qd.tolist()})
    by_q, by_qd = jacobians(system, 0.3, q, qd)
    assert found.A[f:, :f] == pytest.approx(by_q, rel=1e-4, abs=1e-4)
    assert found.A[f:, f:] == pytest.approx(by_qd, rel=1e-4, abs=1e-4)
    assert found.qdd == pytest.approx(accelerations(system, 0.3, q, qd), rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_eigenvalues_are_those_of_the_matrix_of_slopes(seed: int) -> None:
    system, place, _ = linear(seed)
    q = np.array(place["q"])
    f = len(q)
    by_q, by_qd = jacobians(system, 0.0, q, 0 * q)
    A = np.block([[np.zeros((f, f)), np.eye(f)], [by_q, by_qd]])
    wanted = np.linalg.eigvals(A)
    found = system.modes(at=place)
    for found_one in found.eigenvalues:
        assert np.min(np.abs(wanted - found_one)) < 1e-3 * (1 + abs(found_one))
    assert len(found.eigenvalues) == 2 * f


@pytest.mark.parametrize("seed", SEEDS)
def test_a_mode_solves_the_linear_equations(seed: int) -> None:
    system, place, found = linear(seed)
    for mode in system.modes(at=place).modes:
        s, v = mode.eigenvalue, mode.shape
        left = (s * s * found.M + s * found.P + found.S) @ v
        scale = np.linalg.norm(found.S) * np.linalg.norm(v)
        assert np.linalg.norm(left) <= 1e-8 * scale
        largest = v[np.argmax(np.abs(v))]
        assert largest.real > 0 and abs(largest.imag) < 1e-12 * abs(largest)
        assert mode.damping_ratio == pytest.approx(-s.real / abs(s))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_response_is_that_of_the_impedance(seed: int) -> None:
    system, place, found = linear(seed)
    name = found.coordinates[0]
    omega = [0.3, 1.1, 2.9, 7.0]
    answer = system.frequency_response(name, found.coordinates, omega, at=place)
    for w, row in zip(answer.omega, answer.transfer, strict=True):
        impedance = -w * w * found.M + 1j * w * found.P + found.S
        push = np.zeros(len(found.coordinates))
        push[0] = 1.0
        assert row == pytest.approx(np.linalg.solve(impedance, push), rel=1e-7, abs=1e-10)
    assert answer.amplitude == pytest.approx(np.abs(answer.transfer))


@pytest.mark.parametrize("seed", SEEDS)
def test_damping_takes_what_the_input_gives(seed: int) -> None:
    system, place, found = linear(seed)
    name = found.coordinates[0]
    answer = system.frequency_response(name, (name,), [0.7, 2.0, 5.0], at=place)
    given = np.real(1j * answer.omega * answer.transfer[:, 0]) / 2
    assert answer.dissipated == pytest.approx(given, rel=1e-7)


@pytest.mark.parametrize("seed", SEEDS)
def test_small_motions_follow_the_linear_equations(seed: int) -> None:
    system, place, found = linear(seed)
    q = np.array(place["q"])
    f = len(q)
    source = np.random.default_rng(seed)
    small = 1e-4 * source.standard_normal(f)
    rows = [(0.0, q + s * small, s * small) for s in (1, 0.5)]
    once, half = several(system, rows)
    predicted = found.A[f:] @ np.concatenate([small, small])
    assert once == pytest.approx(predicted, rel=2e-2, abs=1e-5)
    nonlinear = np.abs(once - predicted).max(), np.abs(half - predicted / 2).max()
    assert nonlinear[1] <= 0.3 * nonlinear[0] + 1e-9, "what is left is of second order"


@pytest.mark.parametrize("seed", range(4))
def test_symbolic_matrices_have_these_numbers(seed: int) -> None:
    system, place, found = linear(seed)
    at = dict(zip(found.coordinates, place["q"], strict=True))
    closed = system.linearize_symbolic({name: repr(value) for name, value in at.items()})
    numbers = {p.name: float(str(p.value)) for p in system.model.parameters}
    for name in ("M", "K", "D"):
        table = np.zeros((len(at), len(at)))
        for (i, j), entry in closed.of(name).items():
            table[i - 1, j - 1] = table[j - 1, i - 1] = value(entry.tree, numbers)
        assert table == pytest.approx(getattr(found, name), rel=1e-6, abs=1e-7), name


PLACES = [{"q": [0.1]}, "nowhere", 3, None, {"t": 0}]


@pytest.mark.parametrize("place", PLACES, ids=repr)
def test_a_place_that_is_none_is_told(place: Any) -> None:
    system, _ = settled(0)
    for ask in (system.linearize, system.modes):
        with pytest.raises((LagrError, TypeError)) as caught:
            ask(at=place)
        if isinstance(caught.value, LagrError):
            assert caught.value.problems[0].remedy


@pytest.mark.parametrize("name", ["", "nothing", "q1'", "1", "q1 + q2"])
def test_an_input_that_is_none_is_told_with_those_that_are(name: str) -> None:
    system, _ = settled(1)
    with pytest.raises(LagrError) as caught:
        system.frequency_response(name)
    assert caught.value.problems[0].remedy
    assert system.possible_inputs()


@pytest.mark.parametrize("seed", range(2))
def test_every_possible_input_acts(seed: int) -> None:
    system, place, _ = linear(seed)
    for name in system.possible_inputs()[:3]:
        found = system.linearize(at=place, inputs=name)
        assert found.inputs == (name,)
        assert np.isfinite(found.B).all()
