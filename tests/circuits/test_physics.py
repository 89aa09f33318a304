"""Circuits and machines against closed forms, published numbers and conservation laws."""

from __future__ import annotations

import json

import numpy as np
import pytest

from lagr_gui import System
from lagr_gui.expression import write
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from tests.acceptance.deck import CASES


def series(**values: float) -> System:
    """Source, resistor, inductor and capacitor in one ring; the charge is q."""
    drawn = System("series", gravity=(0, 0, 0), **({"R": 2, "L": 0.5, "C": 0.1, "u0": 3} | values))
    drawn.branch("voltage_source", "a", "b", name="source", voltage="u0")
    drawn.branch("resistor", "b", "c", name="resistor", R="R")
    drawn.branch("inductor", "c", "d", "q", name="coil", L="L")
    drawn.branch("capacitor", "d", "a", name="plates", C="C")
    return drawn


def motor_pendulum() -> System:
    """E01 as it is drawn: a pendulum on the axle of a motor in a circuit."""
    drawn = System("E01", J=0.002, L=0.01, K=0.15, R=1.2, b=0.001, m=0.4, l=0.2, V0=6.0)
    body = drawn.body("Pendulum", mass="m", inertia=(0, 0, "J"))
    drawn.joint("revolute", 0, body, "theta", axis=(0, 0, 1), point_child=(0, "l", 0))
    drawn.element("coordinate_damper", "friction", coordinate="theta", k="b")
    drawn.branch("voltage_source", "a", "b", name="source", voltage="V0*sin(5*t)")
    drawn.branch("resistor", "b", "c", name="resistance", R="R")
    drawn.branch("inductor", "c", "d", "q", name="winding", L="L")
    drawn.branch("motor", "d", "a", name="motor", coordinate="theta", K="K")
    drawn.start(theta=0.1)
    return drawn


def equations(drawn: System) -> list[str]:
    return [
        f"{write(whole(b.left))} = {write(whole(b.right))}"
        for b in equations_of_motion(drawn.equations())
    ]


def test_the_equation_of_a_ring_reads_as_in_a_textbook() -> None:
    assert equations(series()) == ["L*q'' + R*q' + q/C = u0"]


def test_the_equation_of_a_motor_reads_as_in_a_textbook_and_tells_where_terms_come_from() -> None:
    drawn = motor_pendulum()
    assert equations(drawn)[1] == "L*q'' + R*q' + K*theta' = V0*sin(5*t)"
    balance = equations_of_motion(drawn.equations())[1]
    sources = [term.sources for term in (*balance.left, *balance.right)]
    assert sources == [
        ("element:winding",), ("element:resistance",), ("element:motor",), ("element:source",)
    ]  # fmt: skip
    assert drawn.check().units == ("rad", "C")


@pytest.fixture(scope="module")
def e01() -> dict:
    return json.loads((CASES / "E01_dc_motor_pendulum.json").read_text("utf-8"))["checks"]


def test_the_drawn_motor_has_the_accelerations_and_energies_of_the_case(e01: dict) -> None:
    states = [{key: state[key] for key in ("t", "q", "qd")} for state in e01["states"]]
    for found, state in zip(motor_pendulum().evaluate(*states), e01["states"], strict=True):
        assert found.qdd == pytest.approx(state["qdd"], rel=1e-12)
        assert found.g[1:, 1:] == pytest.approx(np.array(state["M"]), abs=1e-15)
        for name in "TUD":
            assert getattr(found, name) == pytest.approx(state[name], rel=1e-12)


def test_the_drawn_motor_moves_as_the_case_says(e01: dict) -> None:
    motion = motor_pendulum().simulate(e01["trajectory"]["t_end"])
    assert motion.q[-1] == pytest.approx(e01["trajectory"]["q_end"], rel=1e-8)
    assert motion.qd[-1] == pytest.approx(e01["trajectory"]["qd_end"], rel=1e-8)


def test_the_drawn_motor_has_the_eigenvalues_of_the_case(e01: dict) -> None:
    drawn = motor_pendulum()
    drawn.set(V0=0)
    drawn.start(theta=0)
    expected = np.array(e01["eigenvalues_re"]) + 1j * np.array(e01["eigenvalues_im"])
    found = drawn.modes().eigenvalues
    cyclic = found[np.argmin(np.abs(found))]
    assert abs(cyclic) < 1e-9  # the charge itself
    others = [value for value in found if value is not cyclic]
    for value in expected:
        assert np.min(np.abs(np.array(others) - value)) < 1e-9 * abs(value)


