"""Lagrange's first kind: what is shown of bodies cut free is the motion of the joined system."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, equal, equations, pipeline, text_equations
from lagr_gui.analysis.equations.first_kind import cut_free
from lagr_gui.expression import Symbol
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.sheets.balance import multiplier, whole
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from tests.mechanics.formalisms.test_readable import four_bar, known_of, number
from tests.samples.gallery import sample, values


def leaning() -> Model:
    """A block that slides on a rod that swings, a hinge about −z, a torsion spring and a gear."""
    system = System(m=1.3, l=0.7, a=0.2, c=3.0, k=0.4)
    rod = system.body("rod", "m", (0, 0, "m*l^2/12"))
    block = system.body("block", "m/2", (0, 0, "m*a^2"))
    wheel = system.body("wheel", "m", (0, 0, "m*a^2/2"))
    system.joint("revolute", GROUND, rod, "q", axis=(0, 0, -1), point_child=(0, "l/2", 0))
    system.joint("prismatic", rod, block, "s", axis=(0.6, 0.8, 0), point_child=("a", 0, 0))
    system.joint("revolute", GROUND, wheel, "w", point_parent=("l", 0, 0))
    system.element("coordinate_spring", coordinate="q", c="c", q0=0.1)
    system.element("coordinate_damper", coordinate="w", k="k")
    system.element("spring", body_a=block, point_a=(0, "a", 0), body_b=wheel, c="c", l0="l")
    return system.model


def points() -> Model:
    """A chain of two mass points on massless rods, the second one beside a swinging plate."""
    system = System(m=1.3, l=0.7, a=0.2)
    plate = system.body("plate", "2*m", (0, 0, "m*a^2"))
    bob, end = system.body("bob", "m"), system.body("end", "m/2")
    system.joint("revolute", GROUND, plate, "q", point_child=(0, "l", 0))
    system.joint("revolute", plate, bob, "p", point_parent=("a", "-l", 0), point_child=(0, "l", 0))
    system.joint("revolute", bob, end, "r", point_child=("a", "l", 0))
    return system.model


SAMPLES = ("double_pendulum", "cart_pole", "elastic_pendulum", "swinging_atwood", "rack_and_pinion")
MODELS = {
    **{name: sample(name) for name in (*SAMPLES, "slider_crank", "gear_train", "chaplygin_sleigh")},
    "four_bar": four_bar(),
    "leaning": leaning(),
    "points": points(),
}


def moved(model: Model, known: dict[Symbol, float]) -> dict[str, tuple[float, float, float]]:
    """Positions, velocities and accelerations x, y, alpha of all bodies, by the joined system."""
    reading = prepare(model).reading
    found: dict[str, tuple[float, float, float]] = {}
    for body in Kinetics(reading, Exact(reading)).bodies:
        numbers = [[number(v.tree(), known) for v in row] for row in (body.x, body.v, body.a)]
        for i, stem in enumerate("xy"):
            found[f"{stem}{body.number}"] = numbers[0][i], numbers[1][i], numbers[2][i]
        c, s = (number(entry.tree(), known) for entry in body.E[0][:2])
        turning = [number(entry.tree(), known) for entry in (body.omega[2], body.alpha[2])]
        found[f"alpha{body.number}"] = math.atan2(s, c), turning[0], turning[1]
    return found


@pytest.mark.parametrize("name", MODELS)
def test_bodies_that_are_cut_free_accelerate_as_in_the_joined_system(name: str) -> None:
    model = MODELS[name]
    free, sheet = cut_free(prepare(model)), equations(model, formalism="lagrange-1")
    (state,) = random_states(len(prepare(model).reading.coordinates), 1, 3)
    if prepare(model).reading.constraints or name == "elastic_pendulum":
        state = prepare(model).start
    wanted = moved(model, known_of(model, state))
    own = sheet.coordinates
    start = {"q": [wanted[n][0] for n in own], "qd": [wanted[n][1] for n in own]}
    (found,) = pipeline.evaluate(free, [start])
    accelerations = np.array([wanted[n][2] for n in own])
    size = max(float(np.abs(accelerations).max()), 1e-9)
    assert np.abs(found.qdd - accelerations).max() <= 1e-12 * size
    known = {Symbol("t"): 0.0} | {Symbol(n): v for n, v in values(model).items()}
    known |= {Symbol(n, k): wanted[n][k] for n in own for k in range(3)}
    known |= {multiplier(s): f for s, f in enumerate(found.multipliers, start=1)}
    for definition in sheet.definitions:
        known[Symbol(definition.name)] = number(definition.tree, known)
    sides = [[number(whole(s), known) for s in (b.left, b.right)] for b in sheet.balances]
    largest = max(abs(value) for pair in sides for value in pair)
    assert max(abs(a - b) for a, b in sides) <= 1e-11 * largest
    assert all(abs(number(e.tree, known)) < 1e-9 for e in sheet.of("phi"))


def test_a_pendulum_is_that_of_the_book() -> None:
    sheet = equations(sample("simple_pendulum"), formalism="lagrange-1")
    (condition,) = sheet.of("phi")
    assert equal(condition.tree, "(x1^2 + y1^2 - l^2)/2")
    right = [whole(balance.right) for balance in sheet.balances]
    assert equal(right[0], "x1*lambda_1") and equal(right[1], "y1*lambda_1 - m*g")


def test_every_condition_of_a_double_pendulum_is_listed() -> None:
    sheet = equations(sample("double_pendulum"), formalism="lagrange-1")
    wanted = (
        "x1 - l1*sin(alpha1)/2",
        "y1 + l1*cos(alpha1)/2",
        "x2 - x1 - l1*sin(alpha1)/2 - l2*sin(alpha2)/2",
        "y2 - y1 + l1*cos(alpha1)/2 + l2*cos(alpha2)/2",
    )
    assert all(equal(e.tree, text) for e, text in zip(sheet.of("phi"), wanted, strict=True))
    first = [whole(balance.right) for balance in sheet.balances[:2]]
    assert equal(first[0], "lambda_1 - lambda_3") and equal(first[1], "lambda_2 - lambda_4 - m1*g")
    text = text_equations(sheet)
    assert "Body 1, Upper rod" in text and "Metric tensor" not in text


def test_names_of_bodies_give_way_to_those_of_the_model() -> None:
    system = System(x1=2.0)
    body = system.body("block", "x1", (1, 1, 1))
    system.joint("prismatic", GROUND, body, "s")
    sheet = equations(system.model, formalism="lagrange-1")
    assert sheet.coordinates == ("x1_", "y1", "alpha1")
    assert (
        equal(whole(sheet.balances[0].left), "x1*x1__dot_dot".replace("x1__dot_dot", "1")) is False
    )


def test_equations_that_would_not_move_the_bodies_alike_are_withheld(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from lagr_gui.analysis.equations import first_kind

    whole_angle = first_kind._Freed._is_down
    monkeypatch.setattr(
        first_kind._Freed, "_is_down", lambda self, joint: not whole_angle(self, joint)
    )
    with pytest.raises(LagrError, match="withheld"):
        equations(leaning(), formalism="lagrange-1")


def by_force() -> Model:
    system = System(m=1.0)
    body = system.body("bob", "m")
    joined = system.body("end", "m")
    system.joint("revolute", GROUND, body, "q", point_child=(0, 1, 0))
    system.joint("revolute", body, joined, "p", point_parent=(1, 0, 0), point_child=(0, 1, 0))
    return system.model


def along_a_curve() -> Model:
    system = System(m=1.0)
    body = system.body("bead", "m")
    system.joint("general", GROUND, body, "s", distance=("s", "s^2", 0))
    return system.model


@pytest.mark.parametrize(
    ("model", "cause"),
    [
        (sample("spinning_top"), "x–y plane"),
        (sample("cantilever"), "x–y plane"),
        (by_force(), "no moment of inertia"),
        (along_a_curve(), "not written as conditions"),
    ],
)
def test_what_is_not_written_so_is_refused_in_words(model: Model, cause: str) -> None:
    with pytest.raises(LagrError, match=cause):
        equations(model, formalism="lagrange-1")
    with pytest.raises(LagrError, match="not those of the model"):
        pipeline.accelerations(sample("cart_pole"), "lagrange-1", [{"q": [0, 0], "qd": [0, 0]}])


def test_a_document_tells_the_start_in_the_coordinates_of_bodies() -> None:
    from lagr_gui.exchange.documents.document import latex_document

    model = sample("slider_crank")
    text = latex_document(model, equations(model, formalism="lagrange-1"), ("rad", "rad", "m"))
    table = text[text.index("Coordinates and initial values") :]
    table = table[: table.index("Body 1")]
    told = table.split("Equations of motion")[0]
    assert r"\alpha_1" in told and r"\rho" not in told and r"\varrho" not in told
