"""Conditions exert forces in pairs: momenta and energy tell whether both ends are right."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.simulation import Trajectory

TURNS = ((0, 0, 1), (1, 0, 0), (0, 0, 1))


def free_body(system: System, number: int, **fields: object) -> None:
    names = [f"{name}{number}" for name in ("x", "y", "z", "a", "b", "c")]
    system.joint("free", 0, number, *names, name=f"free {number}", sequence=TURNS, **fields)


def momenta(system: System, run: Trajectory) -> np.ndarray:
    """Linear and angular momentum about the origin (n, 6) at some times, from positions alone."""
    h = 1e-4
    times = np.linspace(0.05, run.t[-1] - 0.05, 6)
    found = []
    for t in times:
        q, qd = run.at(t + h * np.array([-2, -1, 0, 1, 2]))
        motion = pipeline.poses(system.model, t + h * np.arange(-2, 3), q, qd)
        p, L = np.zeros(3), np.zeros(3)
        for body in system.model.bodies:
            m, i = float(body.mass), body.inertia
            x, R = motion.x[body.number], motion.R[body.number]
            v, rate = ((s[0] - 8 * s[1] + 8 * s[3] - s[4]) / (12 * h) for s in (x, R))
            W = rate @ R[2].T
            w = np.array([W[2, 1], W[0, 2], W[1, 0]])
            p += m * v
            L += m * np.cross(x[2], v) + R[2] @ np.diag([i.xx, i.yy, i.zz]) @ R[2].T @ w
        found.append([*p, *L])
    return np.array(found)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("rod", {"point_a": (0.3, 0.1, 0), "point_b": (-0.2, 0, 0.1), "l": 1.3}),
        ("coincidence", {"point_a": (0.5, 0.1, 0), "point_b": (-0.4, 0, 0.2)}),
    ],
)
def test_two_bound_bodies_in_space_keep_their_momenta(kind: str, fields: dict) -> None:
    system = System(gravity=(0, 0, 0))
    for number in (1, 2):
        system.body(mass=number, inertia=(0.1, 0.2, 0.25))
        free_body(system, number)
    system.element(kind, "bond", body_a=1, body_b=2, **fields)
    system.start(
        b1=(1.2, 0.4), a1=(0.1, 0.7), x2=(1.2, 0.3), b2=(0.9, -0.6), c2=(0.4, 1.1), y1=(0, 0.5)
    )
    run = system.simulate(2.0)
    found = momenta(system, run)
    assert np.ptp(found, axis=0) == pytest.approx(np.zeros(6), abs=1e-7)
    assert np.abs(found).max() > 0.3
    assert run.energy_error < 1e-9


@pytest.mark.parametrize("kind", ["revolute", "universal", "cylindrical", "spherical"])
def test_a_loop_in_space_keeps_its_momenta(kind: str) -> None:
    system = System(gravity=(0, 0, 0))
    for number in (1, 2, 3):
        system.body(mass=number, inertia=(0.1, 0.2, 0.25))
    free_body(system, 1)
    system.joint("universal", 1, 2, "p1", "p2", name="A", point_parent=(0.5, 0, 0),
                 point_child=(-0.5, 0, 0), axis=(0, 0, 1), axis2=(0, 1, 0))  # fmt: skip
    system.joint("spherical", 2, 3, "s1", "s2", "s3", name="B", point_parent=(0.5, 0, 0),
                 point_child=(-0.4, 0, 0))  # fmt: skip
    names = {"revolute": 1, "universal": 2, "cylindrical": 2, "spherical": 3}[kind]
    coordinates = [f"k{i}" for i in range(names)]
    system.joint(
        kind, 3, 1, *coordinates, name="C", point_parent=(0.4, 0, 0), point_child=(-0.3, 0.4, 0)
    )
    system.start(b1=(1.2, 0.4), a1=(0.1, 0.7), p1=(1.1, 0.5), s1=(0.2, 0.3), s3=(1.5, 0))
    run = system.simulate(1.0)
    found = momenta(system, run)
    assert np.ptp(found, axis=0) == pytest.approx(np.zeros(6), abs=1e-6)
    assert run.drift.max() < 1e-10 and run.energy_error < 1e-8


def test_a_ball_and_the_plank_it_rolls_on_keep_their_momentum_along() -> None:
    system = System()
    system.body("Plank", mass=3)
    system.body("Ball", mass=1, inertia=[0.4 * 0.2**2] * 3)
    system.joint("prismatic", 0, 1, "s", name="ice")
    free_body(system, 2)
    system.element("rolling_ball", "contact", body=2, ground=1, radius=0.2)
    system.start(y2=0.2, x2=(0, 1.0), b2=(1.0, 0.4), s=(0, -0.2), a2=(0, 2.0))
    run = system.simulate(3.0)
    s, x = (run.coordinates.index(name) for name in ("s", "x2"))
    along = 3 * run.qd[:, s] + run.qd[:, x]
    assert np.ptp(along) < 1e-9
    assert run.energy_error < 1e-9 and run.slip.max() < 1e-9


def test_a_disc_on_a_plate_that_is_shaken_takes_as_much_work_as_it_gets() -> None:
    system = System()
    system.body("Plate", mass=3, inertia=(1, 1, 1))
    system.body("Disc", mass=1, inertia=(0.01, 0.01, 0.02))
    system.joint("planar", 0, 1, "u", "v", "w", name="table")
    free_body(system, 2)
    for name, motion in (("u", "0.1*sin(3*t)"), ("v", "0.05*sin(2*t)"), ("w", "0.1*sin(t)")):
        system.element("prescribed_motion", f"drive {name}", coordinate=name, motion=motion)
    system.element("rolling_disc", "contact", body=2, ground=1, radius=0.2)
    system.start(b2=(0.2, 0.1), c2=(0.5, 3.0), a2=(0.3, 0.2))
    run = system.simulate(1.5)
    assert run.energy_error < 1e-8 and run.drift.max() < 1e-10 and run.slip.max() < 1e-9
    assert np.ptp(run.supplied) > 0.1
    assert pipeline.verify(system.model, states=2).holds


def test_a_skid_on_a_moving_body_pushes_it_back() -> None:
    system = System(gravity=(0, 0, 0))
    system.body("Sheet", mass=2, inertia=(1, 1, 0.5))
    system.body("Sleigh", mass=1, inertia=(1, 1, 0.1))
    system.joint("planar", 0, 1, "x1", "y1", "c1", name="ice")
    system.joint("planar", 0, 2, "x2", "y2", "c2", name="above")
    system.element("skid", "edge", body=2, ground=1, point=(-0.3, 0.1, 0), across=(0.2, 1, 0))
    system.start(x2=(0.1, 1.0), y2=(0.2, 0.3), c2=(0.4, 2.0), c1=(0.3, -1.0))
    run = system.simulate(2.0)
    found = momenta(system, run)
    assert np.ptp(found, axis=0) == pytest.approx(np.zeros(6), abs=1e-7)
    assert run.energy_error < 1e-9 and run.slip.max() < 1e-9


def test_a_driven_four_bar_takes_the_work_that_its_drive_supplies() -> None:
    from tests.mechanics.bound.mechanisms import four_bar

    system = four_bar()
    system.element("prescribed_motion", "drive", coordinate="q1", motion="1 + 5*t + 0.3*sin(2*t)")
    run = system.simulate(3.0)
    assert run.energy_error < 1e-8 and run.drift.max() < 1e-10
    assert np.ptp(run.supplied) > 1
