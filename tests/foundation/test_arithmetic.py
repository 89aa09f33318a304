"""Numbers of expressions, beside values that are computed while the text is written."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from lagr_gui.expression import Symbol, read
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate, value
from lagr_gui.foundation.problem import LagrError, OutOfDomain, WithoutNumbers

NAMES = {"a": 0.7, "b": -1.3, "l_1": 2.5, "omega": 12.0}
SMOOTH: dict[str, Callable[[float], float]] = {
    "sin": math.sin,
    "cos": math.cos,
    "atan": math.atan,
    "tanh": math.tanh,
    "asinh": math.asinh,
    "erf": math.erf,
    "abs": abs,
    "sign": lambda x: math.copysign(1, x) if x else 0.0,
}


def written(source: random.Random, depth: int) -> tuple[str, float]:
    """A text in brackets, and its value."""
    if depth == 0:
        if source.random() < 0.5:
            name = source.choice(list(NAMES))
            return name, NAMES[name]
        number = round(source.uniform(0.1, 9), source.randint(0, 3))
        return f"{number}", number
    (a, x), (b, y) = written(source, depth - 1), written(source, depth - 1)
    match source.randrange(8):
        case 0:
            return f"({a} + {b})", x + y
        case 1:
            return f"({a} - {b})", x - y
        case 2:
            return f"({a}*{b})", x * y
        case 3:
            return f"({a}/(2 + abs({b})))", x / (2 + abs(y))
        case 4:
            power = source.randint(0, 4)
            return f"({a})^{power}", x**power
        case 5:
            return f"sqrt(abs({a}))", math.sqrt(abs(x))
        case 6:
            larger = source.random() < 0.5
            return (f"max({a}, {b})", max(x, y)) if larger else (f"min({a}, {b})", min(x, y))
        case _:
            name = source.choice(list(SMOOTH))
            return f"{name}({a})", SMOOTH[name](x)


@pytest.mark.parametrize("seed", range(60))
def test_a_formula_has_the_value_with_which_it_was_written(seed: int) -> None:
    text, wanted = written(random.Random(seed), 3)
    assert value(text, NAMES) == pytest.approx(wanted, rel=1e-10, abs=1e-10)


KNOWN = {
    "-2^2": -4.0,
    "2^3^2": 512.0,
    "2^-1": 0.5,
    "-a^2": -0.49,
    "6/3/2": 1.0,
    "6/(3/2)": 4.0,
    "1 - 2 - 3": -4.0,
    "2*-3": -6.0,
    "pi": math.pi,
    "sin(pi/6)": 0.5,
    "atan2(1, -1)": 3 * math.pi / 4,
    "log(exp(2))": 2.0,
    "log10(1000)": 3.0,
    "log2(8)": 3.0,
    "acosh(cosh(1.5))": 1.5,
    "asin(1)": math.pi / 2,
    "1e3 + 2.5e-1": 1000.25,
    "0.1 + 0.2": 0.3,
    "fac(5)": 120.0,
    "fac(0)": 1.0,
    "step(0, 0.5, 1)": 1.0,
    "step(0, 0, 1)": 1.0,
    "step(0, 1, 1)": 0.0,
    "step(0, -0.1, 1)": 0.0,
    "step(2, 2, 2)": 1.0,
    "sign(-3)": -1.0,
    "sign(0)": 0.0,
    "3 m": 3.0,
    "300 mm": 0.3,
    "180°": math.pi,
}


@pytest.mark.parametrize("text", KNOWN)
def test_values_that_are_known_by_hand(text: str) -> None:
    assert value(text, NAMES) == pytest.approx(KNOWN[text], rel=1e-15, abs=1e-16)


@pytest.mark.parametrize(("n", "k"), [(n, k) for n in range(7) for k in range(7)])
def test_combinations_count_the_ways_to_choose(n: int, k: int) -> None:
    assert value(f"comb({n}, {k})", {}) == len(list(itertools.combinations(range(n), k)))


@pytest.mark.parametrize("parts", [(1, 1), (2, 1), (2, 2), (3, 1), (0, 2)])
def test_combinations_in_several_parts_count_arrangements(parts: tuple[int, int]) -> None:
    """So many ways to give marks of two sorts to some of n things."""
    n = 5
    rest = n - sum(parts)
    letters = "a" * parts[0] + "b" * parts[1] + "-" * rest
    wanted = len(set(itertools.permutations(letters)))
    assert value(f"comb({n}, {parts[0]}, {parts[1]})", {}) == wanted


OUTSIDE = (
    "sqrt(a - 1)",
    "log(0)",
    "log(-1)",
    "asin(2)",
    "acosh(0.5)",
    "(-8)^(1/3)",
    "exp(1000)",
    "fac(-1)",
    "fac(0.5)",
    "fac(171)",
    "comb(3, -1)",
    "(a*10^60)^6",
)


@pytest.mark.parametrize("text", OUTSIDE)
def test_what_has_no_real_value_is_told_with_its_arguments(text: str) -> None:
    with pytest.raises(OutOfDomain) as caught:
        value(text, NAMES)
    (problem,) = caught.value.problems
    assert problem.code == "domain" and "has no real value at (" in problem.cause


@pytest.mark.parametrize("text", ["1/(a - 0.7)", "(a - 0.7)^-3", "2 + 0.0^(-a)"])
def test_a_division_by_zero_is_told_as_that(text: str) -> None:
    with pytest.raises(OutOfDomain) as caught:
        value(text, NAMES)
    assert [problem.cause for problem in caught.value.problems] == ["It divides by zero."]


@pytest.mark.parametrize(
    ("text", "name"), [("a + c", "c"), ("a_dot", "a"), ("a'", "a"), ("t", "t")]
)
def test_a_name_without_value_is_told(text: str, name: str) -> None:
    with pytest.raises(LagrError) as caught:
        value(text, NAMES)
    assert caught.value.problems[0].code == "symbol"
    assert f"“{name}” has no value" in caught.value.problems[0].cause


@pytest.mark.parametrize("text", ["FU(1)", "FU(a)", "F2(1, 2)"])
def test_a_function_without_value_is_told(text: str) -> None:
    with pytest.raises(WithoutNumbers) as caught:
        value(text, NAMES)
    assert caught.value.problems[0].code == "unspecified-function"


def test_further_functions_can_be_given() -> None:
    carrier = FloatCarrier({"FU": lambda x: x**2, "F2": lambda x, y: x - y})
    found = evaluate(read("FU(3) + F2(1, 0.5)*FU(a)"), carrier, lambda symbol: NAMES[symbol.name])
    assert found == pytest.approx(9 + 0.5 * 0.49)
    with pytest.raises(WithoutNumbers):
        evaluate(read("FU'(3)"), carrier, lambda symbol: 0.0)


@pytest.mark.parametrize("seed", range(10))
def test_sums_are_rounded_once(seed: int) -> None:
    """They are the nearest floats of the exact sums, in whatever order terms stand."""
    source = random.Random(seed)
    terms = [source.uniform(-1, 1) * 10 ** source.randint(-12, 12) for _ in range(20)]
    exact = float(sum(map(Fraction, terms)))
    source.shuffle(terms)
    assert FloatCarrier().add(terms) == exact


def test_each_symbol_is_looked_up_as_it_stands() -> None:
    asked: list[Symbol] = []

    def lookup(symbol: Symbol) -> float:
        asked.append(symbol)
        return 1.0

    assert evaluate(read("q + q_dot + q_ddot + l"), FloatCarrier(), lookup) == 4.0
    assert {(symbol.name, symbol.order) for symbol in asked} == {
        ("q", 0),
        ("q", 1),
        ("q", 2),
        ("l", 0),
    }


@pytest.mark.parametrize("number", [3, 0.25, -1.5])
def test_a_number_is_its_own_value(number: float) -> None:
    assert value(number, {}) == number
