"""Random linear plants with random blocks: motions and eigenvalues are those of their matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.linalg import eig, expm
from scipy.optimize import linear_sum_assignment

from lagr_gui.simulation.linear.sampled import SampledLinearization, SampledModes
from tests.oracle.conftest import Extent
from tests.oracle.plants import Plant, random_plant
from tests.oracle.sampled_plants import sampled_plant


def test_random_plants_with_blocks_move_as_matrix_exponentials(extent: Extent) -> None:
    for seed in extent.seeds(2, 200):
        plant = random_plant(seed)
        system, f = plant.system, len(plant.system.model.coordinates)
        found = system.simulate(until=1)
        assert found.certificate is not None and found.certificate.holds, seed
        known = expm(plant.A) @ plant.start
        size = np.max(np.abs(known))
        assert found.y[-1, : 2 * f] == pytest.approx(known[: 2 * f], abs=1e-8 * size), seed
        given = [found[name][-1] for name in plant.outputs]
        shown = plant.rows @ known
        near = 1e-8 * max(size, np.max(np.abs(plant.rows)) * size)
        assert given == pytest.approx(shown, abs=near), seed
        check_eigenvalues(plant, seed)


def check_eigenvalues(plant: Plant, seed: int) -> None:
    """Each is told once, as exactly as rounding of A lets it be (Wilkinson's condition numbers)."""
    solved: Any = eig(plant.A, left=True)
    values, left, right = solved
    told = plant.system.modes(at="start").eigenvalues
    assert len(told) == len(values), seed
    far = np.abs(np.subtract.outer(values, told))
    rows, columns = linear_sum_assignment(far)
    condition = 1 / np.maximum(np.abs(np.sum(left.conj() * right, axis=0)), 1e-300)
    size = max(1.0, float(np.linalg.norm(plant.A, 2)))
    allowed = size * np.maximum(1e-9, 1e-14 * condition)
    multiple = condition > 1e5  # roots that are nearly double move by the root of rounding
    allowed[multiple] = size * 1e-4
    assert np.all(far[rows, columns] < allowed[rows]), seed


def test_random_plants_with_sampled_laws_move_as_their_maps(extent: Extent) -> None:
    """Laws with up to three sample times, and noise; eigenvalues are those of the map over all."""
    for seed in extent.seeds(1, 200):
        plant = sampled_plant(seed)
        system, f = plant.system, len(plant.system.model.coordinates)
        steps = 2 * plant.period + 1
        found = system.simulate(until=(steps + 0.5) * plant.h)
        known = plant.moved(steps)[: 2 * f]
        size = float(np.max(np.abs(known)))
        told = found.states_at(steps * plant.h)[: 2 * f]
        assert told == pytest.approx(known, abs=1e-8 * size), seed
        rest: dict[str, Any] = {"q": {}, "qd": {}, "z": {}}
        linear, modes = system.linearize(rest), system.modes(rest)
        assert isinstance(linear, SampledLinearization) and isinstance(modes, SampledModes)
        at = [linear.states.index(name) for name in plant.names]
        assert linear.Ad[np.ix_(at, at)] == pytest.approx(plant.map, abs=1e-12), seed
        solved: Any = eig(plant.map, left=True)
        values, left, right = solved
        far = np.abs(np.subtract.outer(values, modes.z))
        rows, columns = linear_sum_assignment(far)
        condition = 1 / np.maximum(np.abs(np.sum(left.conj() * right, axis=0)), 1e-300)
        allowed = np.where(condition > 1e5, 1e-4, np.maximum(1e-9, 1e-14 * condition))
        assert np.all(far[rows, columns] < allowed[rows]), seed
        size = float(np.max(np.abs(values)))
        assert (modes.stability == "unstable") == (size > 1), seed
