"""Equations of motion with forces on the right, and with everything on one side."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lagr_gui import pipeline
from lagr_gui.algebra.equality import equal
from lagr_gui.cli.__main__ import main
from lagr_gui.expression import Number, Product, Sum, symbols, write
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from tests.mechanics.formalisms.test_readable import rigid_body
from tests.samples.gallery import sample

NAMES = ("cart_pole", "dc_motor_pendulum", "four_bar", "lagr_system_2")


@pytest.mark.parametrize("formalism", ["lagrange", "nielsen"])
@pytest.mark.parametrize("name", NAMES)
def test_on_one_side_stands_the_difference_of_both(name: str, formalism: str) -> None:
    model = sample(name)
    both = equations_of_motion(pipeline.equations(model, formalism=formalism))
    one = equations_of_motion(pipeline.equations(model, formalism=formalism, side="one"))
    assert len(one) == len(both) > 0
    for alone, balance in zip(one, both, strict=True):
        right = Product((Number(Fraction(-1)), whole(balance.right)))
        assert not alone.right
        assert equal(whole(alone.left), Sum((whole(balance.left), right)))


@pytest.mark.parametrize("name", NAMES)
def test_the_highest_derivatives_stand_first(name: str) -> None:
    for balance in equations_of_motion(pipeline.equations(sample(name), side="one")):
        orders = [max((s.order for s in symbols(t.tree)), default=0) for t in balance.left]
        highest = [order == 2 for order in orders]
        assert highest == sorted(highest, reverse=True)


def test_the_pendulum_reads_as_in_books(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(next(p for p in sample_models() if p.stem == "simple_pendulum"))
    assert main(["equations", path, "--side", "one"]) == 0
    assert "m*l^2*q1'' + m*g*l*sin(q1) = 0" in capsys.readouterr().out


def test_a_side_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(LagrError, match="on the right, or everything on one side"):
        pipeline.equations(sample("cart_pole"), side="left")


def test_equations_that_are_solved_for_a_rate_stay_as_they_are() -> None:
    for side in ("right", "one"):
        sheet = pipeline.equations(sample("cart_pole"), formalism="hamilton", side=side)
        assert [write(whole(b.left)) for b in equations_of_motion(sheet)] == [
            "x'",
            "theta'",
            "p_x'",
            "p_theta'",
        ]


def test_a_number_goes_into_a_bracket_of_fractions() -> None:
    """Half the moments of inertia of Γ, twice: A − B + C as in books."""
    *_, last = equations_of_motion(pipeline.equations(rigid_body().model))
    products = [term.tree for term in last.left if "psi'*theta'" in write(term.tree)]
    bracket = "A - B + C + 2*(B - A)*sin(phi)^2"
    assert [write(tree) for tree in products] == [f"-sin(theta)*({bracket})*psi'*theta'"]
