"""What is assumed of lengths holds in the jumps of laws too: of elastic ropes, and under roots."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import GROUND, System, text_equations
from lagr_gui.expression import Expression, Symbol, parts
from lagr_gui.expression.arithmetic import value
from lagr_gui.mechanics.sheets.sheet import Sheet


def rope() -> System:
    """A mass on a rail, and an elastic rope from it over a pulley on the rail to a point beside."""
    system = System("rope", m=2, c=30, l=2.5, h=0.8)
    mass = system.body("mass", mass="m")
    system.joint("prismatic", GROUND, mass, "x", axis=(1, 0, 0))
    system.element(
        "elastic_rope",
        "rope",
        body_a=1,
        body_b=0,
        point_b=(0, "h", 0),
        pulleys=({"body": 0, "point": (1, 0, 0)},),
        c="c",
        l0="l",
    )
    system.start(x=3)
    return system


def without_names(sheet: Sheet, tree: Expression, numbers: dict[str, float]) -> float:
    known = dict(numbers)
    for own in sheet.definitions:
        known[own.name] = value(own.tree, known)
    return value(tree, known)


@pytest.mark.parametrize("x", [1.2, 2.1, 2.3, 4.0])
def test_a_rope_pulls_as_hooke_says_where_it_is_tight_and_not_where_it_is_slack(x: float) -> None:
    sheet = rope().equations()
    numbers = {"m": 2, "c": 30, "l": 2.5, "h": 0.8, "x": x}
    stretched = max(x - 1 + np.hypot(1, 0.8) - 2.5, 0)
    (force,) = sheet.of("Q")
    (energy,) = sheet.of("U")
    assert without_names(sheet, force.tree, numbers) == pytest.approx(-30 * stretched)
    assert without_names(sheet, energy.tree, numbers) == pytest.approx(15 * stretched**2)


def test_no_sign_is_left_in_a_sign_where_it_is_assumed() -> None:
    """With x > 1 the length is x − 1 + ℓ, and so it stands in what tells tight from slack."""
    text = text_equations(rope().equations())
    assert "abs(x - 1)" not in text
    assert "x - 1 > 0" in text


def test_a_root_with_a_name_has_it_in_calls_too() -> None:
    sheet = rope().equations()
    (length,) = [own for own in sheet.definitions if own.name.startswith("ell")]
    shown = [inner for entry in sheet.of("Q") for inner in _all(entry.tree)]
    assert length.tree not in shown
    assert Symbol(length.name) in shown


def _all(tree: Expression) -> list[Expression]:
    return [tree, *(deep for inner in parts(tree) for deep in _all(inner))]
