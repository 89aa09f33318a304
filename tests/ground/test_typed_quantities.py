"""Numbers that are typed with units, against tables of units and exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import pi

import pytest

from lagr_gui.expression.arguments import quantity
from lagr_gui.foundation.problem import LagrError

TYPED = [
    ("250 mm", "m", float(Fraction(1, 4))),
    ("250 mm + 1 in", "m", float(Fraction(1, 4) + Fraction(254, 10000))),
    ("0,25 m", "m", 0.25),
    ("0.25", "m", 0.25),
    ("3 rpm", "rad/s", 3 * 2 * pi / 60),
    ("5 kgf", "N", 5 * 9.80665),
    ("30 deg", "rad", pi / 6),
    ("30°", "rad", pi / 6),
    ("2*l", "m", 0.8),
    ("500 ms", "s", 0.5),
    ("12 N/mm", "N/m", 12_000.0),
    ("3 mm", "", 0.003),
]


@pytest.mark.parametrize(("text", "unit", "expected"), TYPED)
def test_a_quantity_is_converted_exactly(text: str, unit: str, expected: float) -> None:
    assert quantity(text, unit, "Field", {"l": 0.4}) == pytest.approx(expected, rel=1e-15)


REFUSED = [
    ("2 kg", "m", "in kg, the place holds m"),
    ("3 rpm", "m", "in 1/s, the place holds m"),
    ("30 deg", "m", "an angle or a number"),
    ("2 kg + 3 m", "m", "."),
    ("1,500", "m", "."),
    ("k", "m", "no value"),
    ("1 m 2", "m", "."),
    ("", "m", "."),
    ("1/0", "m", "."),
]


@pytest.mark.parametrize(("text", "unit", "words"), REFUSED)
def test_another_sort_of_quantity_is_refused_in_words(text: str, unit: str, words: str) -> None:
    with pytest.raises(LagrError, match=words) as caught:
        quantity(text, unit, "Field")
    assert caught.value.problems[0].remedy
