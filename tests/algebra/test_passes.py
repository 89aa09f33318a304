"""The passes of the shortest form: each is equal, and their order changes no length."""

from __future__ import annotations

from itertools import permutations

import pytest

from lagr_gui.algebra import Algebra, operation_count, passes
from lagr_gui.algebra.passes import PASSES, Trial, bases, length, sum_of, whole_groups
from lagr_gui.algebra.slopes import multi_angle
from lagr_gui.algebra.trigonometry import ordered
from lagr_gui.expression import Expression, read, write
from tests.algebra.test_collecting import sums
from tests.algebra.trees import near
from tests.algebra.values import number
from tests.each import each

WRITTEN = (
    "m*(a + b)^2 + (m + M)*c",
    "a^2 - 2*a*b + b^2 + c*l*cos(q)",
    "cos(p - q) - cos(p + q) + a*sin(p)",
    "m1*a*cos(p) + m2*a*cos(p) - l*sin(2*q)/2",
    *map(sums, range(20)),
)


def test_passes_have_names_of_their_own_and_reasons() -> None:
    assert len({tried.name for tried in PASSES}) == len(PASSES)
    assert all(tried.why for tried in PASSES)


@each("text", WRITTEN)
def test_every_pass_proposes_an_equal_sum_of_the_length_it_tells(text: str) -> None:
    algebra = Algebra()
    whole, below = whole_groups(multi_angle(algebra.expression(read(text))))
    for _, own in bases(whole, algebra):
        trial = Trial(ordered(own, algebra), below, algebra)
        for tried in PASSES:
            if (proposal := tried.rule(trial)) is not None:
                told, _, in_full = proposal
                pieces = in_full()
                assert told == length(pieces), tried.name
                assert near(number(sum_of(pieces)), number(read(text))), tried.name


@each("text", WRITTEN)
def test_their_order_changes_no_length(text: str) -> None:
    def shown() -> Expression:
        return Algebra().expression(read(text)).tree("shortest")

    usual = shown()
    for order in permutations(PASSES):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(passes, "PASSES", order)
            assert operation_count(shown()) == operation_count(usual), write(usual)
