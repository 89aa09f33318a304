"""What rolls and may slip, on planes and surfaces that run: closed forms, words of equations."""

from __future__ import annotations

from math import cos, hypot, radians, sin, tan

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import GROUND, LagrError, System, pipeline

G = 9.81
RIM = {"restitution": 0, "mu": "mu"}


def wheel(mu: float, size: float, kind: str, **fields: object) -> System:
    """F11: a disc of radius 0.1 m, or the section of one drawn as a ball, on a slope of 30°."""
    a = radians(30)
    gravity = (f"g*sin({a})", f"-g*cos({a})", 0)
    s = System("wheel", gravity=gravity, m=size, R=0.1 * size, mu=mu)
    body = s.body(mass="m", inertia=("m*R^2/4", "m*R^2/4", "m*R^2/2"))
    s.joint("planar", GROUND, body, "x", "y", "phi")
    s.element(kind, "wheel", body=body, radius="R", **RIM, **fields)
    s.start(y=0.1 * size)
    return s


@pytest.mark.parametrize(
    ("mu", "kind", "size"), [(0.25, "rolling_disc", 1e6), (0.15, "rolling_ball", 1e-6)]
)
def test_a_disc_rolls_where_friction_is_enough(mu: float, kind: str, size: float) -> None:
    a = radians(30)
    rolls = mu >= tan(a) / 3
    motion = wheel(mu, size, kind).simulate(until=1)
    grade = G * sin(a) * 2 / 3 if rolls else G * (sin(a) - mu * cos(a))
    assert motion.qd[-1, 0] == pytest.approx(grade, rel=1e-9)
    slip = motion.qd[-1, 0] + 0.1 * size * motion.qd[-1, 2]
    assert (abs(slip) < 1e-9 * abs(motion.qd[-1, 0])) == rolls
    assert motion.touches("element:wheel")[1] == ("sticks" if rolls else "slides",)
    assert motion.certificate.residual < 1e-9 and motion.energy_error < 1e-9


def test_a_billiard_ball_slides_over_a_belt_until_it_rolls() -> None:
    """F10, in space: γ goes straight and stops after 2 γ/(7 μ g); v loses 2/7 of it."""
    R, mu, v, w, belt = 0.03, 0.2, (1.0, 0.5), (3.0, -8.0), (0.4, -0.3)
    s = System("ball", gravity=(0, 0, "-g"), m=0.2, R=R, mu=mu, belt=belt[0])
    ball = s.body(mass="m", inertia=("2/5*m*R^2",) * 3)
    s.joint("free", GROUND, ball, "x", "y", "z", "al", "be", "ga")
    plane = {"normal": (0, 0, 1), "surface": ("belt", belt[1], 0)}
    s.element("rolling_ball", "ball", body=ball, radius="R", **RIM, **plane)
    s.start(x=(0, v[0]), y=(0, v[1]), z=R, al=(0, w[0]), be=(0, w[1]))
    motion = s.simulate(until=0.4)
    slip = np.array([v[0] - R * w[1] - belt[0], v[1] + R * w[0] - belt[1]])
    (change,) = motion.changes
    assert (change.before, change.after) == ("slides", "sticks")
    assert change.t == pytest.approx(2 * hypot(*slip) / (7 * mu * G), rel=1e-9)
    assert motion.qd[-1, :2] == pytest.approx(np.array(v) - slip * 2 / 7, rel=1e-9)
    balance = pipeline.energy(s.model, motion)
    friction = -mu * 0.2 * G * slip / hypot(*slip)
    given = float(friction @ belt) * change.t  # the drive of the belt
    assert balance.of("supplied")["element:ball"][-1] == pytest.approx(given, rel=1e-6)
    assert motion.certificate.residual < 1e-9 and motion.energy_error < 1e-9


