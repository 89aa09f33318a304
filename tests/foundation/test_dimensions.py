"""A dimension is what happens to a value in other units: that is tried, not believed."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol, read
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.expression.dimensions import Bare, DoesNotFit, Unknown, dimension_of
from lagr_gui.expression.units import BASE, NONE, UNITS, named, unit_of
from lagr_gui.foundation.problem import LagrError
from tests.each import each

M, KG, S = (tuple(Fraction(int(i == j)) for j in range(5)) for i in range(3))


def dimension(*exponents: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, (*exponents, *[0] * (5 - len(exponents)))))


KNOWN = {
    "m": (2.5, dimension(0, 1)),
    "l": (0.7, dimension(1)),
    "v": (1.3, dimension(1, 0, -1)),
    "g": (9.8, dimension(1, 0, -2)),
    "F": (3.1, dimension(1, 1, -2)),
    "c": (40.0, dimension(0, 1, -2)),
    "t": (0.9, dimension(0, 0, 1)),
    "phi": (0.6, NONE),
}
SCALES = (3.0, 0.25, 7.0)
"""How many of the old units of length, mass and time a new one is."""


def value(tree: Expression, scaled: bool = False) -> float:
    def lookup(symbol: Symbol) -> float:
        number, own = KNOWN[symbol.name]
        return number * factor(own) if scaled else number

    return evaluate(tree, FloatCarrier(), lookup)


def factor(own: tuple[Fraction, ...]) -> float:
    return math.prod(s ** float(e) for s, e in zip(SCALES, own, strict=False))


SYMBOLS = st.sampled_from([Symbol(name) for name in KNOWN])


def _several(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[tuple[Expression, ...]]:
    return st.lists(inner, min_size=2, max_size=3).map(tuple)


TREES: st.SearchStrategy[Expression] = st.recursive(
    SYMBOLS,
    lambda inner: st.one_of(
        _several(inner).map(Product),
        _several(inner).map(Sum),
        st.builds(Power, inner, st.sampled_from([Fraction(n) for n in (-2, -1, 2, 3)]).map(Number)),
        st.builds(lambda u: Call("sqrt", (u,)), inner),
        st.builds(lambda u: Call("abs", (u,)), inner),
        st.builds(lambda u: Call("sin", (u,)), inner),
        st.builds(lambda u, v: Call("atan2", (u, v)), inner, inner),
        st.builds(lambda u, v: Call("max", (u, v)), inner, inner),
    ),
    max_leaves=6,
)


def known(symbol: Symbol) -> Any:
    return KNOWN[symbol.name][1]


@settings(max_examples=150)
@given(TREES)
def test_in_other_units_a_value_is_another_number_of_its_dimension(tree: Expression) -> None:
    try:
        found = dimension_of(tree, known)
    except DoesNotFit:
        assume(False)
        return
    own = NONE if found is Bare else found
    assert isinstance(own, tuple), "all symbols are known"
    try:
        old, new = value(tree), value(tree, scaled=True)
    except LagrError:
        assume(False)
        return
    assume(abs(old) < 1e12)
    assert new == pytest.approx(old * factor(own), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    "text", ["m + l", "sin(l)", "l^m", "max(m, l)", "sqrt(m) + m", "atan2(m, t)"]
)
def test_what_does_not_fit_is_told_in_words(text: str) -> None:
    with pytest.raises(DoesNotFit, match=r"\w+ \w+"):
        dimension_of(read(text), known)


@each("a", KNOWN)
@each("b", KNOWN)
def test_only_what_is_alike_can_be_added(a: str, b: str) -> None:
    tree = Sum((Symbol(a), Symbol(b)))
    if KNOWN[a][1] == KNOWN[b][1]:
        assert dimension_of(tree, known) == KNOWN[a][1]
    else:
        with pytest.raises(DoesNotFit):
            dimension_of(tree, known)


@each("name", sorted(set(KNOWN) - {"phi"}))
@each("function", ["sin", "exp", "log", "atan", "tanh", "erf"])
def test_functions_of_numbers_take_no_lengths(name: str, function: str) -> None:
    with pytest.raises(DoesNotFit):
        dimension_of(Call(function, (Symbol(name),)), known)
    ratio = Product((Symbol(name), Power(Symbol(name), Number(Fraction(-1)))))
    assert dimension_of(Call(function, (ratio,)), known) in (Bare, NONE)


def test_bare_numbers_and_unknown_names_fit_as_far_as_can_be_told() -> None:
    two, x = Number(Fraction(2)), Symbol("x")
    assert dimension_of(two, known) is Bare
    assert dimension_of(Sum((x, Symbol("l"))), lambda s: None if s == x else known(s)) == M
    assert dimension_of(x, lambda _: None) is Unknown
    assert dimension_of(Product((two, Symbol("l"))), known) == M


@each("name", sorted(UNITS))
def test_a_unit_names_itself_and_its_powers(name: str) -> None:
    unit = UNITS[name]
    assert unit_of(name) == unit
    assert unit_of(f"{name}^2") == unit_of(f"{name}²") == unit**2
    assert unit_of(f"1/{name}") == unit**-1 == unit_of(f"{name}^-1")
    assert unit_of(f"{name} s") == unit * UNITS["s"]
    assert unit_of(f"N/{name}") == UNITS["N"] * unit**-1


@pytest.mark.parametrize(
    "text", ["", " ", "/s", "m/", "foo", "m s foo", "m^10", "m^x", "1^2", "m/s/"]
)
def test_what_names_no_unit_names_none(text: str) -> None:
    assert unit_of(text) is None


@given(st.lists(st.integers(-4, 4), min_size=5, max_size=5))
def test_the_name_of_a_dimension_names_a_unit_of_it(exponents: list[int]) -> None:
    own = dimension(*exponents)
    text = named(own).replace("(", "").replace(")", "")
    assume("cycle" not in text)
    found = unit_of(text)
    assert found is not None and found.dimension == own and found.is_of_si


def test_units_of_force_times_length_are_work() -> None:
    assert named(tuple(a + b for a, b in zip(UNITS["N"].dimension, M, strict=True))) == "J"
    assert named(NONE) == "1" and len(BASE) == 5
    for text, name in (("kg m/s^2", "N"), ("N m/s", "W"), ("V A", "W"), ("V/A", "Ohm")):
        found = unit_of(text)
        assert found is not None and named(found.dimension) == name
