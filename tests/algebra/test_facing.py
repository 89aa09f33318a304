"""Differences stand with one sign in a result: a − b, nowhere b − a, and the values stay."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mpf

from lagr_gui import pipeline
from lagr_gui.algebra.bracket_signs import facing, forward
from lagr_gui.expression import Expression, Sum, read, write
from tests.algebra.values import number
from tests.samples.gallery import sample

differences = st.builds(
    lambda turned, power: f"({'b - a' if turned else 'a - b'}){power}",
    st.booleans(),
    st.sampled_from(["", "", "^2", "^3", "^(-1)"]),
)
plain = st.builds(
    "{}{}*{}".format, st.sampled_from(["", "2*"]), st.sampled_from("xyz"), differences
)
nested = st.builds(
    lambda own, sign, other: f"w*(u {sign} {own} + {other})", plain, st.sampled_from("+-"), plain
)
sums = st.lists(st.tuples(st.sampled_from("+-"), plain | nested), min_size=2, max_size=4)


def terms(text: str) -> tuple[Expression, ...]:
    tree = read(text)
    assert isinstance(tree, Sum)
    return tree.terms


def both_signs(text: str) -> bool:
    """Whether a difference of two names stands in brackets together with its negative."""
    pairs = set(re.findall(r"\(([\w']+) - ([\w']+)\)", text))
    return any((second, first) in pairs for first, second in pairs)


@given(sums)
def test_differences_have_one_sign_and_sums_their_value(parts: list[tuple[str, str]]) -> None:
    before = terms(" ".join(f"{sign} {part}" for sign, part in parts).removeprefix("+ "))
    after = Sum(tuple(facing(before)))
    assert abs(number(after) - number(Sum(before))) < mpf(10) ** -12
    assert not both_signs(write(after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x*(a - b) - y*(b - a)^2", "x*(a - b) - y*(a - b)^2"),
        ("-x*(b - a) - y*(a - b)", "x*(a - b) - y*(a - b)"),
        ("x*(b - a) + y*(a - b) + z*(a - b)", "-x*(a - b) + y*(a - b) + z*(a - b)"),
        ("x*(a - b) + y*(z - c*(b - a))", "x*(a - b) + y*(z + c*(a - b))"),
        ("x*(a - b) + y*(c*(b - a) - z)", "x*(a - b) + y*(c*(b - a) - z)"),
    ],
    ids=["squares", "first positive", "most", "nested", "no bracket of minuses"],
)
def test_the_sign_is_that_of_most_or_the_first(before: str, after: str) -> None:
    assert write(Sum(tuple(facing(terms(before))))) == after


@given(sums)
def test_a_minus_goes_into_brackets_without_a_change_of_value_or_of_signs(
    parts: list[tuple[str, str]],
) -> None:
    before = facing(terms(" ".join(f"{sign} {part}" for sign, part in parts).removeprefix("+ ")))
    after = [tree for tree, _ in forward([(tree, ()) for tree in before])]
    assert abs(number(Sum(tuple(after))) - number(Sum(tuple(before)))) < mpf(10) ** -12
    assert not both_signs(write(Sum(tuple(after))))
    minuses = [write(Sum(tuple(trees))).count("-") for trees in (before, after)]
    assert minuses[1] <= minuses[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("-x*(a - b) - y", "x*(b - a) - y"),
        ("-x*(a - b) - y*(a - b)", "x*(b - a) + y*(b - a)"),
        ("-x*(a - b) + y*(a - b)", "y*(a - b) - x*(a - b)"),
        ("-x*(a - b + c) - y", "-x*(a - b + c) - y"),
        ("-x*(a - b)^2 - y", "-x*(a - b)^2 - y"),
        ("-x*(a - b)*(c - d) - y", "x*(b - a)*(c - d) - y"),
    ],
    ids=["alone", "everywhere", "not everywhere", "more minuses", "square", "two brackets"],
)
def test_a_bracket_takes_the_minus_that_stands_before_it_everywhere(
    before: str, after: str
) -> None:
    found = forward([(tree, (write(tree),)) for tree in terms(before)])
    assert write(Sum(tuple(tree for tree, _ in found))) == after


@pytest.mark.parametrize("name", ["ball_on_turntable", "andrews_squeezer"])
def test_no_result_of_a_mechanism_has_differences_of_both_signs(name: str) -> None:
    for entry in pipeline.equations(sample(name)).entries:
        assert not both_signs(write(entry.tree)), entry.name