def test_the_step_response_of_a_ring_is_a_damped_oscillation() -> None:
    motion = series().simulate(3.0)
    d, w0 = 2 / (2 * 0.5), 1 / np.sqrt(0.5 * 0.1)
    w = np.sqrt(w0**2 - d**2)
    t = motion.t
    expected = 0.3 * (1 - np.exp(-d * t) * (np.cos(w * t) + d / w * np.sin(w * t)))
    assert motion.q[:, 0] == pytest.approx(expected, abs=1e-8)
    assert motion.energy_error < 1e-9


def test_the_resonance_of_a_ring() -> None:
    response = series().frequency_response("source", outputs=["q'"], omega=[1 / np.sqrt(0.05)])
    assert response.amplitude[0, 0] == pytest.approx(1 / 2, rel=1e-9)  # R alone is left


def test_supplied_work_is_stored_or_dissipated() -> None:
    motion = motor_pendulum().simulate(2.0)
    assert motion.supplied[-1] > 1
    assert motion.balance == pytest.approx(np.full(len(motion.t), motion.balance[0]), abs=1e-8)


def test_a_capacitor_without_inductance_charges_exponentially() -> None:
    drawn = System("RC", gravity=(0, 0, 0), R=2, C=0.1, u0=3)
    drawn.branch("voltage_source", "a", "b", voltage="u0")
    drawn.branch("resistor", "b", "c", "q", R="R")
    drawn.branch("capacitor", "c", "a", C="C", q0="0.05")
    assert equations(drawn) == ["R*q' + (q + 0.05)/C = u0"]
    motion = drawn.simulate(1.0)
    assert motion.q[:, 0] == pytest.approx(0.25 * (1 - np.exp(-motion.t / 0.2)), abs=1e-9)
    # Half of what the source gives is lost in the resistor, whatever its resistance.
    stored = (0.3**2 - 0.05**2) / (2 * 0.1)
    long = drawn.simulate(8.0)
    assert long.dissipated[-1] == pytest.approx(3 * 0.25 - stored, rel=1e-6)


def test_a_motor_without_inductance_starts_from_rest_with_the_current_that_ohm_gives() -> None:
    drawn = System("motor", R=2, K=0.3, u0=3, J=0.01)
    body = drawn.body(inertia=(0, 0, "J"))
    drawn.joint("revolute", 0, body, "theta", axis=(0, 0, 1))
    drawn.branch("voltage_source", "a", "b", voltage="u0")
    drawn.branch("resistor", "b", "c", "q", R="R")
    drawn.branch("motor", "c", "a", coordinate="theta", K="K")
    motion = drawn.simulate(0.3)
    speed = 3 / 0.3 * (1 - np.exp(-motion.t / (2 * 0.01 / 0.3**2)))
    assert motion.qd[0] == pytest.approx([0, 1.5], abs=1e-9)
    assert motion.qd[:, 0] == pytest.approx(speed, abs=1e-8)
    assert motion.qd[:, 1] == pytest.approx((3 - 0.3 * speed) / 2, abs=1e-8)


def test_a_transformer_steps_up_by_the_ratio_of_its_windings() -> None:
    drawn = System("transformer", gravity=(0, 0, 0), L1=0.1, L2=0.4, M=0.19, R=5)
    drawn.branch("voltage_source", "a", "b", name="source", voltage=0)
    drawn.branch("inductor", "b", "a", "q1", name="primary", L="L1")
    drawn.branch("inductor", "c", "d", "q2", name="secondary", L="L2")
    drawn.branch("resistor", "d", "c", name="load", R="R")
    drawn.element("mutual_inductance", "core", coil_a="primary", coil_b="secondary", M="M")
    assert drawn.verify().holds
    response = drawn.frequency_response("source", outputs=["5*q2'"], omega=[100.0])
    s = 100j
    impedances = np.array([[s * 0.1, s * 0.19], [s * 0.19, s * 0.4 + 5]])
    expected = 5 * np.linalg.solve(impedances, [1, 0])[1]
    assert response.transfer[0, 0] == pytest.approx(expected, rel=1e-9)


def test_a_condenser_microphone_pulls_its_plates_together() -> None:
    """F = −q²/2εA on the membrane, and u = q(d + x)/εA at the plates (Fischer & Lilov 3.1)."""
    drawn = System("microphone", gravity=(0, 0, 0), m=1e-3, c=500, d=1e-2, e=2e-9, R=1e5, u0=50)
    body = drawn.body("Membrane", mass="m")
    drawn.joint("prismatic", 0, body, "x", axis=(1, 0, 0))
    drawn.element("coordinate_spring", "membrane", coordinate="x", c="c")
    drawn.branch("voltage_source", "a", "b", voltage="u0")
    drawn.branch("resistor", "b", "c", "q", R="R")
    drawn.branch("capacitor", "c", "a", name="plates", C="e/(d + x)")
    first, second = equations(drawn)
    assert first == "m*x'' = -c*x - q^2/(2*e)"
    assert second in ("R*q' + q*(d + x)/e = u0", "R*q' + (d + x)*q/e = u0")
    x, q = drawn.equilibria().found[0].q
    assert q == pytest.approx(2e-9 * 50 / (1e-2 + x), rel=1e-9)
    assert x == pytest.approx(-(q**2) / (2 * 2e-9 * 500), rel=1e-9)


