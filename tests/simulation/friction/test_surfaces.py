"""Surfaces of joints that slip along several directions at once: balls, bushes and plates."""

from __future__ import annotations


import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import GROUND, System
from tests.simulation.friction.units import Units

UNITS = [Units(), Units(1e-6, 1e6, 1e-3), Units(1e6, 1e-6, 1e3)]
AXES = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
DRAWN = [(axis, turned) for axis in AXES for turned in (False, True)]


def joined(s: System, kind: str, body: int, turned: bool, **fields: object) -> None:
    ends = (body, GROUND) if turned else (GROUND, body)
    names = {"spherical": "abc", "cylindrical": "zp", "planar": "xyp"}[kind]
    s.joint(kind, *ends, *names, **fields)


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("turned", [False, True])
def test_a_ball_in_its_socket_stops_along_its_axis(units: Units, turned: bool) -> None:
    """|ω| falls at μ r N/J, about whatever axis."""
    L, M, T = units.length, units.mass, units.time
    s = System("ball", gravity=(0, 0, 0))
    ball = s.body(mass=M, inertia=(2 * M * L**2,) * 3)
    joined(s, "spherical", ball, turned)
    load = {"radius": 0.2 * L, "preload": 50 * M * L / T**2, "pressed": "preload alone"}
    s.element("surface_friction", "rub", coordinate="b", mu=0.1, **load)
    s.start(a=(0.3, 1 / T), b=(0.4, 2 / T), c=(0.5, -2 / T))
    shown = [f"angular_velocity(0).x + angular_velocity({ball}).{axis}" for axis in "xyz"]
    s.plan(until=8 * T)
    moved = s.simulate(outputs=[f"w{n} = {text}" for n, text in enumerate(shown)])
    w = np.array([moved.outputs[f"w{n}"] for n in range(3)]) * T
    speed = np.linalg.norm(w[:, 0])
    left = np.maximum(1 - 0.5 * moved.t / T / speed, 0.0)
    assert w == pytest.approx(w[:, :1] * left, abs=1e-8)
    (change,) = moved.changes
    assert change.after == "sticks" and change.t / T == pytest.approx(2 * speed, rel=1e-8)


def slipping(m: float, J: float, r: float, b: float, start: tuple[float, ...], until: float):
    """Velocities (v…, ω) at a time of what rubs with b against (v…, r ω), and when it stops."""
    scale = np.array([1.0] * (len(start) - 1) + [r])

    def rate(_: float, u: np.ndarray) -> np.ndarray:
        gamma = u * scale
        return -b * gamma / np.linalg.norm(gamma) * scale / [*[m] * (len(u) - 1), J]

    def stops(_: float, u: np.ndarray) -> float:
        return float(np.linalg.norm(u * scale)) - 1e-9

    stops.terminal = True
    found = solve_ivp(rate, (0, until), start, "DOP853", rtol=1e-12, atol=1e-14, events=stops)
    return found.y[:, -1], float(found.t[-1])


@pytest.mark.parametrize(("axis", "turned"), DRAWN)
def test_a_bush_slips_like_a_screw(axis: tuple[int, int, int], turned: bool) -> None:
    """What slides along its shaft hardly rubs while it turns fast: its weight presses."""
    m, J, r, mu = 2.0, 0.03, 0.1, 0.3
    s = System("bush", gravity=tuple(-9.81 * np.roll(axis, 1)))
    body = s.body(mass=m, inertia=(J, J, J))
    joined(s, "cylindrical", body, turned, axis=axis)
    s.element("surface_friction", coordinate="z", mu=mu, radius=r)
    s.start(z=(0, 1), p=(0, -30))
    s.plan(until=0.4)
    u, _ = slipping(m, J, r, mu * m * 9.81, (1, -30), 0.4)
    assert s.simulate().qd[-1] == pytest.approx(u, abs=1e-8)
    s.plan(until=3)
    _, t = slipping(m, J, r, mu * m * 9.81, (1, -30), 3)
    (change,) = s.simulate().changes
    assert change.after == "sticks" and change.t == pytest.approx(t, rel=1e-7)


