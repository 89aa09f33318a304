"""Formulas of what presses in joints that rub, read back as numbers, against motions."""

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.exchange.json_sheet import sheet_json
from lagr_gui.expression import Symbol, read
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.typesetting.sheet_unicode import unicode_equations
from tests.each import each


def trolley(axis=("cos(al)", "sin(al)", 0), turned=False):
    """A pendulum on a sloping slide with a spring to a fixed point, a dashpot and a force."""
    s = System("trolley", m=2, M=1.3, l=0.4, J=0.1, mu=0.2, al=0.2, c=9, k=0.6)
    carriage = s.body("carriage", mass="m", inertia=(0.1, 0.1, 0.1))
    ends = (carriage, GROUND) if turned else (GROUND, carriage)
    s.joint("prismatic", *ends, "x", name="rail", axis=axis)
    bob = s.body("bob", mass="M", inertia=("J", "2*J", "J"), centre=("l", 0, 0))
    ends = (bob, carriage) if turned else (carriage, bob)
    s.joint("revolute", *ends, "phi", name="pin", axis=(0, 0, 1))
    s.element("coordinate_force", "drive", coordinate="x", force="12*sin(7*t)")
    line = {"body_a": bob, "point_a": ("l", 0, 0), "body_b": 0, "point_b": (0.3, 2, 0)}
    s.element("spring", "spring", **line, c="c")
    s.element("force", "push", body=bob, point=("l", 0.1, 0), vector=(0, "2*cos(t)", 0))
    s.element("guide_friction", "guide", coordinate="x", mu="mu")
    s.element("bearing_friction", "bearing", coordinate="phi", mu="mu", radius=0.03)
    s.start(x=(0.1, 1.5), phi=(0.3, -6))
    return s


def hanging(axis=(1, 0.4, 0), mass=2.0):
    """A pendulum in space on an oblique pin."""
    s = System("hanging", m=mass, mu=0.3, r=0.02)
    bob = s.body("bob", mass="m", inertia=(0.02, 0.03, 0.04), centre=(0.1, 0.2, -0.5))
    s.joint("revolute", GROUND, bob, "phi", name="pin", axis=axis)
    s.element("bearing_friction", "bearing", coordinate="phi", mu="mu", radius="r")
    s.start(phi=(1.0, 4))
    return s


def number(text, known):
    return evaluate(read(text), FloatCarrier(), lambda s: float(known[s]))


@each("made", [lambda: trolley(turned=True), hanging])
def test_what_slides_exerts_what_the_formula_presses(made):
    slides_as_printed(made())


def slides_as_printed(s):
    sheet = pipeline.equations(s.model)
    forces = sheet_json(sheet)["friction"]
    names = [f"friction({force['element']})" for force in forces]
    moved = s.simulate(until=0.02, outputs=names)
    assert not moved.changes
    values = {entry.name: float(entry.value) for entry in s.model.parameters}
    for at in np.linspace(0, len(moved.t) - 1, 4).astype(int):
        known = {Symbol(name): value for name, value in values.items()}
        known |= {Symbol("t"): moved.t[at]}
        for order, rows in enumerate((moved.q, moved.qd, moved.qdd)):
            pairs = zip(moved.coordinates, rows[at], strict=True)
            known |= {Symbol(name, order): value for name, value in pairs}
        for line in sheet_json(sheet)["definitions"]:
            known[Symbol(line["name"])] = number(line["expression"], known)
        for name, force in zip(names, forces, strict=True):
            assert force["pressed_by"]
            for own, text in reversed(force["pressed_by"].items()):
                known[Symbol(own)] = number(text, known)
            printed = number(force["sliding"], known)
            assert printed == pytest.approx(moved.outputs[name][at], rel=1e-7)


@each("made", [trolley, lambda: trolley(axis=(0, 0, 1)), lambda: hanging((0, 0, 1), mass=1e6)])
def test_so_it_is_along_every_axis(made):
    slides_as_printed(made())


def test_what_has_no_short_formula_is_told_by_its_name():
    s = trolley()
    s.element("wall", "floor", body=2, normal=(0, 1, 0), plane_point=(0, -9, 0))
    text = unicode_equations(pipeline.equations(s.model))
    assert "0 ≤ N₁    (force of joint “rail” across its axis)" in text
    s = hanging()
    text = unicode_equations(pipeline.equations(s.model, form="structured"))
    assert "F₁ = √(F₁_x² + F₁_y² + F₁_z²)" in text


def test_what_weights_press_sticks_as_long_as_a_tangent_says():
    """|tan α| ≤ μ, whichever way the slide leans; a motion from rest sticks just then."""
    s = System("slope", m=2e-6, al=0.5, mu=0.6, g=9.81)
    s.joint("prismatic", GROUND, s.body(mass="m"), "x", axis=("cos(al)", "-sin(al)", 0))
    s.element("guide_friction", "rub", coordinate="x", mu="mu")
    (force,) = sheet_json(pipeline.equations(s.model))["friction"]
    assert force["condition"] == "abs(tan(al)) <= mu"
    for al in (-0.52, 0.54, 2.65, 3.66):
        for mu in (0.99, 1.01):
            s.set(al=al, mu=mu * float(abs(np.tan(al))))
            moved = s.simulate(until=0.01)
            assert (moved.q[-1, 0] == 0) == (mu > 1)
