"""Conditions that stand for all others may become dependent later; then others must do so.

Bricard's mechanism (IFToMM benchmark A04): six hinges, redundant in every position.  It has one
freedom, so that the conditions and the energy alone determine its motion.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from lagr_gui import System, mobility, motion
from lagr_gui.simulation import Trajectory

CORNERS = np.array([(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)], float)
AXES = [(0, 1, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0)]


def bricard(cut: int | None = None) -> System:
    """Five rods of 1 kg and 1 m; hinge `cut` is the one that closes the loop."""
    system = System("Bricard's mechanism", g=9.81)
    centres = np.vstack([np.zeros(3), (CORNERS[:-1] + CORNERS[1:]) / 2])
    for start, end in pairwise(CORNERS):
        along = np.abs(end - start)
        system.body(mass=1, inertia=tuple(np.where(along > 0, 1e-9, 1 / 12).tolist()))
    for k, (corner, axis) in enumerate(zip(CORNERS, AXES, strict=True)):
        parent, child = k, (k + 1) % 6
        points = {
            "point_parent": tuple((corner - centres[parent]).tolist()),
            "point_child": tuple((corner - centres[child]).tolist()),
        }
        system.joint("revolute", parent, child, f"q{k + 1}", axis=axis, cut=k == cut, **points)
    return system


def run(system: System) -> tuple[Trajectory, np.ndarray]:
    trajectory = system.simulate(until=10, points=501)
    middle = motion(system.model, trajectory).x[3]
    return trajectory, middle


@pytest.fixture(scope="module")
def proposed() -> tuple[Trajectory, np.ndarray]:
    return run(bricard())


def test_a_redundant_loop_moves_on_where_its_first_conditions_fail(proposed) -> None:
    trajectory, _ = proposed
    assert trajectory.t[-1] == 10
    assert np.max(np.abs(trajectory.q[:, 0])) > 2.8  # beyond 1.56, where the first choice ends
    assert np.max(np.abs(trajectory.T + trajectory.U - trajectory.T[0] - trajectory.U[0])) < 1e-7
    assert max(np.max(trajectory.drift), np.max(trajectory.slip)) < 1e-9


@pytest.mark.parametrize("cut", [1, 4])
def test_the_motion_does_not_depend_on_the_cut(proposed, cut: int) -> None:
    trajectory, middle = run(bricard(cut))
    np.testing.assert_allclose(middle, proposed[1], atol=1e-6)
    assert len(trajectory.q[0]) == 5


def test_one_condition_follows_from_the_others_though_the_count_leaves_no_freedom() -> None:
    found = mobility(bricard().model)
    assert (found.grubler, found.freedom.rank, found.freedom.freedoms) == (0, 4, 1)
    assert "1 of them follows from the others" in found.notes[0].cause