def test_a_solenoid_draws_its_core_in() -> None:
    """F = ½ i² dL/dx, and the induced voltage L i' + i x' dL/dx."""
    drawn = System("solenoid", gravity=(0, 0, 0), m=0.1, L0=0.02, a=0.05, R=4, u0=12)
    body = drawn.body("Core", mass="m")
    drawn.joint("prismatic", 0, body, "x", axis=(1, 0, 0))
    drawn.branch("voltage_source", "a", "b", voltage="u0")
    drawn.branch("resistor", "b", "c", R="R")
    drawn.branch("inductor", "c", "a", "q", L="L0/(1 + x^2/a^2)")
    x, i, v = 0.03, 2.5, -0.4
    found = drawn.evaluate({"t": 0, "q": {"x": x}, "qd": {"x": v, "q": i}})[0]
    L = 0.02 / (1 + (x / 0.05) ** 2)
    slope = -L * (2 * x / 0.05**2) / (1 + (x / 0.05) ** 2)
    assert found.qdd[0] == pytest.approx(i**2 * slope / 2 / 0.1, rel=1e-12)
    assert found.qdd[1] == pytest.approx((12 - 4 * i - i * v * slope) / L, rel=1e-12)
    assert drawn.verify().holds


def test_a_magnet_that_passes_a_coil_is_braked_by_the_current_it_induces() -> None:
    drawn = System("brake", gravity=(0, 0, 0), m=0.1, psi=0.3, a=0.05, R=0.5, L=1e-3)
    body = drawn.body("Magnet", mass="m")
    drawn.joint("prismatic", 0, body, "x", axis=(1, 0, 0))
    drawn.branch("transducer", "b", "a", name="coil", flux="psi*exp(-x^2/a^2)")
    drawn.branch("resistor", "a", "c", R="R")
    drawn.branch("inductor", "c", "b", "q", L="L")
    drawn.start(x=(-0.2, 1.0))
    motion = drawn.simulate(1.0)
    assert motion.qd[-1, 0] < 0.9
    assert motion.dissipated[-1] == pytest.approx(0.05 * (1 - motion.qd[-1, 0] ** 2), abs=1e-6)
    # L i + R q + ψ is constant, whatever the motion.
    i, q, x = motion.qd[:, 1], motion.q[:, 1], motion.q[:, 0]
    flux = 1e-3 * i + 0.5 * q + 0.3 * np.exp(-((x / 0.05) ** 2))
    assert np.ptp(flux) < 1e-8


def test_dependent_charges_may_be_named_in_expressions() -> None:
    drawn = series()
    drawn.element("energies", "load", own=("z",), kinetic="z'^2/2", potential="z*q_C")
    found = drawn.evaluate({"t": 0, "q": {"q": 0.2, "z": 0.1}, "qd": {}})[0]
    # U = z q: the capacitor's charge is that of the ring.
    assert found.qdd == pytest.approx([(3 - 2.0 - 0.1) / 0.5, -0.2])


def test_a_real_microphone_finds_its_position_of_rest_among_micrometres() -> None:
    values = {"m": 1e-6, "c": 3600, "d": 2.5e-5, "e": 1.25e-15, "R": 1e9, "u0": 60}
    drawn = System("microphone", gravity=(0, 0, 0), **values)
    body = drawn.body("Membrane", mass="m")
    drawn.joint("prismatic", 0, body, "x", axis=(1, 0, 0))
    drawn.element("coordinate_spring", "membrane", coordinate="x", c="c")
    drawn.branch("voltage_source", "a", "b", voltage="u0")
    drawn.branch("resistor", "b", "c", "q", R="R")
    drawn.branch("capacitor", "c", "a", name="plates", C="e/(d + x)", q0="e*u0/d")
    search = drawn.equilibria()
    # −c x (d + x)² = ½ ε A u²: two roots between the plates.
    roots = np.roots([3600, 2 * 3600 * 2.5e-5, 3600 * 2.5e-5**2, 1.25e-15 * 60**2 / 2]).real
    between = sorted(root for root in roots if -2.5e-5 < root < 0)
    stable = [item for item in search.found if item.stability == "asymptotically stable"]
    assert stable and stable[0].q[0] == pytest.approx(max(between), rel=1e-9)
    for item in search.found:
        assert np.min(np.abs(roots - item.q[0])) < 1e-9 * abs(item.q[0])
