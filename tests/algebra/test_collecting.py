"""Terms with angles, collected by brackets and masses: equal, counted right, and nothing twice."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from lagr_gui.algebra import Algebra, operation_count
from lagr_gui.algebra.arrangement import with_both_squares, with_cosines
from lagr_gui.algebra.brackets import coefficient_tree, multiple_of, steady_sum
from lagr_gui.algebra.collection import apart, together, written
from lagr_gui.algebra.passes import collected_length, whole_groups
from lagr_gui.algebra.slopes import multi_angle
from lagr_gui.algebra.trigonometry import NO_ANGLE, ordered, product_form
from lagr_gui.expression import Expression, Product, Sum, read, write
from tests.algebra.trees import near
from tests.algebra.values import number

MASSES, LENGTHS, ANGLES = ("m1", "m2", "m3"), ("a", "b", "l"), ("p", "q", "r")


def sums(seed: int) -> str:
    """Products of a sum of masses times lengths, a length, and a sine or cosine, all together."""
    source = random.Random(seed)

    def coefficient() -> str:
        terms = [
            f"{source.choice(('', '2*', '3*', '0.5*', '1/3*'))}{mass}*{source.choice(LENGTHS)}"
            for mass in source.sample(MASSES, source.randint(1, 3))
        ]
        return f"({' + '.join(terms)})"

    brackets = [coefficient() for _ in range(2)]
    found = [
        f"{source.choice(('', '2*', '-'))}{source.choice(brackets)}*{source.choice(LENGTHS)}"
        f"*{source.choice(('sin', 'cos'))}({source.choice(ANGLES)} + {source.choice(ANGLES)})"
        for _ in range(source.randint(1, 9))
    ]
    return " + ".join(found)


def parted(text: str, parting) -> tuple[Expression, int]:
    """The collected sum of what has angles, and its operations as they are told beforehand."""
    algebra = Algebra(late=ANGLES)
    groups, below = whole_groups(ordered(multi_angle(algebra.expression(read(text))), algebra))
    groups.pop(NO_ANGLE, None)
    found = parting(groups, below, algebra)
    trees = tuple(piece.tree for piece in written(found, algebra))
    return (Sum(trees) if len(trees) > 1 else trees[0]), collected_length(found, algebra) - 1


@pytest.mark.parametrize("seed", range(80))
def test_a_collected_sum_is_the_same_sum_and_its_length_is_told_without_writing_it(
    seed: int,
) -> None:
    text = sums(seed)
    found, told = parted(text, together)
    one_by_one, told_apart = parted(text, apart)
    assert near(number(found), number(read(text))), write(found)
    assert near(number(one_by_one), number(read(text)))
    assert told == operation_count(found), write(found)
    assert told_apart == operation_count(one_by_one)
    assert told <= told_apart


@pytest.mark.parametrize("seed", range(80))
def test_no_bracket_of_masses_stands_twice(seed: int) -> None:
    found, _ = parted(sums(seed), together)
    terms = found.terms if isinstance(found, Sum) else (found,)
    brackets = Counter(
        write(factor)
        for term in terms
        if isinstance(term, Product)
        for factor in term.factors
        if isinstance(factor, Sum) and "(" not in write(factor)
    )
    assert all(count == 1 for count in brackets.values()), write(found)


def test_masses_that_share_a_length_are_one_bracket() -> None:
    text = "(m1*a + m2*l + m3*l)*cos(p) + (m1*a + m2*l + m3*l)*b*sin(q)"
    found, _ = parted(text, together)
    assert write(found) == "(m1*a + (m2 + m3)*l)*(cos(p) + b*sin(q))"


@pytest.mark.parametrize("seed", range(60))
def test_a_gathered_bracket_is_the_same_sum_and_no_longer(seed: int) -> None:
    source = random.Random(seed)
    algebra = Algebra()
    text = " + ".join(
        f"{source.choice(('', '2*', '1/4*', '0.1*'))}{source.choice(MASSES)}"
        f"*{source.choice(LENGTHS)}^{source.choice((1, 1, 2))}"
        for _ in range(source.randint(2, 8))
    )
    (coefficient,) = multi_angle(algebra.expression(read(text))).values()
    tree = steady_sum(coefficient, algebra)
    assert near(number(tree), number(read(text))), write(tree)
    assert operation_count(tree) <= operation_count(algebra.expression(read(text)).tree("product"))


@pytest.mark.parametrize("seed", range(60))
def test_sines_and_cosines_may_stand_side_by_side(seed: int) -> None:
    source = random.Random(seed)
    algebra = Algebra(late=ANGLES)
    text = " + ".join(
        f"{source.choice((-3, -1, 1, 2))}*{source.choice(LENGTHS)}"
        f"*{source.choice(('sin', 'cos'))}(p)^{source.choice((0, 1, 2))}"
        f"*{source.choice(('sin', 'cos'))}(q)^{source.choice((0, 2, 4))}"
        for _ in range(source.randint(2, 7))
    )
    groups = product_form(multi_angle(algebra.expression(read(text))), algebra)
    if source.random() < 0.5:
        groups = with_cosines(groups, [angle for f in groups for angle, _, s in f.powers if s > 1])
    other, below = whole_groups(with_both_squares(groups))
    trees = [
        Product((coefficient_tree(multiple_of(own, below, algebra), algebra), factor.tree(algebra)))
        if factor
        else coefficient_tree(multiple_of(own, below, algebra), algebra)
        for factor, own in other.items()
    ]
    assert near(number(Sum(tuple(trees))), number(read(text)))
