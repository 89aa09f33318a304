"""What MJCF can say of laws, however they are written; what it cannot is refused in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lagr_gui
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.expression import Symbol, read
from lagr_gui.expression.arithmetic import value
from lagr_gui.extensions.robots.mjcf.squares import squares
from lagr_gui.extensions.robots.polynomials import NoPolynomial, control_symbol, polynomial
from lagr_gui.extensions.robots.tests.comparing import difference
from lagr_gui.extensions.robots.tests.comparing import read as read_robot
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Function, Model

MASS = '<inertial pos="0.1 0 0.1" mass="1" diaginertia="1 1 1"/>'
CHAIN = read_robot(
    f'<mujoco><worldbody><body><joint name="x" axis="0 1 0"/>{MASS}'
    f'<body pos="0.5 0 0"><joint name="y" axis="1 0 0"/>{MASS}</body></body>'
    f'<body><joint name="z" type="slide" axis="0 1 0"/>{MASS}</body></worldbody></mujoco>'
)
BALL = read_robot(
    '<mujoco><worldbody><body><joint name="b" type="ball" damping="0.3"/>'
    f"{MASS}</body></worldbody></mujoco>"
)


def acting(kind: str, model: Model = CHAIN, /, **fields: Any) -> Model:
    """A model on which one more element acts."""
    element = ELEMENTS[kind].record(name=f"more {len(model.elements)}", kind=kind, **fields)
    return model.having(elements=(*model.elements, element))


@pytest.mark.parametrize(
    ("text", "x", "v"),
    [
        ("3*x + 2*x'", 0.3, -0.2),
        ("(x - 0.5)^2/2*k - x'*(x' + 1)", -1.3, 0.4),
        ("k^0.5*x + sin(k) + min(k, 2)", 0.7, 0.0),
        ("-(x*(x + 1) - x^3)/k", 2.0, 1.0),
        ("k^-2 + 0*x'", 0.0, 0.0),
    ],
)
def test_a_polynomial_has_the_values_of_its_expression(text: str, x: float, v: float) -> None:
    found = polynomial(read(text), {"k": 1.7})
    at = {Symbol("x"): x, Symbol("x", 1): v}
    total = sum(
        float(factor) * float(np.prod([at[symbol] for symbol in monomial] or [1.0]))
        for monomial, factor in found.items()
    )
    assert total == pytest.approx(value(text.replace("x'", f"({v})"), {"k": 1.7, "x": x}))


@pytest.mark.parametrize("text", ["sin(x)", "x^5", "x^x", "1/x", "x^0.5", "u(t)", "(x + 1)^-1"])
def test_what_is_no_polynomial_is_told(text: str) -> None:
    with pytest.raises(NoPolynomial, match="no polynomial"):
        polynomial(read(text), {})


def test_controls_are_symbols_of_a_polynomial() -> None:
    found = polynomial(read("2*u(t) - x"), {}, ("u",))
    assert found == {(control_symbol("u"),): 2, (Symbol("x"),): -1}


@pytest.mark.parametrize("seed", range(6))
def test_squares_put_together_are_the_form(seed: int) -> None:
    """½ (q − q₀)ᵀ C (q − q₀) with C of any rank, but for a constant."""
    source = np.random.default_rng(seed)
    A = source.integers(-3, 4, (1 + seed % 3, 3)).astype(float)
    C, q0 = A.T @ A, source.integers(-2, 3, 3).astype(float)
    terms = [
        f"{float(C[i, j]) / 2!r}*({a} - ({float(q0[i])!r}))*({b} - ({float(q0[j])!r}))"
        for i, a in enumerate("abc")
        for j, b in enumerate("abc")
    ]
    found = squares(polynomial(read(" + ".join(terms)), {}), 0)
    assert found is not None

    def energy(q: np.ndarray) -> float:
        ways = [sum(x * q["abc".index(s.name)] for s, x in one.v.items()) for one in found]
        pairs = zip(found, ways, strict=True)
        return sum(one.size / 2 * (way - one.rest) ** 2 for one, way in pairs)

    for _ in range(3):
        q = source.normal(size=3)
        wanted = (q - q0) @ C @ (q - q0) / 2 - q0 @ C @ q0 / 2
        assert energy(q) - energy(np.zeros(3)) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("text", ["a*b", "-a^2", "a^2 - b^2", "a", "a^2 + b", "a^3", "a*a'"])
def test_forms_that_are_no_sum_of_squares_are_none(text: str) -> None:
    assert squares(polynomial(read(text), {}), 0) is None


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("energies", {"potential": "2*(x - 0.3)^2 + x*y/2 + y^2 + 3"}),
        ("energies", {"dissipation": "x'^2 + x'*z' + z'^2"}),
        ("energies", {"kinetic": "(x' - 2*y')^2/3"}),
        ("coordinate_force", {"coordinate": "x", "force": "2 - 3*x - x'/2"}),
        ("coordinate_force", {"coordinate": "z", "force": "-2*min(max(4*z' - 1, -3), 0.5)"}),
        ("coordinate_force", {"coordinate": "y", "force": "0.2*(3*(y - 1))"}),
        ("unilateral_condition", {"limit": "x - 2*y - 1"}),
        ("position_condition", {"zero": "2*y - x^3 + x - 1"}),
        ("position_condition", {"zero": "x + y - 2*z - 0.1"}),
    ],
)
def test_laws_go_out_however_they_are_written(kind: str, fields: dict[str, Any]) -> None:
    model = acting(kind, **fields)
    text = lagr_gui.mjcf_robot(model)
    assert difference(model, text) < 1e-9
    assert difference(read_robot(text), text) < 1e-9


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("energies", {"kinetic": "x'^2*sin(x)"}, "no polynomial"),
        ("energies", {"kinetic": "x'*z' + x'^2 + z'^2"}, "couples the inertia"),
        ("energies", {"potential": "x*y"}, "cannot say"),
        ("coordinate_force", {"coordinate": "x", "force": "-y"}, "follows the coordinates"),
        ("coordinate_force", {"coordinate": "x", "force": "x*x'"}, "cannot say"),
        ("coordinate_force", {"coordinate": "x", "force": "2*sin(t)"}, "no polynomial"),
        ("unilateral_condition", {"limit": "x^2 - 1"}, "cannot say"),
        ("position_condition", {"zero": "x*y - 1"}, "cannot say"),
    ],
)
def test_laws_that_mjcf_lacks_are_refused_in_words(
    kind: str, fields: dict[str, Any], words: str
) -> None:
    model = acting(kind, **fields)
    with pytest.raises(LagrError, match=words) as caught:
        lagr_gui.mjcf_robot(model)
    assert all("more" in str(p.place) and p.remedy for p in caught.value.problems)
    assert "Left out: Element “more" in lagr_gui.mjcf_robot(model, leave_out=True)


@pytest.mark.parametrize("course", ["sin(t)", "2", None, "0"])
def test_the_course_of_a_control_is_no_part_of_an_mjcf(course: str | None) -> None:
    model = acting("coordinate_force", coordinate="x", force="3*u(t)")
    model = model.having(functions=(Function(name="u", expression=course),))
    if course in (None, "0"):
        assert 'gear="3' in lagr_gui.mjcf_robot(model)
        return
    with pytest.raises(LagrError, match="has a course"):
        lagr_gui.mjcf_robot(model)
    text = lagr_gui.mjcf_robot(model, leave_out=True)
    assert "Left out: Function “u”" in text
    assert 'gear="3' in text


def test_a_control_drives_one_actuator() -> None:
    model = acting("coordinate_force", coordinate="x", force="u(t)")
    model = acting("coordinate_force", model, coordinate="y", force="u(t) - y")
    model = model.having(functions=(Function(name="u", expression="0"),))
    with pytest.raises(LagrError, match="each has its own"):
        lagr_gui.mjcf_robot(model)


def test_what_else_acts_on_the_angles_of_a_ball_is_refused() -> None:
    assert 'type="ball"' in lagr_gui.mjcf_robot(BALL)
    model = acting("coordinate_spring", BALL, coordinate="b_rx", c=1, q0=0)
    with pytest.raises(LagrError, match="cannot say"):
        lagr_gui.mjcf_robot(model)


@pytest.mark.parametrize(
    "vector",
    [("u(t) + u(t)", 0, "-2*u(t)"), (0, "min(max(3*u(t) + 1, -1), 2)", 0), (1, 2, -0.5)],
)
@pytest.mark.parametrize("kind", ["force", "torque"])
def test_forces_that_turn_with_a_body_go_out(kind: str, vector: tuple[Any, ...]) -> None:
    place = {"point": (0.1, 0.2, -0.3)} if kind == "force" else {}
    model = acting(kind, body=2, axes="body", vector=vector, **place)
    if "u(t)" in str(vector):
        model = model.having(functions=(Function(name="u", expression="0"),))
    text = lagr_gui.mjcf_robot(model)
    assert difference(model, text) < 1e-9
    assert difference(read_robot(text), text) < 1e-9


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"vector": ("x'", 0, 0), "axes": "body"}, "cannot say"),
        ({"vector": ("u(t)", "2*u(t) + 1", 0), "axes": "body"}, "cannot say"),
        ({"vector": (1, 0, 0), "axes": "space"}, "cannot say"),
        ({"vector": (0, 0, 1), "point": (1, 0, 0), "axes": "space"}, "cannot say"),
    ],
)
def test_other_forces_on_bodies_are_refused(fields: dict[str, Any], words: str) -> None:
    model = acting("force", body=1, **fields)
    model = model.having(functions=(Function(name="u", expression="0"),))
    with pytest.raises(LagrError, match=words):
        lagr_gui.mjcf_robot(model)


def test_one_control_acts_at_one_point() -> None:
    model = acting("force", body=2, axes="body", vector=("u(t)", 0, 0))
    model = acting("force", model, body=2, axes="body", vector=(0, "u(t)", 0), point=(1, 0, 0))
    model = model.having(functions=(Function(name="u", expression="0"),))
    with pytest.raises(LagrError, match="at several points"):
        lagr_gui.mjcf_robot(model)
