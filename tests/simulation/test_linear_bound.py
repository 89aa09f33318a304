"""Equilibria and linear equations under conditions: loops, drives, rolling."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import (
    GROUND,
    LagrError,
    System,
    equilibria,
    frequency_response,
    linearize,
    modes,
    simulate,
)
from lagr_gui.model import Function
from lagr_gui.pipeline import settings_of

R, L, C, FREE = 0.2, 0.5, 60.0, 0.55
MC, MR, MS, JC, JR = 0.8, 1.2, 0.6, 0.004, 0.03


def slider_crank(k: float = 0.0) -> System:
    """Crank, rod and slider in a vertical plane, a spring on the slider."""
    system = System("Slider-crank", r=R, l=L)
    crank = system.body("crank", mass=MC, inertia=(JC, JC, JC))
    rod = system.body("rod", mass=MR, inertia=(JR, JR, JR))
    slider = system.body("slider", mass=MS, inertia=(0.01, 0.01, 0.01))
    ends = {"axis": (0, 0, 1)}
    tips = {"point_parent": ("r/2", 0, 0), "point_child": ("-l/2", 0, 0)}
    system.joint("revolute", GROUND, crank, "phi", point_child=("-r/2", 0, 0), **ends)
    system.joint("revolute", crank, rod, "psi", **tips, **ends)
    system.joint("revolute", rod, slider, "chi", point_parent=("l/2", 0, 0), **ends)
    system.joint("prismatic", GROUND, slider, "x", axis=(1, 0, 0))
    system.element("coordinate_spring", coordinate="x", c=C, q0=FREE)
    if k:
        system.element("coordinate_damper", coordinate="x", k=k)
    system.start(phi=1.0, psi=-1.4, x=0.55)
    return system


def slide(phi: float) -> float:
    return R * np.cos(phi) + np.sqrt(L**2 - (R * np.sin(phi)) ** 2)


def potential(phi: float) -> float:
    weight = 9.81 * R * np.sin(phi) / 2 * (MC + MR)
    return weight + C / 2 * (slide(phi) - FREE) ** 2


def inertia(phi: float) -> float:
    root = np.sqrt(L**2 - (R * np.sin(phi)) ** 2)
    dx = -R * np.sin(phi) * (1 + R * np.cos(phi) / root)
    middle = np.array([(dx - R * np.sin(phi)) / 2, R * np.cos(phi) / 2])
    tilt = R * np.cos(phi) / root
    return JC + MC * R**2 / 4 + MR * middle @ middle + JR * tilt**2 + MS * dx**2


def slope(function, x: float) -> float:
    """The derivative by five points."""
    h = 2e-3
    near = (function(x + h) - function(x - h)) * 8
    return (near - function(x + 2 * h) + function(x - 2 * h)) / (12 * h)


def stiffness(phi: float) -> float:
    return slope(lambda x: slope(potential, x), phi)


def test_equilibria_of_a_slider_crank_are_those_of_the_one_angle_that_is_left() -> None:
    found = equilibria(slider_crank().model)
    grid = np.linspace(-np.pi, np.pi, 2001)
    signs = np.sign([slope(potential, phi) for phi in grid])
    near = grid[:-1][signs[:-1] != signs[1:]]
    straight = [item for item in found.found if item.q[2] > 0]  # the rod ahead of the crank
    assert sorted(item.q[0] for item in straight) == pytest.approx(sorted(near), abs=4e-3)
    for item in straight:
        assert abs(slope(potential, item.q[0])) < 1e-6
        assert item.q[2] == pytest.approx(slide(item.q[0]))
        own = stiffness(item.q[0])
        assert item.stability == ("stable" if own > 0 else "unstable")
        root = np.sqrt(abs(own) / inertia(item.q[0]))
        assert np.max(np.abs(item.eigenvalues)) == pytest.approx(root, rel=1e-5)


def test_the_linear_equations_of_a_loop_are_those_of_its_independent_coordinate() -> None:
    linear = linearize(slider_crank(k=3.0).model, inputs=("phi", "x"))
    phi = linear.q[0]
    assert linear.coordinates == ("phi", "psi", "x")
    assert linear.independent == ("phi",)
    assert linear.M[0, 0] == pytest.approx(inertia(phi), rel=1e-8)
    assert linear.K[0, 0] == pytest.approx(stiffness(phi), rel=1e-5)
    dx = slope(slide, phi)
    assert linear.basis[2, 0] == pytest.approx(dx, rel=1e-6)
    assert linear.D[0, 0] == pytest.approx(3.0 * dx**2, rel=1e-6)
    assert linear.B[0, 0] == pytest.approx([1.0, dx], rel=1e-6)
    (mode,) = modes(slider_crank(k=3.0).model).modes
    assert abs(mode.shape[2] / mode.shape[0]) == pytest.approx(abs(dx), rel=1e-6)


def test_the_linear_equations_about_a_moving_state_of_a_loop_predict_its_accelerations() -> None:
    model = slider_crank(k=3.0).model
    state = {"q": [0.7, -0.9, 0.6], "qd": [2.0, -2.5, 0.1]}
    linear = linearize(model, state)

    def acceleration(phi: float, rate: float) -> float:
        """M φ̈ + ½ M′ φ̇² + V′ + k x′² φ̇ = 0"""
        held = slope(inertia, phi) * rate**2 / 2 + slope(potential, phi)
        return -(held + 3.0 * slope(slide, phi) ** 2 * rate) / inertia(phi)

    phi, rate = linear.q[0], linear.qd[0]
    by_phi = slope(lambda x: acceleration(x, rate), phi)
    by_rate = slope(lambda x: acceleration(phi, x), rate)
    assert linear.A[1] == pytest.approx([by_phi, by_rate], rel=1e-6)


def four_bar() -> System:
    """A parallelogram-like linkage hanging in a plane: a swinging platform."""
    system = System("Platform", a=0.6, b=0.8)
    left, right = (system.body(mass=0.4, inertia=(0.01, 0.01, 0.01)) for _ in range(2))
    plate = system.body(mass=2.0, inertia=(0.1, 0.1, 0.1))
    arm = {"point_child": (0, "a/2", 0), "axis": (0, 0, 1)}
    system.joint("revolute", GROUND, left, "q1", **arm)
    system.joint("revolute", GROUND, right, "q2", point_parent=("b", 0, 0), **arm)
    below = {"point_parent": (0, "-a/2", 0), "axis": (0, 0, 1)}
    system.joint("revolute", left, plate, "q3", point_child=("-b/2", 0, 0), **below)
    system.joint("revolute", right, plate, "q4", point_child=("b/2", 0, 0), **below)
    return system


def test_a_platform_on_parallel_arms_swings_like_its_arms() -> None:
    # T = ½ (2 J + 2 m a²/4 + M a²) φ̇², V = −(m a + M a) g cos φ; the plate does not turn
    found = modes(four_bar().model)
    inertia_of_all = 2 * (0.01 + 0.4 * 0.09) + 2.0 * 0.36
    stiffness = (0.4 * 0.6 + 2.0 * 0.6) * 9.81
    assert found.modes[0].frequency == pytest.approx(np.sqrt(stiffness / inertia_of_all))
    assert found.stability == "stable"
    assert abs(found.modes[0].shape[0] - found.modes[0].shape[1]) < 1e-9


def test_a_dead_position_has_no_linear_equations() -> None:
    right = np.pi / 2
    with pytest.raises(LagrError, match="dead position"):
        linearize(four_bar().model, {"q": [right, right, -right], "qd": [0.0] * 3})


def test_a_drive_shakes_what_hangs_on_it() -> None:
    system = System("Driven", m=1.0, l=0.5, k=0.4)
    cart, bob = system.body(mass=3.0), system.body(mass="m")
    system.joint("prismatic", GROUND, cart, "x", axis=(1, 0, 0))
    system.joint("revolute", cart, bob, "phi", point_child=(0, "l", 0), axis=(0, 0, 1))
    system.element("coordinate_damper", coordinate="phi", k="k")
    system.element("prescribed_motion", coordinate="x", motion="FU(t)")
    function = Function(name="FU", expression="0.1*sin(5*t)")
    model = system.model.model_copy(update={"functions": (function,)})
    w = np.array([1.0, 4.0, 7.0])
    found = frequency_response(model, "FU", outputs=("phi", "x"), omega=w)
    s = 1j * w
    expected = -0.5 * s**2 / (0.25 * s**2 + 0.4 * s + 0.5 * 9.81)
    assert found.transfer[:, 0] == pytest.approx(expected, rel=1e-10)
    assert found.transfer[:, 1] == pytest.approx(np.ones(3))


def disc(speed: float) -> tuple[System, dict]:
    """A thin disc that rolls upright along x with a speed."""
    r, m = 0.3, 2.0
    across, axial = m * r * r / 4, m * r * r / 2
    system = System("Disc", gravity=(0, 0, "-g"))
    body = system.body(mass=m, inertia=(across, axial, across))
    system.joint(
        "free", GROUND, body, "x", "y", "z", "psi", "theta", "phi",
        sequence=((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    )  # fmt: skip
    system.element(
        "rolling_disc", body=body, axis=(0, 1, 0), radius=r, normal=(0, 0, 1), along=(1, 0, 0)
    )
    state = {"q": {"z": r}, "qd": {"x": speed, "phi": speed / r}}
    return system, state


def test_a_rolling_disc_keeps_upright_above_the_known_speed() -> None:
    # Routh, Advanced Rigid Dynamics: a thin disc rolls stably for v² > g r / 3
    critical = np.sqrt(9.81 * 0.3 / 3)
    for factor, verdict in ((0.99, "unstable"), (1.01, "undecided")):
        system, state = disc(factor * critical)
        linear = linearize(system.model, state)
        assert len(linear.independent) == 5 and len(linear.quick) == 3
        assert modes(system.model, state).stability == verdict


def test_small_motions_of_a_rolling_disc_are_those_of_its_simulation() -> None:
    system, state = disc(2.0)
    linear = linearize(system.model, state)
    swing = [m for m in modes(system.model, state).modes if m.kind == "oscillation"]
    assert len(swing) == 1
    names = linear.coordinates
    q0, qd0 = np.zeros(6), np.zeros(6)
    q0[names.index("z")], qd0[names.index("x")] = 0.3, 2.0
    qd0[names.index("phi")] = 2.0 / 0.3
    qd0[names.index("theta")] = 1e-5
    settings = replace(settings_of(system.model), q0=q0, qd0=qd0, t_end=6.0)
    theta = simulate(system.model, settings).q[:, names.index("theta")]
    t = np.linspace(0, 6.0, len(theta))
    w = swing[0].damped_frequency
    fit = np.linalg.lstsq(np.column_stack([np.sin(w * t), np.cos(w * t)]), theta, rcond=None)[0]
    rest = theta - np.column_stack([np.sin(w * t), np.cos(w * t)]) @ fit
    assert np.max(np.abs(rest)) < 1e-3 * np.max(np.abs(theta))
