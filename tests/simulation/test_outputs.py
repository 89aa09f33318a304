"""Outputs along motions, beside differences, Newton's laws and closed forms."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import lagr_gui
from lagr_gui import GROUND, LagrError, SimulationStopped, System
from lagr_gui.cli.__main__ import main
from tests.ground.sources import ROOT


def rate(values: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Derivatives from central differences of fourth order, without two at each end."""
    h = t[1] - t[0]
    return (values[:-4] - 8 * values[1:-3] + 8 * values[3:-1] - values[4:]) / (12 * h)


@pytest.fixture(scope="module")
def arm() -> System:
    """Two links in space, a spring from the tip to the ground over a shifted point."""
    arm = System("Arm", gravity=(0, 0, "-g"), l=0.7, c=40, b=0.2)
    one = arm.body("Upper link", mass=2, inertia=(0.1, 0.2, 0.15))
    two = arm.body("Lower link", mass=1, inertia=(0.02, 0.03, 0.04))
    arm.joint("revolute", GROUND, one, "a", axis=(0, 0, 1), point_child=(0, 0, "l/2"), name="base")
    arm.joint(
        "revolute",
        one,
        two,
        "b1",
        axis=(1, 0, 0),
        point_parent=(0, 0, "-l/2"),
        point_child=(0, "l/2", 0),
        name="elbow",
    )
    arm.element(
        "spring",
        "spring 1",
        body_a=two,
        point_a=(0, "-l/2", 0),
        body_b=GROUND,
        point_b=(1, 0, "b"),
        c="c",
        l0=0.3,
    )
    arm.start(a=(0.3, 1.0), b1=(0.4, -0.5))
    return arm


def test_velocities_and_accelerations_are_rates(arm: System) -> None:
    tip = "Lower link, b, -l/2, 0.1"
    words = [f"{word}({tip}).{axis}" for axis in "xyz" for word in ("position", "velocity")]
    words += [f"acceleration({tip}).{axis}" for axis in "xyz"]
    words += ["length(spring 1)", "rate(spring 1)", "abs(velocity(2))"]
    found = arm.simulate(until=1, points=4001, outputs=words)
    seen = found.outputs
    for axis in "xyz":
        place, speed = seen[f"position({tip}).{axis}"], seen[f"velocity({tip}).{axis}"]
        assert rate(place, found.t) == pytest.approx(speed[2:-2], abs=1e-6)
        grown = seen[f"acceleration({tip}).{axis}"]
        assert rate(speed, found.t) == pytest.approx(grown[2:-2], abs=1e-4)
    length, growth = seen["length(spring 1)"], seen["rate(spring 1)"]
    assert rate(length, found.t) == pytest.approx(growth[2:-2], abs=1e-6)
    poses = arm.motion(found)
    ends = np.einsum("nij,j->ni", poses.R[2], [0, -0.35, 0]) + poses.x[2] - [1, 0, 0.2]
    assert length == pytest.approx(np.linalg.norm(ends, axis=1), rel=1e-14)
    centre = np.array([rate(poses.x[2][:, i], found.t) for i in range(3)])
    assert seen["abs(velocity(2))"][2:-2] == pytest.approx(np.linalg.norm(centre, axis=0), abs=1e-6)


def test_turns_and_angular_velocities(arm: System) -> None:
    words = [f"angular_velocity(Lower link).{axis}" for axis in "xyz"]
    words += ["angle(0, Upper link).z", "angle(Upper link, Lower link).x", "angle(1, 2)"]
    found = arm.simulate(until=1, points=2001, outputs=words)
    R = arm.motion(found).R[2]
    turning = np.array([rate(R[:, i, j], found.t) for i in range(3) for j in range(3)])
    W = np.einsum("ijn,nkj->nik", turning.reshape(3, 3, -1), R[2:-2])  # Ṙ Rᵀ = [ω]×
    w = [found.outputs[word] for word in words[:3]]
    assert W[:, 2, 1] == pytest.approx(w[0][2:-2], abs=1e-6)
    assert W[:, 0, 2] == pytest.approx(w[1][2:-2], abs=1e-6)
    assert W[:, 1, 0] == pytest.approx(w[2][2:-2], abs=1e-6)
    first, second, whole = (found.outputs[word] for word in words[3:])
    assert np.cos(first) == pytest.approx(np.cos(found["a"]), abs=1e-14)
    assert np.sin(first) == pytest.approx(np.sin(found["a"]), abs=1e-14)
    assert np.sin(second) == pytest.approx(np.sin(found["b1"]), abs=1e-14)
    assert np.cos(whole) == pytest.approx(np.cos(found["b1"]), abs=1e-14)
    assert whole.min() >= 0


