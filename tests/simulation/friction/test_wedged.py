"""A ladder between a wall and a floor, both rough: by how much it is wedged nobody can tell."""

from __future__ import annotations

from math import atan, cos, radians, sin

import numpy as np
import pytest

from lagr_gui import GROUND, System
from lagr_gui.prepared import prepare
from lagr_gui.simulation.friction.acting import acting
from lagr_gui.simulation.trajectory import Trajectory

M, G, MU = 2.0, 9.81, 0.4


def ladder(lean: float, pull: str = "", until: float = 0.02, size: float = 1.0) -> Trajectory:
    """A uniform ladder at an angle over the floor, whose foot is pulled away from the wall."""
    s = System("ladder", g=G * size, gravity=(0, "-g", 0))
    inertia = M * size**2 / 12
    rod = s.body("rod", mass=M, inertia=(inertia,) * 3)
    s.joint("planar", GROUND, rod, "x", "y", "phi")
    both = {"body_a": rod, "shape_a": "ball", "body_b": GROUND, "mu": MU, "restitution": 0}
    s.element("contact", "foot", point_a=(size / 2, 0, 0), axis_b=(0, 1, 0), **both)
    s.element("contact", "head", point_a=(-size / 2, 0, 0), axis_b=(1, 0, 0), **both)
    if pull:
        end = {"point": (size / 2, 0, 0), "vector": (pull, 0, 0), "axes": "space"}
        s.element("force", body=rod, **end)
    s.start(x=size * cos(lean) / 2, y=size * sin(lean) / 2, phi=-lean)
    return s.simulate(until=until, points=5)


@pytest.mark.parametrize(("more", "sticks"), [(0.01, True), (-0.01, False)])
def test_it_stands_where_both_cones_of_friction_hold_it(more: float, sticks: bool) -> None:
    """tan α ≥ (1 − μ²)/(2 μ)."""
    motion = ladder(atan((1 - MU**2) / (2 * MU)) + more, until=0.01)
    assert motion.touches("element:foot")[1] == motion.touches("element:head")[1]
    assert motion.touches("element:foot")[1] == ("sticks" if sticks else "slides",)


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_its_foot_slips_at_the_force_that_uses_up_both(size: float) -> None:
    """What presses on the wall follows from moments about the foot, both at their bound."""
    lean = 1.1
    wall = M * G * size * cos(lean) / (2 * (sin(lean) + MU * cos(lean)))
    force = MU * (M * G * size - MU * wall) - wall
    motion = ladder(lean, f"{0.9 * force}*(1 + 10*t)", size=size)
    slips = [(t, active) for t, active in motion.contacts if len(active) == 2]
    assert slips and slips[0][0] == pytest.approx((1 / 0.9 - 1) / 10, rel=1e-8)
    assert motion.qd[-1, 0] > 0 and motion.qd[-1, 1] < 0


def test_a_rod_that_falls_between_two_rough_walls_comes_to_rest() -> None:
    s = System("rod")
    rod = s.body(mass=1, inertia=(0, 0, 1 / 12))
    s.joint("planar", GROUND, rod, "x", "y", "phi")
    a = radians(30)
    capsule = {"shape_a": "capsule", "axis_a": (1, 0, 0), "length_a": 1, "radius_a": 0.05}
    for name, side in (("left", 1), ("right", -1)):
        normal = (side * sin(a), cos(a), 0)
        both = {"body_a": rod, "body_b": GROUND, "mu": 0.2, "restitution": 0.3}
        s.element("contact", name, axis_b=normal, **capsule, **both)
    s.start(x=0.05, y=0.6, phi=0.3)
    motion = s.simulate(until=0.5)
    assert abs(motion.qd[-1]).max() < 1e-12 and len(motion.impacts) > 10
    assert motion.certificate is not None and motion.certificate.complete


@pytest.mark.parametrize(("other", "up", "everywhere"), [((0, 1), -1, False), ((1, 0), 1, True)])
def test_rows_that_depend_on_each_other_at_one_place_alone_all_act(
    other: tuple[float, float], up: int, everywhere: bool
) -> None:
    """A rod from a rough floor to a ceiling may turn where it leans; one that lies may not."""
    s = System("rod")
    rod = s.body(mass=1, inertia=(0, 0, 1 / 12))
    s.joint("planar", GROUND, rod, "x", "y", "phi")
    s.element("wall", body=rod, mu=0.5)
    plane = {"plane_point": (0, other[1], 0), "normal": (0, up, 0)}
    s.element("wall", body=rod, centre=(*other, 0), **plane, mu=0.5 if everywhere else 0)
    bound = prepare(s.model).conditions
    assert bound is not None
    slips = [n for j in range(len(bound.rough)) for n in bound.slips_of(j)]
    acts = acting(bound, (0, 1, *slips), slips, {}, (0.0, np.zeros(3), np.zeros(3)))
    assert (acts is not None) is everywhere
