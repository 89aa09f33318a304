"""Contacts with friction: closed forms of discs, balls and rods, and what must hold in any case."""

from __future__ import annotations

from math import cos, degrees, hypot, radians, sin, tan

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, pipeline

G = 9.81


def disc(mu: float, slope: float = 30.0, size: float = 1.0) -> System:
    """A disc of radius 0.1 m on a slope, at rest."""
    a = radians(slope)
    gravity = (f"g*sin({a})", f"-g*cos({a})", 0)
    s = System("disc", gravity=gravity, m=size, R=0.1 * size, mu=mu)
    body = s.body(mass="m", inertia=(0, 0, "m*R^2/2"))
    s.joint("planar", GROUND, body, "x", "y", "phi")
    s.element("wall", body=body, radius="R", restitution=0, mu="mu")
    s.start(y=(0.1 * size, 0))
    return s


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("mu", [0.25, 0.15])
def test_a_disc_rolls_where_friction_is_enough(mu: float, size: float) -> None:
    a = radians(30)
    rolls = mu >= tan(a) / 3
    motion = disc(mu, size=size).simulate(until=1)
    grade = G * sin(a) * 2 / 3 if rolls else G * (sin(a) - mu * cos(a))
    assert motion.q[-1, 0] == pytest.approx(grade / 2, rel=1e-9)
    slip = motion.qd[-1, 0] + 0.1 * size * motion.qd[-1, 2]
    assert (abs(slip) < 1e-9 * abs(motion.qd[-1, 0])) == rolls
    assert motion.certificate.residual < 1e-9 and motion.energy_error < 1e-9


def test_friction_of_a_sliding_contact_is_told_among_reactions() -> None:
    s = disc(0.15)
    motion = s.simulate(until=0.5)
    passed = pipeline.reactions(s.model, motion)
    normal, along, across = passed.multipliers.T
    assert np.allclose(np.abs(along), 0.15 * np.abs(normal)) and not across.any()
    assert np.allclose(-normal, G * cos(radians(30)))
    balance = pipeline.energy(s.model, motion)
    assert balance.error < 1e-9 and balance.of("dissipated")["element:wall 1"][-1] > 0


@pytest.mark.parametrize(
    ("before", "sticks"),
    [((2, -3, 0), True), ((6, -2, 0), False), ((0, -3, 100), True), ((1, -3, -50), True)],
)
def test_a_ball_with_spin_strikes_a_rough_floor(before, sticks: bool) -> None:
    """κ = 0.8, μ = 0.3: the impulse of friction stops the slip, or is μ times the normal one."""
    R, kappa, mu, (vx, vy, w) = 0.03, 0.8, 0.3, before
    s = System("ball", gravity=(0, 0, 0), m=1, R=R)
    body = s.body(mass="m", inertia=("2/5*m*R^2",) * 3)
    s.joint("planar", GROUND, body, "x", "y", "phi")
    s.element("wall", body=body, radius="R", restitution=kappa, mu=mu)
    s.start(x=(0, vx), y=(1.0, vy), phi=(0, w))
    (impact,) = s.simulate(until=1.5).impacts
    slip, normal = vx + R * w, -(1 + kappa) * vy
    stopping = -slip * 2 / 7
    along = stopping if abs(stopping) <= mu * normal else -np.sign(slip) * mu * normal
    after = [vx + along, -kappa * vy, w + along * R / (0.4 * R**2)]
    assert (along == stopping) == sticks
    assert impact.after == pytest.approx(after, abs=1e-9)
    assert hypot(*impact.tangential[0]) == pytest.approx(abs(along))
    assert impact.loss > 0


def test_impacts_that_would_make_energy_are_done_by_poissons_law() -> None:
    """Two rods strike a rough floor: Newton's law would give 3.28 times the energy."""
    s = System("rods", gravity=(0, 0, 0), m=1, l=1)
    upper, lower = (s.body(mass="m", inertia=(0, 0, "m*l^2/12")) for _ in range(2))
    s.joint("revolute", GROUND, upper, "a", point_child=(0, 0.5, 0))
    s.joint("revolute", upper, lower, "b", point_parent=(0, -0.5, 0), point_child=(0, 0.5, 0))
    a, b = radians(50), radians(35)
    floor = {"plane_point": (0, -cos(a) - cos(b), 0), "normal": (0, 1, 0)}
    s.element("wall", body=lower, centre=(0, -0.5, 0), **floor, restitution=0.7, mu=0.6)
    s.start(a=(a, -1), b=(b - a, -2))
    motion = s.simulate(until=0.001)
    assert motion.qd[0, 0] == pytest.approx(1.451378795, abs=1e-8)
    assert motion.qd[0].sum() == pytest.approx(-1.138895170, abs=1e-8)
    assert [note.code for note in motion.notes] == ["poisson"]


SLIPS = [(0.2, 15.513085677), (0.36, 31.379643959), (0.5, 52.007007235)]


@pytest.mark.parametrize(("mu", "angle"), SLIPS)
def test_the_foot_of_a_falling_rod_slips_where_it_is_known_to(mu: float, angle: float) -> None:
    s = System("rod", m=1, l=1, mu=mu)
    rod = s.body(mass="m", inertia=(0, 0, "m*l^2/12"))
    s.joint("planar", GROUND, rod, "x", "y", "phi")
    s.element("wall", body=rod, centre=(0, -0.5, 0), restitution=0, mu="mu")
    lean = radians(2)
    s.start(x=(-sin(lean) / 2, 0), y=(cos(lean) / 2, 0), phi=(lean, 0))
    motion = s.simulate(until=1.1)
    slipping = next(t for t, active in motion.contacts if active == (0,))
    assert degrees(motion.at(slipping)[0][2]) == pytest.approx(angle, abs=1e-6)