def test_forces_obey_newton(arm: System) -> None:
    """At the base: the sum of all masses times accelerations, less weights and the spring."""
    words = [f"force(base).{axis}" for axis in "xyz"]
    words += [f"2*acceleration(1).{axis} + acceleration(2).{axis}" for axis in "xyz"]
    words += ["40*(length(spring 1) - 0.3)", "abs(force(base))"]
    found = arm.simulate(until=1, points=201, outputs=words)
    seen, poses = found.outputs, arm.motion(found)
    ends = np.einsum("nij,j->ni", poses.R[2], [0, -0.35, 0]) + poses.x[2] - [1, 0, 0.2]
    pull = -seen[words[6]][:, None] * ends / np.linalg.norm(ends, axis=1)[:, None]
    inertia = np.array([seen[word] for word in words[3:6]]).T
    force = np.array([seen[word] for word in words[:3]]).T
    assert force == pytest.approx(inertia - pull + [0, 0, 3 * 9.81], abs=1e-9)
    assert seen[words[7]] == pytest.approx(np.linalg.norm(force, axis=1), rel=1e-14)


def test_energies_and_what_the_model_names(arm: System) -> None:
    words = ["T", "U", "E", "dissipated", "supplied", "balance - T - U", "a''", "l*t + a' - a"]
    found = arm.simulate(until=1, points=51, outputs=words)
    seen = found.outputs
    assert (seen["T"] == found.T).all() and (seen["U"] == found.U).all()
    assert (seen["E"] == found.T + found.U).all()
    assert seen["balance - T - U"] == pytest.approx(found.dissipated - found.supplied, abs=1e-12)
    assert (seen["a''"] == found.acceleration["a"]).all()
    expected = 0.7 * found.t + found.velocity["a"] - found["a"]
    assert seen["l*t + a' - a"] == pytest.approx(expected, rel=1e-14)


def test_names_of_the_model_come_before_those_of_sensors() -> None:
    system = System("Names", T=7, k=2)
    system.joint("prismatic", GROUND, system.body("Cart"), "x", axis=(1, 0, 0))
    system.function("length", "3*s", "s")
    system.start(x=(0, 1))
    found = system.simulate(until=1, points=3, outputs=["T", "length(x)", "E"])
    assert found.outputs["T"] == pytest.approx([7, 7, 7])
    assert found.outputs["length(x)"] == pytest.approx([0, 1.5, 3])
    assert found.outputs["E"] == pytest.approx([0.5, 0.5, 0.5])


def test_names_with_signs_stand_between_quotes() -> None:
    system = System("Quotes")
    system.joint("prismatic", GROUND, system.body("A (left, small)"), "x", axis=(1, 0, 0))
    system.start(x=(2, 1))
    asked = ['position("A (left, small)", 0.5, 0, 0).x + 1']
    assert system.simulate(until=1, points=2, outputs=asked).outputs[asked[0]] == pytest.approx(
        [3.5, 4.5]
    )


def test_circuits_and_drives() -> None:
    """A voltage source on a resistor and an inductor: i = U/R (1 − e^(−Rt/L))."""
    circuit = System("RL", R=5, L=0.5, U=10)
    circuit.branch("voltage_source", "a", "b", voltage="U", name="source")
    circuit.branch("resistor", "b", "c", R="R", name="R1")
    circuit.branch("inductor", "c", "a", "q", L="L", name="coil")
    asked = ["current(R1)", "voltage(coil)", "voltage(R1)*current(R1)"]
    found = circuit.simulate(until=0.3, points=31, outputs=asked)
    current = 2 * (1 - np.exp(-10 * found.t))
    assert found.outputs[asked[0]] == pytest.approx(current, abs=1e-9)
    assert found.outputs[asked[1]] == pytest.approx(10 - 5 * current, abs=1e-6)
    assert found.outputs[asked[2]] == pytest.approx(5 * current**2, abs=1e-6)

    driven = System("Drive")
    driven.joint("prismatic", GROUND, driven.body("Cart", mass=3), "x", axis=(1, 0, 0))
    driven.element("prescribed_motion", name="drive", coordinate="x", motion="0.1*sin(2*t)")
    found = driven.simulate(until=1, points=21, outputs=["force(drive)"])
    assert found.outputs["force(drive)"] == pytest.approx(-1.2 * np.sin(2 * found.t), abs=1e-9)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("lenght(spring 1)", "Did you mean “length”?"),
        ("length(spring 2)", "Did you mean “spring 1”?"),
        ("position(Lower lnk).x", "Did you mean “Lower link”?"),
        ("velocity(1)", "Write velocity(1).x, .y or .z, or abs(velocity(1))."),
        ("force(base) + 1", "Write force(base).x"),
        ("length(spring 1).x", "Leave “.x” out."),
        ("angle(1)", "Write angle(body, body)."),
        ("2*angle", "Write angle(body, body)."),
        ("position(1, 0).x", "Write position(body) or position(body, x, y, z)."),
        ("position(1, t, 0, 0).x", "There is nothing called “t”"),
        ("a1 + 2", "Did you mean “a”?"),
        ("E'", "Leave the primes out."),
        ("length(spring 1", "Close the bracket."),
        ("2*length(spring 1) + ?", "Column 22: “?” has no meaning here."),
        ("moment(spring 1)", "force(spring 1), thrust(spring 1)"),
    ],
)
def test_what_is_wrong_is_told_before_the_motion(arm: System, text: str, part: str) -> None:
    with pytest.raises(LagrError) as told:
        arm.simulate(until=1e9, outputs=[text])
    assert part in str(told.value)


