"""Conditions of every kind against closed solutions and against each other."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.kernel import compile_kernel
from lagr_gui.pipeline import Evaluation

NEAR = 1e-9


def at(system: System, t: float = 0.0, **state: tuple[float, float]) -> Evaluation:
    """Everything at a state (q, q̇ by coordinate) that meets the conditions, by the recursion.

    The closed form must give the same accelerations and multipliers.
    """
    given = {
        "t": t,
        "q": {name: value for name, (value, _) in state.items()},
        "qd": {name: rate for name, (_, rate) in state.items()},
    }
    (found,) = system.evaluate(given)
    assert np.nan_to_num(found.position) == pytest.approx(0, abs=1e-12)
    assert found.velocity == pytest.approx(0, abs=1e-12)
    (closed,) = pipeline.evaluate(system.model, [given], derivation="closed")
    assert closed.qdd == pytest.approx(found.qdd, rel=1e-10, abs=1e-10)
    assert closed.multipliers == pytest.approx(found.multipliers, rel=1e-9, abs=1e-9)
    return found


def sphere(mass: float, radius: float) -> list[float]:
    return [0.4 * mass * radius**2] * 3


# rods and pins


def two_pendulums() -> System:
    system = System()
    for x in (0, 1.2):
        number = system.body(mass=1 + x, inertia=(0.1, 0.1, 0.1))
        system.joint(
            "revolute", 0, number, f"q{number}", point_parent=(x, 0, 0), point_child=(0, 0.5, 0)
        )
    return system


def test_a_rod_is_a_link_without_mass() -> None:
    q1, q2 = 0.4, 0.9
    tip = [np.array([x + sin(q), -cos(q)]) for x, q in ((0, q1), (1.2, q2))]
    length = float(np.linalg.norm(tip[0] - tip[1]))
    arms = [np.array([cos(q), sin(q)]) for q in (q1, q2)]
    span = tip[0] - tip[1]
    rates = 1.3, 1.3 * float(span @ arms[0]) / float(span @ arms[1])
    with_rod, with_link = two_pendulums(), two_pendulums()
    ends = {"body_a": 1, "point_a": (0, -0.5, 0), "body_b": 2, "point_b": (0, -0.5, 0)}
    with_rod.element("rod", "rod", l=length, **ends)
    number = with_link.body(mass=0)
    with_link.joint("revolute", 1, number, "q3", point_parent=(0, -0.5, 0), name="A")
    with_link.joint(
        "spherical", number, 2, "a", "b", "c",
        name="B", point_parent=(length, 0, 0), point_child=(0, -0.5, 0), cut=True,
    )  # fmt: skip
    direction = float(np.arctan2(-span[1], -span[0]))
    speed = (rates[1] * arms[1] - rates[0] * arms[0]) @ np.array([span[1], -span[0]]) / length**2
    one = at(with_rod, q1=(q1, rates[0]), q2=(q2, rates[1]))
    # The spherical joint binds the motion out of the plane too, where nothing moves.
    other = at(
        with_link,
        q1=(q1, rates[0]),
        q2=(q2, rates[1]),
        q3=(direction - q1, float(speed) - rates[0]),
    )
    assert other.qdd[:2] == pytest.approx(one.qdd, rel=NEAR)
    (multiplier,) = one.multipliers
    assert other.reactions["B"].force[:2] == pytest.approx(-multiplier * span, rel=NEAR)
    assert other.reactions["A"].force[:2] == pytest.approx(-multiplier * span, rel=NEAR)


def test_a_pushing_rod_has_a_positive_multiplier() -> None:
    system = System(m=2.0)
    system.body(mass="m")
    system.joint("prismatic", 0, 1, "x", axis=(0, 1, 0))
    system.element("rod", "prop", body_a=1, body_b=0, point_b=(0, -3, 0), l=3)
    found = at(system, x=(0, 0))
    assert found.multipliers * 3 == pytest.approx([2 * 9.81])


def test_a_rod_that_grows_lifts_and_supplies_the_work() -> None:
    system = System(m=2.0)
    system.body(mass="m")
    system.joint("prismatic", 0, 1, "x", axis=(0, 1, 0))
    system.element("rod", "jack", body_a=1, body_b=0, l="3 + 0.2*t + 0.1*t^2")
    system.start(x=3)
    assert at(system, 0.0, x=(3, 0.2)).qdd == pytest.approx([0.2])
    run = system.simulate(2.0)
    assert run.q[-1] == pytest.approx([3.8])
    assert run.supplied[-1] == pytest.approx(2 * 9.81 * 0.8 + 0.6**2 - 0.2**2)
    assert run.energy_error < 1e-10


def test_only_what_time_moves_has_a_rate_of_its_own() -> None:
    long, rate = 3 + 0.2 * 0.7 + 0.1 * 0.7**2, 0.2 + 0.2 * 0.7
    for length, own in (("3", 0.0), ("3 + 0.2*t + 0.1*t^2", long * rate)):
        system = System(m=2.0)
        system.body(mass="m")
        system.joint("prismatic", 0, 1, "x", axis=(0, 1, 0))
        system.element("rod", "jack", body_a=1, body_b=0, l=length)
        recursion = pipeline.prepare(system.model).recursion
        (bar,), scope = recursion.constraints.gamma_bar, recursion.scope
        assert (bar.value == 0) == (own == 0), "it costs nothing where it is nothing"
        kernel = compile_kernel(recursion.program, scope.state, scope.parameters, {"bar": bar})
        found = kernel.bind([2.0] * len(scope.parameters))([0.7, 3.2, 5.0])["bar"]
        assert abs(found) == pytest.approx(abs(own), abs=1e-14)


# gears and drives


def test_gears_add_the_inertias_by_the_square_of_the_ratio() -> None:
    system = System()
    for J in (0.3, 0.8):
        number = system.body(inertia=(J, J, J))
        system.joint("revolute", 0, number, f"q{number}", point_parent=(number, 0, 0))
    system.element("gear", "gear", coordinate_a="q1", coordinate_b="q2", ratio=-2.5, offset=0.1)
    system.element("coordinate_force", "drive", coordinate="q2", force=7)
    found = at(system, q1=(0.1 - 2.5 * 0.4, -2.5), q2=(0.4, 1))
    assert found.qdd[1] == pytest.approx(7 / (0.8 + 2.5**2 * 0.3))
    assert found.qdd[0] == pytest.approx(-2.5 * found.qdd[1])
    assert found.multipliers == pytest.approx([0.3 * found.qdd[0]])


def test_a_pinion_drives_its_rack() -> None:
    system = System(r=0.2)
    system.body("Rack", mass=3)
    system.body("Pinion", inertia=(0.1, 0.1, 0.1))
    system.joint("prismatic", 0, 1, "x")
    system.joint("revolute", 0, 2, "phi")
    system.element("gear", "mesh", coordinate_a="x", coordinate_b="phi", ratio="r")
    system.element("coordinate_force", "drive", coordinate="phi", force=4)
    found = at(system, x=(0.2, 0.4), phi=(1, 2))
    assert found.qdd == pytest.approx([0.2 * 4 / 0.22, 4 / 0.22])
    assert found.multipliers == pytest.approx([3 * found.qdd[0]])


def test_the_drive_of_a_prescribed_motion_is_that_of_inverse_dynamics() -> None:
    motions = {"q1": "0.3 + 0.5*t - 0.2*t^2", "q2": "-0.8 + t^2"}
    values = {"q1": (0.3, 0.5, -0.4), "q2": (-0.8, 0.0, 2.0)}
    free, driven = System(), System()
    for system in (free, driven):
        for k in (1, 2):
            system.body(mass=1 + k, inertia=(0.1, 0.2, 0.2))
            ends = {"point_parent": (0, -0.5 * (k - 1), 0), "point_child": (0, 0.5, 0)}
            system.joint("revolute", k - 1, k, f"q{k}", axis=(0, k - 1, 1), **ends)
    for name, motion in motions.items():
        driven.element("prescribed_motion", f"drive {name}", coordinate=name, motion=motion)
    state = {name: entry[:2] for name, entry in values.items()}
    loose, found = at(free, **state), at(driven, **state)
    qdd = np.array([entry[2] for entry in values.values()])
    assert found.qdd == pytest.approx(qdd)
    assert found.multipliers == pytest.approx(loose.g[1:, 1:] @ qdd + loose.h - loose.Q)
    run = driven.simulate(2.0)
    assert run.energy_error < 1e-10
    assert run.q[-1] == pytest.approx([0.3 + 1 - 0.8, -0.8 + 4])


# rolling and sliding


def sleigh(m: float, J: float, a: float) -> System:
    system = System(gravity=(0, 0, "-g"))
    system.body("Sleigh", mass=m, inertia=(0, 0, J))
    system.joint("planar", 0, 1, "x", "y", "phi")
    system.element("skid", "edge", body=1, point=(-a, 0, 0), across=(0, 1, 0))
    return system


def test_chaplygins_sleigh_turns_into_the_straight() -> None:
    # With k² = (J + m a²)/m: v' = a w², w' = −a v w/k², so v = c tanh(a c t/k²).
    m, J, a, w0 = 2.0, 0.3, 0.4, 3.0
    system = sleigh(m, J, a)
    k = np.sqrt((J + m * a**2) / m)
    c = k * w0
    system.start(x=a, y=(0, a * w0), phi=(0, w0))
    run = system.simulate(3.0)
    phi, w = run.q[:, 2], run.qd[:, 2]
    edge = run.qd[:, :2] - a * w[:, None] * np.column_stack([-np.sin(phi), np.cos(phi)])
    v = edge[:, 0] * np.cos(phi) + edge[:, 1] * np.sin(phi)
    assert v == pytest.approx(c * np.tanh(a * c * run.t / k**2), abs=1e-8)
    assert w == pytest.approx(w0 / np.cosh(a * c * run.t / k**2), abs=1e-8)
    assert run.slip.max() < 1e-9 and run.energy_error < 1e-9


def test_the_force_on_the_sleighs_edge_bends_its_path() -> None:
    m, J, a = 2.0, 0.3, 0.4
    v, w, phi = 1.5, 0.8, 0.6
    n = np.array([-sin(phi), cos(phi)])
    u = v * np.array([cos(phi), sin(phi)]) + a * w * n
    found = at(sleigh(m, J, a), x=(0, u[0]), y=(0, u[1]), phi=(phi, w))
    # J w' = −a F about the centre of mass, and w' = −m a v w/(J + m a²).
    assert found.qdd[2] == pytest.approx(-m * a * v * w / (J + m * a**2))
    assert found.multipliers == pytest.approx([J * m * v * w / (J + m * a**2)])


def disc(m: float, r: float, A: float, C: float) -> System:
    system = System(gravity=(0, 0, "-g"))
    system.body("Disc", mass=m, inertia=(A, A, C))
    turns = ((0, 0, 1), (1, 0, 0), (0, 0, 1))
    system.joint("free", 0, 1, "x", "y", "z", "psi", "theta", "phi", sequence=turns)
    system.element("rolling_disc", "contact", body=1, radius=r, normal=(0, 0, 1), along=(1, 0, 0))
    return system


def rolling(r: float, psi, theta, phi) -> dict[str, tuple[float, float]]:
    """The state of a disc that rolls: the velocity of the centre is ω × (from rim to centre)."""
    (p, pd), (t, td), (_, fd) = psi, theta, phi
    node = np.array([cos(p), sin(p), 0])
    axis = np.array([sin(p) * sin(t), -cos(p) * sin(t), cos(t)])
    omega = pd * np.array([0, 0, 1]) + td * node + fd * axis
    up = np.cross(axis, node)
    v = np.cross(omega, r * up)
    return {
        "x": (0.3, v[0]),
        "y": (-0.2, v[1]),
        "z": (r * sin(t), v[2]),
        "psi": psi,
        "theta": theta,
        "phi": phi,
    }


def test_a_rolling_disc_obeys_the_equations_of_the_textbooks() -> None:
    # Euler angles psi, theta, phi; s is the spin phi' + psi' cos theta.
    m, r, g = 1.7, 0.6, 9.81
    A, C = m * r**2 / 4, m * r**2 / 2
    p, t, f = 0.8, 1.1, 2.1
    pd, td, fd = 0.7, -0.4, 1.9
    found = at(disc(m, r, A, C), **rolling(r, (p, pd), (t, td), (f, fd)))
    pdd, tdd, fdd = found.qdd[3:]
    s, sd = fd + pd * cos(t), fdd + pdd * cos(t) - pd * td * sin(t)
    assert (C + m * r**2) * sd == pytest.approx(m * r**2 * pd * td * sin(t))
    assert A * (pdd * sin(t) + 2 * pd * td * cos(t)) == pytest.approx(C * s * td)
    lean = (A + m * r**2) * tdd - A * pd**2 * sin(t) * cos(t)
    lean += (C + m * r**2) * pd * s * sin(t) + m * g * r * cos(t)
    assert lean == pytest.approx(0, abs=1e-9)
    assert found.multipliers[0] == pytest.approx(m * (g + found.qdd[2]))


def test_eulers_disc_precesses_about_its_resting_centre() -> None:
    # Centre at rest: no spin about the axis, and psi'² = 4 g / (r sin theta).
    m, r, t = 1.0, 0.3, 0.2
    rate = np.sqrt(4 * 9.81 / (r * sin(t)))
    system = disc(m, r, m * r**2 / 4, m * r**2 / 2)
    state = rolling(r, (0.3, rate), (t, 0.0), (0.0, -rate * cos(t)))
    assert state["x"][1] == pytest.approx(0, abs=1e-12)
    found = at(system, **state)
    assert found.qdd == pytest.approx(0, abs=1e-9)
    assert found.multipliers == pytest.approx([m * 9.81, 0, 0], abs=1e-9)


def test_a_disc_that_rolls_freely_keeps_its_energy_and_does_not_slip() -> None:
    system = disc(1.0, 0.5, 1 / 16, 1 / 8)
    system.start(**rolling(0.5, (0.0, 0.6), (1.3, 0.2), (0.0, 4.0)))
    run = system.simulate(10.0)
    assert run.energy_error < 1e-9 and run.slip.max() < 1e-9 and run.drift.max() < 1e-9
    assert np.ptp(run.q[:, 4]) > 0.05


def test_a_wheel_rolls_down_an_incline_as_galilei_found() -> None:
    m, J, r, slope = 2.0, 0.05, 0.25, 0.4
    system = System(gravity=(f"g*sin({slope})", f"-g*cos({slope})", 0))
    system.body("Wheel", mass=m, inertia=(J, J, J))
    system.joint("planar", 0, 1, "x", "y", "phi")
    system.element("rolling_disc", "road", body=1, radius=r, normal=(0, 1, 0), along=(1, 0, 0))
    found = at(system, x=(0, 1), y=(r, 0), phi=(0, -1 / r))
    a = 9.81 * sin(slope) / (1 + J / (m * r**2))
    assert found.qdd == pytest.approx([a, 0, -a / r])
    normal, friction, _ = found.multipliers
    assert normal == pytest.approx(m * 9.81 * cos(slope))
    assert friction == pytest.approx(-J * a / r**2)


def turntable(factor: float, W: float = 3.0) -> System:
    system = System(gravity=(0, 0, "-g"))
    system.body("Table", mass=5, inertia=(1, 1, 2))
    J = factor * 0.8 * 0.1**2
    system.body("Ball", mass=0.8, inertia=(J, J, J))
    system.joint("revolute", 0, 1, "alpha")
    turns = ((0, 0, 1), (1, 0, 0), (0, 0, 1))
    system.joint("free", 0, 2, "x", "y", "z", "psi", "theta", "phi", sequence=turns)
    system.element("prescribed_motion", "motor", coordinate="alpha", motion=f"{W}*t")
    system.element(
        "rolling_ball", "contact", body=2, ground=1, radius=0.1, normal=(0, 0, 1), along=(1, 0, 0)
    )
    return system


@pytest.mark.parametrize("factor", [2 / 5, 2 / 3])
def test_a_ball_on_a_turntable_circles_slower_than_the_table(factor: float) -> None:
    # a = k W z × v with k = J/(J + m r²): 2/7 for a solid ball, 2/5 for a hollow one.
    W, r, k = 3.0, 0.1, factor / (1 + factor)
    x, y, td, pd, fd = 0.4, -0.3, 0.7, 1.1, -0.5
    p, t = 0.2, 1.2
    axis = np.array([sin(p) * sin(t), -cos(p) * sin(t), cos(t)])
    omega = pd * np.array([0, 0, 1]) + td * np.array([cos(p), sin(p), 0]) + fd * axis
    v = np.cross([0, 0, W], [x, y, 0]) + np.cross(omega, [0, 0, r])
    found = at(
        turntable(factor),
        alpha=(0.0, W),
        x=(x, v[0]), y=(y, v[1]), z=(r, 0.0),
        psi=(p, pd), theta=(t, td), phi=(0.6, fd),
    )  # fmt: skip
    assert found.qdd[1:4] == pytest.approx(k * W * np.array([-v[1], v[0], 0]), abs=1e-9)


def test_the_orbit_of_the_ball_closes_after_seven_halves_of_a_turn() -> None:
    W = 3.0
    system = turntable(2 / 5, W)
    system.start(x=(0.5, 0.2), y=(0, 1.0), z=0.1, theta=pi / 2, psi=(0, 0.3))
    run = system.simulate(2 * pi / (2 / 7 * W))
    assert run.q[-1, 1:3] == pytest.approx(run.q[0, 1:3], abs=1e-7)
    assert np.ptp(run.q[:, 1]) > 0.5
    assert run.energy_error < 1e-9 and run.slip.max() < 1e-9


# conditions that the user writes


def compare(one: Evaluation, other: Evaluation) -> None:
    assert other.qdd == pytest.approx(one.qdd, rel=NEAR, abs=NEAR)
    forces = one.G.T @ one.multipliers
    assert other.G.T @ other.multipliers == pytest.approx(forces, rel=NEAR, abs=NEAR)


def test_a_skid_may_be_written_as_a_condition_on_velocities() -> None:
    drawn, written = sleigh(2, 0.3, 0.4), System(gravity=(0, 0, "-g"))
    written.body(mass=2, inertia=(0, 0, 0.3))
    written.joint("planar", 0, 1, "x", "y", "phi")
    zero = "-sin(phi)*x' + cos(phi)*y' - 0.4*phi'"
    written.element("velocity_condition", "edge", zero=zero)
    phi, v, w = 0.6, 1.5, 0.8
    u = v * np.array([cos(phi), sin(phi)]) + 0.4 * w * np.array([-sin(phi), cos(phi)])
    state = {"x": (0.0, u[0]), "y": (0.0, u[1]), "phi": (phi, w)}
    compare(at(drawn, **state), at(written, **state))


def test_rods_gears_and_drives_may_be_written_as_conditions_on_positions() -> None:
    drawn, written = two_pendulums(), two_pendulums()
    drawn.element("gear", "gear", coordinate_a="q1", coordinate_b="q2", ratio=2, offset="0.1*t")
    written.element("position_condition", "own", zero="3*(q1 - 2*q2 - 0.1*t)")
    state = {"q1": (0.8, 1.1), "q2": (0.4, 0.5)}
    compare(at(drawn, **state), at(written, **state))
    drawn, written = two_pendulums(), two_pendulums()
    drawn.element("prescribed_motion", "drive", coordinate="q2", motion="sin(t)")
    written.element("position_condition", "own", zero="q2 - sin(t)")
    state = {"q1": (0.8, 1.1), "q2": (0, 1)}
    compare(at(drawn, **state), at(written, **state))
    written.element("velocity_condition", "same", zero="q2' - cos(t)")
    assert at(written, **state).rank == 1
    compare(at(drawn, **state), at(written, **state))
