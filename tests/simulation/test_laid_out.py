"""Closed paths start as their given values lay them out, however they are drawn and cut."""

from __future__ import annotations

import random
from math import acos

import numpy as np
import pytest

from lagr_gui import System
from lagr_gui.analysis.positions.start_positions import StandingWalk
from lagr_gui.foundation.problem import Problem
from lagr_gui.model import Model, StartValue
from lagr_gui.prepared import prepare
from tests.simulation.laid_out import LaidOut, laid_out, marked, started


def begun(laid: LaidOut, model: Model) -> tuple[float, list[Problem]]:
    """How far bodies stand from their places, beside the size of the model, and warnings."""
    prepared = prepare(model)
    found = prepared.assembly
    walk = StandingWalk(prepared)
    q = dict(zip(prepared.coordinates, found.q.tolist(), strict=True))
    poses = walk.poses({**walk.names, **q})
    size = max(float(np.linalg.norm(x)) for x, _ in laid.poses.values())
    away = [np.max(np.abs(poses[n][0] - x)) / size for n, (x, _) in laid.poses.items()]
    away += [np.max(np.abs(poses[n][1] - R)) for n, (_, R) in laid.poses.items()]
    return max(away), [note for note in found.notes if note.code == "start-changed"]


@pytest.mark.parametrize("seed", range(5))
def test_loops_start_as_given_values_lay_them_out(seed: int) -> None:
    laid, source = laid_out(seed), random.Random(seed)
    model = started(laid, source)
    away, changed = begun(laid, marked(model, source) if seed % 2 else model)
    assert away < 1e-8 and not changed


@pytest.mark.parametrize("size", [1e-6, 1e6])
def test_small_and_large_loops_start_so_too(size: float) -> None:
    laid, source = laid_out(3, size, mass=1 / size), random.Random(3)
    away, changed = begun(laid, started(laid, source))
    assert away < 1e-8 and not changed


@pytest.mark.parametrize("seed", [0, 1])
def test_rounded_start_values_are_touched_up_and_decide_the_assembly(seed: int) -> None:
    laid, source = laid_out(seed), random.Random(seed)
    away, changed = begun(laid, started(laid, source, some=1.0, digits=4))
    assert 0 < away < 1e-2
    assert changed and all("would be missed by" in note.cause for note in changed)


def drawn_round() -> System:
    """A four-bar 0.3, 0.8, 0.6 over 0.9 m, from body 0 around to body 0, without start values."""
    system = System("Four-bar")
    before = (0, 0, 0)
    for number, length in enumerate((0.3, 0.8, 0.6), start=1):
        system.body(mass=1, inertia=(0, length**2 / 12, length**2 / 12))
        end = {"point_parent": before, "point_child": (-length / 2, 0, 0)}
        system.joint("revolute", number - 1, number, f"q{number}", **end)
        before = (length / 2, 0, 0)
    system.joint("revolute", 3, 0, "q4", point_parent=before, point_child=(0.9, 0, 0))
    return system


@pytest.mark.parametrize("cut", range(4))
@pytest.mark.parametrize("elbow", [1, -1])
def test_a_hinge_that_the_user_cuts_decides_the_assembly_by_its_value(cut: int, elbow: int) -> None:
    """With the crank along the base the coupler stands above it or below, as q2 says."""
    model = drawn_round().model
    joints = [j.having(cut=i == cut) for i, j in enumerate(model.joints)]
    q2 = elbow * acos((0.8**2 + 0.6**2 - 0.6**2) / (2 * 0.8 * 0.6))
    start = (StartValue(coordinate="q1"), StartValue(coordinate="q2", position=q2))
    prepared = prepare(model.having(joints=tuple(joints), start=start))
    found = dict(zip(prepared.coordinates, prepared.assembly.q, strict=True))
    assert found.get("q1", 0.0) == 0
    assert found.get("q2", q2) == pytest.approx(q2, abs=1e-9)
    assert np.sin(found.get("q3", -elbow)) * elbow < 0
    assert not [n for n in prepared.assembly.notes if n.code == "start-changed"]


def test_equations_know_where_start_values_cut() -> None:
    """What is kept of one drawing is not taken for that of another that is cut elsewhere."""
    model, coordinates = drawn_round().model, set()
    for name in ("q1", "q2", "q3", "q4"):
        told = (StartValue(coordinate=n) for n in ("q1", "q2", "q3", "q4") if n != name)
        prepared = prepare(model.having(start=tuple(told)))
        assert prepared.coordinates == prepared.recursion.reading.coordinates
        assert name not in prepared.coordinates
        coordinates.add(prepared.physics)
    assert len(coordinates) == 4