def test_a_motion_that_stops_keeps_its_outputs() -> None:
    system = System("Root")
    system.joint("prismatic", GROUND, system.body("Cart"), "x", axis=(1, 0, 0))
    system.element("coordinate_force", "pull", coordinate="x", force="sqrt(1 - x)")
    system.start(x=(0, 1))
    with pytest.raises(SimulationStopped) as stopped:
        system.simulate(until=9, outputs=["2*x"])
    found = stopped.value.trajectory
    assert found.outputs["2*x"] == pytest.approx(2 * found["x"])


def test_files_and_answers_hold_outputs(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    model = str(ROOT / "sample_models" / "four_bar.lagr")
    asked = ["--output", "abs(force(B)), T + U", "--points", "11", "--until", "1"]
    assert main(["simulate", model, *asked, "--json", "--out", str(tmp_path / "a.json")]) == 0
    answer = json.loads(capsys.readouterr().out)
    told = answer["outputs"]
    assert answer["output_units"] == {"abs(force(B))": "N", "T + U": "J"}
    kept = json.loads((tmp_path / "a.json").read_text("utf-8"))["outputs"]
    assert told == kept and [*told] == ["abs(force(B))", "T + U"]
    assert main(["simulate", model, *asked, "--out", str(tmp_path / "a.csv")]) == 0
    assert "abs(force(B)) (N): " in capsys.readouterr().out
    head, *rows = (tmp_path / "a.csv").read_text("utf-8").splitlines()
    assert head.endswith("abs(force(B)) (N),T + U (J)")
    assert [float(row.split(",")[-2]) for row in rows] == told["abs(force(B))"]
    found = lagr_gui.load(model)
    motion = lagr_gui.simulate(found)
    later = lagr_gui.outputs(found, motion, "E")
    assert (later["E"] == motion.T + motion.U).all()


UNITS = {
    "a": "rad",
    "a'": "rad/s",
    "2*a''": "rad/s^2",
    "x'/2": "m/s",
    "a*180/pi": "",  # degrees
    "0.3*x": "",  # what the number counts nobody knows
    "sin(a)": "",
    "length(spring) - 0.3": "m",
    "rate(spring)*a": "m/s",
    "sqrt(position(2).x^2 + position(2).y^2)": "m",
    "abs(velocity(2))": "m/s",
    "abs(force(hinge))": "N",
    "moment(hinge).z": "N m",
    "moment(hinge).z*a'": "W",
    "c*(length(spring) - l)": "N",
    "c*(length(spring) - l)^2/2": "J",
    "m*x'^2/2": "J",
    "force(slider).x/m": "m/s^2",
    "E - T": "J",
    "x + a": "",  # a length and an angle
    "nobody*x": "",  # a parameter without unit
}


def test_units_of_outputs_follow_from_those_of_their_names() -> None:
    cart = System("Cart", gravity=(0, "-g", 0), g=9.81, nobody=2, m=2, c=30, l=0.2)
    body, rod = cart.body("Cart", mass="m"), cart.body("Rod", mass=1, inertia=(0, 0, 0.1))
    cart.joint("prismatic", GROUND, body, "x", axis=(1, 0, 0), name="slider")
    cart.joint("revolute", body, rod, "a", axis=(0, 0, 1), point_child=(0, 0.5, 0), name="hinge")
    ends = {"body_a": rod, "point_a": (0, 0, 0), "body_b": GROUND, "point_b": (1, 1, 0)}
    cart.element("spring", "spring", **ends, c="c", l0="l")
    units = {"m": "kg", "c": "N/m", "l": "m"}
    model = cart.model.each("parameters", lambda p: p.having(unit=units.get(p.name, "")))
    assert lagr_gui.output_units(model, [*UNITS]) == UNITS
    found = cart.simulate(until=0.1, outputs=["moment(hinge).z"])
    assert found.output_units == {"moment(hinge).z": "N m"}
