"""What the slopes of conditions could be bounds what they are, in every position."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import load
from lagr_gui.foundation.resource import sample_models
from lagr_gui.kernel import Program, compile_kernel
from lagr_gui.prepared import prepare
from tests.systems import element, random_tree


def looked_at(model, seed=1):
    """Slopes and bounds (n, m, f) at random states."""
    binding = prepare(model).conditions
    f = len(binding.coordinates)
    states = np.random.default_rng(seed).uniform(-2, 2, (20, 2 * f))
    times = np.linspace(0, 3, 20)
    rows = binding.holding(range(binding.limits)).many(times, states).rows
    return rows.G, rows.reach


def test_slopes_of_samples_stay_below_their_bounds():
    bound = [model for model in map(load, sample_models()) if prepare(model).conditions]
    assert len(bound) > 12
    for model in bound:
        G, reach = looked_at(model)
        used = np.isfinite(G)
        assert np.all(np.abs(G[used]) <= reach[used] * (1 + 1e-12)), model.name
        assert np.all(reach[used] >= 0), model.name


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", ["rod", "coincidence", "skid", "rolling_ball", "wall", "rope"])
def test_slopes_of_elements_stay_below_their_bounds_and_are_of_their_size(kind, seed):
    source = np.random.default_rng(seed)
    model = random_tree(seed, ["revolute", "universal", "prismatic", "spherical"])
    point = tuple(source.uniform(-1, 1, 3).tolist())
    fields = {
        "rod": {"body_a": 4, "point_a": point, "body_b": 1},
        "rope": {"body_a": 4, "point_a": point, "body_b": 2},
        "coincidence": {"body_a": 4, "point_a": point, "body_b": 0},
        "skid": {"body": 4, "point": point, "across": (0.2, 0.9, 0.1), "ground": 1},
        "rolling_ball": {"body": 4, "centre": point, "normal": point, "along": (1, 0.2, 0)},
        "wall": {"body": 4, "centre": point, "ground": 2, "normal": (0.3, 1, 0.1)},
    }[kind]
    if kind == "rolling_ball":
        fields["along"] = tuple(np.cross(point, (1, 0.2, 0)).tolist())
    G, reach = looked_at(model.model_copy(update={"elements": (element(kind, "e", **fields),)}))
    assert np.all(np.abs(G) <= reach * (1 + 1e-12))
    assert np.max(np.abs(G)) > 5e-3 * np.max(reach)


def test_the_magnitude_of_a_value_is_that_of_its_terms():
    program = Program()
    x, y, z = (program.input(name) for name in "xyz")
    nodes = [x - y, (x - y) * z, (x - y) / z, -(x + y), program.call("sin", [x - y]), x * x - x]
    outputs = {"values": [program.magnitude(node) for node in nodes]}
    found = compile_kernel(program, [x, y, z], [], outputs).bind([])(np.array([3.0, 4.0, -2.0]))
    expected = [7, 14, 3.5, 7, np.sin(1), 12]
    assert found["values"] == pytest.approx(expected, rel=1e-15)
