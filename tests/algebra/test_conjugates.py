"""Conjugate factors, opposite sums and the angles of products keep the value they had."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from math import cos, isclose, prod, sin

import pytest

from lagr_gui.algebra.atoms import Atom, Term
from lagr_gui.algebra.factors import join_conjugates
from lagr_gui.algebra.forms import content_of, turned
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.passes import splitting
from lagr_gui.algebra.trigonometry import Groups, of_angle
from tests.each import each

VALUES = {0: 0.7, 1: -1.3, 2: 2.1, 3: 0.4}
"""What the generators, and angles, are."""

COSINE: Atom = "cos ", ((0, 1),)
SINE: Atom = "sin ", ((1, 1),)
LENGTH: Atom = "", ((2, 1),)
DIVISOR: Atom = "/", ((3, 1),)


def angle_of(angle: Monomial) -> float:
    return sum(k * VALUES[i] for i, k in angle)


def atom(own: Atom) -> float:
    name, angle = own
    match name:
        case "":
            return VALUES[angle[0][0]]
        case "/":
            return 1 / VALUES[angle[0][0]]
        case _:
            return (cos if name.strip() == "cos" else sin)(angle_of(angle))


def product(atoms: dict[Atom, int]) -> float:
    return prod(atom(own) ** e for own, e in atoms.items())


def whole(sums: list[tuple[list[Term], int]], common: dict[Atom, int], number: Fraction) -> float:
    """The value of a number, common factors, and sums with their powers."""
    factors = [sum(float(n) * product(atoms) for atoms, n in terms) ** e for terms, e in sums]
    return float(number) * product(common) * prod(factors)


def two_terms(
    constant: Fraction, slope: Fraction, atoms: dict[Atom, int]
) -> tuple[list[Term], list[Term]]:
    """a + b u and a − b u."""
    return [({}, constant), (atoms, slope)], [({}, constant), (atoms, -slope)]


NUMBERS = (Fraction(1), Fraction(-1), Fraction(1, 2), Fraction(3))
FACTORS: tuple[dict[Atom, int], ...] = (
    {COSINE: 1},
    {SINE: 1},
    {COSINE: 2},
    {LENGTH: 1},
    {COSINE: 1, LENGTH: 1},
    {DIVISOR: 1, SINE: 2},
)


@each("negative", [False, True])
@each("power", [1, 2, -1, -3])
@each("atoms", FACTORS)
@each("a, b", list(itertools.product(NUMBERS, NUMBERS)))
def test_conjugates_are_joined_without_a_change_of_value(
    a: Fraction, b: Fraction, atoms: dict[Atom, int], power: int, negative: bool
) -> None:
    one, other = two_terms(a, b, atoms)
    other = [(own, -n) for own, n in other] if negative else other
    extra: list[Term] = [({}, Fraction(2)), ({LENGTH: 1, SINE: 1}, Fraction(1))]
    sums, common = [(one, power), (extra, 1), (other, power)], {SINE: 1}
    before = whole(sums, common, Fraction(1))
    number = join_conjugates(sums, common)
    assert isclose(whole(sums, common, number), before, rel_tol=1e-12)
    assert len(sums) < 3 and (extra, 1) in sums


@pytest.mark.parametrize("which", ["cos ", "sin "])
def test_one_less_a_square_of_a_cosine_is_that_of_the_sine(which: str) -> None:
    own: Atom = which, ((0, 1),)
    one, other = two_terms(Fraction(1), Fraction(1), {own: 1})
    sums: list[tuple[list[Term], int]] = [(one, 2), (other, 2)]
    common: dict[Atom, int] = {}
    assert join_conjugates(sums, common) == 1
    assert sums == []
    assert common == {("sin " if which == "cos " else "cos ", ((0, 1),)): 4}


@pytest.mark.parametrize(
    ("one", "other", "powers"),
    [
        ([({}, 1), ({COSINE: 1}, 1)], [({}, 1), ({COSINE: 1}, 1)], (1, 1)),
        ([({}, 1), ({COSINE: 1}, 1)], [({}, 2), ({COSINE: 1}, -1)], (1, 1)),
        ([({}, 1), ({COSINE: 1}, 1)], [({}, 1), ({SINE: 1}, -1)], (1, 1)),
        ([({}, 1), ({COSINE: 1}, 1)], [({}, 1), ({COSINE: 1}, -1)], (1, 2)),
        ([({LENGTH: 1}, 1), ({COSINE: 1}, 1)], [({LENGTH: 1}, 1), ({COSINE: 1}, -1)], (1, 1)),
        ([({}, 1)], [({}, 1), ({COSINE: 1}, -1)], (1, 1)),
    ],
)
def test_other_sums_stay_as_they_are(one: list, other: list, powers: tuple[int, int]) -> None:
    exact = [[(atoms, Fraction(n)) for atoms, n in side] for side in (one, other)]
    sums = list(zip(exact, powers, strict=True))
    kept, common = list(sums), {SINE: 1}
    assert join_conjugates(sums, common) == 1
    assert sums == kept and common == {SINE: 1}


# --- opposite sums ----------------------------------------------------------------------------


def random_sum(source: random.Random) -> Groups:
    """Sines and cosines of sums of angles, with factors."""
    found: Groups = {}
    for _ in range(source.randint(1, 5)):
        angle = tuple(
            (i, source.choice((-2, -1, 1, 2))) for i in sorted(source.sample(range(4), 2))
        )
        factor = of_angle(source.choice(("sin", "cos")), angle)
        found.setdefault(factor, {})[((source.randrange(4), 1),)] = source.choice((-3, -1, 1, 2))
    return found


def value(whole_sum: Groups) -> float:
    total = 0.0
    for factor, own in whole_sum.items():
        turning = (cos if factor.function == "cos" else sin)(angle_of(factor.angle))
        total += turning * sum(
            float(n) * prod(VALUES[i] ** e for i, e in monomial) for monomial, n in own.items()
        )
    return total


@each("seed", range(20))
def test_a_sum_that_is_turned_has_the_opposite_value(seed: int) -> None:
    own = random_sum(random.Random(seed))
    assert value(turned(own)) == pytest.approx(-value(own))
    assert turned(turned(own)) == own


@each("seed", range(20))
def test_opposite_sums_have_the_same_content_with_opposite_signs(seed: int) -> None:
    source = random.Random(seed)
    own, another = random_sum(source), random_sum(source)
    assert content_of(own, 1) == content_of(turned(own), -1)
    assert content_of(own, 1) != content_of(turned(own), 1)
    assert (content_of(own, 1) == content_of(another, 1)) is (own == another)
    backwards = {f: dict(reversed(inner.items())) for f, inner in reversed(own.items())}
    assert content_of(backwards, 1) == content_of(own, 1)


# --- angles of products -----------------------------------------------------------------------


def sum_of(*angles: Monomial) -> Groups:
    return {of_angle("cos", angle): {(): 1} for angle in angles}


@each("seed", range(40))
def test_the_parts_of_an_angle_add_up_to_it(seed: int) -> None:
    source = random.Random(seed)
    angles = [
        tuple((i, source.choice((-2, -1, 1, 2, 3))) for i in sorted(source.sample(range(4), k)))
        for k in (source.randint(1, 4) for _ in range(source.randint(1, 4)))
    ]
    split = splitting(sum_of(*angles))
    for angle in angles:
        parts = split(angle)
        assert sum(times * angle_of(part) for part, times in parts) == pytest.approx(
            angle_of(angle)
        )
        assert len(parts) == 1 or all(part[0][1] > 0 for part, _ in parts)
        used = [i for part, _ in parts for i, _ in part]
        assert sorted(used) == sorted(set(used))


A, B, C = ((index, 1) for index in range(3))
MINUS_B = (1, -1)


@pytest.mark.parametrize(
    ("angles", "angle", "parts"),
    [
        # parallel axes: q₁ + q₂ is an angle of its own
        (((A,), (A, B)), (A, B), None),
        # cos(a − b) and cos(a + b) are made of a and b
        (((A, B), (A, MINUS_B)), (A, B), {((A,), 1), ((B,), 1)}),
        # q₂ + q₃ turn about one axis, q₁ about another
        (((A, B, C), ((0, -1), B, C)), (A, B, C), {((A,), 1), ((B, C), 1)}),
    ],
)
def test_angles_that_meet_with_both_signs_are_parted(
    angles: tuple[Monomial, ...], angle: Monomial, parts: set[tuple[Monomial, int]] | None
) -> None:
    found = splitting(sum_of(*angles))(angle)
    if parts is None:
        assert found == ((angle, 1),) or {part for part, _ in found} == {(A,), (B,)}
    else:
        assert set(found) == parts
