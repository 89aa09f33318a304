"""Random linear plants with random blocks: motions and eigenvalues are those of their matrices."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eig, expm
from scipy.optimize import linear_sum_assignment

from tests.oracle.conftest import Extent
from tests.oracle.plants import Plant, random_plant


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
    values, left, right = eig(plant.A, left=True)
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
