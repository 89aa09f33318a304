"""What elements exert, and energies by item, beside Newton's law, laws by hand and sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, pipeline
from lagr_gui.editing import edits
from lagr_gui.model import Model
from lagr_gui.simulation import Trajectory
from tests.samples.gallery import sample

ENDS = {"body_a": 1, "point_a": (0.1, 0, 0.2), "body_b": 2, "point_b": (0, 0.3, 0)}
PULLEYS = ({"body": 0, "point": (1, 1, 0)}, {"body": 2, "point": (0, 0, 0.4)})
LINES: Mapping[str, Mapping[str, object]] = {
    "spring": {"c": "c", "l0": 0.3},
    "dashpot": {"k": 0.7},
    "lagr_damper": {"k": 0.7},
    "elastic_rope": {"c": 30, "l0": 0.2, "pulleys": PULLEYS},
    "rope_damper": {"k": 0.4, "pulleys": PULLEYS},
    "rope_pull": {"pull": "2 - 5*t", "pulleys": PULLEYS},
}


def flying(kind: str, backwards: bool, grounded: bool, **fields: object) -> System:
    """Two bodies that nothing guides, and one element between them, or to the ground."""
    system = System("Flying", gravity=(0, 0, 0), c=-20.0)
    for number in (1, 2):
        body = system.body(f"B{number}", mass=number, inertia=(0.1, 0.2, 0.25))
        names = [f"{letter}{number}" for letter in ("x", "y", "z", "a", "b", "c_")]
        system.joint("free", GROUND, body, *names, name=f"J{number}")
    ends = dict(ENDS) | ({"body_b": 0} if grounded else {})
    if backwards:
        ends = {
            f"{k}_{'ba'['ab'.index(side)]}": ends[f"{k}_{side}"]
            for k in ("body", "point")
            for side in "ab"
        }
    if grounded and "pulleys" in fields:
        fields["pulleys"] = PULLEYS[:1]
    system.element(kind, "E", **ends, **fields)
    system.start(x1=(1, 0.3), y1=(0.2, -1), z2=(0.5, 0.2), a1=(0.1, 1), b2=(0.2, -2))
    return system


def vector(seen: Mapping[str, np.ndarray], text: str) -> np.ndarray:
    return np.array([seen[f"{text}.{axis}"] for axis in "xyz"])


@pytest.mark.parametrize("grounded", [False, True])
@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("kind", LINES)
def test_a_force_along_a_line_is_what_accelerates_bodies(
    kind: str, backwards: bool, grounded: bool
) -> None:
    system = flying(kind, backwards, grounded, **LINES[kind])
    words = [
        f"{word}.{axis}"
        for word in ("force(E)", "acceleration(1)", "acceleration(2)")
        for axis in "xyz"
    ]
    along = [] if kind == "lagr_damper" else ["thrust(E)"]
    found = system.simulate(until=0.2, points=5, outputs=[*words, *along, "abs(force(E))"])
    seen = found.outputs
    force = vector(seen, "force(E)")
    assert np.abs(force).max() > 0.1
    assert seen["abs(force(E))"] == pytest.approx(np.linalg.norm(force, axis=0))
    if kind in ("spring", "dashpot", "lagr_damper"):
        on_first = (2 if backwards else 1) * vector(seen, f"acceleration({2 if backwards else 1})")
        if grounded and backwards:  # its first point is on the ground
            on_first = -vector(seen, "acceleration(1)")
        assert force == pytest.approx(on_first, abs=1e-9)
    elif not grounded:  # the rope runs over body 2, which then feels several spans
        assert vector(seen, "acceleration(1)") == pytest.approx(
            force if not backwards else _other_end(system, found), abs=1e-8
        )


def _other_end(system: System, found: Trajectory) -> np.ndarray:
    """The force on the last point of a rope, by its thrust and the last span."""
    own, ground = "position(1, 0.1, 0, 0.2)", "position(2, 0, 0, 0.4)"
    words = [f"{place}.{axis}" for place in (own, ground) for axis in "xyz"]
    seen = pipeline.outputs(system.model, found, [*words, "thrust(E)"])
    span = vector(seen, own) - vector(seen, ground)
    return seen["thrust(E)"] * span / np.linalg.norm(span, axis=0)


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("kind", [kind for kind in LINES if kind != "lagr_damper"])
def test_a_thrust_follows_the_law_over_the_length_and_does_not_know_which_end_is_first(
    kind: str, backwards: bool
) -> None:
    system = flying(kind, backwards, False, **LINES[kind])
    found = system.simulate(
        until=0.3, points=7, outputs=["thrust(E)", "length(E)", "rate(E)", "abs(force(E))"]
    )
    length, rate = found.outputs["length(E)"], found.outputs["rate(E)"]
    wanted = {
        "spring": 20 * (length - 0.3),
        "dashpot": -0.7 * rate,
        "elastic_rope": -30 * np.maximum(length - 0.2, 0),
        "rope_damper": -0.4 * rate,
        "rope_pull": 5 * found.t - 2,
    }[kind]
    assert found.outputs["thrust(E)"] == pytest.approx(wanted, abs=1e-12)
    assert found.outputs["abs(force(E))"] == pytest.approx(abs(wanted), abs=1e-9)


def slider(kind: str, **fields: object) -> System:
    system = System("Slider", gravity=(0, 0, 0), k=3.0)
    cart = system.body("Cart", mass=2)
    system.joint("prismatic", GROUND, cart, "x", axis=(1, 0, 0), name="rail")
    system.element(kind, "E", body_a=cart, body_b=GROUND, **fields)
    system.start(x=(0.5, -1))
    return system


def test_on_a_line_a_spring_and_a_dashpot_push_on_both_sides_of_the_point_that_they_pass() -> None:
    words = ["thrust(E)", "force(E).x", "x", "x'"]
    spring = slider("spring", c=3, l0=0).simulate(until=2, points=41, outputs=words).outputs
    assert spring["x"].min() < -0.1
    assert spring["force(E).x"] == pytest.approx(-3 * spring["x"], abs=1e-12)
    assert spring["thrust(E)"] == pytest.approx(-3 * abs(spring["x"]), abs=1e-12)
    dashpot = slider("dashpot", k=0.5).simulate(until=2, points=40, outputs=words).outputs
    assert dashpot["x"].min() < -0.1
    assert dashpot["force(E).x"] == pytest.approx(-0.5 * dashpot["x'"], abs=1e-12)
    outward = np.sign(dashpot["x"]) * dashpot["x'"]
    assert dashpot["thrust(E)"] == pytest.approx(-0.5 * outward, abs=1e-12)


def test_what_does_nothing_exerts_zero() -> None:
    words = ["thrust(E)", "force(E).x", "abs(force(E))", "U(E)", "supplied(E)"]
    for start in ((0, 0), (0.5, 0)):
        still = slider("spring", c=0, l0=0)
        still.start(x=start)
        seen = still.simulate(until=1, points=3, outputs=words).outputs
        assert all(np.array_equal(seen[word], np.zeros(3)) for word in words)


def test_forces_and_moments_that_are_given_are_told_in_axes_of_space() -> None:
    system = System("Given", gravity=(0, 0, 0))
    body = system.body("Top", mass=1, inertia=(1, 1, 1))
    system.joint("revolute", GROUND, body, "phi", axis=(0, 0, 1), name="axle")
    for axes in ("space", "body"):
        system.element(
            "force", f"F {axes}", body=body, point=(1, 0, 0), vector=("-t", 2, 0), axes=axes
        )
        system.element("torque", f"M {axes}", body=body, vector=(3, 0, "t"), axes=axes)
    words = [
        f"{word}({letter} {axes})"
        for axes in ("space", "body")
        for word, letter in (("force", "F"), ("moment", "M"))
    ]
    found = system.simulate(
        until=1, points=5, outputs=[f"{w}.{axis}" for w in words for axis in "xyz"]
    )
    t, cos, sin = found.t, np.cos(found["phi"]), np.sin(found["phi"])
    zero = 0 * t
    seen = found.outputs
    assert vector(seen, "force(F space)") == pytest.approx(np.array([-t, zero + 2, zero]))
    assert vector(seen, "moment(M space)") == pytest.approx(np.array([zero + 3, zero, t]))
    turned = np.array([-t * cos - 2 * sin, -t * sin + 2 * cos, zero])
    assert vector(seen, "force(F body)") == pytest.approx(turned)
    assert vector(seen, "moment(M body)") == pytest.approx(np.array([3 * cos, 3 * sin, t]))


def test_efforts_along_coordinates_are_those_of_the_laws() -> None:
    system = System("Efforts", gravity=(0, 0, 0))
    body = system.body("Wheel", mass=1, inertia=(1, 1, 1))
    system.joint("revolute", GROUND, body, "phi", axis=(0, 0, 1), name="axle")
    system.element("coordinate_spring", "spring", coordinate="phi", c=-4, q0=0.25)
    system.element("coordinate_damper", "damper", coordinate="phi", k=0.5)
    system.element("coordinate_force", "drive", coordinate="phi", force="3*cos(t)")
    system.start(phi=(0.25, 0))
    words = ["force(spring)", "force(damper)", "force(drive)", "phi'", "phi''", "moment(axle).z"]
    found = system.simulate(until=1, points=11, outputs=words)
    seen = found.outputs
    assert seen["force(spring)"] == pytest.approx(4 * (found["phi"] - 0.25), abs=1e-12)
    assert seen["force(damper)"] == pytest.approx(-0.5 * seen["phi'"], abs=1e-12)
    assert seen["force(drive)"] == pytest.approx(3 * np.cos(found.t))
    whole = seen["force(spring)"] + seen["force(damper)"] + seen["force(drive)"]
    assert whole == pytest.approx(seen["phi''"], abs=1e-9)
    assert whole == pytest.approx(seen["moment(axle).z"], abs=1e-9)
    units = pipeline.output_units(system.model, words)
    assert [units[word] for word in words[:3]] == ["N m"] * 3


def test_the_moment_of_a_motor_is_its_constant_times_its_current() -> None:
    model = sample("dc_motor_pendulum")
    K = next(vars(e)["K"] for e in model.elements if e.kind == "motor")
    found = System.of(model).simulate(
        until=1, points=21, outputs=["force(motor)", f"{K}*current(motor)"]
    )
    moment, wanted = found.outputs.values()
    assert np.abs(moment).max() > 0 and moment == pytest.approx(wanted, rel=1e-9, abs=1e-12)
    assert pipeline.output_units(model, ["force(motor)"]) == {"force(motor)": "N m"}


def energies(model: Model, word: str) -> list[str]:
    """All expressions of an energy by item that are offered."""
    found = pipeline.measurable(model)
    texts = [text for items in found.values() for own in items.values() for text in own]
    return [text for text in texts if text.startswith(f"{word}(")]


@pytest.mark.parametrize(
    "name",
    [
        "four_bar",
        "dc_motor_pendulum",
        "flexible_arm",
        "two_pendulums_dashpot",
        "loudspeaker",
    ],
)
def test_energies_by_item_add_up_to_those_of_the_system(name: str) -> None:
    model = sample(name)
    words = {word: energies(model, word) for word in ("T", "U", "E", "dissipated", "supplied")}
    every = [text for texts in words.values() for text in texts]
    motors = [e for e in model.elements if e.kind == "motor"]
    coupling = " + ".join(
        ["0", *(f"{vars(e)['K']}*{vars(e)['coordinate']}*current({e.name})" for e in motors)]
    )
    found = System.of(model).simulate(until=0.5, points=11, outputs=[*words, *every, coupling])
    seen = found.outputs
    # T of the system has the terms K θ q̇ of motors, which store nothing.
    given = seen[coupling] - seen[coupling][0]
    more = {"T": seen[coupling], "supplied": given}
    for word in ("T", "U", "dissipated", "supplied"):
        total = sum((seen[text] for text in words[word]), more.get(word, np.zeros(11)))
        scale = max(1e-9, np.abs(found.T).max(), np.abs(seen[word]).max())
        assert total == pytest.approx(seen[word], abs=1e-6 * scale), word
    for text in words["E"]:
        rest = text.removeprefix("E")
        assert seen[text] == pytest.approx(seen[f"T{rest}"] + seen[f"U{rest}"], abs=1e-12)


def test_works_by_item_grow_by_the_power_of_the_force() -> None:
    system = flying("dashpot", False, False, k=0.7)
    system.element("force", "push", body=1, point=(0, 0, 0.2), vector=(1, "-2*t", 0))
    words = ["dissipated(E)", "-thrust(E)*rate(E)", "supplied(push)"]
    words += ["velocity(1, 0, 0, 0.2).x - 2*t*velocity(1, 0, 0, 0.2).y", "T(2)", "T(B2)"]
    words += ["abs(velocity(2))^2", "angular_velocity(2).y^2*0.1"]
    found = system.simulate(until=0.4, points=401, outputs=words)
    seen, h = found.outputs, found.t[1]
    for work, power in zip(words[0:3:2], words[1:4:2], strict=True):
        grown = (seen[work][2:] - seen[work][:-2]) / (2 * h)
        assert seen[work][0] == 0 and np.abs(seen[work]).max() > 1e-3
        assert grown == pytest.approx(seen[power][1:-1], abs=1e-4)
    assert seen["T(2)"] == pytest.approx(seen["T(B2)"], abs=0)
    assert (seen["T(2)"] >= seen["abs(velocity(2))^2"]).all()


def test_they_have_exact_slopes_and_works_have_none() -> None:
    system = slider("spring", c="k", l0=0.1)
    settings = replace(pipeline.settings_of(system.model), t_end=0.3, points=3)
    found = system.sensitivities(["k"], ["thrust(E)", "U(E)"], settings)
    h = 1e-4
    sides = [
        slider("spring", c=c, l0=0.1).simulate(
            until=0.3, points=3, outputs=["thrust(E)", "U(E)"], rtol=1e-11, atol=1e-12
        )
        for c in (3 - h, 3 + h)
    ]
    for text in ("thrust(E)", "U(E)"):
        slope = (sides[1].outputs[text] - sides[0].outputs[text]) / (2 * h)
        assert found[text]["k"] == pytest.approx(slope, abs=1e-5)
    with pytest.raises(LagrError):
        system.sensitivities(["k"], ["supplied(E)"], settings)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("force(rail rod)", "thrust(rail rod)"),
        ("dissipated(E)", "thrust(E)"),
        ("moment(E)", "force(E)"),
        ("T(E)", "U(E)"),
        ("U(nobody)", ""),
        ("T(0)", ""),
    ],
)
def test_what_an_item_does_not_have_is_told_with_what_it_has(text: str, remedy: str) -> None:
    system = slider("spring", c=3, l0=0)
    system.element("rod", "rail rod", body_a=1, point_a=(0, 1, 0), body_b=GROUND, l=1)
    with pytest.raises(LagrError) as error:
        pipeline.output_units(system.model, [text])
    assert remedy in error.value.problems[0].remedy


def test_a_force_without_component_tells_the_number_that_it_has_too() -> None:
    with pytest.raises(LagrError, match="vector"):
        pipeline.output_units(slider("spring", c=3, l0=0).model, ["force(E) + 1"])


def test_of_a_body_and_an_element_with_one_name_the_body_is_meant_and_is_followed() -> None:
    system = slider("spring", c=3, l0=0)
    model = edits.rename(system.model, "element:E", "Cart")
    model = edits.add_output(model, "T(Cart)", "kinetic")
    model = edits.add_output(model, "thrust(Cart)", "push")
    again = edits.rename(edits.rename(model, "body:1", "Sledge"), "element:Cart", "coil")
    texts = [output.expression for output in again.simulation.outputs]
    assert texts == ["T(Sledge)", "thrust(coil)"]