def test_a_hinge_sticks_and_slides_high_over_a_rough_floor() -> None:
    """A pendulum that rubs goes on as if the floor were not there."""
    ends = []
    for floor in (False, True):
        s = System("pendulum", gravity=(0, -G, 0))
        rod = s.body(mass=1, inertia=(0, 0, 0.05))
        s.joint("revolute", GROUND, rod, "phi", point_child=(0, 0.5, 0))
        s.element("joint_friction", coordinate="phi", kinetic=1)
        if floor:
            s.element("wall", body=rod, plane_point=(0, -9, 0), mu=0.3)
        s.start(phi=(1, 0))
        motion = s.simulate(until=3)
        assert {change.after for change in motion.changes} >= {"sticks"}
        ends.append(motion.q[-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)


@pytest.mark.parametrize("mu", [0, 0.3])
def test_a_ball_goes_on_in_contact_where_its_angles_lock(mu: float) -> None:
    """Its second angle passes π/2: it rolls on, or turns on a smooth floor, as before."""
    R, v = 0.5, 1.0
    s = System("ball", gravity=(0, 0, "-g"), m=2, R=R)
    ball = s.body(mass="m", inertia=("2/5*m*R^2",) * 3)
    s.joint("free", GROUND, ball, "x", "y", "z", "al", "be", "ga")
    s.element("wall", body=ball, radius="R", normal=(0, 0, 1), restitution=0, mu=mu)
    s.start(x=(0, v), z=R, be=(1.4, v / R))
    motion = s.simulate(until=0.4)
    assert motion.q[-1, :3] == pytest.approx([0.4 * v, 0, R], abs=1e-9)
    assert motion.energy_error < 1e-9 and motion.certificate.residual < 1e-9


def test_a_coin_that_wobbles_grips_and_slips_as_its_balance_says() -> None:
    """While it slides: Newton's and Euler's laws of a thin disc, stated here on their own."""
    R, mu, tilt, spin = 0.5, 0.3, 1.2, 3.0
    s = System("coin", m=1, R=R, mu=mu, gravity=(0, 0, "-g"))
    coin = s.body(mass="m", inertia=("m*R^2/4", "m*R^2/4", "m*R^2/2"))
    s.joint("free", GROUND, coin, "x", "y", "z", "al", "be", "ga")
    flat = {"axis": (0, 0, 1), "normal": (0, 0, 1), "along": (1, 0, 0)}
    s.element("rolling_disc", "coin", body=coin, radius="R", **RIM, **flat)
    s.start(x=(0, 0.2), z=R * sin(tilt), al=tilt, ga=(0, spin))
    motion = s.simulate(until=0.4, rtol=1e-11)
    assert motion.touches("element:coin")[1] == ("slides",)
    J = R**2 / 4 * np.array([1, 1, 2])

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        """Centre, its velocity, axes (row by row), angular velocity in space."""
        v, A, w = y[3:6], y[6:15].reshape(3, 3), y[15:]
        n, a = np.array([0, 0, 1.0]), A[:, 2]
        lean = n - (n @ a) * a
        arm = -R * lean / np.linalg.norm(lean)
        slip = v + np.cross(w, arm)
        way = n - mu * slip / np.linalg.norm(slip)  # force for N = 1
        inertia = A @ np.diag(J) @ A.T
        gyroscopic = np.cross(w, inertia @ w)

        def accelerations(N: float) -> tuple[np.ndarray, np.ndarray]:
            turns = np.linalg.solve(inertia, np.cross(arm, N * way) - gyroscopic)
            return N * way - G * n, turns

        def gap(N: float) -> float:
            """The second rate of height − R |n × a|."""
            a1, w1 = accelerations(N)
            da = np.cross(w, a)
            dda = np.cross(w1, a) + np.cross(w, da)
            tau, rate = n @ a, n @ da
            size = np.sqrt(1 - tau**2)
            grows = -(rate**2 + tau * (n @ dda)) / size - (tau * rate) ** 2 / size**3
            return float(a1[2] - R * grows)

        b, slope = gap(0.0), gap(1.0) - gap(0.0)
        linear, turns = accelerations(-b / slope)
        W = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
        return np.concatenate([v, linear, (W @ A).ravel(), turns])

    c, d = cos(tilt), sin(tilt)
    A = np.array([[1, 0, 0], [0, c, -d], [0, d, c]])
    start = np.concatenate([[0, 0, R * d, 0.2, 0, 0], A.ravel(), spin * A[:, 2]])
    end = solve_ivp(rates, (0, 0.4), start, "DOP853", rtol=1e-11, atol=1e-12).y[:, -1]
    assert motion.q[-1, :3] == pytest.approx(end[:3], abs=1e-7)
    assert motion.qd[-1, :3] == pytest.approx(end[3:6], abs=1e-7)


def test_a_plate_slides_over_a_ball_that_stands() -> None:
    """Body 0 at the other end: the plate alone presses with its weight, and takes a cart along."""
    mu, m, M = 0.25, 2.0, 3.0
    s = System("plate", gravity=(0, -G, 0), mu=mu)
    cart, plate = s.body(mass=M), s.body(mass=m)
    s.joint("prismatic", GROUND, cart, "x")
    s.joint("prismatic", cart, plate, "y", axis=(0, 1, 0))
    s.element("rolling_ball", "it", body=GROUND, ground=plate, radius=0.2, normal=(0, -1, 0), **RIM)
    s.start(x=(0, 4), y=0.2)
    motion = s.simulate(until=0.5)
    assert motion.qd[-1, 0] == pytest.approx(4 - mu * m * G / (m + M) * 0.5, rel=1e-12)
    assert motion.certificate.residual < 1e-9


def test_a_wheel_lifts_off_where_nothing_presses() -> None:
    s = wheel(0.3, 1.0, "rolling_disc")
    s.element("force", body=1, vector=(0, "20*t", 0))
    motion = s.simulate(until=1)
    off = motion.changes[-1]
    assert off.after == "open" and off.t == pytest.approx(G * cos(radians(30)) / 20, rel=1e-9)


@pytest.mark.parametrize("kind", ["wall", "rolling_disc"])
def test_a_height_that_joints_keep_leaves_friction_open(kind: str) -> None:
    s = System("axle", gravity=(0, -G, 0), mu=0.3)
    axle, disc = s.body(mass=1), s.body(mass=1, inertia=(0, 0, 0.01))
    s.joint("prismatic", GROUND, axle, "x")
    s.joint("revolute", axle, disc, "phi")
    s.element(kind, body=disc, radius=0.1, plane_point=(0, -0.1, 0), **RIM)
    with pytest.raises(LagrError) as raised:
        s.simulate(until=0.1)
    assert [problem.code for problem in raised.value.problems] == ["normal-open"]


def test_grip_that_a_parameter_makes_0_is_refused() -> None:
    assert [p.code for p in pipeline.check(wheel(0.0, 1.0, "rolling_disc").model).problems] == [
        "no-grip"
    ]


def test_what_never_slips_rolls_on_a_surface_that_runs() -> None:
    """Its condition is ẋ + R φ̇ = v(t): a disc at rest takes a third of the speed."""
    s = System("belt", gravity=(0, -G, 0), m=2, R=0.1)
    body = s.body(mass="m", inertia=("m*R^2/4", "m*R^2/4", "m*R^2/2"))
    s.joint("planar", GROUND, body, "x", "y", "phi")
    s.element("rolling_disc", body=body, radius="R", surface=("sin(3*t)", 0, 0))
    s.start(y=0.1)
    assert pipeline.verify(s.model, states=2).holds
    motion = s.simulate(until=0.5)
    assert motion.qd[-1, 0] == pytest.approx(sin(1.5) / 3, rel=1e-9)
    assert motion.certificate.residual < 1e-9 and motion.energy_error < 1e-9


def test_a_friction_damper_on_a_strip_sticks_and_slips() -> None:
    """F04, along a line whose other side moves."""
    s = System("strip", m=1, c=100, v=0.2, gravity=(0, 0, 0))
    body = s.body(mass="m")
    s.joint("prismatic", GROUND, body, "x")
    s.element("coordinate_spring", coordinate="x", c="c")
    ends = {"body_a": body, "body_b": GROUND, "point_b": (-1, 0, 0)}
    s.element("line_friction", **ends, kinetic=3, static=5, speed="v")
    s.start(x=(0, 0.2))
    motion = s.simulate(until=1.2)
    times = np.cumsum([0.25, 0.47123889803846897, 0.2])
    assert [change.t for change in motion.changes] == pytest.approx(times, abs=1e-9)
    (force,) = s.equations().frictions
    assert str(force.slip) == str(s.equations(mode="slides").frictions[0].slip)
    assert motion.certificate.residual < 1e-9


def test_equations_tell_how_it_touches_rolls_and_slides() -> None:
    s = wheel(0.15, 1.0, "rolling_disc")
    (contact,) = s.equations().contacts
    (slip,) = contact.slips
    assert [str(tree) for tree in (slip.slip, slip.bound)] == ["R*phi' + x'", "mu*N_1"]
    rolls, slides = ([*map(str, s.equations(mode=m).balances)] for m in ("sticks", "slides"))
    assert "x'' + R*phi'' = 0" in rolls
    assert "m*R^2*phi''/2 = -R*mu*m*g*cos(0.5235987755982988)*sign(R*phi' + x')" in slides
