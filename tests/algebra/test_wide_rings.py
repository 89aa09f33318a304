"""A limit of terms is one of memory: terms of many generators count for more."""

from __future__ import annotations

import pytest

from lagr_gui.algebra import Algebra
from lagr_gui.expression import Symbol
from lagr_gui.problem import TooLong


def sums(count: int, generators: int):
    """Two sums of so many symbols each, in a ring of at least so many generators."""
    algebra = Algebra(frozenset(), ())
    made = [algebra.symbol(Symbol(f"a{n}")) for n in range(max(generators, 2 * count))]
    first, second = made[0], made[count]
    for n in range(1, count):
        first, second = first + made[n], second + made[count + n]
    return first, second


def test_products_are_refused_by_the_memory_that_they_take():
    """150² terms are nothing over 300 generators, and too many over 900."""
    first, second = sums(150, 300)
    assert (first * second).length == 150**2
    first, second = sums(150, 910)
    with pytest.raises(TooLong):
        first * second
