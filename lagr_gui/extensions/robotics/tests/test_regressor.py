"""Regressor and base parameters against Pinocchio, textbooks and the recursion."""

import numpy as np
import pinocchio as pin
import pytest

from lagr_gui import pipeline
from lagr_gui.expression.arithmetic import value
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.pipeline import regressor, regressor_values
from tests.mechanics.oracles import pinocchio_model
from tests.samples.gallery import NAMES, sample
from tests.systems import random_tree

OURS = ("M", "MX", "MY", "MZ", "XX", "XY", "YY", "XZ", "YZ", "ZZ")
"""The order in which Pinocchio lists the parameters of a body."""


def drawn(model, count, seed=1):
    """Random q, q′, q″, (count, f) each."""
    size = len(pipeline.check(model).coordinates)
    return np.random.default_rng(seed).uniform(-2, 2, (3, count, size))


def theirs(model, q, qd, qdd):
    """Pinocchio's regressor (n, f, 10 b) in the order of our columns."""
    other = pinocchio_model(model)
    data = other.createData()
    found = [
        pin.computeJointTorqueRegressor(other, data, *state).copy()
        for state in zip(q, qd, qdd, strict=True)
    ]
    columns = [
        10 * (p.body - 1) + OURS.index(p.stem) for p in regressor(model, "structured").parameters
    ]
    return np.array(found)[:, :, columns]


def rank(table):
    return np.linalg.matrix_rank(table.reshape(-1, table.shape[-1]), tol=1e-7)


def arms():
    """Kinds of joints of arms with up to six bodies."""
    source = np.random.default_rng(5)
    for seed in range(20):
        slides = source.uniform(size=source.integers(2, 7)) < 0.3
        yield seed, ["prismatic" if slide else "revolute" for slide in slides]


@pytest.mark.parametrize(("seed", "kinds"), list(arms()))
def test_regressor_and_number_of_base_parameters_are_those_of_pinocchio(seed, kinds):
    model = random_tree(seed, kinds)
    motion = drawn(model, 80)
    expected = theirs(model, *motion)
    np.testing.assert_allclose(regressor_values(model, *motion, base=False), expected, atol=1e-9)
    assert len(regressor(model, "structured").base) == rank(expected)


@pytest.mark.parametrize(("seed", "kinds"), list(arms())[:6])
def test_columns_that_stay_times_base_parameters_are_the_whole_regressor(seed, kinds):
    model = random_tree(seed, kinds)
    motion = drawn(model, 20)
    found = regressor(model, "structured")
    names = {p.name: k for k, p in enumerate(found.parameters)}
    p = np.random.default_rng(2).uniform(-1, 1, len(names))
    given = {name: p[k] for name, k in names.items()}
    base = [value(parameter.grouped, given) for parameter in found.base]
    whole = regressor_values(model, *motion, base=False) @ p
    np.testing.assert_allclose(regressor_values(model, *motion) @ base, whole, atol=1e-8)


def inertial_forces(model, q, qd, qdd):
    """M q″ + h − weights by the recursion, without elements."""
    bare = model.model_copy(update={"elements": (), "start": (), "motions": ()})
    states = [{"t": 0.0, "q": a, "qd": b} for a, b in zip(q.tolist(), qd.tolist(), strict=True)]
    found = pipeline.evaluate(bare, states)
    rows = zip(found, qdd, strict=True)
    return np.array([e.g[1:, 1:] @ a + e.h - e.Q for e, a in rows])


BODIES = [n for n in NAMES if n not in {"cantilever", "flexible_arm", "rotating_beam"}]
"""Samples without elastic bodies, whose mass is no parameter of a rigid body."""


@pytest.mark.parametrize("name", BODIES)
def test_regressor_times_base_parameters_is_the_inverse_dynamics(name):
    model = sample(name)
    model = model.model_copy(
        update={"elements": tuple(e for e in model.elements if not hasattr(e, "terminal_a"))}
    )
    if not pipeline.check(model).coordinates:
        pytest.skip("nothing moves")
    motion = drawn(model, 5)
    found = regressor(model, "structured")
    values = parameter_values(model)
    beta = [value(parameter.tree, values) for parameter in found.base]
    Y = regressor_values(model, *motion)
    if pipeline.check(model).bound:
        beta = [value(p.tree, values) for p in found.parameters]
        Y = regressor_values(model, *motion, base=False)
    expected = inertial_forces(model, *motion)
    size = np.abs(Y).max() * max(np.abs(beta).max(), 1e-9) if len(beta) else 1.0
    np.testing.assert_allclose(Y @ np.array(beta), expected, atol=1e-11 * size)
