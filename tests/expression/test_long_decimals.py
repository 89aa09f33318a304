"""Numbers that were typed as decimals are written as decimals, however small they are."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from lagr_gui.expression import Number, read, write


@pytest.mark.parametrize("places", [3, 36, 37, 38, 39])
def test_a_typed_decimal_is_written_as_it_was_typed(places: int) -> None:
    text = "0." + "0" * (places - 2) + "12"
    assert write(read(text)) == text


@pytest.mark.parametrize("typed", ["0.00000000000012", "0.000000000000123456789123456789"])
def test_products_of_typed_decimals_are_decimals(typed: str) -> None:
    """Python's own decimals tell the digits of the third power."""
    with localcontext(prec=200):
        expected = format(Decimal(typed) ** 3, "f")
    assert write(Number(Fraction(typed) ** 3, decimal=True)) == expected