PAINLEVE = [
    (1.2, 63.02535746439056, 1.0, 55.069641602694844),
    (1.6, 63.02535746439056, 1.0, None),
    (1.6, 63.02535746439056, 5.0, "two"),
    (1.6, 28.64788975654116, 1.0, 7.227831383319557),
    (1.4, 60.160568488736445, 2.0, None),
]


@pytest.mark.parametrize(("mu", "theta", "omega", "expected"), PAINLEVE)
def test_painleves_situations_are_recognised(mu, theta, omega, expected) -> None:
    """A rod of half length 1 slides on its tip: N, a lock without a collision, two motions."""
    th = radians(theta)
    s = System("rod", m=1, mu=mu)
    rod = s.body(mass="m", inertia=(0, 0, "m/3"))
    s.joint("planar", GROUND, rod, "x", "y", "phi")
    s.element("wall", name="tip", body=rod, centre=(-1, 0, 0), restitution=0, mu="mu")
    s.start(x=(0, -10), y=(sin(th), omega * cos(th)), phi=(th, omega))
    if expected == "two":
        with pytest.raises(LagrError) as raised:
            s.simulate(until=0.01)
        assert raised.value.problems[0].code == "painleve"
        return
    motion = s.simulate(until=0.001)
    if expected is None:
        assert [note.code for note in motion.notes] == ["painleve"]
        return
    passed = pipeline.reactions(s.model, motion)
    assert -passed.multipliers[0, 0] == pytest.approx(expected, rel=1e-9)


def test_a_ball_slides_in_any_direction_until_it_rolls() -> None:
    """A billiard ball: slip goes straight, and stops after 2 v/(7 μ g)."""
    R, mu, v = 0.03, 0.2, np.array([1.0, 0.5])
    s = System("ball", gravity=(0, 0, "-g"), m=0.2, R=R, mu=mu)
    ball = s.body(mass="m", inertia=("2/5*m*R^2",) * 3)
    s.joint("free", GROUND, ball, "x", "y", "z", "al", "be", "ga")
    s.element("wall", body=ball, radius="R", normal=(0, 0, 1), restitution=0, mu="mu")
    s.start(x=(0, v[0]), y=(0, v[1]), z=(R, 0), be=(0.3, 0))
    motion = s.simulate(until=0.3)
    rolls = motion.contacts[-1][0]
    assert rolls == pytest.approx(2 * hypot(*v) / (7 * mu * G), rel=1e-9)
    assert motion.qd[-1, :2] == pytest.approx(v * 5 / 7, rel=1e-9)
    assert motion.certificate.residual < 1e-9


def four_feet(**start: tuple[float, float]) -> System:
    s = System("table", gravity=(0, 0, -9.81))
    top = s.body(mass=4, inertia=(0.3, 0.4, 0.5))
    s.joint("free", GROUND, top, "x", "y", "z", "a", "b", "c")
    for number, (x, y) in enumerate(((0.5, 0.4), (-0.5, 0.4), (-0.5, -0.4), (0.5, -0.4))):
        plane = {"plane_point": (0, 0, 0), "normal": (0, 0, 1), "restitution": 0, "mu": 0.3}
        s.element("wall", f"foot {number}", body=top, centre=(x, y, -0.7), ground=GROUND, **plane)
    s.start(z=0.7, **start)
    return s


def test_four_feet_slide_one_way_whatever_each_bears() -> None:
    moved = four_feet(x=(0, 0.8), y=(0, -0.6)).simulate(until=0.5)
    stops = 1 / (0.3 * 9.81)
    assert moved.contacts[-1][0] == pytest.approx(stops, rel=1e-9)
    assert moved.q[-1, :2] == pytest.approx(np.array([0.8, -0.6]) * stops / 2, rel=1e-9)
    assert not np.abs(moved.q[-1, 3:]).max() > 1e-12


def test_four_feet_that_turn_as_they_slide_are_refused_in_words() -> None:
    with pytest.raises(LagrError, match="how a load is shared among rough contacts"):
        four_feet(x=(0, 1), c=(0, 1)).simulate(until=0.1)


def test_impacts_that_follow_at_one_instant_are_stages_that_obey_the_laws_each() -> None:
    """A capsule falls on one end, then on the other; its last impacts set each other off."""
    s = System("capsule")
    body = s.body(mass=1, inertia=(0, 0, 0.05))
    s.joint("planar", GROUND, body, "x", "y", "phi")
    shape = {"shape_a": "capsule", "radius_a": 0.1, "length_a": 0.5, "axis_a": (1, 0, 0)}
    s.element("contact", "floor", body_a=body, body_b=GROUND, mu=0.3, restitution=0.3, **shape)
    s.start(y=0.5, phi=0.5)
    motion = s.simulate(until=0.6)
    chains = [impact for impact in motion.impacts if len(impact.stages) > 1]
    assert chains and np.abs(motion.qd[-1]).max() < 1e-12
    for impact in chains:
        for first, then in zip(impact.stages, impact.stages[1:], strict=False):
            assert (first.after == then.before).all()
        impulses = sum(float(np.sum(stage.impulses)) for stage in impact.stages)
        assert impulses == pytest.approx(float(np.sum(impact.impulses)))
    assert motion.certificate is not None and motion.certificate.complete
