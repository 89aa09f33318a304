"""Surfaces of joints that slip along several directions at once: balls, bushes and plates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from lagr_gui import GROUND, LagrError, System
from tests.simulation.friction.units import Units

Axis = tuple[int, int, int]


def joined(s: System, kind: str, body: int, turned: bool = False, **fields: Any) -> None:
    """Draw a joint with body 0, from either side."""
    ends = (body, GROUND) if turned else (GROUND, body)
    names = {"spherical": "abc", "cylindrical": "zp", "planar": "xyp"}[kind]
    s.joint(kind, *ends, *names, **fields)


@pytest.mark.parametrize(("units", "turned"), [(Units(1e-6, 1e6, 1e-3), False), (Units(), True)])
def test_a_ball_in_its_socket_stops_along_its_axis(units: Units, turned: bool) -> None:
    """|ω| falls at μ r N/J, about whatever axis."""
    L, M, T = units.length, units.mass, units.time
    s = System("ball", gravity=(0, 0, 0))
    ball = s.body(mass=M, inertia=(2 * M * L**2,) * 3)
    joined(s, "spherical", ball, turned)
    load = {"radius": 0.2 * L, "preload": 50 * M * L / T**2, "pressed": "preload alone"}
    s.element("surface_friction", "rub", coordinate="b", mu=0.1, **load)
    s.start(a=(0.3, 0.1 / T), b=(0.4, 0.2 / T), c=(0.5, -0.2 / T))
    s.plan(until=0.7 * T)
    moved = s.simulate(points=5, outputs=[f"w{n} = angular_velocity({ball}).{n}" for n in "xyz"])
    w = np.array([moved.outputs[f"w{n}"] for n in "xyz"]) * T
    speed = np.linalg.norm(w[:, 0])
    assert w == pytest.approx(w[:, :1] * np.maximum(1 - 0.5 * moved.t / T / speed, 0.0), abs=1e-9)
    (change,) = moved.changes
    assert change.after == "sticks" and change.t / T == pytest.approx(2 * speed, rel=1e-8)


def slipping(m: float, J: float, r: float, b: float, start: tuple[float, ...], until: float):
    """Velocities (v…, ω) at a time of what rubs with b against (v…, r ω), and when it stops."""
    scale = np.array([1.0] * (len(start) - 1) + [r])
    inertia = np.array([*[m] * (len(start) - 1), J])

    def rate(_: float, u: np.ndarray) -> np.ndarray:
        gamma = u * scale
        return -b * gamma / np.linalg.norm(gamma) * scale / inertia

    def stops(_: float, u: np.ndarray) -> float:
        return float(np.linalg.norm(u * scale)) - 1e-9

    stops.terminal = True  # type: ignore[attr-defined]
    found = solve_ivp(rate, (0, until), start, "DOP853", rtol=1e-12, atol=1e-14, events=stops)
    return found.y[:, -1], float(found.t[-1])


@pytest.mark.parametrize(
    ("axis", "turned"), [((1, 0, 0), False), ((0, 1, 0), True), ((0, 0, 1), False)]
)
def test_a_bush_slips_like_a_screw(axis: Axis, turned: bool) -> None:
    """What slides along its shaft hardly rubs while it turns fast: its weight presses."""
    m, J, r, mu = 2.0, 0.03, 0.1, 0.3
    s = System("bush", gravity=tuple(-9.81 * np.roll(axis, 1)))
    body = s.body(mass=m, inertia=(J, J, J))
    joined(s, "cylindrical", body, turned, axis=axis)
    s.element("surface_friction", coordinate="z", mu=mu, radius=r)
    s.start(z=(0, 1), p=(0, -2))
    s.plan(until=0.4)
    _, t = slipping(m, J, r, mu * m * 9.81, (1, -2), 3)
    u, _ = slipping(m, J, r, mu * m * 9.81, (1, -2), 0.2)
    moved = s.simulate(points=3)
    assert moved.qd[1] == pytest.approx(u, abs=1e-8)
    assert [(one.after, one.t) for one in moved.changes] == [("sticks", pytest.approx(t, rel=1e-7))]


@pytest.mark.parametrize(
    ("axis", "turned"), [((1, 0, 0), False), ((0, 1, 0), True), ((0, 0, 1), False)]
)
def test_a_plate_spins_and_slides(axis: Axis, turned: bool) -> None:
    """It rubs at the point of its joint on the second body: the first one spins about that."""
    m, J, r, mu = 2.0, 0.05, 0.12, 0.3
    s = System("plate", gravity=tuple(-9.81 * np.array(axis)))
    body = s.body("plate", mass=m, inertia=(J, J, J))
    plane = [np.roll(axis, 1).tolist(), np.roll(axis, 2).tolist()]
    joined(s, "planar", body, turned, axes=plane, normal=axis)
    s.element("surface_friction", coordinate="y", mu=mu, radius=r)
    v = (0.6, -0.8) if not turned else (0.0, 0.0)
    s.start(x=(0, v[0]), y=(0, v[1]), p=(0, 10))
    s.plan(until=0.1)
    moved = s.simulate(
        points=3, outputs=["v = abs(velocity(plate))", "w = abs(angular_velocity(plate))"]
    )
    u, _ = slipping(m, J, r, mu * m * 9.81, (*v, 10), 0.1)
    told = [moved.outputs["v"][-1], moved.outputs["w"][-1]]
    assert told == pytest.approx([np.hypot(*u[:2]), u[2]], abs=1e-8)


def pushed(most: float, push: str, **fields: Any) -> System:
    """A plate that is pushed and turned at once, by a part of the force that it bears at most."""
    m, r = 2.0, 0.12
    s = System("plate", gravity=(0, 0, -9.81), P=most * m * 9.81)
    body = s.body(mass=m, inertia=(0.1, 0.1, 0.1))
    joined(s, "planar", body)
    s.element("surface_friction", "rub", coordinate="y", radius=r, **fields)
    s.element("force", body=body, vector=(f"0.48*P*{push}", f"0.36*P*{push}", 0))
    s.element("torque", body=body, vector=(0, 0, f"0.8*{r}*P*{push}"))
    return s


def test_a_plate_gives_way_at_its_limit_surface() -> None:
    """(P/μN)² + (M/(r μN))² = 1"""
    s = pushed(0.3, "0.999", mu=0.3)
    s.plan(until=0.01)
    moved = s.simulate(points=3, outputs=["left = reserve(rub)"])
    assert moved.touching.all() and moved.outputs["left"] == pytest.approx(0.001)


def test_what_lets_go_slips_against_its_friction() -> None:
    """γ̇ is opposite to r where static friction falls: a root of γ̇ = W (p − b n), n = γ̇/|γ̇|."""
    s = pushed(0.4, "t", mu=0.3, mu_static=0.4)
    s.plan(start=0.9, until=1.0002)
    moved = s.simulate(points=2)
    (change,) = moved.changes
    assert change.t == pytest.approx(1, rel=1e-9)
    W, p = np.array([0.5, 0.5, 0.144]), 0.4 * np.array([0.48, 0.36, 0.8])

    def way(fast: float) -> np.ndarray:
        return W * p / (fast + 0.3 * W)

    fast: Any = brentq(lambda fast: float(np.linalg.norm(way(fast))) - 1, 1e-9, 1)
    n = way(fast)
    slips = moved.qd[-1] * [1, 1, 0.12]
    assert slips / np.linalg.norm(slips) == pytest.approx(n, abs=1e-4)


def heavy(mu: float, r: float, until: float, start: np.ndarray) -> np.ndarray:
    """Angular velocity in space of a heavy body in a socket, by Newton and Euler; |F| in turn."""
    m, h, J, g = 1.5, 0.4, np.diag([0.5, 0.45, 0.2]), np.array([0, -9.81, 0])

    def rate(_: float, y: np.ndarray) -> np.ndarray:
        R, w = y[:9].reshape(3, 3), y[9:]
        c, tensor, alpha = R @ [0, 0, -h], R @ J @ R.T, np.zeros(3)
        for _ in range(25):
            F = m * (np.cross(alpha, c) + np.cross(w, np.cross(w, c)) - g)
            rub = -mu * r * np.linalg.norm(F) * w / np.linalg.norm(w)
            moment = np.cross(c, m * g) + rub - np.cross(w, tensor @ w)
            alpha = np.linalg.solve(tensor, moment)
        return np.concatenate([np.cross(w, R.T).T.ravel(), alpha])

    y0 = np.concatenate([np.eye(3).ravel(), start])
    return solve_ivp(rate, (0, until), y0, "DOP853", rtol=1e-8, atol=1e-10).y[9:, -1]


@pytest.mark.parametrize("turned", [False, True])
def test_a_heavy_body_in_a_socket(turned: bool) -> None:
    """What presses is the force of the joint, which friction itself changes."""
    m, h = 1.5, 0.4
    s = System("heavy", gravity=(0, -9.81, 0))
    bob = s.body("bob", mass=m, inertia=(0.5 - m * h * h, 0.45 - m * h * h, 0.2))
    joined(s, "spherical", bob, turned, **{"point_parent" if turned else "point_child": (0, 0, h)})
    s.element("surface_friction", "rub", coordinate="c", mu=0.3, radius=0.1)
    sign = -1 if turned else 1
    s.start(a=(0, 1.5 * sign), b=(0, -sign), c=(0, 2 * sign))
    s.plan(until=0.2)
    moved = s.simulate(
        points=3, outputs=[f"{axis} = angular_velocity(bob).{axis}" for axis in "xyz"]
    )
    w = [moved.outputs[axis][-1] for axis in "xyz"]
    assert w == pytest.approx(heavy(0.3, 0.1, 0.2, np.array([1.5, -1, 2])), abs=1e-7)


def test_lines_of_surfaces_tell_one_bound_for_all_components() -> None:
    s = System("bush", m=1, J=2, R=0.5)
    joined(s, "cylindrical", s.body(mass="m", inertia=("J", "J", "J")), axis=(1, 0, 0))
    s.element("surface_friction", "rub", coordinate="z", mu="mu", radius="R")
    s.parameter("mu", 0.1)
    lines = [line.strip() for line in str(s.equations(mode="slides")).splitlines()]
    assert "bush (rub slides)" in lines
    assert "sqrt(r_1^2 + r_2^2) <= mu*N_1" in lines
    size = "sqrt(z'^2 + (R*p')^2)"
    assert f"m*z'' = -mu*N_1*z'/{size}" in lines
    assert f"r_2 = -mu*N_1*R*p'/{size}    (sliding)" in lines
    (least,) = s.equations(formalism="gauss").of("Z_R")
    assert "sqrt" in str(least) and "z''" in str(least)


def test_two_that_hold_the_same_are_told() -> None:
    s = pushed(0.3, "0.5", mu=0.3)
    s.element("joint_friction", coordinate="x", kinetic=1)
    with pytest.raises(LagrError) as told:
        s.simulate(until=0.01)
    assert told.value.problems[0].code == "held-twice"


def test_what_does_not_know_surfaces_refuses_them_by_name() -> None:
    s = pushed(0.3, "0.5", mu=0.3)
    for ask in (
        lambda: s.equations(form="structured"),
        lambda: s.linearize(mode="sticks"),
        lambda: s.evaluate({"q": [0, 0, 0], "qd": [1, 0, 0]}),
    ):
        with pytest.raises(LagrError, match="rub"):
            ask()
    s = System("hinge")
    s.joint("revolute", GROUND, s.body(inertia=(0, 0, 1)), "phi")
    s.element("surface_friction", coordinate="phi")
    assert [problem.code for problem in s.check().problems] == ["no-load"]
