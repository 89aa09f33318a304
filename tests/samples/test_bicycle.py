"""Whipple's bicycle beside its published linear equations.

J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab: Linearized dynamics equations for the
balance and steer of a bicycle. Proc. R. Soc. A 463 (2007) 1955–1982, equations (5.3) and (A 3):
M q̈ + v C₁ q̇ + (g K₀ + v² K₂) q = 0 for lean and steer.
"""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.model import Simulation
from tests.samples.gallery import sample, with_values

M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
K0 = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
K2 = np.array([[0, 76.59734589573222], [0, 2.65431523794604]])
C1 = np.array([[0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]])
G, REAR, FRONT = 9.81, 0.3, 0.35


def published(v: float) -> np.ndarray:
    """The four eigenvalues of lean and steer."""
    stiffness, damping = G * K0 + v**2 * K2, v * C1
    below = [-np.linalg.solve(M, stiffness), -np.linalg.solve(M, damping)]
    return np.sort_complex(np.linalg.eigvals(np.block([[0 * M, np.eye(2)], below])))


def found(v: float) -> np.ndarray:
    """Those of the program about straight and upright rolling, apart from the zeros."""
    rates = {"x": v, "theta_R": v / REAR, "theta_F": v / FRONT}
    place = {"t": 0, "q": {"z": REAR}, "qd": rates}
    eigenvalues = np.linalg.eigvals(pipeline.linearize(sample("whipple_bicycle"), place).A)
    return np.sort_complex(eigenvalues[np.abs(eigenvalues) > 1e-4])


@pytest.mark.parametrize("v", [0.0, 2.0, 3.5, 5.0, 6.5, 10.0])
def test_the_eigenvalues_are_the_published_ones(v: float) -> None:
    np.testing.assert_allclose(found(v), published(v), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(("v", "upright"), [(3.5, False), (4.6, True), (5.5, True)])
def test_it_keeps_itself_upright_between_the_published_speeds(v: float, upright: bool) -> None:
    model = with_values(sample("whipple_bicycle"), v=v, push=0.05)
    longer = model.model_copy(update={"simulation": Simulation(until=5.0)})
    trajectory = pipeline.simulate(longer)
    lean = np.abs(trajectory.q[:, trajectory.coordinates.index("phi")])
    early, late = np.max(lean[trajectory.t < 1]), np.max(lean[trajectory.t > 4])
    assert (late < early / 2) == upright