@pytest.mark.parametrize(("axis", "turned"), DRAWN)
def test_a_plate_spins_and_slides(axis: tuple[int, int, int], turned: bool) -> None:
    m, J, r, mu = 2.0, 0.05, 0.12, 0.3
    s = System("plate", gravity=tuple(-9.81 * np.array(axis)))
    body = s.body(mass=m, inertia=(J, J, J))
    plane = [np.roll(axis, 1).tolist(), np.roll(axis, 2).tolist()]
    joined(s, "planar", body, turned, axes=plane, normal=axis)
    s.element("surface_friction", coordinate="y", mu=mu, radius=r)
    s.start(x=(0, 0.6), y=(0, -0.8), p=(0, 10))
    s.plan(until=0.2)
    turn = s.simulate()
    u, _ = slipping(m, J, r, mu * m * 9.81, (0.6, -0.8, 10), 0.2)
    if turned:  # the axes of the plane turn with the plate
        assert turn.qd[-1, 2] == pytest.approx(u[2], abs=1e-8)
        return
    assert turn.qd[-1] == pytest.approx(u, abs=1e-8)


@pytest.mark.parametrize("below", [0.999, 1.001])
def test_a_plate_gives_way_at_its_limit_surface(below: float) -> None:
    """(P/μN)² + (M/(r μN))² = 1"""
    m, r, mu = 2.0, 0.12, 0.3
    most = mu * m * 9.81
    s = System("plate", gravity=(0, 0, -9.81))
    body = s.body(mass=m, inertia=(0.1, 0.1, 0.1))
    s.joint("planar", GROUND, body, "x", "y", "p")
    s.element("surface_friction", "rub", coordinate="y", mu=mu, radius=r)
    push = below * most
    s.element("force", body=body, vector=(0.48 * push, 0.36 * push, 0))
    s.element("torque", body=body, vector=(0, 0, 0.8 * r * push))
    s.plan(until=0.05)
    moved = s.simulate(outputs=["left = reserve(rub)"])
    assert bool(moved.touching[-1, 0]) is (below < 1)
    assert moved.outputs["left"][0] == pytest.approx(max(1 - below, 0.0), abs=1e-9)


def heavy(mu: float, r: float, until: float, start: np.ndarray) -> np.ndarray:
    """Angular velocity in space of a heavy body in a socket, by Newton and Euler; |F| in turn."""
    m, l, J, g = 1.5, 0.4, np.diag([0.5, 0.45, 0.2]), np.array([0, -9.81, 0])

    def rate(_: float, y: np.ndarray) -> np.ndarray:
        R, w = y[:9].reshape(3, 3), y[9:]
        c = R @ [0, 0, -l]
        tensor = R @ J @ R.T
        alpha = np.zeros(3)
        for _ in range(60):
            a = np.cross(alpha, c) + np.cross(w, np.cross(w, c))
            F = m * (a - g)
            rub = -mu * r * np.linalg.norm(F) * w / np.linalg.norm(w)
            moment = np.cross(c, m * g) + rub - np.cross(w, tensor @ w)
            alpha = np.linalg.solve(tensor, moment)
        return np.concatenate([np.cross(w, R.T).T.ravel(), alpha])

    y0 = np.concatenate([np.eye(3).ravel(), start])
    return solve_ivp(rate, (0, until), y0, "DOP853", rtol=1e-10, atol=1e-12).y[9:, -1]


@pytest.mark.parametrize("turned", [False, True])
def test_a_heavy_body_in_a_socket(turned: bool) -> None:
    """What presses is the force of the joint, which friction itself changes."""
    m, l = 1.5, 0.4
    s = System("heavy", gravity=(0, -9.81, 0))
    bob = s.body("bob", mass=m, inertia=(0.5 - m * l * l, 0.45 - m * l * l, 0.2))
    point = {"point_parent" if turned else "point_child": (0, 0, l)}
    joined(s, "spherical", bob, turned, **point)
    s.element("surface_friction", "rub", coordinate="c", mu=0.3, radius=0.1)
    s.start(a=(0, -1.5 if turned else 1.5), b=(0, 1 if turned else -1), c=(0, -2 if turned else 2))
    s.plan(until=0.4)
    moved = s.simulate(outputs=[f"{axis} = angular_velocity(bob).{axis}" for axis in "xyz"])
    w = [moved.outputs[axis][-1] for axis in "xyz"]
    assert w == pytest.approx(heavy(0.3, 0.1, 0.4, np.array([1.5, -1, 2])), abs=1e-7)
