"""A typeset formula, read as a person reads it, has the value of the tree."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol, read
from lagr_gui.typesetting import latex
from lagr_gui.typesetting.typst import typst
from tests.expression.formulas import FUNCTIONS, Ambiguous, Formula, Latex, Name
from tests.expression.trees import TREES
from tests.expression.typst_formulas import Typst

NAMES: dict[tuple[str, tuple[str, ...]], float] = {
    ("x", ()): 0.71,
    ("q", ("1",)): 1.13,
    ("theta", ("2",)): 0.37,
    ("l", ("rod",)): 1.61,
    ("XF", ("101",)): 0.83,
    ("m", ()): 2.3,
}
DIALECTS = {"latex": (latex, Latex), "typst": (typst, Typst)}
PLAIN = {"x": "x", "q1": "q", "theta_2": "theta", "l_rod": "l", "XF101": "XF", "m": "m"}
VALUES = {name: next(v for (s, _), v in NAMES.items() if s == stem) for name, stem in PLAIN.items()}


def symbol_of(name: Name) -> float:
    stem, subscripts, dots = name
    return NAMES[stem, subscripts] + 0.29 * dots


def number(tree: Expression) -> float:
    """The number of a tree; ValueError and others where there is none."""
    match tree:
        case Number(value):
            return float(value)
        case Symbol(name, order):
            return VALUES[name] + 0.29 * order
        case Sum(terms):
            return sum(map(number, terms))
        case Product(factors):
            return math.prod(map(number, factors))
        case Power(base, exponent):
            found: Any = number(base) ** number(exponent)
            if isinstance(found, complex):
                raise ValueError
            return found
        case Call(function, arguments, orders):
            if function == "pi":
                return math.pi
            inner = [number(argument) for argument in arguments]
            if function[0] != "F":
                return FUNCTIONS[function](*inner)
            shift = sum((i + 1) * 0.7 * order for i, order in enumerate(orders))
            return FUNCTIONS[function](*inner, shift=shift)


def of(tree: Expression) -> float | None:
    """The number of a tree where there is a usable one."""
    try:
        found = number(tree)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return found if abs(found) < 1e6 else None


def read_back(dialect: str, tree: Expression) -> float:
    printed, reader = DIALECTS[dialect]
    formula: Formula = reader(printed(tree), symbol_of, FUNCTIONS)
    return formula.number()


def steady(tree: Expression) -> bool:
    """Whether the number of a tree does not jump with the last of its digits."""
    match tree:
        case Call("step" | "sign" | "fac" | "comb" | "tan" | "min" | "max"):
            return False
        case Call(_, arguments, _):
            return all(map(steady, arguments))
        case Sum(parts) | Product(parts):
            return all(map(steady, parts))
        case Power(base, exponent):
            return steady(base) and steady(exponent)
        case _:
            return True


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=150)
@example(read("(1/2)^x"))
@example(read("(x/m)^q1"))
@example(Power(read("-0.5"), read("2")))
@example(Power(read("1/3"), Symbol("x")))
@example(Product((read("2"), read("1/3"), Symbol("x"))))
@example(read("cos(x)*cos(2*m)*sin(q1)^2*x"))
@example(read("FU'(x)^2*exp(-x)^m"))
@example(read("x - (m - (q1 - theta_2))"))
@example(read("abs(x - m)^3/sqrt(2*x)"))
@given(tree=TREES)
def test_a_formula_is_read_in_one_way_and_has_the_value_of_its_tree(
    dialect: str, tree: Expression
) -> None:
    wanted = of(tree)
    try:  # what can be read in two ways is refused even where there is no number
        found = read_back(dialect, tree)
    except (ValueError, ZeroDivisionError, OverflowError):
        assert wanted is None or not steady(tree)
    else:
        assert wanted is None or not steady(tree) or found == pytest.approx(wanted, 1e-6, 1e-6)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("function", sorted(name for name in FUNCTIONS if name != "F_2"))
def test_every_function_is_spelled_so_that_it_is_known_again(function: str, dialect: str) -> None:
    count = {"atan2": 2, "min": 2, "max": 2, "step": 3, "comb": 2}.get(function, 1)
    whole = (read("3"), read("2"), read("4"))
    near = tuple(read(text) for text in ("0.4", "0.7", "0.9"))
    arguments = (whole if function in ("fac", "comb") else near)[:count]
    if function == "acosh":
        arguments = (read("1.7"),)
    tree = Call(function, arguments)
    wanted = number(tree)
    assert read_back(dialect, tree) == pytest.approx(wanted, rel=1e-9)
    square = Power(tree, read("2"))
    assert read_back(dialect, square) == pytest.approx(wanted**2, rel=1e-9)
    double = Product((tree, Symbol("x"), tree))
    assert read_back(dialect, double) == pytest.approx(wanted**2 * VALUES["x"], rel=1e-9)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("order", range(5))
@pytest.mark.parametrize("function", ["FU", "F_2"])
def test_a_derivative_is_no_other_one(function: str, order: int, dialect: str) -> None:
    one = Call(function, (Symbol("x"),), (order,) if order else ())
    assert read_back(dialect, one) == pytest.approx(number(one))
    several = Call(function, (Symbol("x"), Symbol("m")), (order, 1))
    assert read_back(dialect, several) == pytest.approx(number(several))


@pytest.mark.parametrize("dialect", DIALECTS)
@given(st.fractions(-(10**9), 10**9, max_denominator=10**6), st.booleans())
def test_numbers_are_set_exactly_or_to_ten_digits(dialect: str, value: Any, decimal: bool) -> None:
    for tree in (Number(value, decimal), Product((Number(value, decimal), Symbol("x")))):
        wanted = number(tree)
        assert read_back(dialect, tree) == pytest.approx(wanted, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("text", [r"\frac12^x", "x^2^3", "x 2", r"\sin", "x_12", r"\sqrt23"])
def test_the_reader_refuses_what_is_ambiguous(text: str) -> None:
    with pytest.raises((Ambiguous, KeyError)):
        Latex(text, symbol_of, FUNCTIONS).number()


def test_the_reader_takes_all_that_follows_an_open_argument_as_part_of_it() -> None:
    found = Latex(r"\sin 2 x m", symbol_of, FUNCTIONS).number()
    assert found == pytest.approx(math.sin(2 * VALUES["x"] * VALUES["m"]))
