"""Other formalisms in other coordinates: what they say is what Lagrange's equations say there."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lagr_gui import LagrError, equal, equations, text_equations
from lagr_gui.expression import Expression, Number, Product, Sum, Symbol, substitute, write
from lagr_gui.mechanics.sheets.balance import equations_of_motion, speeds_of
from lagr_gui.mechanics.sheets.sheet import Balance, Sheet
from tests.samples.gallery import sample

CHOSEN = {
    "double_pendulum": "absolute",
    "overhead_crane": "x = u; phi = (w - u)/2",
    "elastic_pendulum": "r = sqrt(u^2 + w^2); phi = atan2(u, -w)",
    "four_bar": "absolute",
}
OTHERS = (
    "hamilton",
    "nielsen",
    "tzenoff",
    "appell",
    "boltzmann-hamel",
    "kane",
    "newton-euler",
    "gauss",
)
SAME = ("nielsen", "tzenoff", "appell", "kane", "gauss")
"""Formalisms that end with Lagrange's equations, term by term or not."""


def left(balance: Balance) -> Expression:
    """Everything on one side."""
    minus = Number(Fraction(-1))
    right = (Product((minus, term.tree)) for term in balance.right)
    return Sum((*(term.tree for term in balance.left), *right))


def written(sheet: Sheet) -> list[Expression]:
    """Equations of motion in coordinates: speeds are velocities of these here."""
    trees: dict[Symbol, Expression] = {}
    for speed, velocity in speeds_of(sheet).items():
        assert isinstance(velocity, Symbol)
        trees |= {speed: velocity, Symbol(speed.name, 1): Symbol(velocity.name, 2)}
    motion = equations_of_motion(sheet)
    return [substitute(sheet.written_out(left(own)), trees) for own in motion]


@pytest.mark.parametrize("formalism", OTHERS)
@pytest.mark.parametrize("name", CHOSEN)
def test_accelerations_agree_with_the_recursion(name: str, formalism: str) -> None:
    found = equations(sample(name), formalism=formalism, coordinates=CHOSEN[name])
    assert found.chosen is not None and found.chosen.certificate.residual < 1e-9
    assert found.formalism == formalism and found.balances
    gone = {own.name for own in found.definitions}
    assert not gone & set(found.coordinates) and gone & set(sample(name).coordinates)


@pytest.mark.parametrize("formalism", SAME)
@pytest.mark.parametrize("name", ["double_pendulum", "overhead_crane"])
def test_equations_are_those_of_lagrange_there(name: str, formalism: str) -> None:
    plain = equations(sample(name), coordinates=CHOSEN[name])
    found = equations(sample(name), formalism=formalism, coordinates=CHOSEN[name])
    for own, other in zip(written(found), written(plain), strict=True):
        assert equal(own, other), write(own)


def test_a_double_pendulum_by_kane_has_the_equations_of_textbooks() -> None:
    """By hand: rods l1, l2 with masses m1, m2 and their moments m l²/12, absolute angles."""
    found = equations(sample("double_pendulum"), formalism="kane", coordinates="absolute")
    by_hand = (
        (
            "(m1/3 + m2)*l1^2*phi1'' + (m1/2 + m2)*g*l1*sin(phi1)"
            " + m2*l1*l2*(cos(phi1 - phi2)*phi2'' + sin(phi1 - phi2)*phi2'^2)/2"
        ),
        (
            "m2*l2^2*phi2''/3 + m2*l1*l2*(cos(phi1 - phi2)*phi1'' - sin(phi1 - phi2)*phi1'^2)/2"
            " + m2*g*l2*sin(phi2)/2"
        ),
    )
    for own, text in zip(written(found), by_hand, strict=True):
        assert equal(own, text)


def test_the_structured_form_says_why_it_has_the_coordinates_of_the_model() -> None:
    with pytest.raises(LagrError, match="motions of joints"):
        equations(sample("double_pendulum"), "structured", coordinates="absolute")


def test_an_unknown_formalism_is_told_as_such() -> None:
    with pytest.raises(LagrError, match="hamilton"):
        equations(sample("double_pendulum"), formalism="hamiltonian", coordinates="absolute")


def test_partial_velocities_in_plain_text_stand_with_each_coordinate() -> None:
    text = text_equations(equations(sample("double_pendulum"), formalism="kane"))
    assert "v(2)_2 = (l2/2, 0)" in text and "v(1) =" not in text
    assert "w(2)_2 = 1" in text
