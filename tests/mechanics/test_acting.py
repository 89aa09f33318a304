"""What acts on each body adds up to its mass times its acceleration, in every sort of system."""

from __future__ import annotations

import random

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.analysis.audits import check_forces
from lagr_gui.editing import edits
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.resource import sample_models
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from tests.samples.gallery import sample
from tests.systems import element, random_tree, vector

KINDS = ("revolute", "prismatic", "universal", "spherical", "cylindrical", "screw", "fixed")


def drawn(seed: int) -> Model:
    """A random tree with springs, dampers, forces and moments between random points."""
    source = random.Random(seed)
    kinds = source.choices(KINDS, k=source.randrange(2, 6))
    model = random_tree(seed, [*kinds, "free"])
    ends = {"body_a": len(kinds), "body_b": 0, "point_a": vector(source), "point_b": (3, 1, 2)}
    parts = (
        element("spring", "spring", **ends, c=20, l0=0.4),
        element("dashpot", "dashpot", **(ends | {"body_b": 1, "body_a": len(kinds) + 1}), k=2),
        element("force", "pull", body=1, point=vector(source), vector=vector(source, 5)),
    )
    return edits.set_value(model.having(elements=parts), ("simulation", "until"), 0.2)


def newton(model: Model) -> tuple[pipeline.ActingForces, pipeline.Trajectory]:
    motion = pipeline.simulate(model)
    return pipeline.forces(model, motion), motion


def differences(t: Array, x: Array) -> Array:
    """The accelerations (n − 2, 3) of a path by differences."""
    return np.diff(np.diff(x, axis=0) / np.diff(t)[:, None], axis=0) / np.diff(t)[1:, None]


@pytest.mark.parametrize("seed", range(12))
def test_forces_on_each_body_of_a_random_tree_are_mass_times_acceleration(seed: int) -> None:
    model = drawn(seed)
    found, _ = newton(model)
    assert found.certificate is not None and found.certificate.holds
    for body in model.bodies:
        own = float(str(body.mass)) * differences(found.t, found.x[body.number])
        force, _ = found.sums(body.number)
        assert np.allclose(force[1:-1], own, atol=2e-3 * (1 + np.abs(force).max()))


@pytest.mark.parametrize("name", [path.stem for path in sample_models()])
def test_forces_on_each_body_of_the_gallery_are_mass_times_acceleration(name: str) -> None:
    model = edits.set_value(sample(name), ("simulation", "until"), 0.3)
    found, _ = newton(model)
    check = found.certificate
    assert check is not None and check.holds


def test_a_force_that_is_left_out_is_named() -> None:
    model = drawn(3)
    found, motion = newton(model)
    acting = [(e.body, (e.force, e.moment, e.point)) for e in found.forces]
    for index, entry in enumerate(found.forces):
        if np.abs(entry.force).max() + np.abs(entry.moment).max() > 1e-6:
            less = acting[:index] + acting[index + 1 :]
            with pytest.raises(Disagreement, match="forces on a body"):
                check_forces(prepare(model), motion, less)


def test_the_drive_of_andrews_squeezer_is_the_published_one() -> None:
    """0.033 N m: Hairer & Wanner, Solving Ordinary Differential Equations II, VII.7."""
    found, _ = newton(edits.set_value(sample("andrews_squeezer"), ("simulation", "until"), 0.02))
    (drive,) = [entry for entry in found.forces if entry.sort == "drive"]
    assert np.allclose(drive.moment, (0, 0, 0.033)) and not drive.force.any()


def test_what_the_joints_of_a_robot_arm_hold_is_across_its_drives() -> None:
    found, _ = newton(sample("robot_arm_6r"))
    held = [entry for entry in found.forces if entry.sort == "joint"]
    drives = [entry for entry in found.forces if entry.sort == "drive"]
    assert {entry.source for entry in drives} == {entry.source for entry in held}
    turned = {entry.body: entry.moment for entry in drives if entry.source == "joint:waist"}
    assert np.allclose(turned[1][:, :2], 0, atol=1e-9 * np.abs(turned[1]).max())
    for entry in held:
        own = next(d for d in drives if (d.source, d.body) == (entry.source, entry.body))
        across = (own.moment * entry.moment).sum(axis=1)
        largest = max(np.abs(e.moment).max() for e in found.forces)
        assert np.abs(across).max() < 1e-9 * largest**2


def test_gravity_pulls_at_none_that_it_leaves_alone() -> None:
    system = System("Two carts", m=2.0)
    for name, pulled in (("heavy", True), ("light", False)):
        body = system.body(name, mass="m", gravity=pulled)
        system.joint("prismatic", GROUND, body, name[0], axis=(1, 0, 0))
    found = pipeline.forces(system.model, system.simulate(until=0.1))
    pulls = {entry.body: entry.force for entry in found.forces if entry.sort == "weight"}
    assert set(pulls) == {1}
    assert np.allclose(pulls[1], (0, -2.0 * 9.81, 0))
