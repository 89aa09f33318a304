"""Modes, stability and response: closed formulas and published stability limits."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from lagr_gui import (
    GROUND,
    LagrError,
    System,
    equilibria,
    frequency_response,
    linearize,
    load,
    mode_motion,
    modes,
    simulate,
)
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Function
from lagr_gui.pipeline import settings_of

SAMPLES = {path.stem: path for path in sample_models()}


def chain(count: int, walls: bool = True, k: float = 0.0, **parameters: float) -> System:
    """Equal masses on a line with equal springs between them (and to two walls)."""
    system = System("Chain", gravity=(0, 0, 0), **{"m": 0.5, "c": 200.0, "a": 1.0} | parameters)
    bodies = [system.body(mass="m") for _ in range(count)]
    for number, body in enumerate(bodies, start=1):
        place = (f"{number}*a", 0, 0)
        system.joint("prismatic", GROUND, body, f"x{number}", point_parent=place, axis=(1, 0, 0))
        if k:
            system.element("coordinate_damper", coordinate=f"x{number}", k=k)
    ends = [(0, (0, 0, 0))] if walls else []
    ends += [(body, (0, 0, 0)) for body in bodies]
    ends += [(0, (f"{count + 1}*a", 0, 0))] if walls else []
    for (first, at), (second, end) in pairwise(ends):
        fields = {"body_a": first, "point_a": at, "body_b": second, "point_b": end}
        system.element("spring", **fields, c="c", l0="a")
    return system


def frequencies(found) -> np.ndarray:
    return np.array([mode.frequency for mode in found.modes])


def test_a_chain_between_walls_swings_in_sines() -> None:
    n, found = 5, modes(chain(5).model)
    j = np.arange(1, n + 1)
    expected = 2 * np.sqrt(400) * np.sin(j * np.pi / (2 * (n + 1)))
    assert frequencies(found) == pytest.approx(expected, rel=1e-12)
    for number, mode in enumerate(found.modes, start=1):
        sine = np.sin(number * j * np.pi / (n + 1))
        along = abs(np.vdot(mode.shape, sine)) / np.linalg.norm(sine) / np.linalg.norm(mode.shape)
        assert along == pytest.approx(1, abs=1e-12)
    V = np.array([mode.shape for mode in found.modes])
    assert V.conj() @ (0.5 * np.eye(n)) @ V.T == pytest.approx(np.eye(n), abs=1e-12)
    assert found.stability == "stable" and "minimum" in found.reason


def test_free_masses_have_a_rigid_mode_of_exactly_zero_frequency() -> None:
    for system in (chain(3, walls=False), damped_pair()):
        count = len(system.model.coordinates)
        found = modes(system.model, {"q": [0.0] * count, "qd": [0.0] * count})
        rigid = found.modes[0]
        assert rigid.kind == "rigid" and rigid.eigenvalue == 0
        assert found.zeros == 2 and np.sum(found.eigenvalues == 0) == 2
        assert np.ptp(np.abs(rigid.shape)) < 1e-9
        assert found.stability == "undecided"


def damped_pair() -> System:
    """Two free masses with spring and dashpot between them."""
    system = chain(2, walls=False)
    system.element("lagr_damper", body_a=1, body_b=2, k=3.0)
    return system


def test_equal_frequencies_keep_orthogonal_modes() -> None:
    system = System("Spherical pendulum", m=1.5, l=0.7)
    bob = system.body(mass="m")
    system.joint(
        "universal",
        GROUND,
        bob,
        "alpha",
        "beta",
        axis=(1, 0, 0),
        axis2=(0, 0, 1),
        point_child=(0, "l", 0),
    )
    found = modes(system.model)
    assert frequencies(found) == pytest.approx([np.sqrt(9.81 / 0.7)] * 2, rel=1e-12)
    first, second = (mode.shape for mode in found.modes)
    assert abs(np.vdot(first, second)) < 1e-12 * np.linalg.norm(first) ** 2


def test_damping_ratio_and_frequency_of_one_mass() -> None:
    found = modes(chain(1, k=4.0).model)
    (mode,) = found.modes
    w, D = np.sqrt(400 / 0.5), 4.0 / (2 * np.sqrt(400 * 0.5))
    assert mode.frequency == pytest.approx(w)
    assert mode.damping_ratio == pytest.approx(D)
    assert mode.damped_frequency == pytest.approx(w * np.sqrt(1 - D * D))
    assert found.stability == "asymptotically stable"


def test_strong_damping_gives_two_decays_and_critical_damping_is_told() -> None:
    found = modes(chain(1, k=60.0).model)
    assert [mode.kind for mode in found.modes] == ["decay", "decay"]
    critical = modes(chain(1, k=2 * np.sqrt(200.0)).model)
    assert "coincide" in critical.notes[0]
    assert critical.stability == "asymptotically stable"


def ziegler(load: float, damping: float = 0.0) -> System:
    """Ziegler's column: two rods, masses 2m and m, springs c, a load that follows the tip."""
    system = System("Ziegler", gravity=(0, 0, 0), P=load, m=1.0, l=1.0, c=1.0, d=damping)
    first, second = system.body(mass="2*m"), system.body(mass="m")
    system.joint("revolute", GROUND, first, "p1", axis=(0, 0, 1), point_child=(0, "-l", 0))
    system.joint("revolute", first, second, "p2", axis=(0, 0, 1), point_child=(0, "-l", 0))
    for name in ("p1", "p2"):
        system.element("coordinate_spring", coordinate=name, c="c")
        system.element("coordinate_damper", coordinate=name, k="d")
    system.element("force", body=second, vector=(0, "-P", 0), axes="body")
    return system


