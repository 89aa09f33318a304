"""Measures by name in signals and forces: what they are, where they may stand, how they read."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.analysis.audits import check_motion
from lagr_gui.editing.edits.rename import rename
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.typesetting.sheet_text import text_equations

VECTORS = ("position", "velocity", "angular_velocity")


def pendulum(force: str = "F", **laws: str) -> System:
    """A bob on a rod, and a line from it to a point of the ground that pulls at nothing."""
    system = System("pendulum", m=2, l=0.5, h=0.7, c=3)
    bob = system.body("Bob", mass="m")
    system.joint("revolute", GROUND, bob, "phi", name="pin", point_child=(0, "l", 0))
    system.element("spring", "line 1", body_a=0, point_a=("h", 0, 0), body_b=1, c=0)
    for name, law in laws.items():
        system.signal(name, law)
    system.element("coordinate_force", "drive", coordinate="phi", force=force)
    system.start(phi=0.4)
    return system


BY_HAND = {
    "length(line 1)": "sqrt((h - l*sin(phi))^2 + (l*cos(phi))^2)",
    "rate(line 1)": "-h*l*cos(phi)*phi'/sqrt((h - l*sin(phi))^2 + (l*cos(phi))^2)",
    "position(Bob).x": "l*sin(phi)",
    "position(Bob, 0, l, 0).y": "0*phi",
    "abs(velocity(1))": "sqrt((l*phi')^2)",
    "velocity(Bob, l, 0, 0).y": "l*(sin(phi) + cos(phi))*phi'",
    "point(pin).x + angle(0, Bob).z": "phi",
    "angular_velocity(Bob).z": "phi'",
}


@pytest.mark.parametrize("measure", BY_HAND)
@pytest.mark.parametrize("direct", [False, True])
def test_a_measure_is_what_it_would_be_by_hand(measure: str, direct: bool) -> None:
    law = "-c*({}) - 0.1*phi'"
    typed = pendulum(F=law.format(BY_HAND[measure]))
    law = law.format(measure)
    measured = pendulum(law) if direct else pendulum(F=law)
    assert pipeline.verify(measured.model).holds
    known, found = (system.simulate(until=1) for system in (typed, measured))
    assert np.max(np.abs(found.y - known.y)) < 1e-10
    assert found.qdd == pytest.approx(known.qdd, abs=1e-10)
    assert str(found.certificate).startswith("Certified")


def random_system(seed: int) -> tuple[System, list[str]]:
    """A tree of bodies, or a closed path, on a base that moves, and measures of all sorts."""
    draw = Random(seed)
    system = System(f"random {seed}", gravity=(0.3, -9.0, 1.0))
    system.ground(position=("0.1*sin(t)", 0, "0.05*t"), axis=(0, 0.6, 0.8), angle="0.2*t")

    def point() -> tuple[float, float, float]:
        return tuple(round(draw.uniform(-1, 1), 2) for _ in range(3))  # type: ignore[return-value]

    names = ["0"]
    for number in range(1, 4):
        parent = draw.randrange(number)
        body = system.body(f"body {number}", mass=1, centre=point(), inertia=(0.1, 0.2, 0.25))
        kind = draw.choice(["revolute", "prismatic", "spherical", "cylindrical", "universal"])
        freedoms = {"spherical": 3, "cylindrical": 2, "universal": 2}.get(kind, 1)
        q = [f"q{number}{k}" for k in range(freedoms)]
        fields = {} if kind in ("spherical", "universal") else {"axis": point()}
        system.joint(kind, parent, body, *q, name=f"joint {number}", point_child=point(), **fields)
        names.append(f"body {number}")
        system.start(**{one: (draw.uniform(-0.6, 0.6), draw.uniform(-1, 1)) for one in q})
    system.element("spring", "line", body_a=1, point_a=point(), body_b=3, point_b=point(), c=0)
    some = [f"{word}({draw.choice(names[1:])}).{draw.choice('xyz')}" for word in VECTORS]
    some += [f"abs({word}({draw.choice(names[1:])}))" for word in VECTORS]
    some += [f"position({draw.choice(names)}, 0.1, -0.2, 0.3).{draw.choice('xyz')}"]
    some += [f"velocity({draw.choice(names)}, 0.1, -0.2, 0.3).{draw.choice('xyz')}"]
    first, second = draw.sample(names, 2)
    some += [f"angle({first}, {second}).{draw.choice('xyz')}", f"angle({first}, {second})"]
    some += ["length(line)", "rate(line)", f"point(joint {draw.randint(1, 3)}).x"]
    return system, some


@pytest.mark.parametrize("seed", range(6))
def test_signals_measure_what_outputs_show(seed: int) -> None:
    system, measures = random_system(seed)
    for number, measure in enumerate(measures):
        system.signal(f"s{number}", measure)
    coordinate = system.model.coordinates[0]
    law = " + ".join(f"0.01*s{n}" for n in range(len(measures)))
    system.element("coordinate_force", "drive", coordinate=coordinate, force=law)
    found = system.simulate(until=0.5, outputs=measures)
    for number, measure in enumerate(measures):
        assert found[f"s{number}"] == pytest.approx(found[measure], abs=1e-12, rel=1e-12), measure
    assert str(found.certificate).startswith("Certified")


def test_names_stay_in_equations_with_their_formulas() -> None:
    system = pendulum(F="-c*(length(line 1) - h)")
    for form in ("terms", "shortest", "collected", "structured"):
        text = text_equations(pipeline.equations(system.model, form))
        assert "m*l^2*phi'' = " in text or "g11*phi''" in text
        assert "  F = -c*(l_line_1 - h)" in text
        assert "  l_line_1 = sqrt(" in text
    text = text_equations(pipeline.equations(system.model, signals="in"))
    assert "l_line" not in text and "sqrt(l^2 + h^2 - 2*l*h*sin(phi))" in text
    sheet = pipeline.equations(system.model)
    assert [line.coordinate for line in sheet.signals] == ["l_line_1", "F"]
    assert sheet.signals[0].left[0].sources == ("element:line 1",)


@pytest.mark.parametrize("formalism", [n for n in FORMALISMS if n != "lagrange-1"])
def test_every_formalism_takes_measures(formalism: str) -> None:
    system = pendulum("F + rate(line 1)", F="-c*position(Bob).x")
    sheet = pipeline.equations(system.model, formalism=formalism)
    assert [line.coordinate for line in sheet.signals] == ["v_line_1", "x_Bob", "F"]
    assert "F + v_line_1" in text_equations(sheet)


def test_a_name_that_is_taken_or_looks_so_is_not_given() -> None:
    system = pendulum(F="length(line 1) + position(1).x", l_line_1="2", x_body1="3")
    known = [row.name for row in pipeline.signals(system.model)]
    assert known[:2] == ["l_line_1_2", "x_body1_2"]


@pytest.mark.parametrize(
    ("law", "said"),
    [
        ("length(lin 1)", "nothing called “lin 1”. Did you mean “line 1”"),
        ("length(drive)", "There is no length(drive)"),
        ("position(Bob)", "position(Bob) is a vector. Write position(Bob).x"),
        ("length(line 1).x", "is a number. Leave “.x” out"),
        ("position(Bob, 1).x", "is not asked so. Write position(body) or"),
        ("angle(Bob)", "is not asked so. Write angle(body, body)"),
        ("position(Bob, phi, 0, 0).x", "“phi” is not known here"),
        ("supplied(line 1)", "supplied(line 1) follows from forces"),
        ("point(peg).x", "nothing called “peg”"),
        ("length(line 1)'", "has no name"),
    ],
)
def test_what_is_wrong_with_a_measure_is_told(law: str, said: str) -> None:
    told = [str(problem) for problem in pipeline.check(pendulum(F=law).model).problems]
    assert told[0].startswith("Signal “F”, value:") and said in told[0], told


def test_measures_may_not_stand_in_masses_energies_and_start_values() -> None:
    system = pendulum(F="length(line 1)")
    system.element("energies", "store", potential="length(line 1)")
    system.element("velocity_condition", "other", zero="phi' - F")
    system.start(phi="position(Bob).x")
    told = [str(problem) for problem in pipeline.check(system.model).problems]
    assert sum("must not depend on measures such as" in text for text in told) == 2
    assert any("“F” is made of measures" in text for text in told)


def test_a_function_of_the_model_is_no_measure() -> None:
    system = pendulum("-T(phi) - length(phi)")
    system.function("T", "2*x", "x")
    system.function("length", "x^3", "x")
    assert not pipeline.signals(system.model)
    (at,) = system.evaluate()
    assert at.Q[0] == pytest.approx(-0.8 - 0.4**3 - 9.81 * np.sin(0.4))


def test_measures_follow_new_names() -> None:
    model = pendulum("angle(0, Bob).z - point(pin).x", F="length(line 1) + position(Bob).x").model
    model = rename(model, "element:line 1", "rope, long")
    model = rename(model, "body:1", "weight")
    model = rename(model, "joint:pin", "peg")
    model = rename(model, "coordinate:phi", "line")
    assert model.signals[0].value == 'length("rope, long") + position(weight).x'  # type: ignore[attr-defined]
    assert model.element("drive").force == "angle(0, weight).z - point(peg).x"  # type: ignore[attr-defined]
    assert not [p for p in pipeline.check(model).problems if p.code == "measure"]


def test_subsystems_bring_their_measures() -> None:
    leg = System("leg", l=0.5, c=4)
    hip, shank = leg.body("hip"), leg.body("shank", mass=2)
    leg.joint("revolute", hip, shank, "phi", name="knee", point_child=(0, "l", 0))
    leg.element("spring", "tendon", body_a=hip, point_a=(0.2, 0.1, 0), body_b=shank, c=0)
    leg.signal("F", "-c*length(tendon) + position(hip, l, 0, 0).y - point(knee).x")
    leg.element("coordinate_force", "drive", coordinate="phi", force="F - angle(hip, shank).z")
    leg.port("trunk", hip, outside=True)
    whole = System("two")
    trunk = whole.body("trunk", mass=5, inertia=(0, 0, 1), centre=(0.1, 0, 0))
    whole.joint("planar", GROUND, trunk, "x", "y", "psi")
    whole.subsystem("leg", leg)
    for name, at in (("left", (-0.3, 0, 0)), ("right", (0.3, 0.1, 0))):
        whole.instance("leg", name, {"trunk": (trunk, at)})
    whole.start(phi_left=0.3, phi_right=-0.5, psi=0.2)
    found = whole.simulate(
        until=0.3,
        outputs=[
            "length(left.tendon)",
            "position(trunk, l_right + 0.3, 0.1, 0).y",
            "angle(trunk, right.shank).z",
        ],
    )
    names = {row.law: row.name for row in pipeline.signals(whole.model)}
    assert found[names["length(left.tendon)"]] == pytest.approx(found["length(left.tendon)"])
    (law,) = (law for law in names if law.startswith("position(1, ") and "0.1" in law)
    assert found[names[law]] == pytest.approx(found["position(trunk, l_right + 0.3, 0.1, 0).y"])
    assert str(found.certificate).startswith("Certified")


def test_the_audit_measures_by_itself() -> None:
    system = pendulum("F", F="-c*length(line 1) - 0.1*velocity(Bob).x")
    found = system.simulate(until=0.5)
    for wrong in (
        "-c*rate(line 1) - 0.1*velocity(Bob).x",
        "-c*length(line 1) - 0.1*velocity(Bob).y",
    ):
        other = pendulum("F", F=wrong)
        with pytest.raises(Disagreement):
            check_motion(pipeline.prepare(other.model), found)


def test_a_closed_path_measures_too() -> None:
    system = System("four-bar", l=0.4)
    a, b, c = (system.body(name, mass=1, inertia=(0, 0, 0.1)) for name in "abc")
    system.joint("revolute", GROUND, a, "phi", point_child=(0, "l", 0))
    system.joint("revolute", a, b, "psi", point_parent=(0, "-l", 0), point_child=("-l", 0, 0))
    system.joint("revolute", b, c, point_parent=("l", 0, 0), point_child=(0, "-l", 0))
    system.joint(
        "revolute", GROUND, c, name="pivot", point_parent=(1, 0, 0), point_child=(0, "l", 0)
    )
    system.signal("F", "-10*position(c).x - 2*velocity(c, 0.1, 0, 0).y + point(pivot).x")
    system.element("coordinate_force", "drive", coordinate="phi", force="F")
    system.start(phi=0.3)
    found = system.simulate(until=0.5, outputs=["position(c).x"])
    assert found["x_c"] == pytest.approx(found["position(c).x"], abs=1e-12)
    assert str(found.certificate).startswith("Certified")
    assert pipeline.verify(system.model).holds
