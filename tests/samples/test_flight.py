"""The quadruped in flight keeps what nothing outside can change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.expression import read
from lagr_gui.expression.arithmetic import value
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.model import Model
from tests.samples.gallery import sample, with_values

H = 1e-3


def masses(model: Model) -> dict[int, float]:
    known = parameter_values(model)
    return {body.number: value(read(body.mass), known) for body in model.bodies}


def tensor(model: Model, number: int) -> np.ndarray:
    i, known = model.body(number).inertia, parameter_values(model)
    entries = [[i.xx, i.xy, i.xz], [i.xy, i.yy, i.yz], [i.xz, i.yz, i.zz]]
    return np.array([[value(read(entry), known) for entry in row] for row in entries])


def around(model: Model, times: list[float]) -> pipeline.Motion:
    """Poses at t − 2h … t + 2h for each of the times."""
    trajectory = pipeline.simulate(model)
    grid = np.array([t + k * H for t in times for k in (-2, -1, 0, 1, 2)])
    q, qd = trajectory.at(grid)
    return pipeline.motion(model, replace(trajectory, t=grid, q=q, qd=qd))


def rate(samples: np.ndarray) -> np.ndarray:
    """The derivative in the middle of five samples (order 4)."""
    return (samples[0] - 8 * samples[1] + 8 * samples[3] - samples[4]) / (12 * H)


def angular_momentum(model: Model, motion: pipeline.Motion, first: int) -> np.ndarray:
    """About the common centre of mass, in space axes; poses only."""
    m, five = masses(model), slice(first, first + 5)
    total = sum(m.values())
    centre = sum(m[n] * motion.x[n][five] for n in m) / total
    L = np.zeros(3)
    for n in m:
        arm = motion.x[n][five] - centre
        R = motion.R[n][five]
        spin = rate(R) @ R[2].T
        omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        L += m[n] * np.cross(arm[2], rate(arm)) + R[2] @ tensor(model, n) @ R[2].T @ omega
    return L


@pytest.mark.parametrize("g", [0.0, 9.81])
def test_the_legs_do_not_change_the_angular_momentum(g: float) -> None:
    model = with_values(sample("quadruped"), g=g)
    motion = around(model, [0.1, 0.4, 0.8, 1.1])
    found = np.array([angular_momentum(model, motion, 5 * i) for i in range(4)])
    assert np.linalg.norm(found[0]) > 0.1
    assert np.ptp(found, axis=0) == pytest.approx([0, 0, 0], abs=1e-6)


def test_the_centre_of_mass_follows_a_parabola() -> None:
    model = sample("quadruped")
    trajectory = pipeline.simulate(model)
    motion = pipeline.motion(model, trajectory)
    m = masses(model)
    centre = sum(m[n] * motion.x[n] for n in m) / sum(m.values())
    t = trajectory.t
    for axis, g in ((0, 0.0), (1, 0.0), (2, -9.81)):
        curve = np.polynomial.Polynomial.fit(t, centre[:, axis], 2).convert().coef
        assert centre[:, axis] == pytest.approx(np.polynomial.polynomial.polyval(t, curve))
        assert curve[2] == pytest.approx(g / 2, abs=1e-6)