def test_zieglers_column_flutters_at_the_published_loads() -> None:
    # Ziegler 1952: P = (7/2 − √2) c/l without damping, 41/28 c/l with equal small damping
    at = {"q": [0.0, 0.0], "qd": [0.0, 0.0]}
    for damping, limit in ((0.0, 3.5 - np.sqrt(2)), (1e-3, 41 / 28)):
        below = modes(ziegler(limit * 0.999, damping).model, at)
        above = modes(ziegler(limit * 1.001, damping).model, at)
        assert below.stability == ("asymptotically stable" if damping else "undecided")
        assert above.stability == "unstable" and "±" in above.reason
    linear = linearize(ziegler(1.0).model, at)
    assert np.abs(linear.N).max() == pytest.approx(0.5)  # circulatory: no potential


def upright_top(spin: float) -> System:
    system = System("Top", A=0.02, C=0.01, s=0.1, m=0.5)
    body = system.body(mass="m", inertia=("A-m*s^2", "C", "A-m*s^2"))
    system.joint(
        "spherical",
        GROUND,
        body,
        "alpha",
        "gamma",
        "beta",
        sequence=((1, 0, 0), (0, 0, 1), (0, 1, 0)),
        point_child=(0, "-s", 0),
    )
    return system


def test_a_sleeping_top_needs_its_critical_spin() -> None:
    # (C ω)² > 4 A m g s
    critical = np.sqrt(4 * 0.02 * 0.5 * 9.81 * 0.1) / 0.01
    model = upright_top(critical).model
    for factor, stability in ((0.999, "unstable"), (1.001, "undecided")):
        found = modes(model, "start", velocities={"beta": factor * critical})
        assert found.stability == stability
    linear = linearize(model, "start", velocities={"beta": critical})
    assert linear.indifferent == ("beta",)
    assert np.abs(linear.G).max() == pytest.approx(0.01 * critical)
    assert not np.any(np.abs(linear.D) > 1e-12)


def test_the_verdict_names_what_is_indifferent() -> None:
    system = System("Cart with pendulum")
    cart, bob = system.body(mass=2), system.body(mass=1)
    system.joint("prismatic", GROUND, cart, "x", axis=(1, 0, 0))
    system.joint("revolute", cart, bob, "phi", axis=(0, 0, 1), point_child=(0, 0.5, 0))
    found = modes(system.model)
    assert found.stability == "stable" and "x alone" in found.reason
    assert frequencies(found)[-1] == pytest.approx(np.sqrt(3 / 2 * 9.81 / 0.5))


def test_magnification_of_one_mass_and_its_resonance() -> None:
    model = chain(1, k=4.0).model
    w, D = np.sqrt(400 / 0.5), 4.0 / (2 * np.sqrt(400 * 0.5))
    omega = np.linspace(0, 2 * w, 301)
    found = frequency_response(model, "x1", omega=omega)
    eta = omega / w
    expected = 1 / 400 / (1 - eta**2 + 2j * D * eta)
    assert found.transfer[:, 0] == pytest.approx(expected, rel=1e-10)
    (peak,) = found.resonances
    assert peak.omega == pytest.approx(w * np.sqrt(1 - 2 * D * D), rel=1e-7)
    assert peak.amplitude == pytest.approx(1 / 400 / (2 * D * np.sqrt(1 - D * D)), rel=1e-12)
    assert peak.mode == pytest.approx(w)
    # the mean power of the force is the mean power of damping
    assert found.dissipated == pytest.approx(omega * -found.transfer[:, 0].imag / 2, abs=1e-12)


