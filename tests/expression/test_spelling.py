"""Numbers stay as they were typed."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.expression import PLAIN, Number, Spelling, read, with_half, write
from lagr_gui.typesetting import latex
from lagr_gui.typesetting.typst import typst

DECIMALS = st.builds(
    "{}.{}".format, st.integers(0, 10**9), st.from_regex(r"[0-9]{0,11}[1-9]", fullmatch=True)
)
FRACTIONS = st.fractions(0, 10**6, max_denominator=10**6).filter(lambda n: n.denominator != 1)


@given(DECIMALS)
def test_a_decimal_is_written_as_it_was_typed_by_every_printer(text: str) -> None:
    assert write(read(text)) == text
    assert write(read(f"-{text}*x")) == f"-{text}*x"
    digits = sum(map(str.isdigit, text)) > 9  # long ones are rounded where formulas are set
    assert digits or latex(read(text)) == typst(read(text)) == text


@given(FRACTIONS)
def test_a_fraction_is_written_as_it_was_typed(value: Fraction) -> None:
    text = f"{value.numerator}/{value.denominator}"
    assert write(read(text)) == text and "." not in latex(read(text))


@given(st.floats(-1e9, 1e9).filter(lambda x: x == 0 or abs(x) > 1e-12))
def test_a_float_is_read_back_from_what_is_written(value: float) -> None:
    again = read(write(read(value)))
    assert isinstance(again, Number) and again.value == Fraction(str(value))


SAID = {
    "300 mm": "0.3",
    "12 in": "0.3048",
    "30 deg": "pi/6",
    "0.3*0.3": "0.09",
    "0.1*3": "0.3",
    "1/2*1.2": "0.6",
    "1/0.4": "2.5",
    "0.5^2": "0.25",
    "1/0.3": "10/3",
    "2.50": "2.5",
    "1e-3": "0.001",
    "3/6": "1/2",
}


@pytest.mark.parametrize("text", SAID)
def test_what_is_computed_of_typed_numbers_is_written_like_them(text: str) -> None:
    assert write(read(text)) == SAID[text]


def test_how_a_number_is_written_makes_no_other_number() -> None:
    half, decimal = read("1/2"), read("0.5")
    assert half == decimal and hash(half) == hash(decimal)
    assert write(pickle.loads(pickle.dumps(decimal))) == "0.5"


FOLLOWS = [
    (("0.3",), "6/5", True),
    (("0.3",), "1/2", False),
    (("0.3",), "1/3", False),
    (("0.3", "2/5"), "1/5", False),
    (("0.3", "2/5"), "3/20", True),
    (("1.5",), "3/4", True),
    (("1.5",), "1/2", False),
    (("0.5",), "1/8", True),
    (("0.5",), "1/5", False),
    (("1/2", "2/5"), "2/5", False),
    (("3", "x"), "1/10", False),
]


@pytest.mark.parametrize(("typed", "value", "decimal"), FOLLOWS)
def test_numbers_follow_from_what_was_typed(
    typed: tuple[str, ...], value: str, decimal: bool
) -> None:
    assert Spelling.of(map(read, typed)).decimal(Fraction(value)) == decimal


@given(FRACTIONS)
def test_where_no_decimal_was_typed_none_appears(value: Fraction) -> None:
    assert not PLAIN.decimal(value)
    assert not Spelling.of((Number(value), Number(value / 2))).decimal(value)


def test_a_half_of_a_square_stays_a_half() -> None:
    assert write(with_half(read("0.5*m*v^2"))) == "m*v^2/2"
    assert write(with_half(read("0.5*k*(p^2 + q^2)"))) == "k*(p^2 + q^2)/2"
    assert write(with_half(read("0.5*m*g"))) == "0.5*m*g"
    assert write(with_half(read("0.25*m*v^2"))) == "0.25*m*v^2"


def test_a_place_of_an_eighth_makes_no_decimal_of_half_a_length() -> None:
    measured = Spelling.of(map(read, ("0.125", "-l/2")))
    assert measured.decimal(Fraction(1, 2)) and not measured.of_places.decimal(Fraction(1, 2))
    assert Spelling.of((read("0.125"),)).of_places.decimal(Fraction(1, 2))
