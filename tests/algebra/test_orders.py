"""Equal questions have equal answers, whatever was asked before."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lagr_gui.algebra import Algebra, attributed_terms
from lagr_gui.expression import read, write
from tests.algebra.trees import FORMS

ATOMS = (
    *("m", "l", "c", "x", "x'", "y'", "cos(x)", "sin(x)", "cos(x - y)", "sin(y)"),
    *("g", "2", "1/2", "3"),
)
PRODUCTS = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=3).map("*".join)
SIGNED = st.tuples(st.sampled_from("+-"), PRODUCTS).map(" ".join)
SUMS = st.lists(SIGNED, min_size=2, max_size=5).map(lambda terms: "0 " + " ".join(terms))
TURNED = (
    "c*l*x*cos(x) - x'*cos(x) - x",
    "m*g*l*sin(x) - m*l*y'*sin(x) - c*x",
    "x - y'*(l - cos(x)*cos(x - y)^2) + 3",
)
"""Sums of which the negative is as short, and reads in another way."""


def asked(texts: list[str], form: str, order: list[int]) -> dict[int, str]:
    """How values are shown that one algebra is asked for in an order."""
    algebra = Algebra(late=("x", "y"))
    values = [algebra.expression(read(text)) for text in texts]
    return {place: write(algebra.shown(values[place], form)) for place in order}


def check(sums: list[str], form: str, seed: int) -> None:
    texts = [*sums, *(f"-({text})" for text in sums), *(f"2*m*({text})" for text in sums)]
    texts += [f"({sums[0]}) - ({text})" for text in sums[1:]]
    order = list(range(len(texts)))
    Random(seed).shuffle(order)
    shown = asked(texts, form, order)
    for place in order:
        assert asked(texts, form, [place])[place] == shown[place]


@given(st.lists(SUMS, min_size=1, max_size=2), st.sampled_from(FORMS), st.integers(0, 99))
@settings(max_examples=30)
def test_what_is_shown_of_a_sum_does_not_depend_on_what_was_asked_before(sums, form, seed):
    check(sums, form, seed)


@pytest.mark.parametrize("text", TURNED)
@pytest.mark.parametrize("seed", range(3))
def test_a_sum_and_its_negative_do_not_turn_each_other(text: str, seed: int) -> None:
    check([text], "shortest", seed)


@pytest.mark.parametrize("text", TURNED)
def test_the_order_of_contributions_tells_nothing_but_their_names(text: str) -> None:
    shown: set[str] = set()
    for order in (1, -1):
        algebra = Algebra(late=("x", "y"))
        values = [algebra.expression(read(part)) for part in (text, f"m*({text})", "g*l*sin(x)")]
        parts = dict(list(enumerate(values))[::order])
        terms = attributed_terms({str(n): value for n, value in parts.items()}, "shortest")
        shown.add(" + ".join(write(tree) for tree, _ in terms))
    assert len(shown) == 1


@pytest.mark.parametrize("text", ["u + f'(t) + v*(R - x)*cos(y) - w*sin(y)", "u*f'(t) + v*(R - x)"])
def test_it_does_not_depend_on_which_symbols_were_met_first(text: str) -> None:
    """Speeds u, v, w are met before or after a given motion f(t)."""
    shown: set[str] = set()
    for first in permutations(("u", "v", "f'(t)", "w")):
        algebra = Algebra(late=("x", "y", "u", "v", "w"))
        for name in ("R", *first):
            algebra.expression(read(name))
        shown.add(write(algebra.shown(algebra.expression(read(text)), "shortest")))
    assert len(shown) == 1
