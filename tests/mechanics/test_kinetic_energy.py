"""The kinetic energy is written as on a blackboard: by masses, with squares of velocities."""

from __future__ import annotations

import pytest

import lagr_gui
from lagr_gui.algebra import Algebra, operation_count
from lagr_gui.expression import Expression, Symbol, read, substitute, write
from lagr_gui.mechanics.sheets.sheet import Sheet
from tests.samples.gallery import NAMES, sample

BOOK = {
    "chaplygin_sleigh": "(m*(x'^2 + y'^2) + J*phi'^2)/2",
    "rack_and_pinion": "m1*r^2*phi'^2/4 + m3*l^2*(phi' + q')^2/2 + m2*x'^2/2",
    "spinning_top": (
        "((A + m*s^2)*(psi'^2*sin(theta)^2 + theta'^2) + C*(phi' + psi'*cos(theta))^2)/2"
    ),
}
LARGE = {"quadruped", "whipple_bicycle", "robot_arm_6r", "flexible_arm", "five_link_chain"}


@pytest.mark.parametrize("name", BOOK)
def test_the_kinetic_energy_stands_as_in_books(name: str) -> None:
    (entry,) = lagr_gui.equations(sample(name), form="shortest").of("T")
    assert write(entry.tree) == BOOK[name]


@pytest.mark.parametrize("name", sorted(set(NAMES) - LARGE))
def test_the_kinetic_energy_is_half_of_g_in_velocities_and_no_longer_than_told_by_g(
    name: str,
) -> None:
    model = sample(name)
    short, told = (lagr_gui.equations(model, form=form) for form in ("shortest", "collected"))
    algebra = Algebra()
    for first, second in zip(short.of("T"), told.of("T"), strict=True):
        values = (_plain(short, first.tree), _plain(told, second.tree))
        assert (algebra.expression(values[0]) - algebra.expression(values[1])).is_zero
        assert operation_count(first.tree) <= operation_count(second.tree)


def test_the_rate_of_a_given_motion_joins_that_of_the_coordinate_in_its_direction() -> None:
    (entry,) = lagr_gui.equations(sample("lagr_system_2"), form="shortest").of("T")
    assert write(entry.tree) == (
        "(M1 + M2 + M3)*(q1' + FU'(t))^2/2 + (M2*R + M3*(R - q3))*(q1' + FU'(t))*q2'*cos(q2)"
        " + (M2*R^2 + M3*(R - q3)^2 + TH211 + TH222 + TH311 + TH322)*q2'^2/2"
        " - M3*(q1' + FU'(t))*q3'*sin(q2) + M3*q3'^2/2"
    )


def _plain(sheet: Sheet, tree: Expression) -> Expression:
    """A result with what its names stand for."""
    known: dict[Symbol, Expression] = {}
    for own in sheet.definitions:
        known[Symbol(own.name)] = substitute(own.tree, known)
    return substitute(tree, known)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("e^2 - 2*e*f + f^2 + z^2 + 2*(e - f)*z*sin(p)", "(e - f)^2 + z^2 + 2*(e - f)*z*sin(p)"),
        ("(u - w*y)^2 + (v + w*x)^2", "(u - w*y)^2 + (w*x + v)^2"),
        (
            "p*sin(t) - c*x - u*q/d - A*u^2/(2*d^2) - q^2/(2*A)",
            "p*sin(t) - c*x - (u*A + q*d)^2/(2*d^2*A)",
        ),
    ],
)
def test_squares_of_sums_are_seen_within_longer_sums(text: str, shown: str) -> None:
    assert write(Algebra().expression(read(text)).tree("shortest")) == shown


def test_an_angle_over_a_length_stands_over_one_line() -> None:
    value = Algebra().expression(read("cos(2*q/L + 8*p/L)"))
    assert write(value.tree("shortest")) == "cos(2*(q + 4*p)/L)"
