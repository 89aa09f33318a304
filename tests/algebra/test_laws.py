"""The laws that canonical values keep, against numbers of many digits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf

from lagr_gui.algebra import Algebra, Canonical, attributed_terms
from lagr_gui.algebra.equality import equal
from lagr_gui.algebra.slopes import multi_angle
from lagr_gui.algebra.trigonometry import is_wide
from lagr_gui.expression import Call, Expression, Symbol, read
from lagr_gui.foundation.problem import LagrError
from tests.algebra.trees import FORMS, NAMES, POINTS, POLYNOMIALS, TREES, Undefined, near, number

X = Symbol("x")


def canonical(algebra: Algebra, tree: Expression) -> Canonical:
    """The value of a tree; trees that are nowhere defined are left out."""
    try:
        return algebra.expression(tree)
    except LagrError as error:
        assume(error.problems[0].code not in ("division-by-zero", "domain"))
        raise


def numbers(tree: Expression, FU: Callable[[Any], Any] | None = None) -> list[Any]:
    """The numbers of a tree at all points; None where it has none."""

    def at(point: tuple[Any, ...]) -> Any:
        try:
            return number(tree, point, FU)
        except Undefined:
            return None

    return [at(point) for point in POINTS]


def agree(wanted: list[Any], found: list[Any]) -> bool:
    """Whether the numbers found are those wanted, wherever there are some."""
    return all(
        b is not None and near(a, b) for a, b in zip(wanted, found, strict=True) if a is not None
    )


@given(TREES, TREES, TREES)
def test_sums_and_products_are_associative_commutative_and_distributive(
    a: Expression, b: Expression, c: Expression
) -> None:
    algebra = Algebra()
    u, v, w = (canonical(algebra, tree) for tree in (a, b, c))
    assert u + v == v + u
    assert u * v == v * u
    assert (u + v) + w == u + (v + w)
    assert (u * v) * w == u * (v * w)
    assert u * (v + w) == u * v + u * w


@given(TREES)
def test_zero_one_negatives_and_inverses_are_what_they_are_called(tree: Expression) -> None:
    algebra = Algebra()
    u = canonical(algebra, tree)
    assert u + 0 == u and u * 1 == u and u * 0 == 0
    assert (u - u).is_zero and (u + (-u)).is_zero
    assert u**2 == u * u and u**3 == u * u * u
    if not u.is_zero:
        assert u / u == 1 and u * u**-1 == 1


@given(TREES, TREES)
def test_the_derivative_is_linear_and_keeps_the_product_rule(a: Expression, b: Expression) -> None:
    algebra = Algebra()
    u, v = canonical(algebra, a), canonical(algebra, b)
    du, dv = u.derivative(X), v.derivative(X)
    assert (u * 3 - v).derivative(X) == du * 3 - dv
    assert (u * v).derivative(X) == du * v + u * dv


OUTER = {
    "sin": lambda algebra, u: algebra.call("cos", [u]),
    "cos": lambda algebra, u: -algebra.call("sin", [u]),
    "sqrt": lambda algebra, u: algebra.one / (algebra.call("sqrt", [u]) * 2),
    "exp": lambda algebra, u: algebra.call("exp", [u]),
    "abs": lambda algebra, u: u / algebra.call("abs", [u]),
    "FU": lambda algebra, u: algebra.call("FU", [u], (1,)),
}


@pytest.mark.parametrize("function", OUTER)
@settings(max_examples=40)
@given(inner=TREES)
def test_the_derivative_keeps_the_chain_rule(function: str, inner: Expression) -> None:
    algebra = Algebra()
    u = canonical(algebra, inner)
    f = canonical(algebra, Call(function, (inner,)))
    assume(function not in ("sqrt", "abs") or not u.is_zero)
    assert f.derivative(X) == OUTER[function](algebra, u) * u.derivative(X)


@given(TREES)
def test_the_derivative_is_the_limit_of_difference_quotients(tree: Expression) -> None:
    slope = canonical(Algebra(), tree).derivative(X).tree()
    for x, y, z in POINTS:
        h = mpf(10) ** -20
        try:
            quotient = (number(tree, (x + h, y, z)) - number(tree, (x - h, y, z))) / (2 * h)
            found = number(slope, (x, y, z))
        except Undefined:
            continue
        assert abs(quotient - found) <= 1e-8 * (1 + abs(quotient))


@given(POLYNOMIALS, POLYNOMIALS)
def test_values_are_equal_exactly_where_their_numbers_are(a: Expression, b: Expression) -> None:
    algebra = Algebra()
    equal_numbers = agree(numbers(a), numbers(b))
    assert (canonical(algebra, a) == canonical(algebra, b)) is equal_numbers


@given(TREES, TREES)
def test_values_that_are_equal_have_equal_numbers(a: Expression, b: Expression) -> None:
    algebra = Algebra()
    u, v = canonical(algebra, a), canonical(algebra, b)
    both = [p for p in zip(numbers(a), numbers(b), strict=True) if None not in p]
    if u == v:
        assert all(near(p, q) for p, q in both)


@given(POLYNOMIALS)
def test_the_square_of_the_sine_and_of_the_cosine_make_one(tree: Expression) -> None:
    u = canonical(algebra := Algebra(), tree)
    sine, cosine = algebra.call("sin", [u]), algebra.call("cos", [u])
    assert (sine**2 + cosine**2 - 1).is_zero
    assert not (sine**2 + cosine**2).is_zero


SAME = [
    ("sin(x + y)", "sin(x)*cos(y) + cos(x)*sin(y)"),
    ("cos(3*x)", "4*cos(x)^3 - 3*cos(x)"),
    ("sin(x)^2", "(1 - cos(2*x))/2"),
    ("2*sin(x/2)*cos(x/2)", "sin(x)"),
    ("1 + tan(x)^2", "1/cos(x)^2"),
    ("sin(x + pi/2)", "cos(x)"),
    ("cos(pi/12)", "(sqrt(6) + sqrt(2))/4"),
    ("exp(x + y)/exp(x)", "exp(y)"),
    ("cosh(x)^2 - sinh(x)^2", "1"),
    ("sqrt(x^2)", "abs(x)"),
    ("sqrt((x^2 - y)^2)", "abs(y - x^2)"),
    ("sqrt(cos(x)^2)", "abs(cos(x))"),
    ("sqrt(1 - sin(x)^2)", "abs(cos(x))"),
    ("sqrt(x)^2", "x"),
    ("sqrt(8)", "2*sqrt(2)"),
    ("(x^2 - y^2)/(x - y)", "x + y"),
    ("max(x, y) + min(x, y)", "x + y"),
    ("max(x, y)*min(x, y)", "x*y"),
    ("FU(x/(x + 1))", "FU(2*x/(2*x + 2))"),
    ("FU(x/(x + y))", "FU(1/(1 + y/x))"),
    ("FU(1/(x - y))", "FU(-1/(y - x))"),
    ("1/(x - y) + 1/(y - x)", "0"),
    ("sin(x)/(2 + cos(x))", "2*sin(x)/(4 + 2*cos(x))"),
    ("cos(asin(x)^2/FU(0))", "cos(asin(-x)^2/FU(0))"),
    ("FU(sin(2*x))", "FU(2*sin(x)*cos(x))"),
    ("FU(sin(x)) + sin(x/2)", "sin(x/2) + FU(sin(x))"),
    ("sqrt(2 + sin(x))*cos(x/3)", "cos(x/3)*sqrt(2 + sin(x))"),
]
DIFFERENT = [
    ("sin(1)", "0"),
    ("cos(1/2)", "cos(1/4)"),
    ("sqrt(x^2)", "x"),
    ("sin(x)", "x"),
    ("sin(2*x)", "2*sin(x)"),
    ("cos(x)^2", "cos(x^2)"),
    ("FU(x)", "FU(y)"),
    ("FU'(x)", "FU(x)"),
    ("x", "x + 1e-30"),
    ("sqrt(x^2 + y^2)", "x + y"),
    ("abs(x*y)", "x*y"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_known_identities_hold(left: str, right: str) -> None:
    assert equal(left, right)
    assert not equal(left, f"{right} + 1/1000000007")


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_what_only_looks_alike_is_unequal(left: str, right: str) -> None:
    assert not equal(left, right)


def test_an_equality_does_not_depend_on_finer_angles_that_came_in_between() -> None:
    algebra = Algebra()
    trees = [read(text) for text in ("FU(sin(x))", "sqrt(3 + cos(x))", "abs(sin(x))", "1/sin(x)")]
    before = [algebra.expression(tree) for tree in trees]
    algebra.expression(read("sin(x/2) + cos(x/3)"))
    after = [algebra.expression(tree) for tree in trees]
    assert all(u == v for u, v in zip(before, after, strict=True))


def test_a_function_at_a_number_has_no_slope() -> None:
    assert Algebra().expression(read("FU(0) + sin(1) + sqrt(2) + FU(3)")).derivative(X).is_zero


def test_a_quotient_by_zero_in_disguise_says_so() -> None:
    with pytest.raises(LagrError, match="zero"):
        Algebra().expression(read("1/(sin(x)^2 + cos(x)^2 - 1)"))


@pytest.mark.parametrize("form", FORMS)
@given(tree=TREES)
def test_every_form_has_the_numbers_of_the_expression(form: str, tree: Expression) -> None:
    assert agree(numbers(tree), numbers(canonical(Algebra(), tree).tree(form)))


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=50)
@given(tree=POLYNOMIALS)
def test_every_form_reads_back_as_the_same_value(form: str, tree: Expression) -> None:
    u = canonical(algebra := Algebra(), tree)
    assert algebra.expression(u.tree(form)) == u


@settings(max_examples=50)
@given(TREES)
def test_with_positive_symbols_roots_are_simplified_rightly(tree: Expression) -> None:
    found = canonical(Algebra(positive=NAMES), tree).tree()
    point = POINTS[0]
    try:
        wanted = number(tree, point)
    except Undefined:
        return
    assert near(wanted, number(found, point))


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=50)
@given(trees=st.lists(TREES, min_size=1, max_size=4))
def test_attributed_terms_add_up_to_the_sum_of_the_parts(
    form: str, trees: list[Expression]
) -> None:
    algebra = Algebra()
    parts = {f"part {i}": canonical(algebra, tree) for i, tree in enumerate(trees)}
    terms = attributed_terms(parts, form)
    total = canonical(algebra, read("0"))
    for term, sources in terms:
        assert sources and set(sources) <= set(parts)
        total = total + algebra.expression(term)
    assert total == algebra.add(list(parts.values()))


@pytest.mark.parametrize("form", ["multi-angle", "product"])
@settings(max_examples=50)
@given(trees=st.lists(POLYNOMIALS, min_size=2, max_size=4))
def test_a_term_changes_without_a_part_exactly_if_the_part_is_a_source(
    form: str, trees: list[Expression]
) -> None:
    algebra = Algebra()
    parts = {f"part {i}": canonical(algebra, tree) for i, tree in enumerate(trees)}
    narrow = [*parts.values(), algebra.add(list(parts.values()))]
    assume(not any(is_wide(multi_angle(value)) for value in narrow))
    terms = attributed_terms(parts, form)
    for name in parts:
        others = {key: value for key, value in parts.items() if key != name}
        left = [tree for tree, _ in attributed_terms(others, form)]
        for tree, sources in terms:
            assert (name in sources) is (tree not in left)


@given(TREES, TREES)
def test_substitution_takes_the_place_of_the_symbol(tree: Expression, inner: Expression) -> None:
    algebra = Algebra()
    value, new = canonical(algebra, tree), canonical(algebra, inner)
    try:
        replaced = value.substitute({X: new}).tree()
    except LagrError as error:
        assume(error.problems[0].code not in ("division-by-zero", "domain"))
        raise
    for _, y, z in POINTS[:2]:
        point = (mpf(1), y, z)
        try:
            wanted = number(tree, (number(inner, point), y, z))
        except Undefined:
            continue
        assert near(wanted, number(replaced, point))


@given(TREES)
def test_substitution_swaps_symbols_at_the_same_time(tree: Expression) -> None:
    value = canonical(algebra := Algebra(), tree)
    swap = {X: Symbol("y"), Symbol("y"): X}
    swapped = value.substitute(swap)
    assert swapped.substitute(swap) == value
    assert algebra.expression(read("x - y")).substitute(swap) == algebra.expression(read("y - x"))


@settings(max_examples=50)
@given(TREES)
def test_a_defined_function_and_its_derivatives_take_the_place_of_the_call(
    tree: Expression,
) -> None:
    value = canonical(Algebra(), tree)
    definition = {"FU": (("s",), read("s^2*cos(s) + x"))}
    replaced = value.substitute({}, definition)
    for point in POINTS[:2]:
        try:
            wanted = number(tree, point, lambda s, x=point[0]: s**2 * mp.cos(s) + x)
        except Undefined:
            continue
        assert near(wanted, number(replaced.tree(), point))
    definition = {"FU": (("s",), read("s^2*cos(s)"))}
    slope = value.derivative(X).substitute({}, definition)
    assert slope == value.substitute({}, definition).derivative(X)


def test_squares_with_very_long_numbers_are_written() -> None:
    long = "*".join(["9" * 39] * 9)
    tree = read(f"{long}*0.3*(x + 0.7*y)^2")
    algebra = Algebra()
    value = algebra.expression(tree)
    assert algebra.expression(value.tree()) == value
