"""Reactions in equations of motion are told with what their conditions have in common."""

from __future__ import annotations

from dataclasses import replace

import pytest

import lagr_gui
from lagr_gui.algebra import Algebra, operation_count
from lagr_gui.expression import Product, read, write
from lagr_gui.mechanics.sheets.balance import equations_of_motion, multiplier, whole
from lagr_gui.mechanics.sheets.sheet import Sheet
from tests.samples.gallery import sample

BOUND = ("four_bar", "parallelogram", "slider_crank", "rolling_disc", "andrews_squeezer")


def reactions(sheet: Sheet, rho: int) -> list:
    """λ_s G_sρ, one term after the other."""
    return [
        Product((entry.tree, multiplier(entry.indices[0])))
        for entry in sheet.of("G")
        if entry.indices[1] == rho
    ]


@pytest.mark.parametrize("name", BOUND)
def test_right_sides_are_forces_and_reactions_and_no_longer_than_term_by_term(name: str) -> None:
    sheet = lagr_gui.equations(sample(name))
    plain = equations_of_motion(replace(sheet, form="collected"))
    algebra = Algebra()
    for balance, told in zip(equations_of_motion(sheet), plain, strict=True):
        right = algebra.expression(whole(balance.right))
        forces = [t.tree for e in sheet.of("Q") if e.indices == (balance.index,) for t in e.terms]
        for tree in (*forces, *reactions(sheet, balance.index)):
            right = right - algebra.expression(tree)
        assert right.is_zero
        assert operation_count(whole(balance.right)) <= operation_count(whole(told.right))
        assert {key for term in balance.right for key in term.sources} == {
            key for term in told.right for key in term.sources
        }


def test_multipliers_with_one_factor_are_added_before_it_is_multiplied() -> None:
    sheet = lagr_gui.equations(sample("andrews_squeezer"), form="shortest")
    second = equations_of_motion(sheet)[1]
    assert write(whole(second.right)) == (
        "d*(cos(beta + theta)*(lambda_2 + lambda_4 + lambda_6)"
        " - sin(beta + theta)*(lambda_1 + lambda_3 + lambda_5))"
    )


def test_assumed_lengths_have_the_numbers_that_were_typed() -> None:
    (found,) = lagr_gui.equations(sample("rack_and_pinion")).assumptions
    assert found.tree == read("0.8 - x")