def test_a_resonance_without_damping_has_no_finite_amplitude() -> None:
    found = frequency_response(chain(2).model, "x1", outputs=("x2",))
    assert [peak.amplitude for peak in found.resonances] == [np.inf, np.inf]
    assert [peak.omega for peak in found.resonances] == pytest.approx([20.0, 20 * np.sqrt(3)])


def test_the_response_to_a_shaken_pivot_is_what_simulation_settles_to() -> None:
    system = System("Shaken", m=1.0, l=0.5, k=0.4)
    system.ground(position=("FU(t)", 0, 0))
    bob = system.body(mass="m")
    system.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0))
    system.element("coordinate_damper", coordinate="phi", k="k")
    a, w = 1e-4, 5.0
    function = Function(name="FU", expression=f"{a}*cos({w}*t)")
    model = system.model.model_copy(update={"functions": (function,)})
    found = frequency_response(model, "FU", omega=[w])
    motion = simulate(model, replace(settings_of(model), t_end=40.0))
    t = np.linspace(30, 40, 200)
    expected = np.real(found.transfer[0, 0] * np.exp(1j * w * t)) * a
    assert motion.at(t)[0][:, 0] == pytest.approx(expected, abs=2e-3 * a)


def test_a_mode_can_be_played() -> None:
    model = chain(3).model
    found = modes(model)
    motion = mode_motion(model, found, 1, amplitude=0.1)
    assert motion.t[-1] == pytest.approx(2 * np.pi / found.modes[1].frequency)
    assert motion.x[1][0, 0] - 1 == pytest.approx(0.1)
    assert motion.x[2][:, 0] == pytest.approx(2.0)
    assert motion.x[3][0, 0] - 3 == pytest.approx(-0.1)
    with pytest.raises(LagrError, match="3 modes"):
        mode_motion(model, found, 3)


def test_equations_that_change_with_time_get_no_verdict() -> None:
    # A pendulum whose pivot is shaken upright stays up although it falls at every instant.
    system = System("Kapitza", l=0.25)
    system.ground(position=(0, "0.02*cos(150*t)", 0))
    bob = system.body(mass=1)
    system.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0))
    for angle in (0.0, np.pi):
        found = modes(system.model, {"q": [angle], "qd": [0.0]})
        assert found.stability == "undecided" and "change with time" in found.reason
    assert all("change" in item.reason for item in equilibria(system.model).found)


def test_a_state_that_is_no_equilibrium_gets_no_verdict() -> None:
    found = modes(upright_top(5.0).model, {"q": [0.3, 0.1, 0], "qd": [0, 0, 5.0]})
    assert found.stability == "undecided" and "no equilibrium" in found.reason


def test_a_motor_with_a_pendulum_has_the_eigenvalues_of_its_characteristic_polynomial() -> None:
    # J θ̈ + b θ̇ + k θ = K i, L di/dt + R i + K θ̇ = 0: (L λ + R)(J λ² + b λ + k) + K² λ = 0
    J, L, K, R, b, k = 0.02, 0.01, 0.15, 1.2, 0.001, 0.8
    system = System("Motor", J=J, L=L, K=K, R=R, b=b, k=k)
    system.element(
        "energies",
        own=("theta", "q"),
        kinetic="J*theta'^2/2 + L*q'^2/2 + K*theta*q'",
        potential="k*(1 - cos(theta))",
        dissipation="b*theta'^2/2 + R*q'^2/2",
    )
    found = modes(system.model)
    polynomial = np.polymul([L, R], [J, b, k])
    expected = np.roots(np.polyadd(polynomial, [K * K, 0]))
    nonzero = found.eigenvalues[found.eigenvalues != 0]
    assert np.sort_complex(nonzero) == pytest.approx(np.sort_complex(expected), rel=1e-9)
    assert found.zeros == 1 and found.stability == "stable" and "q alone" in found.reason


def test_what_grows_at_one_instant_is_told_where_equations_change_with_time() -> None:
    found = equilibria(load(SAMPLES["kapitza_pendulum"])).found
    assert {item.stability for item in found} == {"undecided"}
    assert any("at this instant the eigenvalue" in item.reason for item in found)
    motor = equilibria(load(SAMPLES["dc_motor_pendulum"])).found
    above = {abs(float(item.q[0])) > 1: "grows" in item.reason for item in motor}
    assert above == {True: True, False: False}
